/**
 * Returns the id of a keyframe from a list. Ids sort like their places in the list: at equal times, the greatest wins.
 */
export function keyframeId(property: string, index: number): string {
  return `${property}-${String(index).padStart(4, '0')}`;
}
