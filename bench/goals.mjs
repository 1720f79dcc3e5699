const mebibyte = 1024 * 1024;

/** Goals of single films, in addition to those of all films. */
const filmGoals = {
  lesson: ({ service, baseline }) => [
    atLeast('at least 25 times the baseline', service.framesPerSecond / baseline.framesPerSecond, 25, times),
    atLeast('at least 750 frames/s', service.framesPerSecond, 750, framesPerSecond),
    below('finished in less than 2.5 s, everything counted', service.everythingSeconds, 2.5, seconds),
  ],
  ellipses: ({ service, encoder }) => [
    atLeast(
      'at least 150 % of the encoder alone',
      service.framesPerSecond / encoder.framesPerSecond,
      1.5,
      percent,
    ),
    atLeast('at least 230 frames/s', service.framesPerSecond, 230, framesPerSecond),
  ],
  derivative: ({ service }) => [
    atLeast('at least 400 frames/s', service.framesPerSecond, 400, framesPerSecond),
  ],
  launch: ({ service }) => [atLeast('at least 300 frames/s', service.framesPerSecond, 300, framesPerSecond)],
  discs: (film) => [processorGoal(film, 2.8)],
  'crowd-500': (film) => [
    processorGoal(film, 3),
    atLeast(
      'at least 60 % of the encoder alone',
      film.service.framesPerSecond / film.encoder.framesPerSecond,
      0.6,
      percent,
    ),
    atLeast('at least 60 frames/s', film.service.framesPerSecond, 60, framesPerSecond),
  ],
  noise: ({ service }) => [
    below('finished in less than 100 s, everything counted', service.everythingSeconds, 100, seconds),
    below('less than 64 MiB', service.bytes / mebibyte, 64, (value) => `${value.toFixed(1)} MiB`),
  ],
};

/** The most time that each film takes, as a multiple of that of plain cards. */
const paintGoals = { 'cards-shadows': 1.15, 'cards-gradients': 1.05 };

/** Every goal of a film, with the measured value and whether it is met. */
export function rateFilm(name, film) {
  const { service, baseline } = film;
  return [
    atLeast('at least 10 times the baseline', service.framesPerSecond / baseline.framesPerSecond, 10, times),
    ...(filmGoals[name]?.(film) ?? []),
    atMost('at most 350 MB of memory', service.peakBytes / 1e6, 350, (value) => `${value.toFixed(0)} MB`),
  ];
}

/** The goals of films that differ from another one only in what they are painted with. */
export function ratePaints(films) {
  const timeOf = (name) => films.find((film) => film.name === name)?.service.seconds;
  return Object.entries(paintGoals).flatMap(([name, most]) => {
    const [time, plain] = [timeOf(name), timeOf('cards')];
    if (time === undefined || plain === undefined) return [];
    const show = (value) => `${value.toFixed(2)} times`;
    return [
      { subject: name, ...atMost(`at most ${most} times the time of cards`, time / plain, most, show) },
    ];
  });
}

/** The goals of typical stills. */
export function rateStill({ format, way, milliseconds, isTypical }) {
  if (!isTypical) return [];
  const most = way === 'HTTP' ? 60 : format === 'png' ? 40 : 4;
  return [atMost(`${format.toUpperCase()} in at most ${most} ms`, milliseconds, most, shortTime)];
}

/** The goal of a short command, which hardly depends on the machine. */
export function rateStart({ most, starts }) {
  return [atMost(`at most ${most} starts of Node`, starts, most, (value) => `${value.toFixed(1)} starts`)];
}

/** Painting, and all that is not the encoder's. The ratio hardly depends on the machine, so it tells what got slower. */
function processorGoal({ service, encoder }, most) {
  const ratio = service.processorSeconds / encoder.processorSeconds;
  const goal = `at most ${most} times the processor time of the encoder alone`;
  return atMost(goal, ratio, most, (value) => `${value.toFixed(2)} times`);
}

function atLeast(goal, value, least, show) {
  return { goal, measured: show(value), isMet: value >= least };
}

function atMost(goal, value, most, show) {
  return { goal, measured: show(value), isMet: value <= most };
}

function below(goal, value, limit, show) {
  return { goal, measured: show(value), isMet: value < limit };
}

function times(value) {
  return `${value.toFixed(1)} times`;
}

function percent(value) {
  return `${(100 * value).toFixed(0)} %`;
}

function framesPerSecond(value) {
  return `${value.toFixed(0)} frames/s`;
}

function seconds(value) {
  return `${value.toFixed(1)} s`;
}

function shortTime(value) {
  return `${value.toFixed(1)} ms`;
}
