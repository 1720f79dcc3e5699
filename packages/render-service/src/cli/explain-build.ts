import { type BuildReport, countPieces } from '@render-service/engine/process';
import { showNumber } from '@render-service/engine/text';

/** One line for each piece of a film: its time, and whether it was kept, or why it was made. */
export function explainBuild(pieces: BuildReport['pieces']): string {
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
