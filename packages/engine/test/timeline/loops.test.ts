// biome-ignore-all lint/suspicious/noTemplateCurlyInString: formulas in texts look like template placeholders.
import { expect, it } from 'vitest';
import {
  composition,
  object,
  project,
  scene,
  state,
  transition,
} from '../../../../test/support/project-parts.ts';
import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, LoopField, Project } from '../../src/project/schema.ts';
import { compileTimeline } from '../../src/timeline/compile-timeline.ts';
import { findFormulaGaps } from '../../src/timeline/formula-gaps.ts';
import type { Pose } from '../../src/timeline/pose.ts';

/** Two seconds of `a`, a second of transition, two seconds of `b`. */
function document(
  from: Partial<CompositionState>,
  to: Partial<CompositionState>,
  variables?: Record<string, number>,
) {
  const made = project(
    scene('one', {
      objects: [object('box')],
      compositions: [
        { ...composition('a', 2000, { box: state(from) }), ...(variables && { variables }) },
        { ...composition('b', 2000, { box: state(to) }), ...(variables && { variables }) },
      ],
      transitions: [transition('a', 'b', 1000)],
    }),
  );
  return { ...made, extended: true };
}

function film(...args: Parameters<typeof document>): Project {
  const parsed = parseProject(document(...args));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.project;
}

function poseAt(made: Project, timeMs: number): Pose {
  const [pose] = compileTimeline(made).at(timeMs).poses;
  if (pose === undefined) throw new Error('nothing is drawn');
  return pose;
}

const turning: LoopField = {
  property: 'rotation',
  duration: 1000,
  values: [
    [0, 0, 'linear'],
    [1, 360, 'linear'],
  ],
};
const rising: LoopField = {
  property: 'y',
  duration: 1000,
  values: [
    [0, 0, 'linear'],
    [0.5, -10, 'linear'],
    [1, 0, 'linear'],
  ],
};
const yAt = (made: Project, timeMs: number) => poseAt(made, timeMs).matrix[5];

it('the variable time of a formula is seconds of the film, through holds and transitions', () => {
  const moving = { formulas: { x: '100*time' } };
  const made = film(moving, moving);
  const places = [0, 500, 2250, 3000, 4500].map((timeMs) => poseAt(made, timeMs).matrix[4]);
  expect(places).toEqual([0, 50, 225, 300, 450]);
});

it('what enters or leaves has the clock of the composition in which it is seen', () => {
  const counted = { text: '', formulas: { x: '100*held' } };
  // It enters from 2 to 3 s, when the composition before has been there for two seconds.
  expect(poseAt(film({ ...counted, visible: false }, counted), 2200).matrix[4]).toBeCloseTo(20);
  // It leaves, and goes on counting from its own composition.
  expect(poseAt(film(counted, { ...counted, visible: false }), 2200).matrix[4]).toBeCloseTo(220);
});

it('the variable held of a formula is seconds since its composition began to be entered', () => {
  const counted = { text: '', formulas: { x: '100*held' } };
  const made = film(counted, counted);
  const at = (timeMs: number) => poseAt(made, timeMs).matrix[4];
  expect([0, 1500, 1999, 3000, 4000].map(at)).toEqual([0, 150, 199.9, 100, 200]);
  // In between, the earlier composition goes on.
  expect(at(2000)).toBe(200);
  expect(at(2500)).toBeCloseTo((250 + 50) / 2, 6);
});

it('a variable with the name of a clock replaces it', () => {
  const moving = { formulas: { x: '100*time + held' } };
  expect(poseAt(film(moving, moving, { time: 2, held: 7 }), 1000).matrix[4]).toBe(207);
});

it('a text shows the time of the film', () => {
  const made = film({}, {});
  const { objects } = made.scenes.one ?? { objects: {} };
  const texts = { formulas: { text: '${time:.1f} s' } };
  const parsed = parseProject({
    ...document(texts, texts),
    scenes: {
      one: { ...document(texts, texts).scenes.one, objects: { box: { ...objects.box, kind: 'text' } } },
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(poseAt(parsed.project, 1200).appearance.lettering.text).toBe('1.2 s');
});

it('formulas of the time that are not finite are reported once, with the time', () => {
  const broken = { formulas: { x: '1/(time - 1)' } };
  const [gap, ...others] = findFormulaGaps(film(broken, broken), 30);
  expect(others).toEqual([]);
  expect(gap).toMatchObject({
    compositionId: 'a',
    property: 'x',
    timeMs: 1000,
    fromId: 'a',
    toId: 'a',
    variables: { time: 1 },
  });
});

it('a loop is added to the place of an object in holds and transitions', () => {
  const made = film({ y: 100, loop: [rising] }, { y: 200, loop: [rising] });
  const plain = film({ y: 100 }, { y: 200 });
  for (const timeMs of [0, 250, 500, 750, 1250, 2250, 2600, 3100, 4500]) {
    const phase = timeMs % 1000;
    const added = phase <= 500 ? -phase / 50 : -(1000 - phase) / 50;
    expect(yAt(made, timeMs) - yAt(plain, timeMs)).toBeCloseTo(added, 6);
  }
});

it('loops multiply scales and opacities, and are added to each other', () => {
  const half = (property: LoopField['property']): LoopField => ({
    property,
    duration: 400,
    values: [
      [0, 0.5, 'linear'],
      [1, 0.5, 'linear'],
    ],
  });
  const made = film(
    { scaleX: 2, opacity: 0.8, loop: [half('scaleX'), half('opacity'), turning, turning] },
    {},
  );
  expect(poseAt(made, 500)).toMatchObject({ opacity: 0.4, matrix: [1, 0, 0, 1, 0, 0] });
});

it('a loop that only one composition has fades in or out with the transition', () => {
  const lifted: LoopField = {
    property: 'y',
    duration: 500,
    values: [
      [0, -10, 'linear'],
      [1, -10, 'linear'],
    ],
  };
  const made = film({ loop: [lifted] }, {});
  expect([1000, 2500, 3500].map((timeMs) => yAt(made, timeMs))).toEqual([-10, -5, 0]);
  const entering = film({ visible: false, loop: [] }, { loop: [lifted] });
  expect(yAt(entering, 2300)).toBe(-10);
});

it('loops of colors replace those of the object', () => {
  const red: LoopField = {
    property: 'fill',
    duration: 1000,
    values: [
      [0, '#ff0000', 'linear'],
      [0.5, '#0000ff', 'linear'],
      [1, '#ff0000', 'linear'],
    ],
  };
  const made = film({ fill: '#00ff00', loop: [red] }, {});
  expect(poseAt(made, 250).appearance.fill).toEqual({ red: 127.5, green: 0, blue: 127.5, alpha: 1 });
});

it('a hold is one picture while its loop rests', () => {
  const blinking: LoopField = {
    property: 'opacity',
    duration: 1000,
    values: [
      [0, 1, 'linear'],
      [0.5, 1, 'linear'],
      [0.5, 0.2, 'linear'],
      [1, 0.2, 'linear'],
    ],
  };
  const timeline = compileTimeline(film({ loop: [blinking] }, {}));
  expect(timeline.at(100)).toBe(timeline.at(400));
  expect(timeline.at(600)).not.toBe(timeline.at(400));
  expect(timeline.at(600)).toBe(timeline.at(900));
});

it.each([
  [{ ...turning, duration: 0 }, 'duration: must be a number from 50 to 600000'],
  [{ ...turning, duration: 1e9 }, 'duration: must be a number from 50 to 600000'],
  [{ ...turning, property: 'points' }, 'property: must be one of'],
  [
    {
      ...turning,
      values: [
        [0, 0, 'linear'],
        [1, '#ff0000', 'linear'],
      ],
    },
    'must be a number for rotation',
  ],
  [{ ...turning, property: 'fill' }, 'must be a color for fill'],
  [
    {
      ...turning,
      values: [
        [0.5, 0, 'linear'],
        [0.2, 1, 'linear'],
      ],
    },
    'must be at least 0.5',
  ],
  [
    {
      ...turning,
      property: 'opacity',
      values: [
        [0, 0, 'linear'],
        [1, 4, 'linear'],
      ],
    },
    'must be a number from -1 to 1 for opacity',
  ],
])('the loop %j has a problem', (loop, message) => {
  const parsed = parseProject(document({ loop: [loop as LoopField] }, {}));
  expect(parsed.ok ? [] : parsed.problems.map(describeProblem)).toContainEqual(
    expect.stringContaining(message),
  );
});

it('a document without the mark has no loops', () => {
  const { extended: _, ...unmarked } = document({ loop: [turning] }, {});
  const parsed = parseProject(unmarked);
  const [pose] = parsed.ok ? compileTimeline(parsed.project).at(250).poses : [];
  expect(pose?.matrix).toEqual([1, 0, 0, 1, 0, 0]);
});
