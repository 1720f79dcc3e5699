import { expect, it } from 'vitest';
import { urlEditors } from '../../src/editors.ts';
import { editorUrl } from '../../src/page/places.js';

const place = { line: 12, column: 5 };
const urlOf = (id: string, path: string) => {
  const editor = urlEditors.find((one) => one.id === id) ?? expect.unreachable();
  return editorUrl(editor, path, place);
};

it('the URL of an editor has the encoded path, the line and the column', () => {
  expect(urlOf('vscode', '/home/a b/f&#?.json')).toBe('vscode://file/home/a%20b/f%26%23%3F.json:12:5');
  expect(urlOf('idea', '/home/a/f&g.json')).toBe('idea://open?file=/home/a/f%26g.json&line=12&column=5');
  expect(urlOf('vscode', 'C:\\films\\f.json')).toBe('vscode://file/C:/films/f.json:12:5');
});
