import type { Captions } from '../../output/caption-text.ts';
import { chapterTitle, maxChapters } from '../../output/film/finish-movie.ts';
import type { Size } from '../../output/fit-scene.ts';
import type { Cue } from '../../project/object-schemas.ts';
import type { Problem } from '../../project/problem.ts';
import type { CheckedOptions } from '../options/check-options.ts';
import type { Span } from '../options/film-range.ts';
import { countFilmFrames, countFrames, outputSize } from '../plan.ts';

/**
 * Longest piece of a part that is rendered at once, in milliseconds: a whole number of frames at every rate, and at any
 * of them fewer than a film may have.
 */
const maxPieceMs = 30_000;

/** The results of inspecting a part. */
export interface InspectedPart extends Size {
  /** Its chapter. */
  readonly name: string;
  readonly durationMs: number;
  readonly audibleTracks: number;
  readonly problems: readonly Problem[];
  readonly blocking: readonly Problem[];
  /** Of its sound, if it was requested. */
  readonly soundDigest?: string;
  /** If they were requested. */
  readonly captions?: Captions;
}

/** A piece of a part. */
export interface PartPiece {
  /** Number of the part, from 0. */
  readonly part: number;
  /** In the part's project. */
  readonly span: Span;
  /** Where it starts in the film, in milliseconds. */
  readonly startMs: number;
  readonly frames: number;
  /** Of the part's sound, if it was requested. */
  readonly soundDigest: string | undefined;
}

export interface PartsPlan {
  readonly size: Size;
  readonly pieces: readonly PartPiece[];
  readonly durationMs: number;
  readonly frames: number;
  readonly hasSound: boolean;
  /** Of all parts, in times of the film; in the language of the first one. */
  readonly captions: Captions;
  /** Of the first parts, as many as a file can list. */
  readonly chapters: readonly { readonly title: string; readonly startMs: number }[];
}

/**
 * Plans a film of several parts. Throws a RenderError `invalid-option` for a size that the first part does not allow.
 */
export function planParts(parts: readonly InspectedPart[], options: CheckedOptions): PartsPlan {
  const pieces: PartPiece[] = [];
  const chapters: PartsPlan['chapters'][number][] = [];
  const cues: Cue[] = [];
  let partStartMs = 0;
  for (const [part, { name, durationMs, soundDigest, captions }] of parts.entries()) {
    const title = chapterTitle(name) || `Part ${part + 1}`;
    if (part < maxChapters) chapters.push({ title, startMs: partStartMs });
    for (let startMs = 0; startMs < durationMs; startMs += maxPieceMs) {
      const endMs = Math.min(startMs + maxPieceMs, durationMs);
      const frames = countFrames(endMs - startMs, options.fps);
      pieces.push({ part, span: { startMs, endMs }, startMs: partStartMs + startMs, frames, soundDigest });
    }
    const since = Math.round(partStartMs);
    for (const { startMs, endMs, ...cue } of captions?.cues ?? [])
      cues.push({ ...cue, startMs: startMs + since, endMs: endMs + since });
    partStartMs += durationMs;
  }
  return {
    size: outputSize(parts[0], options),
    pieces,
    durationMs: partStartMs,
    frames: pieces.reduce((sum, { frames }) => sum + frames, 0),
    hasSound: parts.some(({ audibleTracks }) => audibleTracks > 0),
    captions: { cues, lang: parts[0].captions?.lang },
    chapters,
  };
}

/**
 * The issues that prevent the render of a part. A part may be longer than a film of its own, so its length is not an
 * issue.
 */
export function partProblems({ durationMs, blocking }: InspectedPart, fps: number): readonly Problem[] {
  const film = countFilmFrames(durationMs, fps);
  if (film.ok || durationMs === 0) return blocking;
  return blocking.filter(({ rule }) => rule !== 'film-length' && rule !== 'long-footage');
}
