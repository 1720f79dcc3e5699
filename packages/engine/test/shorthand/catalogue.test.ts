import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledThemes } from '../../src/shorthand/themes/bundled-themes.ts';
import { adviceOn } from '../advice/advice-on.ts';
import { expandedFilm } from './expand.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Component extends Fields {
  readonly description: string;
  readonly example: Fields;
  readonly fields: Fields;
  readonly states?: Fields;
}

const folder = new URL('../../../../catalogue/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const components = files.map((file) => {
  const name = file.replace(/\.json$/, '');
  return { name, component: JSON.parse(textOf(file)).components[name] as Component };
});

const captionStyles: Fields = JSON.parse(textOf('styles/captions.json')).styles;

/** A film of a component, with a look if it has one. */
function filmOf({ name, component }: (typeof components)[number], theme: string, aspectRatio: string) {
  const isPointing = component.fields.to !== undefined;
  const target = { kind: 'rectangle', style: 'card', width: 420, height: 260, text: 'Save' };
  const looks = Object.keys(component.states ?? {});
  return {
    ...{ shorthand: true, name, theme, aspectRatio },
    objects: {
      title: { kind: 'text', style: 'heading', place: 'top', text: 'Catalogue' },
      ...(isPointing && { save: target }),
      it: { ...component.example, ...(isPointing && { to: 'save' }) },
    },
    compositions: [
      { duration: 3000, enter: 900, states: { title: true, it: true } },
      ...looks.map((look) => ({ duration: 3000, enter: 700, states: { it: look } })),
      { duration: 3000, enter: 500, states: { it: false } },
    ],
  };
}

/** The advice on the film of a component, without that on the space around it. */
async function adviceOnComponent(one: (typeof components)[number], theme: string, aspectRatio: string) {
  const advice = await adviceOn(filmOf(one, theme, aspectRatio));
  return advice.filter(({ rule }) => rule !== 'empty-frame');
}

describe('the catalogue', () => {
  it('has components of at most 2,500 bytes with a description and an example', () => {
    expect(components).toHaveLength(37);
    for (const [index, { name, component }] of components.entries()) {
      expect(Buffer.byteLength(textOf(files[index] ?? '')), name).toBeLessThanOrEqual(2500);
      expect(Object.keys(JSON.parse(textOf(files[index] ?? '')).components)).toEqual([name]);
      expect(component).toMatchObject({
        description: expect.stringMatching(/^[A-Z].*\.$/),
        example: { kind: name },
        fields: expect.any(Object),
      });
      const unknown = Object.keys(component.example).filter((field) => !(field in component.fields));
      expect(unknown.filter((field) => !['kind', 'look'].includes(field))).toEqual([]);
    }
  });

  it.each(Object.keys(captionStyles))('captions have the style %s without advice', async (style) => {
    const src = [{ text: 'Seven is the pivot: smaller numbers go left.', startMs: 200, endMs: 3400 }];
    for (const theme of Object.keys(bundledThemes)) {
      const objects = {
        title: { kind: 'text', style: 'title', place: 'top', text: 'Quick sort' },
        words: { kind: 'captions', style, src },
      };
      expect(await adviceOn({ shorthand: true, theme, objects, compositions: [{ duration: 3600 }] })).toEqual(
        [],
      );
    }
  });

  it('a style of the catalogue sets the mode of captions, which an object may set itself', async () => {
    const cuesWith = async (fields: object) => {
      const src = [{ text: 'One two', startMs: 0, endMs: 900 }];
      const objects = { words: { kind: 'captions', src, ...fields } };
      const { scenes } = expandedFilm({ theme: 'midnight', objects, compositions: { a: {} } });
      return scenes.main?.objects.words?.cues?.map(({ text }) => text);
    };
    expect(await cuesWith({})).toEqual(['One two']);
    expect(await cuesWith({ style: 'pop' })).toEqual(['One', 'two']);
    expect(await cuesWith({ style: 'pop', mode: 'lines' })).toEqual(['One two']);
  });

  it.each(components)('$name has no advice', { timeout: 60_000 }, async (component) => {
    expect(await adviceOnComponent(component, 'midnight', '16:9')).toEqual([]);
  });

  it.each(Object.keys(bundledThemes))(
    'has no advice in the theme %s, in all shapes',
    {
      tags: 'slow',
      timeout: 600_000,
    },
    async (theme) => {
      for (const component of components)
        for (const aspectRatio of ['16:9', '9:16', '1:1'])
          expect({
            name: component.name,
            aspectRatio,
            advice: await adviceOnComponent(component, theme, aspectRatio),
          }).toEqual({ name: component.name, aspectRatio, advice: [] });
    },
  );
});
