import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, start, temporaryFolder } from '../../../../test/support/command-line.ts';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { writeWav } from '../../../../test/support/wav-writer.ts';

const film = {
  shorthand: true,
  name: 'Merge sort',
  compositions: { intro: { say: 'First we split. Then we merge & count.' }, last: { say: ['That is all.'] } },
};

/** A film beside a speech program of Node, whose code has `text`, the sentence, and `wave`, a second of sound. */
async function filmWith(code: string) {
  const folder = await temporaryFolder();
  const file = join(folder, 'film.json');
  await writeFile(file, JSON.stringify(film));
  const tone = (frame: number) => (frame < 2000 || frame > 6000 ? 0 : 0.5);
  await writeFile(join(folder, 'tone.wav'), writeWav({ sampleRate: 8000, frames: 8000, channels: [tone] }));
  const program = join(folder, 'program.mjs');
  await writeFile(
    program,
    `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
    import { dirname, join } from 'node:path';
    const folder = dirname(process.argv[1]);
    const text = readFileSync(0, 'utf8').trim();
    appendFileSync(join(folder, 'said.txt'), text + '\\n');
    const wave = readFileSync(join(folder, 'tone.wav'));
    ${code}`,
  );
  const command = `'${process.execPath}' "${program}"`;
  const speak = (rest = '', ...flags: string[]) =>
    run(['speak', file, '--command', command + rest, ...flags]);
  const said = async () =>
    (await readFile(join(folder, 'said.txt'), 'utf8').catch(() => '')).trim().split('\n');
  const voices = async () =>
    (await readdir(join(folder, 'voice'))).filter((name) => name.endsWith('.wav')).length;
  return { folder, file, command, speak, said, voices };
}

const speaksToOutput = 'process.stdout.write(wave);';

describe('speak', () => {
  it('runs the program once a sentence, and the film follows the recordings', { tags: 'slow' }, async () => {
    const { file, speak, said, voices } = await filmWith('writeFileSync(process.argv[2], wave);');
    const { code, stdout, stderr } = await speak(' {out}');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.toString()).toBe(
      `${file}: 3 spoken, 0 kept, 0 failed of 3 sentences, which end at 3.8 s\n`,
    );
    expect(await said()).toEqual(['First we split.', 'Then we merge & count.', 'That is all.']);
    expect(await voices()).toBe(3);
    const project = JSON.parse((await run(['expand', file])).stdout.toString());
    const { compositions, audioTracks } = project.scenes.main;
    expect(compositions.intro.duration).toBe(1000 + 350 + 1000 + 400);
    expect(audioTracks.voice).toMatchObject({ start: 0, duration: 3750 });
    const script = JSON.parse((await run(['script', file, '--format', 'json'])).stdout.toString());
    expect(
      script.sentences.map((one: { startMs: number; recorded: boolean }) => [one.startMs, one.recorded]),
    ).toEqual([
      [0, true],
      [1350, true],
      [2750, true],
    ]);
  });

  it('lets the film follow a recording that somebody has replaced, and keeps it', {
    tags: 'slow',
  }, async () => {
    const { file, folder, speak, said } = await filmWith(speaksToOutput);
    await speak();
    const { sentences } = JSON.parse(await readFile(join(folder, 'voice', 'voice.json'), 'utf8'));
    const spoken = Object.values<{ file: string; text: string }>(sentences);
    const last = spoken.find(({ text }) => text === 'That is all.')?.file ?? '';
    const tone = (frame: number) => (frame < 8000 || frame >= 16_000 ? 0 : 0.5);
    const wave = writeWav({ sampleRate: 8000, frames: 20_000, channels: [tone] });
    await writeFile(join(folder, 'voice', last), wave);
    const project = JSON.parse((await run(['expand', file])).stdout.toString());
    const { compositions, audioTracks } = project.scenes.main;
    expect(compositions.last.duration).toBe(2500 + 400);
    expect(audioTracks.voice.duration).toBe(2750 + 2500);
    expect((await speak()).stdout.toString()).toContain('0 spoken, 3 kept, 0 failed of 3');
    expect(await said()).toHaveLength(3);
    expect(await readFile(join(folder, 'voice', last))).toEqual(Buffer.from(wave));
  });

  it('reads a recording that an editor has saved in another format', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const { file, folder, speak, said } = await filmWith(speaksToOutput);
    await speak();
    const [first = ''] = (await readdir(join(folder, 'voice'))).filter((name) => name.endsWith('.wav'));
    const source = 'sine=frequency=440:sample_rate=48000:duration=3';
    const flac = join(folder, 'edited.flac');
    execFileSync(externalProgram('ffmpeg'), ['-v', 'error', '-f', 'lavfi', '-i', source, flac]);
    await writeFile(join(folder, 'voice', first), await readFile(flac));
    const { sentences } = JSON.parse((await run(['script', file, '--format', 'json'])).stdout.toString());
    const durations = sentences.map((one: { startMs: number; endMs: number }) => one.endMs - one.startMs);
    expect(durations.toSorted()).toEqual([1000, 1000, 3000]);
    expect((await speak()).stdout.toString()).toContain('0 spoken, 3 kept');
    expect(await said()).toHaveLength(3);
  });

  it('names a recording that is damaged', { tags: 'slow' }, async () => {
    const { file, folder, speak } = await filmWith(speaksToOutput);
    await speak();
    const [first = ''] = (await readdir(join(folder, 'voice'))).filter((name) => name.endsWith('.wav'));
    await writeFile(join(folder, 'voice', first), 'RIFF');
    const { code, stderr } = await run(['inspect', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`compositions\\.\\w+\\.say: .*"voice/${first}"`));
  });

  it('keeps what the same command has spoken, and speaks what is new', { tags: 'slow' }, async () => {
    const { file, speak, said } = await filmWith(speaksToOutput);
    await speak();
    const again = await speak();
    expect(again.stdout.toString()).toContain('0 spoken, 3 kept, 0 failed of 3');
    const changed = { ...film, compositions: { ...film.compositions, more: { say: 'And more.' } } };
    await writeFile(file, JSON.stringify(changed));
    expect((await speak()).stdout.toString()).toContain('1 spoken, 3 kept, 0 failed of 4');
    expect((await said()).length).toBe(4);
    expect((await speak(' other')).stdout.toString()).toContain('4 spoken, 0 kept, 0 failed of 4');
  });

  it('keeps what is done when one sentence fails', async () => {
    const { speak, voices } = await filmWith(
      `if (text.startsWith('That')) { console.error('no such voice'); process.exit(3); } ${speaksToOutput}`,
    );
    const { code, stdout, stderr } = await speak();
    expect(code).toBe(1);
    expect(stdout.toString()).toContain('2 spoken, 0 kept, 1 failed of 3');
    expect(stderr).toContain('"That is all.": ');
    expect(stderr).toContain('ended with code 3: no such voice');
    expect(await voices()).toBe(2);
  });

  it.each([
    ['prints nothing', '', 'wrote nothing to standard output; write {out}'],
    ['prints no sound', 'console.log("hello");', 'wrote no sound: '],
    [
      'prints without end',
      'const more = () => process.stdout.write(Buffer.alloc(1e6), more); more();',
      'wrote more than 16777216 bytes',
    ],
    ['hangs', 'setInterval(() => {}, 1000);', 'did not end within 0.4 s'],
    [
      'ignores its signal',
      'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
      'did not end within 0.4 s',
    ],
  ])('gives up on a program that %s', { tags: 'slow' }, async (_name, code, message) => {
    const { speak, folder } = await filmWith(code);
    const finished = await speak('', '--timeout-ms', message.includes('0.4') ? '400' : '20000');
    expect(finished.code).toBe(1);
    expect(finished.stderr).toContain(message);
    expect((await readdir(join(folder, 'voice'))).filter((name) => !name.endsWith('.json'))).toEqual([]);
    expect(processesWith(folder)).toEqual([]);
  });

  it('makes recordings again that are missing or damaged', { tags: 'slow' }, async () => {
    const { folder, speak, voices } = await filmWith(speaksToOutput);
    await speak();
    const [first = '', second = ''] = (await readdir(join(folder, 'voice'))).filter((name) =>
      name.endsWith('.wav'),
    );
    await rm(join(folder, 'voice', first));
    await writeFile(join(folder, 'voice', second), 'no sound');
    const { code, stdout } = await speak();
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('2 spoken, 1 kept, 0 failed of 3');
    expect(await voices()).toBe(3);
  });

  it('keeps a list of recordings that it cannot read', { tags: 'slow' }, async () => {
    const { file, folder, speak } = await filmWith(speaksToOutput);
    await speak();
    await writeFile(join(folder, 'voice', 'voice.json'), '{ "sentences": ');
    const { code, stderr } = await speak();
    expect(code).not.toBe(0);
    expect(stderr).toContain('voice.json is no list of recordings; repair it');
    expect((await run(['inspect', file])).stderr).toContain(
      'voice/voice.json is no list of recordings; repair it',
    );
    expect(await readFile(join(folder, 'voice', 'voice.json'), 'utf8')).toBe('{ "sentences": ');
  });

  it('keeps the recordings of other runs at the same time', { tags: 'slow' }, async () => {
    const { folder, command, said } = await filmWith(speaksToOutput);
    const names = ['one', 'two', 'three'];
    const texts = names.flatMap((name) =>
      Array.from({ length: 6 }, (_, index) => `This is ${name}, ${index}.`),
    );
    const finished = await Promise.all(
      names.map(async (name, index) => {
        const file = join(folder, `${name}.json`);
        const say = texts.slice(index * 6, index * 6 + 6);
        await writeFile(file, JSON.stringify({ shorthand: true, compositions: [{ say }] }));
        return run(['speak', file, '--command', command]);
      }),
    );
    for (const { code, stderr } of finished) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { sentences } = JSON.parse(await readFile(join(folder, 'voice', 'voice.json'), 'utf8'));
    const kept = Object.values<{ text: string }>(sentences).map(({ text }) => text);
    expect(kept.toSorted()).toEqual(texts.toSorted());
    expect(await said()).toHaveLength(texts.length);
    expect((await readdir(join(folder, 'voice'))).filter((name) => !/\.(wav|json)$/.test(name))).toEqual([]);
  });

  it('does not wait for long for a run that was killed', { tags: 'slow' }, async () => {
    const { folder, speak } = await filmWith(speaksToOutput);
    await mkdir(join(folder, 'voice'));
    await writeFile(join(folder, 'voice', 'voice.json.lock'), '');
    expect((await speak()).stdout.toString()).toContain('3 spoken, 0 kept, 0 failed of 3');
  });

  it('does not wait for what a program leaves behind', { tags: 'slow' }, async () => {
    const { speak, folder } = await filmWith(
      `const { spawn } = await import('node:child_process');
      spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)', join(folder, 'program.mjs')], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }).unref();
      ${speaksToOutput}`,
    );
    const { code, stderr } = await speak('', '--timeout-ms', '3000');
    for (const line of processesWith(folder, 'pid,args')) process.kill(Number(line.trim().split(' ')[0]));
    expect(code).toBe(1);
    expect(stderr).toContain('ended, but left its output open');
  });

  it('says at once that the program is missing', async () => {
    const { file } = await filmWith('');
    const { code, stderr } = await run(['speak', file, '--command', 'no-such-program {out}']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'render-service: "First we split.": no-such-program cannot be started: is it installed?\n' +
        'render-service: The program is missing, so the other 2 were not tried\n',
    );
  });

  it('ends the program when it is interrupted, and keeps what is done', async () => {
    const { file, folder, command, said, voices } = await filmWith(
      `process.on('SIGINT', () => {});
      process.on('SIGTERM', () => {});
      if (text.startsWith('Then')) setInterval(() => {}, 1000); else ${speaksToOutput}`,
    );
    const running = start(['speak', file, '--command', command]);
    await waitUntil('the program says two sentences', async () => (await said()).length === 2);
    running.process.kill('SIGINT');
    expect((await running.finished).code).toBe(130);
    expect(await voices()).toBe(1);
    await waitUntil('the program has ended', () => processesWith(folder).length === 0);
  });

  it.each([
    [['--command', '"open'], '--command needs a program, and closed quotes'],
    [['--command', ' '], '--command needs a program'],
    [[], '--command is missing'],
    [
      ['--command', 'x', '--timeout-ms', '5'],
      '--timeout-ms must be a whole number from 100 to 3600000, but is 5',
    ],
  ])('refuses %j', async (flags, message) => {
    const { file } = await filmWith('');
    const { code, stderr } = await run(['speak', file, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('speak with espeak-ng', () => {
  it('makes a film that a program reads aloud', { tags: ['espeak-ng', 'slow'] }, async () => {
    const { file } = await filmWith('');
    const { code, stdout } = await run([
      'speak',
      file,
      '--command',
      `${externalProgram('espeak-ng')} -v en-us --stdout`,
    ]);
    expect(code).toBe(0);
    expect(stdout.toString()).toContain('3 spoken, 0 kept, 0 failed of 3 sentences');
    const { stdout: report } = await run(['inspect', file, '--json']);
    const { durationMs, issues } = JSON.parse(report.toString());
    expect(issues).toEqual([]);
    expect(durationMs).toBeGreaterThan(3500);
    expect(durationMs).toBeLessThan(8000);
  });
});

describe('script', () => {
  it('prints the text as Markdown, JSON and SSML', async () => {
    const { file } = await filmWith('');
    const markdown = (await run(['script', file])).stdout.toString();
    expect(markdown).toContain(
      '# Merge sort\n\n## intro (0:00.0)\n\nFirst we split. Then we merge & count.\n\n## last (0:',
    );
    const ssml = (await run(['script', file, '--format', 'ssml', '--lang', 'en-GB'])).stdout.toString();
    expect(ssml).toContain('xml:lang="en-GB"');
    expect(ssml).toContain('<p><s>First we split.</s><s>Then we merge &amp; count.</s></p>');
    const { sentences } = JSON.parse((await run(['script', file, '--format', 'json'])).stdout.toString());
    expect(sentences).toHaveLength(3);
    expect(sentences[0]).toMatchObject({
      composition: 'intro',
      text: 'First we split.',
      startMs: 0,
      recorded: false,
    });
  });

  it('names the language of the film in SSML', async () => {
    const { file } = await filmWith('');
    await writeFile(file, JSON.stringify({ ...film, lang: 'de-AT' }));
    const ssml = (await run(['script', file, '--format', 'ssml'])).stdout.toString();
    expect(ssml).toContain('xml:lang="de-AT"');
  });

  it('leaves control characters out of SSML', async () => {
    const { file } = await filmWith('');
    await writeFile(
      file,
      JSON.stringify({ shorthand: true, compositions: [{ say: 'One\u0001 two <three>.' }] }),
    );
    const ssml = (await run(['script', file, '--format', 'ssml'])).stdout.toString();
    expect(ssml).toContain('<s>One two &lt;three&gt;.</s>');
  });

  it.each([
    [['--format', 'pdf'], '--format must be one of markdown, json, ssml, but is pdf'],
    [['--lang', 'x"y'], '--lang must be a language tag such as en or pt-BR'],
  ])('refuses %j', async (flags, message) => {
    const { file } = await filmWith('');
    const { code, stderr } = await run(['script', file, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

/** The command lines of running processes that name a folder. */
function processesWith(folder: string, fields = 'args'): string[] {
  const all = execFileSync('ps', ['-eo', fields]).toString().split('\n');
  return all.filter((line) => line.includes(join(folder, 'program.mjs')) && !line.includes('speak'));
}
