import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTemplate } from '../../packages/service/src/contract/templates.ts';
import { runProgram, temporaryFolder } from '../support/command-line.ts';
import { decodePng } from '../support/picture.ts';

const folder = fileURLToPath(new URL('../../bench/agents/', import.meta.url));

interface Topic {
  readonly set: string;
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly difficulty?: string;
}

const topics: readonly Topic[] = JSON.parse(await readFile(join(folder, 'topics.json'), 'utf8'));

describe('the evaluation for agents', () => {
  it('the evaluation has 24 topics of two sets, in one of them two from each of twelve lists', () => {
    const lists = new Map<string, number>();
    for (const { set, subject, difficulty } of topics) {
      const list = difficulty === undefined ? set : `${subject}, ${difficulty}`;
      lists.set(list, (lists.get(list) ?? 0) + 1);
    }
    expect([...lists.values()]).toEqual([...Array(12).fill(2), 24]);
    expect(new Set(topics.map(({ id }) => id)).size).toBe(48);
  });

  it('every topic has a prompt with its name', async () => {
    const prompts = await temporaryFolder();
    await runProgram(join(folder, 'prompts.mjs'), [prompts]);
    expect((await readdir(prompts)).sort()).toEqual(topics.map(({ id }) => `${id}.md`).sort());
    const prompt = await readFile(join(prompts, 'tcp-reno.md'), 'utf8');
    expect(prompt).toContain('**TCP Reno**');
    expect(prompt).toContain('`tcp-reno/1.json`');
  });

  it('the report counts versions, advice and bytes, and shows every film', async () => {
    const answers = await temporaryFolder();
    const out = await temporaryFolder();
    await mkdir(join(answers, 'permutation'));
    await writeFile(join(answers, 'permutation/1.json'), '{ "shorthand": true }');
    await writeFile(join(answers, 'permutation/2.json'), readTemplate('title'));
    await writeFile(join(answers, 'tcp-reno.json'), readTemplate('line-chart'));
    const { code, stdout } = await runProgram(join(folder, 'report.mjs'), [answers, '--out', out]);
    expect(code).toBe(0);
    expect(stdout).toContain('2 of 48 topics have a film. Valid at first: 1. Valid in the end: 2.');
    const [permutation] = stdout.match(/^\| Permutation .*$/m) ?? [];
    const bytes = Buffer.byteLength(readTemplate('title'));
    expect(permutation).toMatch(
      new RegExp(
        `\\| no: compositions: is required.* \\| 2 \\| 2 \\| 0 \\| ${bytes} \\| 4\\.\\d \\| \\d+\\.\\d \\|$`,
      ),
    );
    expect(stdout).toMatch(
      /^\| TCP Reno \| TheoremExplainBench, computer science, medium \| yes \| 1 \| 1 \| 0 \|/m,
    );
    expect(stdout).toMatch(
      /^\| Reflux \| TheoremExplainBench, chemistry, medium \| missing \| never \| 0 \|/m,
    );
    expect((await readdir(out)).sort()).toEqual([
      'overview.png',
      'permutation.png',
      'report.md',
      'tcp-reno.png',
    ]);
    expect(await readFile(join(out, 'report.md'), 'utf8')).toBe(stdout);
    expect(await decodePng(await readFile(join(out, 'overview.png')))).toMatchObject({
      width: 1920,
      height: 1080,
    });
  });

  it.each([[[]], [['no-such-folder']], [['--wrong']]])(
    'the report refuses the arguments %j',
    async (args) => {
      const { code, stderr } = await runProgram(join(folder, 'report.mjs'), args);
      expect(code).toBe(2);
      expect(stderr).toContain('usage: node bench/agents/report.mjs ANSWERS');
    },
  );
});
