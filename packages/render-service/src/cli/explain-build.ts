import type { BuildReport } from '@render-service/engine/process';
import { showNumber } from '@render-service/engine/text';

/** One line for each piece of a film: its time, and whether it was kept or made. */
export function explainBuild(pieces: BuildReport['pieces']): string {
  const lines = pieces.map(({ startMs, endMs, isKept, workMs }) => {
    const time = `${showNumber(Math.round(startMs))} to ${showNumber(Math.round(endMs))} ms`;
    return isKept ? `${time}: kept` : `${time}: new, made in ${Math.round(workMs)} ms`;
  });
  const made = pieces.filter(({ isKept }) => !isKept);
  const kept = pieces.length - made.length;
  const sum = `${kept} of ${pieces.length} pieces kept, ${made.length} made`;
  return [...lines, sum].map((line) => `${line}\n`).join('');
}
