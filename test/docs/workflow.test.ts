import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const script = read('.ci/run');
const { jobs } = parse(read('.github/workflows/ci.yml'));
const commands = jobs.test.steps
  .map(({ run = '' }) => run)
  .join('\n')
  .replaceAll(/\\\n\s*/g, '');

it('the workflow runs the commands of .ci/run in the same order', () => {
  const commandsIn = (text: string) =>
    text
      .replaceAll(/^\s*#.*$/gm, '')
      .match(
        /\bnpm (?:ci|test|run [\w:-]+)|\bnpx vitest run(?: --config \S+)?|\bgit diff [^\n']*|\b(?:oldest|newest)@|@\d+\.\d+\.\d+/g,
      );
  expect(commandsIn(script)).toHaveLength(14);
  expect(commandsIn(commands)).toEqual(commandsIn(script));
});

it('the workflow installs the packages of .ci/run', () => {
  const needed = [...script.matchAll(/missing\+=\((\S+)\)/g)].map(([, name]) => name);
  const [, installed = ''] = /--no-install-recommends (.+)/.exec(commands) ?? [];
  expect(installed.trim().split(/\s+/)).toEqual(needed.sort());
});
