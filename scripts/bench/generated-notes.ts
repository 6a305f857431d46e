import { topics } from '../../src/i18n/topic-labels.ts';
import type { Locale } from '../../src/i18n/locale.ts';

/** A made-up note, with all that the notes of this site have: text, formulas, tables, code and cells. */
export interface GeneratedNote {
  /** `topic/slug`. */
  readonly id: string;
  readonly topic: string;
  readonly title: string;
  readonly description: string;
  /** In Markdown that all builders read; cells are fences with `run` and an id. */
  readonly sections: readonly GeneratedSection[];
}

export interface GeneratedSection {
  readonly heading: string;
  readonly text: string;
  readonly cell: { readonly id: string; readonly language: 'cuda' | 'python' | 'shell'; readonly code: string };
}

const WORDS: Readonly<Record<Locale, readonly string[]>> = {
  en: 'a warp reads shared memory in one cycle when its lanes touch different banks and waits when two of them want the same one which the compiler cannot see because the index comes from data'.split(' '),
  'zh-cn': '线程束 在 一个 周期 内 读取 共享内存 只要 各个 线程 访问 不同 的 存储体 否则 就要 等待 编译器 看不到 这一点 因为 下标 来自 数据'.split(' '),
};
const HEADINGS: Readonly<Record<Locale, string>> = { en: 'Step', 'zh-cn': '步骤' };
const SECTIONS = 6;

/** Notes in one language, the same each time: note `index` has the same code in every language. */
export function generatedNotes(count: number, locale: Locale): readonly GeneratedNote[] {
  return Array.from({ length: count }, (_, index) => generatedNote(index, locale));
}

function generatedNote(index: number, locale: Locale): GeneratedNote {
  const topic = topics[index % topics.length] ?? topics[0];
  const sections = Array.from({ length: SECTIONS }, (_, part) => ({
    heading: `${HEADINGS[locale]} ${part + 1}`,
    text: [
      sentence(index, part, locale), `${sentence(index + 1, part, locale)} $t_{${index}} = \\frac{n_{${part}}}{B}$`,
      ...(part % 3 === 0 ? [`$$\nT_{${index}} = \\sum_{i=0}^{${part + 4}} \\frac{b_i}{\\beta} + \\alpha_{${part}}\n$$`] : []),
      ...(part === 2 ? [`| n | GB/s | ${HEADINGS[locale]} |\n| --- | ---: | --- |\n${Array.from({ length: 6 }, (_, row) => `| ${1 << row} | ${index + row}.5 | \`k${row}\` |`).join('\n')}`] : []),
      `- ${sentence(index + 2, part, locale)}\n- **${sentence(index + 3, part, locale)}**`,
    ].join('\n\n'),
    cell: cellOf(index, part),
  }));
  const number = String(index).padStart(4, '0');
  return { id: `${topic}/note-${number}`, topic, title: `${HEADINGS[locale]} ${number}`, description: sentence(index, 9, locale), sections };
}

function sentence(index: number, part: number, locale: Locale): string {
  const words = WORDS[locale];
  const picked = Array.from({ length: 24 }, (_, place) => words[(index * 7 + part * 5 + place * (1 + (index % 3))) % words.length] ?? '');
  return locale === 'en' ? `${picked.join(' ')} \`x${index}\`.` : `${picked.join('')}\`x${index}\`。`;
}

function cellOf(index: number, part: number): GeneratedSection['cell'] {
  const language = (['cuda', 'cuda', 'python', 'cuda', 'shell', 'cuda'] as const)[part] ?? 'cuda';
  const id = `cell-${part}`;
  switch (language) {
    case 'cuda': return {
      id, language, code: [
        '#include <cstdio>', '', `constexpr int N${part} = ${1024 + index}; // elements`, '',
        `__global__ void scale_${index}(const float *__restrict__ in, float *out, float a, int n) {`,
        `    __shared__ float tile[${32 + part}];`, '    const int i = blockIdx.x * blockDim.x + threadIdx.x;',
        `    if (i < n) tile[threadIdx.x % ${32 + part}] = a * in[i];`, '    __syncthreads();', `    if (i < n) out[i] = tile[threadIdx.x % ${32 + part}];`, '}', '',
        'int main() {', '    float *in = nullptr, *out = nullptr;', `    cudaMalloc(&in, N${part} * sizeof(float));`, `    cudaMalloc(&out, N${part} * sizeof(float));`,
        `    scale_${index}<<<(N${part} + 255) / 256, 256>>>(in, out, ${part}.5f, N${part});`,
        '    const cudaError_t error = cudaDeviceSynchronize();', '    std::printf("done: %s\\n", cudaGetErrorString(error));', '    return error == cudaSuccess ? 0 : 1;', '}',
      ].join('\n'),
    };
    case 'python': return {
      id, language, code: [
        'import math', '', `def cost(n: int, banks: int = ${32 + part}) -> float:`, '    """Cycles for n words."""',
        '    return sum(math.ceil(n / banks) for _ in range(banks))', '', `for n in (1, 2, ${index + 3}):`, `    print(f"{n:6d} {cost(n):8.1f} note ${index}")`,
      ].join('\n'),
    };
    case 'shell': return { id, language, code: `nvcc -arch=sm_90 -O3 --ptxas-options=-v note-${index}.cu -o note\n./note | sort -n | head -n ${part + 1}\necho "note ${index}"` };
  }
}

/** The text of a note for a builder. @param cell how it shows the code of a cell @param frontmatter beside title and description */
export function noteFileText(note: GeneratedNote, cell: (cell: GeneratedSection['cell']) => string, frontmatter: readonly string[] = []): string {
  const head = [`title: "${note.title}"`, `description: "${note.description.replace(/"/gu, "'")}"`, ...frontmatter];
  const body = note.sections.map((section) => `## ${section.heading}\n\n${section.text}\n\n${cell(section.cell)}`);
  return `---\n${head.join('\n')}\n---\n\n${body.join('\n\n')}\n`;
}

/** A cell as a fence of Markdown. */
export function fence({ id, language, code }: GeneratedSection['cell'], options = ''): string {
  return `\`\`\`${language}${options === '' ? '' : ` ${options} id=${id}`}\n${code}\n\`\`\``;
}
