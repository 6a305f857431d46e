import type { CodeLabels } from '../i18n/cell-code-labels.ts';
import { HIDDEN_CHARACTER } from './cell-code-lines.ts';
import type { CodeNotice } from './cell-code-notices.ts';
import { acknowledged, adopted, codeStatus, type CodeState, isOutdated, reset, shownEdit, switched } from './cell-code-state.ts';

/**
 * What the reader has to know of the code that is shown.
 * @param kept whether the browser took the reader's edit
 * @param change does one of the steps that are offered
 */
export function stateNotices(state: CodeState, kept: 'kept' | 'refused', labels: CodeLabels, change: (next: CodeState) => void): readonly CodeNotice[] {
  const { notice, action } = labels;
  const offer = (label: string, step: (state: CodeState) => CodeState) => ({ label, act: () => { change(step(state)); } });
  const other = state.own ? action.showOwn : action.showOriginal;
  if (codeStatus(state) === 'linked') {
    const outdated = isOutdated(state) ? notice.linkedOutdated : '';
    const hidden = HIDDEN_CHARACTER.test(shownEdit(state).text) ? notice.hiddenCharacters : '';
    const text = [notice.linked, outdated, hidden].filter((sentence) => sentence !== '').join(labels.betweenSentences);
    return [{ text, actions: [offer(action.adopt, adopted), offer(other, switched)] }];
  }
  const choice = [offer(action.takeNew, reset), offer(action.keepMine, acknowledged)];
  return [
    ...(state.own && isOutdated(state) ? [{ text: notice.outdated, actions: choice }] : []),
    ...(state.own && kept === 'refused' ? [{ text: notice.pageOnly }] : []),
    ...(state.linked ? [{ text: notice.linkedAside, actions: [offer(action.showLinked, switched)] }] : []),
  ];
}
