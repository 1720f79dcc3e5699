import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/support/random-runs.ts';
import { wavUrl } from '../../../../../test/support/wav-writer.ts';
import { describeProblem } from '../../../src/project/problem.ts';
import type { Scene } from '../../../src/project/schema.ts';
import { expandProject } from '../../../src/shorthand/expand-project.ts';
import { withWordBreaks } from '../../../src/shorthand/kinds/captions/letters.ts';
import { estimateSpeech } from '../../../src/shorthand/narration/speech-rate.ts';
import { sequenceOf } from '../../../src/timeline/sequence.ts';
import { expand, layOut, plain } from '../expand.ts';

const silence = wavUrl({ sampleRate: 8000, frames: 8000 * 20, channels: [() => 0], sampleFormat: 'u8' });

/** Words of half a second each, one after another. */
function spoken(text: string): object[] {
  return text
    .split(' ')
    .map((word, index) => ({ text: word, startMs: index * 500, endMs: index * 500 + 450 }));
}

const talk = 'First, we look. Then we SPLIT the list and merge it. And merge again. Élan is last.';

function film(compositions: unknown, changes: object = {}) {
  return {
    shorthand: true,
    objects: { box: { kind: 'rectangle' }, dot: { kind: 'circle' } },
    audioTracks: { voice: { src: silence, words: spoken(talk) } },
    compositions,
    ...changes,
  };
}

function sceneOf(document: object): Scene {
  const [scene] = Object.values(plain(expand(document).project).scenes);
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

function problemsOf(document: object): string[] {
  const result = expandProject(document, {}, layOut);
  return result.ok ? [] : result.problems.map(describeProblem);
}

/** When the transition into each composition begins, in milliseconds. */
function startsOf(document: object): Record<string, number> {
  const { project } = expand(document);
  const starts: Record<string, number> = {};
  for (const { segment, ...part } of sequenceOf(project).parts) {
    if ('hold' in part) starts[part.hold.id] ??= segment.startMs;
    else starts[part.to.id] = segment.startMs;
  }
  return starts;
}

describe('compositions that start at spoken words', () => {
  it('begin when the words are said, whatever their case, signs and accents', () => {
    expect(
      startsOf(
        film({
          look: { start: 0 },
          split: { start: 'then we split', enter: 300 },
          merge: { start: '"Merge it"' },
          last: { start: 'elan is -0.25s' },
        }),
      ),
    ).toEqual({ look: 0, split: 1500, merge: 4500, last: 6750 });
  });

  it('are found in order; #2 is the second time of all', () => {
    expect(
      startsOf(
        film({ a: {}, b: { start: 'and merge' }, c: { start: 'and merge' }, d: { start: 'merge#2 +300ms' } }),
      ),
    ).toEqual({ a: 0, b: 4000, c: 5500, d: 6300 });
  });

  it('let the last one stay until the recording ends, unless it has a duration', () => {
    const holdOf = (fields: object) =>
      sceneOf(film({ a: {}, b: { start: 'then', ...fields } })).compositions.b?.duration;
    expect(holdOf({})).toBe(20_000 - 1500);
    expect(holdOf({ duration: 900 })).toBe(900);
  });

  it('take times in milliseconds and as on a clock', () => {
    expect(startsOf(film({ a: {}, b: { start: 1250 }, c: { start: '0:12.4' } }))).toEqual({
      a: 0,
      b: 1250,
      c: 12_400,
    });
  });

  it('begin the first composition after its enter has ended', () => {
    const document = film([{ start: 'then', enter: 400, states: { box: true } }, { start: 'merge it' }]);
    const starts = startsOf(document);
    expect([starts['1'], starts['2']]).toEqual([1500, 4500]);
  });

  it('know only the words of the part of a recording that is heard', () => {
    const voice = {
      src: silence,
      words: [{ text: talk, startMs: 0, endMs: 8500 }],
      offset: 1500,
      duration: 3000,
    };
    const { speech } = expand(film({ a: {} }, { audioTracks: { voice } }));
    const heard = speech.map(({ text }) => text).join(' ');
    expect(heard).toContain('SPLIT');
    expect(heard).not.toContain('First');
    expect(heard).not.toContain('last');
    expect(speech.every(({ cue }) => cue.startMs >= 0 && cue.endMs <= 3000)).toBe(true);
  });

  it('follow the offset and the start of the recording', () => {
    const voice = { src: silence, words: spoken(talk), offset: 1000, start: 300 };
    expect(startsOf(film({ a: {}, b: { start: 'then' } }, { audioTracks: { voice } })).b).toBe(800);
  });

  it('let tracks start at words, too', () => {
    const enter = { duration: 2500, tracks: { dot: { start: 'the list', duration: 400 } } };
    const states = { dot: { x: 10 } };
    const { transitions } = sceneOf(film({ a: {}, b: { start: 'then', enter, states } }));
    expect(transitions['to-b']?.tracks.dot).toMatchObject({ start: 1500, duration: 400 });
  });

  it('let a late word lengthen the transition only for its own track', () => {
    const enter = { tracks: { dot: { start: 'merge again', duration: 400 } } };
    const states = { dot: { x: 10 }, box: { x: 20 } };
    const document = film({ a: {}, b: { start: 'then', enter, states } }, { enter: 600 });
    const { transitions } = sceneOf(document);
    expect(transitions['to-b']?.duration).toBe(4500 + 400);
    expect(transitions['to-b']?.tracks).toMatchObject({
      dot: { start: 4500, duration: 400 },
      box: { start: 0, duration: 600 },
    });
  });

  it('let variables run when a word is spoken', () => {
    const enter = { tracks: { minutes: { start: 'merge again', duration: 400 } } };
    const document = film(
      { a: {}, b: { start: 'then', enter, variables: { minutes: 90 } } },
      { enter: 600, variables: { minutes: 0 } },
    );
    const { transitions } = sceneOf(document);
    expect(transitions['to-b']).toMatchObject({
      duration: 4500 + 400,
      variables: { minutes: { start: 4500, duration: 400 } },
    });
  });

  it('let a transition without a duration last until its last word', () => {
    const enter = { tracks: { dot: { start: 'merge again', duration: 400 } } };
    const { transitions } = sceneOf(film({ a: {}, b: { start: 'then', enter, states: { dot: { x: 10 } } } }));
    expect(transitions['to-b']?.duration).toBe(4500 + 400);
  });

  it.each([
    [
      { a: {}, b: { start: 'we splat the' } },
      'is "we splat the", which is never said; the nearest words are "we SPLIT the" at 0:02.0',
    ],
    [
      { a: {}, b: { start: 'nothing like it whatsoever' } },
      'which is never said; write words as they are spoken',
    ],
    [{ a: {}, b: { start: 'merge#3' } }, 'which is said 2 times, at 0:04.5, 0:06.0, so there is no #3'],
    [
      { a: {}, b: { start: 'and merge#2' }, c: { start: 'then we' } },
      'compositions.c.start: is "then we", which is said at 0:01.5, before 0:05.5',
    ],
    [
      { a: {}, b: { start: '...' } },
      'must be milliseconds, a time such as "0:12.4", or words that are spoken, but is "..."',
    ],
    [
      { a: { duration: 300 }, b: { start: 'then' } },
      'compositions.a.duration: is beside "start" of the next composition, 0:01.5',
    ],
    [
      { a: { start: 'then' }, b: {} },
      'compositions.a.start: must be 0, because the film begins with this composition',
    ],
    [
      { a: {}, b: { start: 'then', enter: 2000 }, c: { start: 'split' } },
      'compositions.c.start: is 0:02.5, but the transition before it ends at 0:03.5',
    ],
    [
      { a: {}, b: { enter: { tracks: { dot: { start: 'then' } } } } },
      'but it is unknown when the composition begins; give it a "start", too',
    ],
    [{ a: {}, b: { start: `a${' '.repeat(60_000)}b` } }, 'must be milliseconds, a time such as'],
    [
      { a: {}, b: { start: '15:00' } },
      'holds the composition before it for 15:00.0, but a composition is held for at most 10 minutes',
    ],
    [{ a: {}, b: { start: '999:59:59' } }, 'which is never said'],
    [{ a: {}, b: { start: -5 } }, 'must be milliseconds from 0 to 86400000'],
    [
      { a: {}, b: { start: 1000 }, c: { start: 500 } },
      'compositions.c.start: is 0:00.5, but the transition before it ends at 0:01.0',
    ],
  ])('%j: %s', (compositions, message) => {
    expect(problemsOf(film(compositions)).join('\n')).toContain(message);
  });

  it('explain where nobody speaks, and where words are not known', () => {
    const silent = { shorthand: true, objects: {}, compositions: { a: {}, b: { start: 'then' } } };
    expect(problemsOf(silent)[0]).toContain('no recording speaks in this scene; give an audio track "words"');
    const everywhere = film({ a: {}, b: {} }, { enter: { tracks: { dot: { start: 'then' } } } });
    expect(problemsOf(everywhere)[0]).toContain(
      'words that are spoken belong in the "enter" of a composition',
    );
  });

  it('are searched in very many words, and named where none is close', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => ({
      text: 'a',
      startMs: index,
      endMs: index + 1,
    }));
    const voice = { src: silence, words };
    const document = film({ a: {}, b: { start: 'b'.repeat(60) } }, { audioTracks: { voice } });
    expect(problemsOf(document)[0]).toContain('which is never said');
  });
});

describe('compositions that speak', () => {
  const say = 'First we split the list. Then we merge it, as before.';

  it('are held as long as that takes, with a pause', () => {
    const { compositions } = sceneOf({ shorthand: true, compositions: [{ say }, { say: 'And again.' }] });
    const holds = Object.values(compositions).map(({ duration }) => duration);
    expect(holds[0]).toBeGreaterThan(2500);
    expect(holds[0]).toBeLessThan(5500);
    expect(holds[1]).toBeLessThan(2000);
  });

  it('speak during their transition, too, and last at least their duration', () => {
    const holdWith = (fields: object) =>
      sceneOf({
        shorthand: true,
        objects: { box: { kind: 'rectangle' } },
        compositions: [{}, { say, states: { box: { x: 9 } }, ...fields }],
      }).compositions['2']?.duration ?? 0;
    expect(holdWith({ enter: 1000 })).toBe(holdWith({}) - 1000);
    expect(holdWith({ enter: 20_000 })).toBe(0);
    expect(holdWith({ duration: 60_000 })).toBe(60_000);
  });

  it('let tracks start at their words', () => {
    const enter = {
      tracks: { box: { start: 'then', duration: 300 }, dot: { start: 'merge +100ms', duration: 300 } },
    };
    const { transitions } = sceneOf(
      film([{}, { say, enter, states: { box: { x: 9 }, dot: { x: 9 } } }], { audioTracks: {} }),
    );
    const { box, dot } = transitions['to-2']?.tracks ?? {};
    expect(box?.start).toBeGreaterThan(1000);
    expect(dot?.start).toBeGreaterThan(box?.start ?? Infinity);
    expect(transitions['to-2']?.duration).toBe((dot?.start ?? 0) + 300);
  });

  it('give the whole film its text, with times', () => {
    const { speech } = expand({
      shorthand: true,
      scenes: { one: { compositions: { a: { say } } }, two: { compositions: { b: { say: 'The end.' } } } },
    });
    expect(speech.map(({ composition, text }) => [composition, text])).toEqual([
      ['a', 'First we split the list.'],
      ['a', 'Then we merge it, as before.'],
      ['b', 'The end.'],
    ]);
    const [first, second, third] = speech.map(({ cue }) => cue.startMs);
    expect(first).toBe(0);
    expect(second).toBeGreaterThan(1000);
    expect(third).toBeGreaterThan(second ?? Infinity);
  });

  it.each([
    [{ say: '' }, 'must have words, but is ""'],
    [{ say: ['…', '!'] }, 'must have words'],
    [{ say: 5 }, 'must be a text of at most 10000 letters'],
    [{ say: ['One', 2] }, 'must be a text of at most 10000 letters, or a list of its sentences, but is'],
    [{ say: 'Split it. '.repeat(990) }, 'compositions[0].say: takes 1'],
    [
      { say: 'x '.repeat(6000) },
      'must be a text of at most 10000 letters, or a list of its sentences, but has 12000',
    ],
  ])('%j: %s', (composition, message) => {
    expect(problemsOf({ shorthand: true, compositions: [composition] }).join('\n')).toContain(message);
  });

  it.each([
    'Ask Dr. Smith about it. | Mr. and Mrs. Jones know, too.',
    'Take one, e.g. this. | Or take Spot, i.e. Rex, vs. Bello.',
    'No. 5 is alive. | No. | That is wrong.',
    'It is on p. 12. | See vol. II, fig. 3. | Then stop.',
    'U.S. law and the U.S. Army differ. | We met at 5 p.m. | The film began.',
    'J. R. R. Tolkien wrote it with George R.R. Martin. | So did I. | Nobody knows.',
    'This is point A. | Then we see B. | It is near.',
    'Pi is 3.14 or so. | Two times 1.5 is 3. | We see 7. | Smaller numbers follow.',
    '1. First we split. | 2. Then we merge.',
    'How many are there? | 40. | Bake them all.',
    'It takes 20 ms. | Smaller numbers take less.',
    'Am 3. Oktober war es so weit, z. B. in Berlin, d. h. Sie waren da. | Das 19. Jahrhundert endet, vgl. Nr. 5 bzw. S. 12.',
    'M. Dupont et Mme. Curie arrivent, p. ex. Lundi. | Voir p. 12.',
    'El Sr. Gómez vive en EE. UU. | Luego, p. ej. Madrid, pág. 5.',
    'А. С. Пушкин писал. | Потом он уехал.',
    'まず分けます。 | 次に合わせます。',
  ])('are not divided at points of abbreviations, initials and numbers: %s', (divided) => {
    const say = divided.replaceAll(' | ', ' ');
    const { speech } = expand({ shorthand: true, compositions: [{ say }] });
    expect(speech.map(({ text }) => text).join(' | ')).toBe(divided);
  });

  it('take as long as is usual in the language of the film', () => {
    const endOf = (lang: object) =>
      expand({ shorthand: true, ...lang, compositions: [{ say: 'Banana, banana, banana.' }] }).speech[0]?.cue
        .endMs ?? 0;
    expect(endOf({ lang: 'es-MX' })).toBeLessThan(endOf({ lang: 'en' }));
    expect(endOf({ lang: 'de' })).toBeGreaterThan(endOf({ lang: 'en' }));
    expect(endOf({ lang: 'en' })).toBe(endOf({}));
    expect(endOf({ lang: 'tlh' })).toBe(endOf({}));
    const film = { shorthand: true, objects: { box: { kind: 'rectangle' } }, compositions: [{}] };
    expect(problemsOf({ ...film, lang: 'German' })).toEqual([
      'lang: must be a language tag such as "en" or "pt-BR", but is "German"',
    ]);
    expect(problemsOf({ ...film, lang: 3 })).toEqual([
      'lang: must be a language tag such as "en" or "pt-BR", but is 3',
    ]);
  });

  it('make a pause after a sentence that ends with a number', () => {
    const [one, two] = ['We bake 40. Then we rest', 'We bake 40 then we rest'].map(
      (text) => estimateSpeech(text).endMs,
    );
    expect(one).toBeGreaterThan((two ?? 0) + 200);
  });

  it('make no pause after an abbreviation', () => {
    const durationOf = (text: string) => estimateSpeech(text).endMs;
    expect(durationOf('We bake 40. Then we rest')).toBeGreaterThan(
      durationOf('We bake 40 then we rest') + 200,
    );
    expect(durationOf('Dr. Smith knows')).toBe(durationOf('Dr Smith knows'));
    expect(durationOf('Done. Smith knows')).toBeGreaterThan(durationOf('Done Smith knows'));
  });

  it('take each text of a list as a sentence', () => {
    const { speech } = expand({
      shorthand: true,
      compositions: [{ say: ['First we split', 'then we merge'] }],
    });
    expect(speech.map(({ text }) => text)).toEqual(['First we split', 'then we merge']);
  });

  it('refuse a next start before they are done', () => {
    const document = film({ a: { say }, b: { start: 500 } }, { audioTracks: {} });
    expect(problemsOf(document)[0]).toContain(
      'compositions.b.start: is 0:00.5, but the composition before it speaks until',
    );
  });
});

describe('the estimate of speech', () => {
  it.each([
    ['The quick brown fox jumps over the lazy dog near the river bank.', 3, 5.5],
    ['In 1945, 37 people lived here.', 2, 4.5],
    ['これはとても長い文章ですが、読むのにどれくらいかかりますか。', 3.5, 8],
    ['我们先把列表分成两半，然后再合并。', 3, 6],
    ['نقسم القائمة إلى نصفين ثم ندمجها من جديد.', 2.5, 6],
    ['Wir teilen die Liste und fügen sie wieder zusammen.', 2.5, 5],
  ])('%s takes %s to %s seconds', (text, min, max) => {
    const { endMs } = estimateSpeech(text);
    expect(endMs / 1000).toBeGreaterThan(min);
    expect(endMs / 1000).toBeLessThan(max);
  });

  it('gives each word of any text a time, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const { words = [], endMs } = estimateSpeech(text);
        let last = 0;
        for (const [start, end] of words) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(endMs).toBe(last);
      }),
      { numRuns: runs(200) },
    );
  });

  it('divides Japanese into words, and leaves English as it is', () => {
    expect(withWordBreaks('We split it.')).toBe('We split it.');
    expect(withWordBreaks('まず分けます。').split('\u200b').length).toBeGreaterThan(1);
    expect(withWordBreaks('まず分けます。').replaceAll('\u200b', '')).toBe('まず分けます。');
  });
});
