/**
 * Reads the JSON snippets of the pages in docs/reference/format/, each of which is a whole project. The info string of
 * a fence defines its picture:
 *
 *     ```json project [picture=<name>] [times=<ms>,<ms>,…] [file=<name>]
 *
 * A picture shows the moment 0, or those in `times` (project time in milliseconds) side by side. `file` is the name
 * under which the commands of the page expect the project.
 */

/** All JSON snippets of a Markdown text in order. Throws an Error that names the line of an unreadable one. */
export function readSnippets(markdown) {
  const snippets = [];
  const fences = /^```json[ \t]*([^\n]*)\n(.*?)^```$/gms;
  for (const match of markdown.matchAll(fences)) {
    const [, info, text] = match;
    const line = markdown.slice(0, match.index).split('\n').length;
    snippets.push(readSnippet(line, info, text));
  }
  return snippets;
}

function readSnippet(line, info, text) {
  const [shape, ...options] = info.trim().split(/\s+/);
  if (shape !== 'project') throw new Error(`line ${line}: a snippet must be a project, but is "${shape}"`);
  const snippet = { line, picture: null, times: [0], file: null, text, project: parse(text, line) };
  for (const option of options) {
    const [key, value = ''] = option.split('=');
    if (key === 'picture' && /^[a-z-]+$/.test(value)) snippet.picture = value;
    else if (key === 'times' && /^\d+(,\d+)*$/.test(value)) snippet.times = value.split(',').map(Number);
    else if (key === 'file') snippet.file = value;
    else {
      const options = 'picture=<name>, times=<ms>,… or file=<name>';
      throw new Error(`line ${line}: an option must be ${options}, but is "${option}"`);
    }
  }
  return snippet;
}

function parse(text, line) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`line ${line}: the snippet is not JSON (${error.message})`);
  }
}
