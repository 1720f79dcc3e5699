// The search for a macroblock's vector, in quarter samples.
import { signedLength } from './bits';
import { differenceWithVector, forgetBlocks, inferVector, predictedX, predictedY, predictVector } from './inter-prediction';
import { isOneLuma, source } from './source';
import { hintBytes, hints, hintsLength } from './state';
import { lambda } from './transform';

/** The components that levels 4.1 and 4.2 allow vertically (table A-1), in quarter samples; horizontally they allow more. */
const leastComponent = -2048;
const greatestComponent = 2047;

/** Vectors that were tried. */
const mostCandidates = 48;
const candidateX = memory.data(mostCandidates * 4);
const candidateY = memory.data(mostCandidates * 4);
let candidates: i32 = 0;
let cheapest: i32 = 0;

/** The cheapest vector, and the cost of its differences and bits. */
export let cheapestX: i32 = 0;
export let cheapestY: i32 = 0;
export let cheapestCost: i32 = 0;

/** The vector of a skipped macroblock, which costs nothing, and the predicted one, whose difference costs least. */
export let skipX: i32 = 0;
export let skipY: i32 = 0;
export let nearX: i32 = 0;
export let nearY: i32 = 0;

/** Finds the cheapest of the neighbours' and the objects' vectors, and of those around it. */
export function searchVector(macroblock: i32, column: i32, row: i32): void {
  const left = column << 4;
  const top = row << 4;
  inferVector(macroblock, column, row);
  skipX = predictedX;
  skipY = predictedY;
  predictVector(macroblock, column, row);
  nearX = predictedX;
  nearY = predictedY;
  candidates = 0;
  forgetBlocks();
  tryVector(0, 0, left, top);
  tryVector(skipX, skipY, left, top);
  tryVector(nearX, nearY, left, top);
  for (let index = 0; index < hintsLength; index++) {
    const hint = hints + <usize>(index * hintBytes);
    if (
      column >= load<i32>(hint) &&
      row >= load<i32>(hint, 4) &&
      column <= load<i32>(hint, 8) &&
      row <= load<i32>(hint, 12)
    ) {
      tryVector(load<i32>(hint, 16), load<i32>(hint, 20), left, top);
    }
  }
  // Where nothing has an edge, neighbours of a vector are as good as the vector.
  if (!isOneLuma) refine(left, top);
  cheapestX = get(candidateX, cheapest);
  cheapestY = get(candidateY, cheapest);
}

function get(list: usize, index: i32): i32 {
  return load<i32>(list + (<usize>index << 2));
}

function tryVector(x: i32, y: i32, left: i32, top: i32): void {
  for (let index = 0; index < candidates; index++) {
    if (get(candidateX, index) === x && get(candidateY, index) === y) return;
  }
  if (candidates >= mostCandidates || !isAllowed(x) || !isAllowed(y)) return;
  const isSkip = x === skipX && y === skipY;
  const bits = isSkip ? 0 : 1 + signedLength(x - nearX) + signedLength(y - nearY);
  store<i32>(candidateX + (<usize>candidates << 2), x);
  store<i32>(candidateY + (<usize>candidates << 2), y);
  const isFirst = candidates === 0;
  const limit = isFirst ? i32.MAX_VALUE : cheapestCost - lambda * bits - 1;
  const difference = limit < 0 ? 0 : differenceWithVector(source, left, top, x, y, limit);
  if (difference <= limit) {
    cheapestCost = lambda * bits + difference;
    cheapest = candidates;
  }
  candidates++;
}

function isAllowed(component: i32): bool {
  return component >= leastComponent && component <= greatestComponent;
}

/** Steps of the search around a vector, in quarter samples, and the cost above which it is worth it. */
const mostRefinements = 4;

function refine(left: i32, top: i32): void {
  for (let step = 0; step < mostRefinements; step++) {
    const best = cheapest;
    if (cheapestCost < 32 * lambda) return;
    const x = get(candidateX, best);
    const y = get(candidateY, best);
    tryVector(x - 1, y, left, top);
    if (cheapest === best) tryVector(x + 1, y, left, top);
    const bestOfRow = cheapest;
    tryVector(x, y - 1, left, top);
    if (cheapest === bestOfRow) tryVector(x, y + 1, left, top);
    if (cheapest === best) return;
  }
}
