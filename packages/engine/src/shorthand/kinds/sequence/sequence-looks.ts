import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { colorLuminance } from '../../luminance.ts';
import { edgeLook, nodeLook, plainPaint, titleLook } from '../graph/graph-looks.ts';
import type { Message } from './sequence.ts';

/** Font sizes of texts, as shares of that of the participants. */
const shares = { message: 0.85, note: 0.8, frame: 0.75, badge: 0.6 } as const;

/** Widths of strokes in pixels: of lifelines and frames, and of messages. */
const strokes = { thin: 2, message: 4, lost: 6 } as const;

const dashes = { message: [14, 10], section: [12, 10] } as const;

/** How strong the ground of a `rect` or a box is: letters on it stay readable in every theme. */
const groundOpacity = 0.22;

const hidden = { fill: 'none', stroke: 'none', strokeWidth: 0 };
const size = { width: 100, height: 60 };

/** The looks of the parts of a sequence diagram, in the letters and the theme of its film. */
export class SequenceLooks {
  readonly #draft: SceneDraft;
  readonly #letters: Fields;

  constructor(draft: SceneDraft, letters: Fields) {
    this.#draft = draft;
    this.#letters = letters;
  }

  participant(text: string, isActor: boolean): Fields {
    const card = nodeLook(this.#draft, 'rect', this.#letters);
    if (!isActor) return { ...card, text };
    return { kind: 'rectangle', ...hidden, ...size, ...this.#lettersOf(1), text };
  }

  figure(): Fields {
    return { kind: 'icon', icon: 'user-round', fill: this.#color('text'), ...size };
  }

  /** A lifeline; the layout gives it a cross where its participant is destroyed. */
  lifeline(): Fields {
    return this.#line({ heads: 'none', headShape: 'cross' });
  }

  message({ line, heads, isLost, text }: Message): Fields {
    const look = edgeLook(
      this.#draft,
      {
        ...{ from: '', to: '', label: '', ranks: 1, line: 'solid', heads },
        headShape: isLost ? 'cross' : 'arrow',
      },
      this.#lettersOf(shares.message),
    );
    return {
      ...{ ...look, ...this.#lettersOf(shares.message), text },
      strokeWidth: isLost ? strokes.lost : strokes.message,
      stroke: this.#color(isLost ? 'negative' : 'accent'),
      ...(line === 'dotted' && { dash: dashes.message }),
    };
  }

  badge(number: number): Fields {
    const look = { kind: 'circle', fill: this.#color('accent'), stroke: 'none', width: 40, height: 40 };
    const { textColor: _, ...letters } = this.#lettersOf(shares.badge);
    return { ...look, ...letters, text: String(number) };
  }

  note(text: string): Fields {
    const { shadow: _, ...paint } = this.#card();
    const look = { ...paint, stroke: this.#color('accent2'), strokeWidth: strokes.thin, cornerRadius: 8 };
    return { kind: 'rectangle', ...look, ...size, ...this.#lettersOf(shares.note), text };
  }

  activation(): Fields {
    const look = { stroke: this.#color('accent'), strokeWidth: strokes.thin, cornerRadius: 3 };
    return { kind: 'rectangle', ...this.#card(), ...look, ...size };
  }

  frame(): Fields {
    const { dash: _, ...look } = titleLook(this.#draft);
    return { ...look, cornerRadius: 8 };
  }

  /** The ground of a `rect`, or of a box around participants. */
  ground(fill: string | null): Fields {
    if (fill === null) return titleLook(this.#draft);
    const look = {
      kind: 'rectangle',
      fill,
      stroke: 'none',
      opacity: groundOpacity,
      cornerRadius: 8,
      ...size,
    };
    return fill === 'none' ? { ...this.frame(), opacity: 0.6 } : look;
  }

  tab(word: string): Fields {
    const letters = { fontWeight: 700, ...this.#lettersOf(shares.frame) };
    const look = { ...this.frame(), ...this.#card(), stroke: this.frame().stroke, strokeWidth: strokes.thin };
    return { ...look, cornerRadius: 8, ...size, ...letters, text: word };
  }

  section(): Fields {
    return this.#line({ heads: 'none', dash: dashes.section });
  }

  title(text: string): Fields {
    return {
      ...{ ...titleLook(this.#draft, this.#letters), fill: this.#color('muted') },
      ...this.#lettersOf(shares.frame, 'fill'),
      ...{ align: 'center', verticalAlign: 'middle', text },
    };
  }

  #line(fields: Fields): Fields {
    const { stroke } = this.frame();
    return { kind: 'arrow', stroke, strokeWidth: strokes.thin, width: 0, height: 100, ...fields };
  }

  /** The paint of a card of the theme, without its outline. */
  #card(): Fields {
    const { fill } = this.#draft.theme === undefined ? plainPaint(this.#draft) : { fill: 'surface' };
    return { fill };
  }

  #lettersOf(share: number, colorField = 'textColor'): Fields {
    const { textColor, ...letters } = this.#letters;
    const fontSize = Math.round(Number(letters.fontSize) * share);
    return { ...letters, fontSize, ...(textColor !== undefined && { [colorField]: textColor }) };
  }

  /** A colour of the theme, or one that fits the background of a film without a theme. */
  #color(word: 'accent' | 'accent2' | 'negative' | 'text' | 'muted'): string {
    if (this.#draft.theme !== undefined) return word;
    const isDark = (colorLuminance(this.#draft.background) ?? 0) < 0.25;
    const [dark, light] = {
      accent: ['#38bdf8', '#0369a1'],
      accent2: ['#fbbf24', '#b45309'],
      negative: ['#f87171', '#b91c1c'],
      text: ['#ffffff', '#0f172a'],
      muted: ['#a3b1c6', '#475569'],
    }[word];
    return (isDark ? dark : light) ?? word;
  }
}
