import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTemplate } from '../../packages/service/src/contract/templates.ts';
import { run, runProgram, temporaryFolder } from '../support/command-line.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const action = await readFile(join(root, 'action.yml'), 'utf8');

interface Run {
  readonly code: number;
  readonly printed: string;
  readonly outputs: string;
  readonly summary: string;
}

/** A repository with two films. */
async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'films'));
  await writeFile(join(folder, 'films/title.json'), readTemplate('title'));
  await writeFile(join(folder, 'films/quote.json'), readTemplate('quote'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
  return folder;
}

async function inspected(folder: string, input: string): Promise<{ durationMs: number }> {
  const { stdout } = await run(['inspect', '--json', join(folder, input)]);
  return JSON.parse(stdout.toString());
}

/** Runs the script as the platform does, with the defaults of action.yml. */
async function runAction(folder: string, inputs: Readonly<Record<string, string>> = {}): Promise<Run> {
  const output = join(await temporaryFolder(), 'output');
  const summary = `${output}-summary`;
  await Promise.all([writeFile(output, ''), writeFile(summary, '')]);
  const defaults = {
    INPUT_PROJECTS: 'films/*.json',
    INPUT_OUTPUT: 'rendered',
    INPUT_FORMAT: 'png',
    INPUT_WIDTH: '320',
  };
  const env = { ...process.env, ...defaults, ...inputs, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const { code, stdout, stderr } = await runProgram(join(root, 'action/render-films.mjs'), [], {
    cwd: folder,
    env,
  });
  const printed = stdout + stderr;
  return { code, printed, outputs: await readFile(output, 'utf8'), summary: await readFile(summary, 'utf8') };
}

describe('the action', () => {
  it('the action fails on a film that does not show what it expects, and names the sentence', async () => {
    const folder = await repository();
    const film = {
      shorthand: true,
      objects: { ball: { kind: 'circle', x: 100, y: 100 } },
      compositions: {
        up: { duration: 500 },
        down: { enter: 500, duration: 500, states: { ball: { y: 900 } } },
      },
      expect: ['film lasts 1s to 2s', 'ball.y decreases during down'],
    };
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(film));
    const wrong = await runAction(folder);
    expect(wrong.code).toBe(1);
    expect(wrong.printed).toContain(
      '::error file=films/title.json::"ball.y decreases during down" is not true: ',
    );
    expect(wrong.printed).not.toContain('film lasts');
    expect(wrong.outputs).toContain('title.png');
    const right = { ...film, expect: ['film lasts 1s to 2s'] };
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(right));
    expect((await runAction(folder)).code).toBe(0);
  });

  it('the action first renders all films, and then only changed ones', async () => {
    const folder = await repository();
    const first = await runAction(folder);
    expect(first.code).toBe(0);
    const rendered = join(folder, 'rendered');
    expect(first.outputs).toContain(`folder=${rendered}\nmade=2\n`);
    expect(first.outputs).toContain(`${join(rendered, 'quote.png')}\n${join(rendered, 'title.png')}\n`);
    expect(first.summary).toContain('| films/title.json | title.png | made |');
    const { mtimeMs } = await stat(join(rendered, 'quote.png'));
    await writeFile(join(folder, 'films/title.json'), readTemplate('countdown'));
    const second = await runAction(folder);
    expect(second.outputs).toContain('made=1\n');
    expect((await stat(join(rendered, 'quote.png'))).mtimeMs).toBe(mtimeMs);
  });

  it('an edited film is made from the pieces of an earlier run', async () => {
    const folder = await repository();
    const cache = { RENDER_SERVICE_CACHE: join(folder, '.git', 'cache'), INPUT_FORMAT: 'mp4' };
    await runAction(folder, cache);
    const title = JSON.parse(readTemplate('title'));
    const [last = ''] = Object.keys(title.compositions).slice(-1);
    title.compositions[last].duration += 1000;
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(title));
    const { summary } = await runAction(folder, cache);
    const [, made, all] = /\| title\.mp4 \| made, (\d+) of (\d+) pieces \|/.exec(summary) ?? [];
    expect(Number(made)).toBeGreaterThan(0);
    expect(Number(made)).toBeLessThan(Number(all));
  });

  it('a comment on the pull request tells of the films before and after, and is kept up to date', async () => {
    const folder = await repository();
    const commit = (message: string) => {
      const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
      execFileSync('git', ['add', '--all', 'films'], { cwd: folder });
      execFileSync('git', [...author, 'commit', '--quiet', '-m', message], { cwd: folder });
    };
    const picture = (src: string) => ({
      shorthand: true,
      objects: { dot: { kind: 'image', image: { src, width: 10, height: 10 } } },
      compositions: { only: { duration: 500 } },
    });
    const dot = (fill: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="${fill}"/></svg>`;
    await writeFile(join(folder, 'films/dot.json'), JSON.stringify(picture('dot.svg')));
    await writeFile(join(folder, 'films/dot.svg'), dot('red'));
    await writeFile(join(folder, 'films/same.json'), readTemplate('quote'));
    commit('before');
    const sha = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
    const title = JSON.parse(readTemplate('title'));
    const [last = ''] = Object.keys(title.compositions).slice(-1);
    const { durationMs } = await inspected(folder, 'films/title.json');
    title.compositions[last].duration += 1000;
    await writeFile(join(folder, 'films/title.json'), JSON.stringify(title));
    await writeFile(join(folder, 'films/new.json'), readTemplate('countdown'));
    await rm(join(folder, 'films/quote.json'));
    // Its project has the same text, and another picture.
    await writeFile(join(folder, 'films/dot.svg'), dot('blue'));
    commit('after');

    const comments: { id: number; body: string }[] = [{ id: 1, body: 'a word of somebody' }];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        if (request.method === 'POST') comments.push({ id: 2, body: JSON.parse(text).body });
        if (request.method === 'PATCH') Object.assign(comments[1], JSON.parse(text));
        response.end(JSON.stringify(comments));
      });
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const event = join(folder, '.git', 'event.json');
    await writeFile(event, JSON.stringify({ pull_request: { number: 7, base: { sha } } }));
    const platform = {
      ...{ INPUT_COMMENT: 'true', INPUT_TOKEN: 'secret', GITHUB_EVENT_PATH: event },
      ...{ GITHUB_API_URL: `http://127.0.0.1:${port}`, GITHUB_REPOSITORY: 'me/films' },
      ...{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_RUN_ID: '9', INPUT_FORMAT: 'mp4' },
    };
    const { code, printed } = await runAction(folder, platform);
    expect(code, printed).toBe(0);
    const seconds = durationMs / 1000;
    const body = comments[1]?.body;
    expect(body).toMatch(/^\| films\/new\.json \| {2}\| [\d.]+ s \| new \|$/m);
    expect(body).toContain(`| films/title.json | ${seconds} s | ${seconds + 1} s | `);
    expect(body).toContain('| films/quote.json |  |  | removed |');
    expect(body).toContain('| films/dot.json | 0.5 s | 0.5 s | 1 of 1 pieces made |');
    expect(body).not.toContain('films/same.json');
    expect(body).toContain('[this run](https://github.example/me/films/actions/runs/9)');
    expect(await readdir(join(folder, 'rendered/changes'))).toEqual(
      expect.arrayContaining(['title.mp4-before.png', 'title.mp4-after.png', 'new.mp4-after.png']),
    );
    expect(asked).toEqual([
      'GET /repos/me/films/issues/7/comments?per_page=100&page=1 Bearer secret',
      'POST /repos/me/films/issues/7/comments Bearer secret',
    ]);
    expect(execFileSync('git', ['worktree', 'list'], { cwd: folder, encoding: 'utf8' })).not.toContain(
      'base',
    );

    // Films that an earlier run made are still those of this pull request.
    await runAction(folder, platform);
    expect(asked[3]).toBe('PATCH /repos/me/films/issues/comments/2 Bearer secret');
    expect(comments).toHaveLength(2);
    expect(comments[1]?.body).toContain('| films/title.json |');
    expect(comments[1]?.body).toContain('| films/dot.json |');
    expect(comments[1]?.body).not.toContain('films/same.json');
    const alone = await runAction(folder, { ...platform, GITHUB_API_URL: 'http://127.0.0.1:1' });
    expect(alone.code).toBe(0);
    expect(alone.printed).toMatch(/::warning::comment: http:\/\/127\.0\.0\.1:1 cannot be reached: /);
    const push = await runAction(folder, { ...platform, GITHUB_EVENT_PATH: '' });
    expect(push.printed).toContain('::warning::comment: there is no pull request to comment on');
  });

  it('a film that fails is annotated, and the others are rendered', async () => {
    const folder = await repository();
    await writeFile(join(folder, 'films/quote.json'), '{ "shorthand": true }');
    const { code, printed, outputs } = await runAction(folder);
    expect(code).toBe(1);
    expect(printed).toContain('::error file=films/quote.json,line=1,col=1::compositions: is required');
    expect(outputs).toContain('made=1\n');
    expect(await readdir(join(folder, 'rendered'))).toContain('title.png');
  });

  it('an annotation names the line of what is wrong, also where the text is no JSON', async () => {
    const folder = await repository();
    const film = {
      shorthand: true,
      objects: { ball: { kind: 'circle', x: 'left' } },
      compositions: { up: { duration: 500 } },
    };
    await writeFile(join(folder, 'films/quote.json'), JSON.stringify(film, null, 2));
    await writeFile(join(folder, 'films/title.json'), '{\n  "shorthand": true,\n  "objects" {}\n}\n');
    const { code, printed } = await runAction(folder);
    expect(code).toBe(1);
    expect(printed).toContain('::error file=films/quote.json,line=6,col=7::objects.ball.x: must be');
    expect(printed).toContain('::error file=films/title.json,line=3,col=13::');
  });

  it('names of films are neither commands of the platform nor Markdown', async () => {
    const folder = await repository();
    const name = 'b\n::set-output name=made::9 | <b>@me #1.json';
    await writeFile(join(folder, 'films', name), readTemplate('quote'));
    await symlink('/dev/zero', join(folder, 'films/zero.json'));
    execFileSync('git', ['add', '.'], { cwd: folder });
    const { code, printed, summary } = await runAction(folder);
    expect(code).toBe(1);
    expect(printed).toContain('::error file=films/zero.json::');
    const [, end] = /^::stop-commands::(\S+)$/m.exec(printed) ?? [];
    const own = printed.split('\n');
    const command = own.findIndex((line) => line.startsWith('::set-output'));
    expect(command === -1 || command < own.indexOf(`::${end}::`)).toBe(true);
    const [row = ''] = summary.split('\n').filter((line) => line.includes('set-output'));
    expect(row).toContain('| films/b&#92;u000a');
    expect(row.match(/\|/g)).toHaveLength(6);
    expect(row).not.toMatch(/[<@#](?!\d|x)/);
  });

  it.each([
    [
      'no file',
      { INPUT_PROJECTS: 'movies/*.json' },
      1,
      '::error::no file in the repository matches movies/*.json',
    ],
    ['an empty pattern', { INPUT_PROJECTS: ' \n' }, 2, '::error::projects and output must not be empty'],
    ['an unknown format', { INPUT_FORMAT: 'avi' }, 2, 'avi'],
  ])('the action refuses %s', async (_, inputs, expected, message) => {
    const { code, printed } = await runAction(await repository(), inputs);
    expect(code).toBe(expected);
    expect(printed).toContain(message);
  });

  it('action.yml passes every input to the script, which reads no others', async () => {
    const scripts = ['action/render-films.mjs', 'action/comment-films.mjs'];
    const script = (await Promise.all(scripts.map((name) => readFile(join(root, name), 'utf8')))).join('');
    const declared = [
      ...(action.match(/^inputs:\n(.*?)^outputs:/ms)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm),
    ].map(([, name]) => name ?? '');
    expect(declared).toHaveLength(7);
    for (const name of declared) {
      expect(action).toContain(`INPUT_${name.toUpperCase()}: \${{ inputs.${name} }}`);
      expect(script).toContain(`INPUT_${name.toUpperCase()}`);
    }
    const known = new Set(script.match(/INPUT_[A-Z]+/g));
    expect([...known].sort()).toEqual(declared.map((name) => `INPUT_${name.toUpperCase()}`).sort());
  });
});
