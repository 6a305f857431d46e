import { noteFile } from '../note/note-path.ts';
import { loadPlannedNotes } from '../note/planned-notes.ts';
import type { NewFile } from './new-files.ts';
import type { NoteName } from './note-name.ts';
import { noteText, orderOf } from './note-text.ts';

const ENGLISH = `The question that this note answers, and what the reader can do afterwards.

## First step

From what the reader knows to the claim, and then the cell that proves it.

\`\`\`python run id=first-step
print("hello")
\`\`\`

What the output shows. Measured numbers stand in the text as \`<Metric cell="…" label="…" />\`.

## What goes wrong

- **A mistake.** Its sign, and its cure.

## Check yourself

<details>
<summary>A question?</summary>

Its answer.

</details>
`;

const CHINESE = `这篇笔记要回答的问题，以及读完之后能做什么。

## 第一步

从读者已知的讲到结论，再用单元证明。

<Cell id="first-step" />

输出说明了什么。正文里的实测数字写成 \`<Metric cell="…" label="…" />\`。

## 容易出错的地方

- **一个错误。** 它的表现，以及怎样改正。

## 自测

<details>
<summary>问题？</summary>

答案。

</details>
`;

/** Both files of a new note, with its titles from the plan where it has one. They pass the check but for the recording. */
export async function noteTemplate(root: string, name: NoteName): Promise<readonly NewFile[]> {
  const planned = (await loadPlannedNotes(root)).find(({ id }) => id === name.id);
  const order = await orderOf(root, name);
  const english = { title: planned?.en ?? titleOf(name), description: 'What the reader learns, in a sentence or two.', body: ENGLISH };
  const chinese = { title: planned?.['zh-cn'] ?? titleOf(name), description: '用一两句话说明读者能学到什么。', body: CHINESE };
  return ([['en', english], ['zh-cn', chinese]] as const).map(([locale, text]) => (
    { path: noteFile(name.id, locale), content: noteText({ name, order, needs: 'python', ...text }) }
  ));
}

function titleOf({ slug }: NoteName): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
