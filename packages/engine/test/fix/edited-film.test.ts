import { describe, expect, it } from 'vitest';
import { editText } from '../../src/fix/edit-text.ts';
import { editedFilm } from '../../src/fix/edited-film.ts';
import { themeOfDocument } from '../../src/fix/edited-theme.ts';
import { JsonTree } from '../../src/project/json-tree.ts';

function fieldsOf(document: object, composition: string | null = null, texts = new Map<string, string>()) {
  const tree = new JsonTree(JSON.stringify(document));
  const { fields } = editedFilm(tree, composition, themeOfDocument(document, texts));
  return new Map(fields.map((field) => [field.name, field]));
}

describe('the fields of a film', () => {
  it('a film in shorthand has its name, its theme and the fields of its scene', () => {
    const fields = fieldsOf({ shorthand: true, name: 'Film', theme: 'paper', enter: 500, compositions: {} });
    expect(fields.get('name')).toMatchObject({ value: 'Film', source: { kind: 'object' } });
    expect(fields.get('theme')).toMatchObject({ type: 'choice', value: 'paper', paths: { object: 'theme' } });
    expect(fields.get('theme')?.choices).toContain('midnight');
    expect(fields.get('enter')).toMatchObject({ type: 'number', value: 500 });
    expect(fields.get('background')).toMatchObject({ type: 'color', value: null, isUsual: true });
    expect(fields.get('grain')).toMatchObject({ isUsual: false });
  });

  it('the fields of a scene are those of the scene of the composition', () => {
    const scenes = { intro: { compositions: [] }, end: { background: 'navy', compositions: [] } };
    const fields = fieldsOf({ shorthand: true, scenes }, 'scenes.end.compositions[0]');
    expect(fields.get('background')).toMatchObject({
      value: 'navy',
      paths: { written: 'scenes.end.background' },
    });
  });

  it('a film in the full format has only fields that it may have', () => {
    const names = [...fieldsOf({ scenes: { a: {} } }, 'scenes.a.compositions.one').keys()];
    expect(names).toEqual(['name', 'background', 'width', 'height']);
  });

  it('the sounds of the scene have fields', () => {
    const fields = fieldsOf({ shorthand: true, audioTracks: { music: { src: 'a.wav', start: '1s' } } });
    expect(fields.get('music.start')).toMatchObject({ type: 'number', value: '1s', isUsual: true });
    expect(fields.get('music.volume')).toMatchObject({ type: 'number', value: null, isUsual: true });
    expect(fields.get('music.muted')).toMatchObject({ type: 'flag', isUsual: false });
    expect(fields.get('music.fadeIn')?.paths.written).toBe('audioTracks.music.fadeIn');
  });

  it('the colours of a bundled theme are from it, and one of them is written beside it', () => {
    const document = { shorthand: true, theme: 'midnight' };
    const accent = fieldsOf(document).get('colors.accent');
    expect(accent).toMatchObject({ type: 'color', source: { kind: 'theme', name: 'midnight' } });
    const path = accent?.paths.written ?? '';
    const edited = editText(JSON.stringify(document), [{ path, value: '#00ff00' }]);
    expect(edited.ok && JSON.parse(edited.value)).toEqual({
      shorthand: true,
      theme: { extends: 'midnight', colors: { accent: '#00ff00' } },
    });
  });

  it('a theme of the document has its own colours and the name of the theme that it extends', () => {
    const theme = { extends: 'paper', colors: { accent: '#123456' } };
    const fields = fieldsOf({ shorthand: true, theme });
    expect(fields.get('theme')).toMatchObject({ value: 'paper', paths: { written: 'theme.extends' } });
    expect(fields.get('colors.accent')).toMatchObject({ value: '#123456', source: { kind: 'object' } });
    expect(fields.get('colors.text')).toMatchObject({ source: { kind: 'theme', name: 'paper' } });
  });

  it('a theme that a variable names is changed in the variable', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const fields = fieldsOf({ shorthand: true, variables: { look: 'paper' }, theme: '${look}' });
    expect(fields.get('theme')).toMatchObject({
      ...{ value: 'paper', source: { kind: 'variable', name: 'look' } },
      paths: { written: 'variables.look' },
    });
  });

  it('the colours of a theme that a variable names are written beside the variable', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const document = { shorthand: true, variables: { look: 'paper' }, theme: '${look}' };
    const accent = fieldsOf(document).get('colors.accent');
    expect(accent?.source).toEqual({ kind: 'theme', name: 'paper, which the variable look names' });
    const path = accent?.paths.written ?? '';
    const edited = editText(JSON.stringify(document), [{ path, value: '#00ff00' }]);
    expect(edited.ok && JSON.parse(edited.value).theme).toEqual({
      ...{ extends: document.theme, colors: { accent: '#00ff00' } },
    });
  });

  it('a colour of the theme that a variable has is changed in the variable', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    const theme = { extends: 'paper', colors: { accent: '${brand}' } };
    const fields = fieldsOf({ shorthand: true, variables: { brand: '#cc2288' }, theme });
    expect(fields.get('colors.accent')).toMatchObject({
      ...{ value: '#cc2288', source: { kind: 'variable', name: 'brand' } },
      paths: { written: 'variables.brand' },
    });
  });

  it('the colours of a theme in a file are from the file, also if a variable names it', () => {
    const texts = new Map([['brand.json', '{ "extends": "paper", "colors": { "accent": "#123456" } }']]);
    const accentOf = (document: object) => fieldsOf(document, null, texts).get('colors.accent');
    expect(accentOf({ shorthand: true, theme: 'brand.json' })).toMatchObject({
      ...{ value: '#123456', source: { kind: 'file', name: 'brand.json' } },
    });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
    expect(accentOf({ shorthand: true, variables: { look: 'brand.json' }, theme: '${look}' })).toMatchObject({
      source: { kind: 'file', name: 'brand.json, which the variable look names' },
    });
    expect(fieldsOf({ shorthand: true, theme: 'brand.json' }).has('colors.accent')).toBe(false);
  });
});
