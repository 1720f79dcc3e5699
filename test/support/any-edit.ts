import fc from 'fast-check';
import type { CompositionState, Project } from '../../packages/engine/src/project/schema.ts';
import type { FilmOptions } from '../../packages/engine/src/render/film/film.ts';

type Settings = Pick<FilmOptions, 'size' | 'framesPerSecond' | 'maximumBytes'>;

/** A change of a film or of how it is made. */
export interface AnyEdit {
  readonly change: (project: Project) => void;
  readonly settings: Partial<Settings>;
}

const anyState = fc.oneof(
  fc.constantFrom<Partial<CompositionState>>(
    { fill: '#00ff00' },
    { fill: '#f72584' },
    { text: 'Az' },
    { opacity: 0.7 },
    { effect: 'glow' },
    { visible: false },
    { strokeWidth: 4, stroke: '#123456' },
    { fontSize: 21 },
    { rotation: 31 },
  ),
  fc.record({ x: fc.integer({ min: 0, max: 320 }), y: fc.integer({ min: 0, max: 180 }) }),
);

const settings = (changes: Partial<Settings>): AnyEdit => ({ change: () => {}, settings: changes });

/** Changes of a look, a text, a place, a time, the order, the size, the rate or the bytes; or none. */
export const anyEdit: fc.Arbitrary<AnyEdit> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(), fc.nat(), anyState).map(changeState) },
  { weight: 3, arbitrary: fc.tuple(fc.nat(), fc.constantFrom(1, 100, 500, 1234)).map(lengthen) },
  { weight: 1, arbitrary: fc.constant<AnyEdit>({ change: reverseObjects, settings: {} }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      settings({}),
      settings({ size: { width: 322, height: 180 } }),
      settings({ framesPerSecond: 24 }),
      settings({ maximumBytes: 40_000 }),
      settings({ maximumBytes: 20_000 }),
    ),
  },
);

function changeState([which, whose, state]: [number, number, Partial<CompositionState>]): AnyEdit {
  return {
    settings: {},
    change(project) {
      const compositions = Object.values(project.scenes).flatMap((scene) =>
        Object.values(scene.compositions),
      );
      const { states } = compositions[which % compositions.length];
      const ids = Object.keys(states);
      Object.assign(states[ids[whose % ids.length]], state);
    },
  };
}

function lengthen([which, more]: [number, number]): AnyEdit {
  return {
    settings: {},
    change(project) {
      const lasting = Object.values(project.scenes).flatMap((scene) => [
        ...Object.values(scene.compositions),
        ...Object.values(scene.transitions),
      ]);
      lasting[which % lasting.length].duration += more;
    },
  };
}

function reverseObjects(project: Project): void {
  for (const scene of Object.values(project.scenes)) {
    scene.objects = Object.fromEntries(Object.entries(scene.objects).toReversed());
  }
}
