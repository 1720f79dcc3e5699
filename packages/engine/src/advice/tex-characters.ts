import { isTypeset } from '../language/kinds.ts';
import type { Project } from '../project/schema.ts';
import type { AdviceList } from './advice.ts';

/** Control characters that result from a single backslash before a letter in JSON, and that TeX does not use. */
const neverMeant: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f' };

/** Maximum length of a comment in a message. */
const maxCommentLength = 30;

/** Control characters that TeX treats as white space. They are suspicious only before the rest of a command's name. */
const whiteSpace: Readonly<Record<string, { readonly letter: string; readonly commands: string }>> = {
  '\n': {
    letter: 'n',
    commands: 'nabla natural ne nearrow neg neq newline nexists ni nleq nmid not notin nsubseteq nu nwarrow',
  },
  '\r': { letter: 'r', commands: 'rangle rbrace rbrack rceil rfloor rho right rightarrow rm root rvert' },
  '\t': {
    letter: 't',
    commands: 'tan tanh tau tbinom text textbf textit tfrac therefore theta tilde times to top triangle',
  },
};

/** Advises on equations with a control character instead of a TeX command, or with a comment. */
export function adviseOnTexCharacters(project: Project, list: AdviceList): void {
  for (const sceneId of project.sceneOrder) {
    const { objects, compositions, compositionOrder } = project.scenes[sceneId];
    const equations = Object.values(objects).filter(({ kind }) => isTypeset(kind));
    for (const { id } of equations) {
      const said = new Set<string>();
      for (const compositionId of compositionOrder) {
        if (list.full) return;
        const text = compositions[compositionId].states[id]?.text ?? '';
        if (said.has(text)) continue;
        said.add(text);
        const path = `scenes.${sceneId}.compositions.${compositionId}.states.${id}.text`;
        const comment = findComment(text);
        if (comment !== undefined) {
          list.add({
            rule: 'tex-escape',
            path,
            message: `% starts a comment in TeX, so ${JSON.stringify(comment)} is not drawn; for a per cent sign write "\\\\%"`,
          });
        }
        const found = findEscape(text);
        if (found === undefined) continue;
        list.add({
          rule: 'tex-escape',
          path,
          message: `the TeX has a control character before "${found.rest}", because JSON reads "\\${found.letter}${found.rest}" as an escape; write "\\\\${found.letter}${found.rest}"`,
        });
      }
    }
  }
}

/** Ends before the braces of an argument that is text. A % in text is drawn. */
const beforeText =
  /\\(?:text(?!style|color)[a-z]*|[fhm]box|(?:make|frame)box|emph|tag\*?|(?:short)?intertext|f?colorbox(?:\s*\{[^{}]*\})+)\s*(?:\[[^\]]*\]\s*)*$/;

/** Maximum length of a command with its other arguments before an argument. */
const maxCommandLength = 100;

/** Returns the first comment of a formula, with its sign, shortened. */
function findComment(tex: string): string | undefined {
  const outer: { isText: boolean; isInText: boolean }[] = [];
  let group = { isText: false, isInText: false };
  for (const { 0: token, index } of tex.matchAll(/\\[\s\S]|[{}$%]/g)) {
    if (token === '{') {
      outer.push(group);
      const startsText = beforeText.test(tex.slice(Math.max(0, index - maxCommandLength), index));
      group = startsText ? { isText: true, isInText: true } : { ...group };
    } else if (token === '}') {
      group = outer.pop() ?? group;
    } else if (token === '$') {
      // Dollar signs enclose mathematics in text.
      group.isText = group.isInText && !group.isText;
    } else if (token === '%' && !group.isText) {
      const comment = /^.*/.exec(tex.slice(index))?.[0] ?? token;
      return comment.length > maxCommentLength ? `${comment.slice(0, maxCommentLength - 1)}…` : comment;
    }
  }
  return undefined;
}

/** Returns the first control character in place of a command, with the letters that follow it. */
function findEscape(tex: string): { letter: string; rest: string } | undefined {
  for (const { 1: control, 2: rest, index } of tex.matchAll(/([\b\f\n\r\t])([A-Za-z]*)/g)) {
    // A line can legitimately begin with a variable: u, e or i.
    if (control === '\n' && rest.length === 1 && index > 0) continue;
    const shown = rest.slice(0, 20);
    if (Object.hasOwn(neverMeant, control)) return { letter: neverMeant[control], rest: shown };
    const { letter, commands } = whiteSpace[control];
    if (commands.split(' ').includes(`${letter}${rest}`)) return { letter, rest: shown };
  }
  return undefined;
}
