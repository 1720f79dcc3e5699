import type { BuildReport } from '@render-service/engine/process';

/** How many pieces of a film were kept from films before it, and how many were made. */
export interface CountedPieces {
  readonly kept: number;
  readonly made: number;
}

export function countPieces({ pieces }: Pick<BuildReport, 'pieces'>): CountedPieces {
  const kept = pieces.filter(({ isKept }) => isKept).length;
  return { kept, made: pieces.length - kept };
}
