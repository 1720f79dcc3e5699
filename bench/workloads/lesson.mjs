import { composition, object, project, state, track, transition } from './authoring.mjs';

/** The steps of the lesson: what is said, and the formula that is written for it. */
const steps = [
  ['Where does the formula for quadratic equations come from?', 'a x^2 + b x + c = 0'],
  ['Divide by a, which is not zero.', 'x^2 + \\frac{b}{a} x + \\frac{c}{a} = 0'],
  ['Bring the constant to the other side.', 'x^2 + \\frac{b}{a} x = -\\frac{c}{a}'],
  [
    'The left side is a square and a strip. Halve the strip.',
    'x^2 + 2 \\cdot \\frac{b}{2a} x = -\\frac{c}{a}',
  ],
  [
    'A small square is missing in the corner. Add it on both sides.',
    'x^2 + 2 \\cdot \\frac{b}{2a} x + \\left(\\frac{b}{2a}\\right)^2 = \\left(\\frac{b}{2a}\\right)^2 - \\frac{c}{a}',
  ],
  [
    'Now the left side is one large square.',
    '\\left(x + \\frac{b}{2a}\\right)^2 = \\frac{b^2}{4a^2} - \\frac{c}{a}',
  ],
  ['Write the right side as one fraction.', '\\left(x + \\frac{b}{2a}\\right)^2 = \\frac{b^2 - 4ac}{4a^2}'],
  [
    'The numerator decides how many solutions there are.',
    '\\Delta = b^2 - 4ac \\quad \\begin{cases} > 0 & \\text{two} \\\\ = 0 & \\text{one} \\\\ < 0 & \\text{none} \\end{cases}',
  ],
  ['Take the square root: it has two signs.', 'x + \\frac{b}{2a} = \\pm\\frac{\\sqrt{b^2 - 4ac}}{2a}'],
  ['Subtract, and the formula stands there.', 'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}'],
  [
    'Try it: three numbers in, two solutions out.',
    'x^2 - 5x + 6 = 0 \\implies x = \\frac{5 \\pm \\sqrt{25 - 24}}{2}',
  ],
  ['So x is 2 or 3, and both are right.', 'x_1 = 2, \\qquad x_2 = 3'],
];

const transitionMs = 800;
/** Twelve holds and eleven transitions of 800 ms make 60 s. */
const longHoldMs = 4300;
const shortHoldMs = 4200;
const shortHolds = 4;

const yellow = '#ffd166';
const blue = '#4cc9f0';
const grey = '#7d8597';

/** Centre and side of the square that is completed, and the width of each half of the strip. */
const diagram = { x: 1440, y: 380, side: 300, half: 110 };

/** A minute-long lesson: something is written, then the picture holds while it is explained. */
export function lessonProject() {
  const fixed = [object('title', 'text', 0), object('line', 'path', 1), object('progress', 'rectangle', 2)];
  const parts = ['square', 'strip-right', 'strip-below', 'corner'].map((id, index) =>
    object(id, 'rectangle', 10 + index),
  );
  const captions = steps.map((_, index) => object(`caption-${index + 1}`, 'text', 20 + index));
  const formulas = steps.map((_, index) => object(`formula-${index + 1}`, 'equation', 40 + index));
  const compositions = steps.map((_, index) =>
    composition(`step-${index + 1}`, index < shortHolds ? shortHoldMs : longHoldMs, statesOf(index)),
  );
  const transitions = compositions
    .slice(1)
    .map(({ id, states }, index) =>
      transition(compositions[index].id, id, transitionMs, tracksTo(index + 1, states)),
    );
  return project('Lesson', {
    objects: [...fixed, ...parts, ...captions, ...formulas],
    compositions,
    transitions,
  });
}

function statesOf(step) {
  const states = {
    title: state({ x: 960, y: 96, text: 'THE QUADRATIC FORMULA', fontSize: 44, fill: blue }),
    line: state({ x: 160, y: 150, width: 1600, height: 0, stroke: grey, strokeWidth: 2 }),
    progress: state({
      x: 160 + (800 * (step + 1)) / steps.length,
      y: 1040,
      width: (1600 * (step + 1)) / steps.length,
      height: 8,
      cornerRadius: 4,
      fill: yellow,
    }),
    ...diagramOf(step),
  };
  for (const [index, [caption, formula]] of steps.entries()) {
    states[`caption-${index + 1}`] = state({
      x: 960,
      y: 930,
      text: caption,
      fontSize: 48,
      visible: index === step,
    });
    const isOld = index < step;
    states[`formula-${index + 1}`] = state({
      x: 660,
      y: isOld ? 380 : 660,
      text: formula,
      fontSize: isOld ? 44 : 64,
      fill: yellow,
      opacity: isOld ? 0.6 : 1,
      visible: index === step || index === step - 1,
    });
  }
  return states;
}

/** The completed square: it shows from the fourth to the seventh step and grows part by part. */
function diagramOf(step) {
  const { x, y, side, half } = diagram;
  const isCompleted = step >= 4;
  const shape = (changes) =>
    state({
      stroke: '#e9ebf2',
      strokeWidth: 3,
      cornerRadius: 6,
      visible: step >= 3 && step <= 6,
      ...changes,
    });
  return {
    square: shape({ x, y, width: side, height: side, fill: '#1d4e6b' }),
    'strip-right': shape({ x: x + (side + half) / 2, y, width: half, height: side, fill: '#8a6d1d' }),
    'strip-below': shape({ x, y: y + (side + half) / 2, width: side, height: half, fill: '#8a6d1d' }),
    corner: shape({
      x: x + (side + half) / 2,
      y: y + (side + half) / 2,
      width: half,
      height: half,
      fill: '#8a1d4f',
      visible: isCompleted && step <= 6,
      effect: step === 4 ? 'glow' : 'none',
    }),
  };
}

/** The new formula and its sentence are written, the one before moves up, the one before that fades. */
function tracksTo(step, states) {
  return [
    track(`formula-${step + 1}`, 'write', transitionMs, { order: 'sequential', easing: 'linear' }),
    track(`formula-${step}`, 'move', transitionMs),
    ...(step > 1 ? [track(`formula-${step - 1}`, 'fade', transitionMs / 2)] : []),
    track(`caption-${step + 1}`, 'write', transitionMs),
    track(`caption-${step}`, 'fade', transitionMs / 2),
    ...Object.keys(diagramOf(step)).map((id) =>
      track(id, states[id].visible ? 'write' : 'fade', transitionMs),
    ),
  ];
}
