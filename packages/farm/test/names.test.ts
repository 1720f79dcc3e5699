// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of outputs are templates of this form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/random-runs.ts';
import { DigestMap } from '../src/names/digest-map.ts';
import { NameTemplate } from '../src/names/name-template.ts';
import { nameKey, safeName } from '../src/names/safe-name.ts';

describe('a safe name', () => {
  it.each([
    ['Anna', 'Anna.png'],
    ['../../etc/passwd', '___.._etc_passwd.png'],
    ['..', '__.png'],
    ['.hidden', '_hidden.png'],
    ['-rf', '_rf.png'],
    ['~root', '_root.png'],
    ['a\0b\nc', 'a_b_c.png'],
    ['C:\\x|y?*"<>', 'C__x_y_____.png'],
    ['\u202egnp.exe', '_gnp.exe.png'],
    ['a\u200bb', 'a_b.png'],
    ['=1+1', '=1+1.png'],
    ['con', '_con.png'],
    ['LPT1.x', '_LPT1.x.png'],
    ['Console', 'Console.png'],
    ['end. . ', 'end.png'],
    ['end\u00a0.\u3000', 'end.png'],
    ['e\u0301', '\u00e9.png'],
    ['\ud800', '_.png'],
    ['日本語 👩‍🚀', '日本語 👩_🚀.png'],
  ])('the safe output name for %j is %j', (text, name) => {
    expect(safeName(text, 'png')).toBe(name);
  });

  it.each(['', ' ', '\n'])('there is no safe output name for %j', (text) => {
    expect(safeName(text, 'png')).toBeUndefined();
  });

  it('safe output names for long texts with the same beginning are short and different', () => {
    const long = 'x'.repeat(10_000);
    const names = [
      safeName(`${long}a`, 'mp4'),
      safeName(`${long}b`, 'mp4'),
      safeName('é'.repeat(200), 'mp4'),
    ];
    for (const name of names) expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(140);
    expect(new Set(names).size).toBe(3);
    expect(safeName('👩‍🚀é'.repeat(100), 'mp4')).toMatch(/^(?:👩_🚀é)+[👩_🚀é]*-[0-9a-f]{12}\.mp4$/u);
  });

  it('a safe output name for any text is valid on every system', { tags: 'slow' }, () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        ' ',
        '\0',
        '\u202e',
        'CON',
        'nul',
        '-',
        '~',
        '\ud83d',
        'x'.repeat(90),
      ),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 6 }), (parts) => {
        const text = parts.join('');
        const name = safeName(text, 'png');
        if (name === undefined) {
          expect(text.replaceAll(/[\s.]/gu, '')).toBe('');
          return;
        }
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(140);
        expect(name).toMatch(/^[^.~\s-][^/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]*\.png$/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./i);
        expect(name).not.toMatch(/[.\s]\.png$/);
        expect(name.normalize('NFC')).toBe(name);
        // A safe name does not change when it is made safe again.
        expect(safeName(name.slice(0, -4), 'png')).toBe(name);
      }),
      { numRuns: runs(2000) },
    );
  });
});

describe('names', () => {
  it('output names that some file systems treat as equal have the same key', () => {
    expect(nameKey('ANNA.png')).toBe(nameKey('anna.png'));
    expect(nameKey('STRASSE')).toBe(nameKey('straße'));
    expect(nameKey('ÉMILE')).toBe(nameKey('émile'));
    expect(nameKey('a')).not.toBe(nameKey('b'));
  });

  it('a DigestMap finds the latest value of each of 100,000 output names', () => {
    const map = new DigestMap();
    const count = 100_000;
    for (let index = 0; index < count; index++) map.set(`name ${index}`, index);
    map.set('name 7', -7);
    for (const index of [0, 8, 999, count - 1]) expect(map.get(`name ${index}`)).toBe(index);
    expect(map.get('name 7')).toBe(-7);
    expect(map.get('name')).toBeUndefined();
  });
});

describe('a name template', () => {
  const fill = (text: string) => new NameTemplate(text, undefined).name((field) => `<${field}>`);

  it('batch --name can contain fields and a literal ${', () => {
    expect(fill('a-${b}${c d}-$${e}')).toBe('a-_b__c d_-${e}.png');
    expect(fill('$${a')).toBe('${a.png');
    expect([...new NameTemplate('a-${b}${c}-$${e}', undefined).fields]).toEqual(['b', 'c']);
  });

  it('the extension in batch --name sets the format', () => {
    expect(new NameTemplate('${id}.MP4', undefined)).toMatchObject({ format: 'mp4' });
    expect(fill('${id}.mp4')).toBe('_id_.mp4');
    expect(fill('v1.5 ${id}')).toBe('v1.5 _id_.png');
    expect(fill('x${a.svg}')).toBe('x_a.svg_.png');
    expect(() => new NameTemplate('${id}.svg', 'png')).toThrow('contradicts the extension');
    expect(new NameTemplate('${id}.gif', undefined)).toMatchObject({ format: 'gif' });
    expect(() => new NameTemplate('${id}.avi', undefined)).toThrow('or .apng, but is .avi');
    expect(new NameTemplate('${id}.v2', undefined).name(() => 'a')).toBe('a.v2.png');
  });

  it.each([
    ['', '--name must not be empty'],
    ['a/${b}', 'must be a file name, not a path'],
    ['a\\${b}', 'must be a file name, not a path'],
    ['${a', 'has a "${" without its "}"'],
  ])('batch rejects --name %j', (text, message) => {
    expect(() => new NameTemplate(text, undefined)).toThrow(message);
  });
});
