import { describe, expect, it } from 'vitest';
import {
  acknowledged, adopted, codeState, codeStatus, isOutdated, opened, reset, shownEdit, switched, typed, undone,
} from '../../src/elements/cell-code-state.ts';
import { codeStore } from '../../src/elements/cell-code-store.ts';

const original = { text: 'print(1)', digest: 'now' };
const own = { text: 'print(2)', digest: 'now' };
const linked = { text: 'print(3)', digest: 'now' };

describe('an edit of a cell', () => {
  it('begins with the first other letter and ends when the code is the original again', () => {
    const edited = typed(codeState(original, null), 'print(2)');
    expect([codeStatus(edited), edited.own]).toEqual(['edited', own]);
    expect(codeStatus(typed(edited, original.text))).toBe('original');
  });

  it('is none where the note has come to say the same', () => {
    expect(codeStatus(codeState(original, { text: original.text, digest: 'before' }))).toBe('original');
  });

  it('can be reset, and the reset undone once', () => {
    const after = reset(codeState(original, own));
    expect([codeStatus(after), shownEdit(after).text]).toEqual(['original', 'print(1)']);
    expect(shownEdit(undone(after)).text).toBe('print(2)');
    expect(undone(undone(after))).toEqual(undone(after));
  });

  it('takes the undo away with the next letter', () => {
    expect(typed(reset(codeState(original, own)), 'print(4)').undo).toBeNull();
  });

  it('of code that the note has changed since is outdated until the reader says to stay with it', () => {
    const state = codeState(original, { ...own, digest: 'before' });
    expect(isOutdated(state)).toBe(true);
    expect(isOutdated(typed(state, 'print(22)'))).toBe(true);
    expect(isOutdated(acknowledged(state))).toBe(false);
    expect(isOutdated(reset(state))).toBe(false);
  });
});

describe('code from a link', () => {
  it('is shown, and leaves the reader’s own edit as it is', () => {
    const state = opened(codeState(original, own), linked);
    expect([codeStatus(state), shownEdit(state), state.own]).toEqual(['linked', linked, own]);
    expect(shownEdit(switched(state))).toEqual(own);
    expect(shownEdit(switched(switched(state)))).toEqual(linked);
  });

  it('keeps what is typed into it apart from the own edit', () => {
    const state = typed(opened(codeState(original, own), linked), 'print(33)');
    expect([shownEdit(state).text, state.own]).toEqual(['print(33)', own]);
  });

  it('becomes the own edit when the reader keeps it, which can be undone', () => {
    const before = opened(codeState(original, own), linked);
    const state = adopted(before);
    expect([codeStatus(state), state.own, state.linked]).toEqual(['edited', linked, null]);
    expect(undone(state)).toEqual(before);
  });
});

describe('the store of edits', () => {
  const memory = (): Storage => {
    const values = new Map<string, string>();
    return {
      get length() { return values.size; },
      clear: () => { values.clear(); },
      key: (index) => [...values.keys()][index] ?? null,
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => { values.set(key, value); },
      removeItem: (key) => { values.delete(key); },
    };
  };

  it('keeps one edit for each cell of each note, and forgets it', () => {
    const storage = memory();
    const store = codeStore('cuda/a', 'b', () => storage);
    expect(store.read()).toBeNull();
    expect(store.write(own)).toBe('kept');
    expect(store.read()).toEqual(own);
    expect(codeStore('cuda/a', 'c', () => storage).read()).toBeNull();
    store.write(null);
    expect(storage.length).toBe(0);
  });

  it('says so where the browser keeps nothing', () => {
    const store = codeStore('cuda/a', 'b', () => { throw new DOMException('denied', 'SecurityError'); });
    expect([store.write(own), store.read()]).toEqual(['refused', null]);
  });

  it('takes what is no edit for none', () => {
    const storage = memory();
    const store = codeStore('cuda/a', 'b', () => storage);
    for (const text of ['', '{', '[]', '{"text":1,"digest":"x"}', 'null']) {
      storage.setItem(store.key, text);
      expect(store.read(), text).toBeNull();
    }
  });
});
