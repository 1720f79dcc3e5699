import type { FilmOutline, SegmentOutline } from '../../packages/engine/src/render/view/film-outline.ts';

/** The outline of a film of one scene; `lengths` of its holds and the transitions between them are in milliseconds. */
export function filmOutline(lengths: readonly number[], size = { width: 320, height: 180 }): FilmOutline {
  let durationMs = 0;
  const segments = lengths.map((length, index): SegmentOutline => {
    const startMs = durationMs;
    durationMs += length;
    const isHold = index % 2 === 0;
    const [from, to] = [Math.floor(index / 2) + 1, Math.floor(index / 2) + 2];
    return {
      scene: 0,
      startMs,
      endMs: durationMs,
      id: `c${from}`,
      name: `Composition ${from}`,
      path: isHold ? `compositions[${from - 1}]` : `compositions[${to - 1}].enter`,
      accent: '#ffffff',
      transition: isHold ? null : `t${from}`,
      toId: isHold ? null : `c${to}`,
      to: isHold ? null : `Composition ${to}`,
      isStill: isHold,
      isBlank: false,
    };
  });
  const scene = { id: 'scene', name: 'Scene', ...size, startMs: 0, endMs: durationMs };
  return { name: 'Film', durationMs, ...size, scenes: [scene], segments, files: [], sounds: [] };
}
