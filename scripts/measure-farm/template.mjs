import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const variable = (name) => `\${${name}}`;

/** A few different rows, so the bytes of every output can be compared with those of earlier outputs. */
export const differentRows = 10;

/**
 * Writes a template of a one-second film and that many rows into a folder; returns the arguments of a batch of them.
 */
export function writeBatch(folder, rows, { width, height }) {
  mkdirSync(folder, { recursive: true });
  const across = { x: variable('left') };
  const film = {
    ...{ shorthand: true, name: 'One second', width, height },
    variables: { title: 'Hello', left: 100 },
    background: '#101828',
    objects: {
      title: { kind: 'text', state: { text: variable('title'), y: height / 3, fontSize: height / 8 } },
      dot: {
        kind: 'circle',
        state: { y: (2 * height) / 3, width: height / 6, height: height / 6, fill: 'gold' },
      },
    },
    compositions: {
      before: { duration: 0, states: { dot: across } },
      after: { duration: 0, enter: 1000, states: { title: {}, dot: { x: width - 100 } } },
    },
  };
  writeFileSync(join(folder, 'film.json'), JSON.stringify(film));
  const lines = Array.from({ length: rows }, (_, row) => {
    const kind = row % differentRows;
    return `${JSON.stringify({ id: row, title: `Hello ${kind}`, left: 60 + 10 * kind })}\n`;
  });
  writeFileSync(join(folder, 'rows.jsonl'), lines.join(''));
  return ['batch', join(folder, 'film.json'), '--data', join(folder, 'rows.jsonl'), '--format', 'mp4'];
}

/** Writes projects of a minute, of which one film is made; returns their paths. No two of them have a picture in common. */
export function writeMovingFilm(folder, { seconds, ...size }) {
  mkdirSync(folder, { recursive: true });
  const minutes = Math.ceil(seconds / 60);
  return Array.from({ length: minutes }, (_, minute) =>
    writeMovingProject(folder, { ...size, minute, seconds: Math.min(60, seconds - 60 * minute) }),
  );
}

/** Writes a project in which everything moves nearly all the time; returns its path. */
function writeMovingProject(folder, { seconds, width, height, minute }) {
  const dots = Array.from({ length: 24 }, (_, index) => `dot${index}`);
  const size = height / 9;
  const stepMs = 6000;
  const heldMs = 200;
  const fills = ['gold', 'tomato', 'teal', 'orchid', 'skyblue'];
  const place = (dot, step) => ({
    x: ((dot * 211 + step * 397 + minute * 131) % 997) * (width / 997),
    y: ((dot * 89 + step * 541) % 991) * (height / 991),
  });
  const film = {
    ...{ shorthand: true, name: 'Moving', width, height, background: '#101828' },
    objects: {
      title: { kind: 'text', state: { text: 'All of this moves', y: height / 2, fontSize: height / 10 } },
      ...Object.fromEntries(
        dots.map((name, index) => [
          name,
          {
            kind: index % 2 === 0 ? 'circle' : 'rectangle',
            state: { width: size, height: size, fill: fills[index % fills.length], opacity: 0.9 },
          },
        ]),
      ),
    },
    compositions: Object.fromEntries(
      Array.from({ length: Math.floor((seconds * 1000) / stepMs) + 1 }, (_, step) => [
        `step${step}`,
        {
          duration: step === 0 ? 0 : heldMs,
          ...(step > 0 && { enter: stepMs - heldMs }),
          states: {
            title: { x: width * (0.4 + 0.05 * (step % 5)) },
            ...Object.fromEntries(dots.map((name, index) => [name, place(index, step)])),
          },
        },
      ]),
    ),
  };
  const path = join(folder, `moving-${minute}.json`);
  writeFileSync(path, JSON.stringify(film));
  return path;
}
