import type { Cue } from '../project/object-schemas.ts';

/** Files of captions beside a film. */
export const captionFormats = ['vtt', 'srt'] as const;
export type CaptionFormat = (typeof captionFormats)[number];

/** What the captions of a film show. */
export interface Captions {
  readonly cues: readonly Cue[];
  /** The tag of their language, if it is known. */
  readonly lang?: string | undefined;
}

/**
 * Writes cues, with times since the start of the film, as a file of captions, with LF at the ends of its lines. WebVTT names their
 * language, if it is known.
 */
export function captionFile(cues: readonly Cue[], format: CaptionFormat, lang?: string): string {
  return format === 'vtt' ? webVtt(cues, lang) : subRip(cues);
}

function webVtt(cues: readonly Cue[], lang: string | undefined): string {
  const blocks = cues.map(
    (cue) => `${stamp(cue.startMs, '.')} --> ${stamp(cue.endMs, '.')}\n${webVttText(cue)}\n`,
  );
  const header = lang === undefined ? 'WEBVTT\n' : `WEBVTT\nLanguage: ${lang}\n`;
  return [header, ...blocks].join('\n');
}

function subRip(cues: readonly Cue[]): string {
  return cues
    .map(
      (cue, index) =>
        // An arrow in a text would begin the next cue.
        `${index + 1}\n${stamp(cue.startMs, ',')} --> ${stamp(cue.endMs, ',')}\n${linesOf(cue.text).replaceAll('-->', '→')}\n`,
    )
    .join('\n');
}

/** The text of a cue with the times of its words in tags; only times between its start and its end count. */
export function webVttText({ startMs, endMs, text, words }: Cue): string {
  if (words === undefined) return escaped(linesOf(text));
  let index = 0;
  let last = startMs;
  const timed = text.replace(/[^\s\u200b]+/gu, (word) => {
    const [at = 0] = words[index++] ?? [];
    if (at <= last || at >= endMs) return escaped(word);
    last = at;
    return `<${stamp(at, '.')}>${escaped(word)}`;
  });
  return linesOf(timed);
}

/** Lines without the empty ones, which end a cue, and without zero-width spaces, which players may show as boxes. */
export function linesOf(text: string): string {
  return text
    .replaceAll('\u200b', '')
    .trim()
    .replace(/\s*\n\s*/g, '\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function stamp(ms: number, point: '.' | ','): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const whole = Math.round(ms);
  const clock = `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`;
  return `${clock}${point}${String(whole % 1000).padStart(3, '0')}`;
}
