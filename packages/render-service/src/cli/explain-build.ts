import { type BuildReport, countPieces } from '@render-service/engine/process';
import { showNumber } from '@render-service/engine/text';
import { printNotice } from '@render-service/service/command-line';

export interface BuildNotices {
  /** Whether to print what became of each piece. */
  readonly explain?: boolean | undefined;
  /** Whether the place of pieces was chosen by an option or a setting, so that a failure must be reported. */
  readonly needsCache?: boolean | undefined;
}

/** Prints what became of the pieces of a film, on standard error. */
export function reportBuild({ pieces, problem }: BuildReport, { explain, needsCache }: BuildNotices): void {
  if (explain && pieces.length > 0) process.stderr.write(explainBuild(pieces));
  // A container without a place for it renders as it did before there was a cache.
  if (problem !== undefined && (needsCache || process.stderr.isTTY))
    printNotice(`${problem}; the output is whole, but the next one starts over`);
}

/** The frames of a film, with those of them that were drawn, or that all are of an earlier film. */
export function describeFrames(frames: number, drawn: number, build: BuildReport | undefined): string {
  const { kept, made } = countPieces(build?.pieces ?? []);
  return kept > 0 && made === 0 ? `${frames} frames, all kept` : `${frames} frames (${drawn} drawn)`;
}

/** One line for each piece of a film: its time, and whether it was kept, or why it was made. */
function explainBuild(pieces: BuildReport['pieces']): string {
  const lines = pieces.map(({ startMs, endMs, isKept, workMs, why }) => {
    const time = `${showNumber(Math.round(startMs))} to ${showNumber(Math.round(endMs))} ms`;
    if (isKept) return `${time}: kept`;
    const made = `${time}: new, made in ${Math.round(workMs)} ms`;
    return why === undefined ? made : `${made}, as ${why}`;
  });
  const { kept, made } = countPieces(pieces);
  const sum = `${kept} of ${pieces.length} pieces kept, ${made} made`;
  return [...lines, sum].map((line) => `${line}\n`).join('');
}
