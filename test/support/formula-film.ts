// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import type { CompositionState, Project } from '../../packages/engine/src/project/schema.ts';
import { object, project, scene, state, transition } from './project-parts.ts';

/** Duration of both holds and of the transition, in milliseconds. */
export const formulaFilmMs = { hold: 250, transition: 1000 };

/** The value of s at a time of the film, which runs linearly from 0 to 2. */
export function variableAt(timeMs: number): number {
  return 2 * Math.min(1, Math.max(0, (timeMs - formulaFilmMs.hold) / formulaFilmMs.transition));
}

/** The place of the dot at a time of the film. */
export function dotAt(timeMs: number): { x: number; y: number } {
  const s = variableAt(timeMs);
  return { x: 40 + 120 * s, y: 90 - 50 * Math.sin(Math.PI * s) };
}

/** A dot on a sine curve, a bar, a dashed arc and a running number, all computed from one variable. */
export const formulaFilm: Project = (() => {
  const states: Record<string, CompositionState> = {
    dot: state({
      ...{ width: 30, height: 30, fill: '#ffd166' },
      formulas: { x: '40 + 120*s', y: '90 - 50*sin(pi*s)' },
    }),
    bar: state({
      ...{ y: 165, height: 10, fill: '#06d6a0', stroke: '#ffffff' },
      formulas: { x: '20 + 70*s', width: '10 + 140*s', opacity: '0.4 + 0.3*s', strokeWidth: '2*s' },
    }),
    ring: state({
      ...{ x: 270, y: 60, width: 60, height: 60, fill: 'none', stroke: '#ef476f', strokeWidth: 5 },
      ...{ dash: [8, 10] },
      formulas: { sweepEnd: '40 + 160*s', dashOffset: '-20*s', rotation: '90*s' },
    }),
    number: state({
      ...{ x: 270, y: 60, fontSize: 16, fill: '#ffffff', tabularNumbers: true },
      formulas: { text: '× ${1 + s:.1f}' },
    }),
  };
  const kinds = { dot: 'circle', bar: 'rectangle', ring: 'circle', number: 'text' } as const;
  const { hold, transition: durationMs } = formulaFilmMs;
  const composition = (id: string, s: number) => ({
    ...{ id, name: id, accent: 'none', duration: hold, variables: { s } },
    states: structuredClone(states),
  });
  return project(
    scene('scene', {
      background: '#101828',
      objects: Object.entries(kinds).map(([id, kind], order) => object(id, { kind, order })),
      compositions: [composition('a', 0), composition('b', 2)],
      transitions: [
        {
          ...transition('a', 'b', durationMs),
          variables: { s: { start: 0, duration: durationMs, easing: 'linear' } },
        },
      ],
    }),
  );
})();
