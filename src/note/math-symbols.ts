/** Commands of TeX that stand between two things: a character, with a space on both sides. */
const RELATIONS: Readonly<Record<string, string>> = {
  times: '×', div: '÷', pm: '±', oplus: '⊕', otimes: '⊗', odot: '⊙', land: '∧', wedge: '∧', lor: '∨', vee: '∨', bmod: 'mod', mod: 'mod',
  le: '≤', leq: '≤', ge: '≥', geq: '≥', lt: '<', gt: '>', ll: '≪', gg: '≫', ne: '≠', neq: '≠', approx: '≈', sim: '∼', equiv: '≡',
  propto: '∝', in: '∈', notin: '∉', subset: '⊂', subseteq: '⊆', cup: '∪', cap: '∩', mid: '|', to: '→', rightarrow: '→', gets: '←',
  leftarrow: '←', mapsto: '↦', Rightarrow: '⇒', implies: '⇒', Leftrightarrow: '⇔', iff: '⇔', coloneqq: '≔',
};

const CHARACTERS: Readonly<Record<string, string>> = {
  cdot: '·', ast: '*', star: '⋆', circ: '∘', neg: '¬', lnot: '¬', forall: '∀', exists: '∃', infty: '∞', partial: '∂', nabla: '∇',
  sum: '∑', prod: '∏', int: '∫', emptyset: '∅', top: '⊤', prime: '′', ell: 'ℓ', hbar: 'ℏ',
  ldots: '…', dots: '…', cdots: '⋯', vdots: '⋮', ddots: '⋱', lfloor: '⌊', rfloor: '⌋', lceil: '⌈', rceil: '⌉', langle: '⟨', rangle: '⟩',
  lvert: '|', rvert: '|', vert: '|', lVert: '‖', rVert: '‖', Vert: '‖', lbrace: '{', rbrace: '}', backslash: '\\',
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ϵ', varepsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ', iota: 'ι', kappa: 'κ',
  lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', upsilon: 'υ', phi: 'ϕ', varphi: 'φ', chi: 'χ',
  psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ', Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω',
};

/** Commands that change how things look, without an argument of their own. */
const INVISIBLE = new Set([
  'left', 'right', 'middle', 'big', 'Big', 'bigg', 'Bigg', 'bigl', 'bigr', 'Bigl', 'Bigr', 'biggl', 'biggr', 'limits', 'nolimits',
  'displaystyle', 'textstyle', 'scriptstyle', 'nonumber', 'notag', 'hline',
]);

/** Commands whose argument is all there is to read. */
const WRAPPERS = new Set([
  'text', 'textrm', 'textbf', 'textit', 'texttt', 'textsf', 'mathrm', 'mathbf', 'mathit', 'mathsf', 'mathtt', 'mathbb', 'mathcal', 'mathfrak',
  'boldsymbol', 'operatorname', 'mbox', 'hat', 'widehat', 'bar', 'overline', 'underline', 'vec', 'tilde', 'widetilde', 'dot', 'ddot',
  'underbrace', 'overbrace', 'boxed', 'mathop', 'mathbin', 'mathrel',
]);

export type MathCommand =
  | { readonly kind: 'relation' | 'character'; readonly text: string }
  | { readonly kind: 'invisible' | 'wrapper' | 'space' }
  /** A name that reads as it is written: `gcd`, `log`. */
  | { readonly kind: 'name'; readonly text: string };

/** What a command without a structure of its own reads as. @param name without the backslash and without a star */
export function mathCommand(name: string): MathCommand {
  if (Object.hasOwn(RELATIONS, name)) return { kind: 'relation', text: RELATIONS[name] ?? '' };
  if (Object.hasOwn(CHARACTERS, name)) return { kind: 'character', text: CHARACTERS[name] ?? '' };
  if (INVISIBLE.has(name)) return { kind: 'invisible' };
  if (WRAPPERS.has(name)) return { kind: 'wrapper' };
  if (/^(?:quad|qquad|[,;:! >])$/u.test(name)) return { kind: 'space' };
  if (name === '|') return { kind: 'character', text: '‖' };
  return /^[a-z]/iu.test(name) ? { kind: 'name', text: name } : { kind: 'character', text: name };
}
