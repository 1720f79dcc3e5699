import type { CompositionState } from '../project/schema.ts';

/** Whether an object that was hidden is visible after a transition between two states. */
export function isEntering(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  return from?.visible !== true && to?.visible === true;
}

/** Whether an object that was visible is hidden after a transition between two states. */
export function isLeaving(from: CompositionState | undefined, to: CompositionState | undefined): boolean {
  return isEntering(to, from);
}
