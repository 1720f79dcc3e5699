import { isMap } from '../../../project/check.ts';
import { type Path, showValue } from '../../../project/problem-text.ts';
import { addDefaults } from '../../desugar/add-defaults.ts';
import { inkFor } from '../../desugar/label-ink.ts';
import { readSpeech } from '../../desugar/read-speech.ts';
import type { Fields, SceneDraft } from '../../desugar/scene-draft.ts';
import { colorContrast } from '../../luminance.ts';
import { captionColors } from '../../themes/theme.ts';
import type { ReadingObject, ShorthandKind } from '../shorthand-kind.ts';
import { usualRoom } from './break-lines.ts';
import { type CaptionMode, type CaptionStyle, captionModes } from './caption-cues.ts';
import type { Cue } from './cue.ts';
import { documentCues } from './document-cues.ts';
import { lettersIn } from './letters.ts';

/** The fields that captions have and texts do not. */
const ownFields = ['mode', 'maxLines', 'maxLetters'] as const;

/** Whether a field is one that only captions have. */
export function isCaptionField(field: string): boolean {
  return (ownFields as readonly string[]).includes(field);
}

const most = {
  maxLines: { least: 1, most: 4, usual: usualRoom.maxLines },
  maxLetters: { least: 8, most: 100, usual: usualRoom.maxLetters },
};

/** Lengths as shares of the frame, in portrait above and beside the buttons of platforms, and the scale of letters. */
const landscape = { room: 0.8, bottom: 0.075, top: 0.075, scale: 1 } as const;
const portrait = { room: 0.72, bottom: 0.22, top: 0.14, scale: 1.2 } as const;
const usualFontSize = '5%';
/** A single word is larger than lines. */
const wordScale = 1.8;
/** From this height, in widths of the frame, buttons of platforms lie on the film. */
const portraitFrom = 1.2;

/** The room of a letter beside the next one, in font sizes. */
const letterWidth = 0.55;
const capitalWidth = 0.68;
const monoWidth = 0.62;

/** Least contrast (WCAG 2.2, level AA) of text. */
const readable = 4.5;

export const captions: ShorthandKind = { usualStyle: 'captions', read: readCaptions };

/** Replaces captions by a text with cues that does not move, in place. */
function readCaptions(draft: SceneDraft, reading: ReadingObject): void {
  const { id, object, state, src, path, placeOf, own } = reading;
  // A style may have them, too.
  for (const field of ownFields) {
    if (state[field] !== undefined) object[field] ??= state[field];
    delete state[field];
  }
  const mode = readMode(draft, object.mode, placeOf('mode'));
  const maxLines = readCount(draft, object, 'maxLines', placeOf);
  const maxLetters = readCount(draft, object, 'maxLetters', placeOf);
  const say = (field: string, why: string) =>
    draft.notes.push({ path, message: `${field} has no effect on captions ${why}`, rule: 'no-effect' });
  if (own.has('spoken') && mode !== 'karaoke')
    say('spoken', 'without "mode": "karaoke"; write that, or remove spoken');
  if (object.maxLines !== undefined && mode === 'word')
    say('maxLines', 'with "mode": "word", which show one word at a time; remove it');
  for (const field of ownFields) delete object[field];
  object.kind = 'text';
  // A transition of the film moves no words that are being read.
  addDefaults(object, { fixed: true, enter: 'none', exit: 'none' });
  draft.captions.add(object);
  const isUsual = !own.has('fontSize');
  const usualScale = sharesOf(draft).scale * (mode === 'word' ? wordScale : 1);
  const size = fontSizeIn(draft, state) * (isUsual ? usualScale : 1);
  if (isUsual) state.fontSize = Math.round(size);
  addDefaults(state, { fontWeight: mode === 'word' ? 800 : 600, lineHeight: 1.3 });
  readLook(draft, reading, mode);
  const room = roomIn(draft);
  placeCaptions(draft, state, true);
  addDefaults(state, { wrapWidth: Math.round(Math.min(room * 1.15, draft.frame.width * 0.94)) });
  const letters = Math.floor(room / (size * widthOfLetter(state)));
  const style: CaptionStyle = {
    mode,
    maxLines: mode === 'word' ? 1 : maxLines,
    maxLetters: Math.max(most.maxLetters.least, Math.min(maxLetters, letters)),
  };
  if (src === undefined) {
    // The film is not timed yet.
    draft.spokenCaptions.set(id, { style, path });
    object.cues = draft.provenance.set([], path);
    return;
  }
  const place = placeOf('src');
  const speech = readSpeech(draft, filled(draft, src, place), place);
  const cues = documentCues(speech ?? [], style, place, draft.problems);
  object.cues = draft.provenance.set(cues, place);
  // The layout measures the cue that takes the most room.
  state.text = longestOf(cues);
}

function longestOf(cues: readonly Pick<Cue, 'text'>[]): string {
  const rank = ({ text }: Pick<Cue, 'text'>) => text.split('\n').length * 1000 + lettersIn(text);
  let longest: Pick<Cue, 'text'> | undefined;
  for (const cue of cues) if (longest === undefined || rank(cue) > rank(longest)) longest = cue;
  return longest?.text ?? ' ';
}

function filled({ variables }: SceneDraft, value: unknown, place: Path): unknown {
  return typeof value === 'string' ? variables.fill(value, {}, place) : value;
}

function readMode(draft: SceneDraft, written: unknown, place: Path): CaptionMode {
  const mode = filled(draft, written, place);
  if (mode === undefined) return 'lines';
  const captionMode = captionModes.find((one) => one === mode);
  if (captionMode === undefined)
    draft.problems.add(
      place,
      'value',
      `must be one of ${captionModes.join(', ')}, but is ${showValue(mode)}`,
    );
  return captionMode ?? 'lines';
}

function readCount(
  draft: SceneDraft,
  object: Fields,
  field: keyof typeof most,
  placeOf: (field: string) => Path,
): number {
  const place = placeOf(field);
  const value = filled(draft, object[field], place);
  const { least, most: greatest, usual } = most[field];
  if (value === undefined) return usual;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest)
    return value;
  const rule = `must be an integer from ${least} to ${greatest}, but is ${showValue(value)}`;
  draft.problems.add(place, 'value', rule);
  return usual;
}

/** The shares of the frame, by its shape. */
function sharesOf({ frame }: SceneDraft): typeof landscape | typeof portrait {
  return frame.height >= frame.width * portraitFrom ? portrait : landscape;
}

function roomIn(draft: SceneDraft): number {
  return draft.frame.width * sharesOf(draft).room;
}

/** The font size in pixels, before shares of the frame are replaced. */
function fontSizeIn({ frame }: SceneDraft, { fontSize = usualFontSize }: Fields): number {
  if (typeof fontSize === 'number' && fontSize > 0) return fontSize;
  const share = typeof fontSize === 'string' ? Number(/^(\d+(?:\.\d+)?)%$/.exec(fontSize)?.[1]) : 0;
  const percent = share > 0 ? share : Number.parseFloat(usualFontSize);
  return (percent / 100) * Math.min(frame.width, frame.height);
}

function widthOfLetter({ textTransform, fontFamily }: Fields): number {
  if (textTransform === 'uppercase') return capitalWidth;
  return fontFamily === 'mono' ? monoWidth : letterWidth;
}

/** Colours that are easy to read on each other, whichever of them the document sets. */
function readLook({ theme }: SceneDraft, { state, own }: ReadingObject, mode: CaptionMode): void {
  const usual = captionColors(theme?.colors);
  addDefaults(state, { fill: usual.fill, ground: usual.ground });
  const isSolid = state.ground !== 'none' && state.ground !== 'transparent';
  const contrast = isSolid ? colorContrast(state.fill, state.ground) : undefined;
  if (contrast !== undefined && contrast < readable) {
    if (own.has('ground') && !own.has('fill')) state.fill = inkFor(state.ground, theme);
    else if (!own.has('ground')) state.ground = `${inkFor(state.fill, undefined)}d9`;
  }
  if (mode !== 'karaoke') return;
  if (state.spoken === undefined) {
    const isReadable = !isSolid || (colorContrast(usual.spoken, state.ground) ?? readable) >= readable;
    state.spoken = isReadable ? usual.spoken : state.fill;
  }
}

const places = /^(?:(top|bottom|center)|(?:(top|bottom) )?(left|right))$/;

/** Replaces a side of the frame by the place of the line nearest to it, so that cues of one and two lines share an edge. */
export function placeCaptions(draft: SceneDraft, state: Fields, isObject: boolean): void {
  const isPlaced = ['x', 'y', 'inside', 'above', 'below', 'leftOf', 'rightOf', 'on', 'around'].some(
    (field) => state[field] !== undefined,
  );
  if (isPlaced || (!isObject && state.place === undefined)) return;
  const { place = 'bottom', margin } = state;
  const parts = typeof place === 'string' ? places.exec(place) : null;
  // Anything else is a problem of the field.
  if (parts === null || (margin !== undefined && typeof margin !== 'number')) return;
  const [, alone, corner, side] = parts;
  const across = alone ?? corner ?? 'center';
  const { width, height } = draft.frame;
  const shares = sharesOf(draft);
  const beside = margin ?? ((1 - shares.room) / 2) * width;
  state.x = Math.round(side === 'left' ? beside : side === 'right' ? width - beside : width / 2);
  if (across === 'top') state.y = Math.round(margin ?? shares.top * height);
  else if (across === 'bottom') state.y = Math.round(height - (margin ?? shares.bottom * height));
  else state.y = Math.round(height / 2);
  state.verticalAlign = across === 'center' ? 'middle' : across;
  state.align = side ?? 'center';
  delete state.place;
  delete state.margin;
}

/** Draws captions above all other objects, unless the document orders them. */
export function drawCaptionsLast({ objects, captions }: SceneDraft): void {
  for (const [id, object] of Object.entries(objects)) {
    if (!isMap(object) || !captions.has(object)) continue;
    delete objects[id];
    objects[id] = object;
  }
}
