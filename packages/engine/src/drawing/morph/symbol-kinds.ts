/**
 * What a symbol does in an equation: `relation` and `arrow` divide it into sides, `sign` is plus or minus, `frame` is the
 * bar of a fraction or a root, and `name` is a letter, a word, an integral or a number of several digits.
 */
export type SymbolKind =
  | 'relation'
  | 'arrow'
  | 'sign'
  | 'operator'
  | 'open'
  | 'close'
  | 'digit'
  | 'name'
  | 'frame';

/** Code points as MathJax writes them. */
const kinds: Readonly<Partial<Record<SymbolKind, ReadonlySet<string>>>> = {
  relation: codes('= < > ≠ ≡ ≈ ≤ ≥ ≦ ≧ ⩽ ⩾ ≪ ≫ ∼ ≃ ≅ ∝ ≐ ≔ ≕ ≜ ≝ ≟ ≺ ≻ ⪯ ⪰ ⊂ ⊃ ⊆ ⊇ ∈ ∋ ∉'),
  arrow: codes('→ ← ↔ ⇒ ⇐ ⇔ ⟶ ⟵ ⟷ ⟹ ⟸ ⟺ ↦ ⟼'),
  sign: codes('+ - − ± ∓'),
  open: codes('( [ { ⟨ ⌈ ⌊ ⎛ ⎜ ⎝ ⎡ ⎢ ⎣ ⎧ ⎨ ⎩'),
  // Sums and integrals are named by their sign.
  name: codes('∑ ∏ ∐ ∫ ∬ ∭ ∮ ⋃ ⋂ ∂ ∇ ∞'),
  close: codes(') ] } ⟩ ⌉ ⌋ ⎞ ⎟ ⎠ ⎤ ⎥ ⎦ ⎫ ⎬ ⎭'),
};

const definition = [':', '='].map(codeOf).join(' ');
const root = codeOf('√');

/** Code points that turn a sum into a difference, or may do so. */
const minus = codes('- −');
const plusMinus = codes('± ∓');

function codes(characters: string): ReadonlySet<string> {
  return new Set(characters.split(' ').map(codeOf));
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}

/** Returns the kind of a MathML element that is one symbol, by the code points of its glyphs. */
export function symbolKind(element: string, glyphs: readonly string[]): SymbolKind {
  const [first = ''] = glyphs;
  if (element === 'mn' && glyphs.length === 1) return 'digit';
  if (element !== 'mo') return 'name';
  if (first === root) return 'frame';
  if (glyphs.join(' ') === definition) return 'relation';
  for (const [kind, all] of Object.entries(kinds)) if (all.has(first)) return kind as SymbolKind;
  return 'operator';
}

/** Whether a symbol divides an equation into sides. */
export function isDivider(kind: SymbolKind | undefined): kind is 'relation' | 'arrow' {
  return kind === 'relation' || kind === 'arrow';
}

/** Returns -1 for a minus, 0 for a sign that may be either, and 1 for all other symbols. */
export function signOf(key: string): -1 | 0 | 1 {
  if (plusMinus.has(key)) return 0;
  return minus.has(key) ? -1 : 1;
}
