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
