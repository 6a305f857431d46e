import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mathText } from '../../src/note/math-text.ts';

const tex = String.raw;

describe('mathText', () => {
  it.each([
    ['k', 'k'],
    ['x \\', 'x'],
    [tex`\text{bank} = \frac{\text{byte address}}{4} \bmod 32`, 'bank = (byte address)/4 mod 32'],
    [tex`\frac{a}{b}`, 'a/b'],
    [tex`\dfrac{a + b}{2c}`, '(a + b)/2c'],
    [tex`\frac{1}{(a+b)(c+d)}`, '1/((a+b)(c+d))'],
    [tex`\frac12`, '1/2'],
    [tex`g = \gcd(s, 32).`, 'g = gcd(s, 32).'],
    [tex`2\log n + k\max(a, b)`, '2 log n + k max(a, b)'],
    [tex`\mathrm{FLOP}\,/\,\mathbf{byte}`, 'FLOP / byte'],
    [tex`\text{if } x \le 3`, 'if x ≤ 3'],
    [tex`s \neq 0 \implies s \geq 1`, 's ≠ 0 ⇒ s ≥ 1'],
    [tex`c\oplus r`, 'c ⊕ r'],
    [tex`o + s\,l`, 'o + s l'],
    [tex`l - l' \equiv 0 \pmod{32}`, "l - l' ≡ 0 (mod 32)"],
    [tex`x^2 + x_{i+1} + 2^{10}`, 'x^2 + x_(i+1) + 2^10'],
    [tex`N_{\text{gcc -E}} = 1 + V, \qquad N_{\mathrm{cicc}} = V`, 'N_(gcc -E) = 1 + V, N_cicc = V'],
    [tex`\left\lceil \frac{n}{2} \right\rceil \cdot \Big( a \Big)`, '⌈n/2⌉ · (a)'],
    [tex`\left. x \right|_0`, 'x |_0'],
    [tex`\sqrt{2} + \sqrt[3]{x + 1}`, '√2 + 3√(x + 1)'],
    [tex`\binom{n}{k} \to \infty`, '(n choose k) → ∞'],
    [tex`\{1, 2\}, 50\%`, '{1, 2}, 50%'],
    [tex`\alpha x \in \Theta(n)`, 'α x ∈ Θ(n)'],
    [tex`\operatorname*{argmax}_x f`, 'argmax_x f'],
    ['\\begin{aligned}\na &= b \\\\[2pt]\nc &= d\n\\end{aligned}', 'a = b; c = d'],
  ])('reads %s', (formula, text) => {
    expect(mathText(formula)).toBe(text);
  });

  it('gives one line without groups for any text, well formed or not', () => {
    const piece = fc.constantFrom('{', '}', '\\frac', '\\sqrt', '[', ']', '\\left', '.', '^', '_', '\\text', '\\\\', 'x', ' ', '\n', '&');
    fc.assert(fc.property(fc.array(piece).map((pieces) => pieces.join('')), (formula) => {
      expect(mathText(formula)).not.toMatch(/[{}\n]/u);
    }));
  });
});
