import { describe, expect, it } from 'vitest';
import { readText } from '../../src/note/read-note.ts';

const tex = String.raw;
const faults = (text: string): readonly string[] =>
  readText(text, 'notes/a.mdx').faults.map(({ line, column, message, hint }) => `${line}:${column} ${message} (${hint})`);

/** One fault at a place, with words of its message and of its cure. */
type Example = readonly [text: string, place: string, message: string, hint: string];

const examples: Readonly<Record<string, readonly Example[]>> = {
  'braces in prose': [
    ['the set {tid, tid + stride}', '1:9', '{tid, tid + stride} is a program', 'write { as \\{'],
    ['Text.\n\n{threadIdx.x}', '3:1', '{threadIdx.x} is a program', 'write { as \\{'],
    ['an empty {} here', '1:10', '{} is a program', 'or use `code`'],
    ['index {0}', '1:7', '{0} is a program', 'or use `code`'],
    ['export const a = 1\n\n{a} and {b}', '3:9', '{b} is a program', 'or use `code`'],
  ],
  'a formula': [
    [tex`so $\foo{1}$ is`, '1:5', tex`KaTeX cannot set $\foo{1}$: Undefined control sequence: \foo`, 'katex.org/docs/supported'],
    [tex`> $$` + '\n' + tex`> \foo` + '\n> $$', '2:3', 'Undefined control sequence', 'katex.org/docs/supported'],
    [tex`$\text{grad_norm}$`, '1:12', "got '_'", tex`inside \text write _ as \_`],
    [tex`$\begin{align} x &= 1 \end{align}$`, '1:2', 'only in display mode', 'write $$ on lines of their own'],
    ['$长度$', '1:2', 'in math mode', tex`put words into \text{…}`],
    ['$50%$', '1:2', '% comment', tex`write a percent sign as \%`],
    [tex`$\frac{1}{$`, '1:11', 'KaTeX cannot set', 'correct the TeX'],
  ],
  'the signs of display math': [
    ['$$\nx\n\nText.', '1:1', 'never closed, and takes in all that follows', 'a line of its own'],
    ['$$ x\n= 1\n$$', '1:4', '"x" beside the opening $$ is left out', 'begin the formula on the line below'],
    ['a line with $$x$$ in it', '1:13', 'is set small', 'a paragraph of its own'],
    ['5 $ or 6 $ each', '1:3', 'a price is read as the formula', 'as \\$'],
  ],
  'emphasis': [
    ['这是** 粗 **体', '1:3', '** does not become bold', 'no space inside the stars'],
    ['a __global__ function', '1:3', '__global__ is shown as a bold "global"', 'write `__global__` as code'],
  ],
  'what is defined nowhere': [
    ['see [the guide][guide]', '1:5', '[the guide][guide] is a link to no definition', '[text](address)'],
    ['见[甲][]。', '1:2', '[甲][] is a link to no definition', '[text](address)'],
    [tex`it costs $\$5$`, '1:10', tex`$\$5$ is no formula`, 'between $$'],
    ['so it is[^1]', '1:9', '[^1] has no footnote', 'a line that begins with the same mark'],
  ],
  'a fence': [
    ['```cuda rnu id=a\n```', '1:9', 'unknown fence option "rnu"', 'did you mean "run"?'],
    ['- ~~~python id=a\n  ~~~', '1:13', 'the fence does not run, so "id" does nothing', 'add run and an id'],
    ['```cpp titel="x"\n```', '1:8', 'unknown fence option "titel"', 'did you mean "title"?'],
    ['```cuda run id=a nvcc=“-O3”\n```', '1:18', 'the option nvcc has “', 'write " and -'],
    ['```cuda run id=a –nvcc="-O3"\n```', '1:18', 'has –', 'write " and -'],
    ['```cuda run id=a nvcc="-O3 –lineinfo"\n```', '1:18', 'the option nvcc has –', 'write " and -'],
  ],
  'an option in code': [
    ['use `–arch=sm_90`', '1:6', 'the option –arch=sm_90 begins with a long dash', 'write --arch=sm_90'],
    ['`nvcc —O3 x.cu`', '1:7', 'the option —O3 begins with a long dash', 'write -O3'],
    ['```shell\nls\nnvcc –-gpu-code=sm_90 x.cu\n```', '3:6', 'begins with a long dash', 'with hyphens'],
  ],
  'a table': [
    ['| a | b |\n| - | - |\n| 1 | 2 |\n| `x || y` | z |', '4:1', 'the row has 4 cells and the header 2', 'write | inside a cell as \\|'],
  ],
  'an id': [
    ['## One\n\n<p id="one">x</p>', '3:1', 'the id "one" is that of something on line 1 too', 'another name'],
    ['## Cell a\n\n```python run id=a\n```', '3:1', 'the id "cell-a"', 'another name'],
    ['<Cell note="cuda/a" id="x" />\n\n<Cell note="cuda/b" id="x" />', '3:1', 'the id "cell-x"', 'another name'],
    ['## ？！', '1:1', 'no letter or digit', 'give it words'],
    ['## The sum $x$', '1:1', 'three times in the list of contents', 'as plain text'],
  ],
};

describe.each(Object.entries(examples))('%s that MDX takes otherwise than it was meant', (_, rows) => {
  it.each(rows)('is one fault with its place and its cure: %j', (text, place, message, hint) => {
    expect(faults(text)).toEqual([expect.stringContaining(message)]);
    expect(faults(text)[0]).toMatch(new RegExp(`^${place} `, 'u'));
    expect(faults(text)[0]).toContain(hint);
  });
});

it('finds nothing in a page that shows what was written', () => {
  expect(faults(tex`---
title: Fine
---

export const limit = 3

{/* a comment */} {' '} {"text"} {limit} {frontmatter.title} {${'`template`'}}

## One, 一 and \{two}

A set \{a, b\}, ${'`{gridDim}`'}, 2 \< 3, ${'`a<b`'}, 2**10, a[i][j], x_1 and \*\*stars\*\* and 5–6 — ${'`a–b`'}.

**粗体。**之后是**“引号”**的**（括号）**字，**注意：**${'`x`'}；__bold words__ here.

The price is $5 or \$6; $$\$7$$, $x_1$, $100\,\text{µs}$ and $\text{长}$. See [one][] and [^1].

$$
\begin{align}
x &= 1
\end{align}
$$

$$y$$

| a | b |
| - | - |
| ${'`x \\| y`'} | $\lvert x \rvert$ |

${'```cpp title="a.cpp" {1-2} ins={3} wrap showLineNumbers\nint a; // – a dash\n```'}

[one]: #one-一-and-two}
[^1]: A note.
`)).toEqual([]);
});

it('lists the faults of a page in its order', () => {
  expect(faults('$\\foo$\n\n{a} **\n\n__init__').map((fault) => fault.split(' ')[0])).toEqual(['1:2', '3:1', '3:5', '5:1']);
});
