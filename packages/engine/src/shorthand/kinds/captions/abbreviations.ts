/** Words that are shortened before a name. Their capital tells "Ms." from milliseconds. */
const titles = wordsIn(`
  Mr Mrs Ms Dr Prof Rev Gen Sgt Capt Lt Col Gov Sen St Mt Messrs
  Hr Fr Frl Dipl Ing
  MM Mme Mmes Mlle Mgr
  Sr Sra Srta Dra Dña Ud Uds EE
`);

/** Words that are shortened before others, without the points and spaces between their letters. */
const linking = wordsIn(`
  eg ie cf vs viz approx
  zb dh bzw ca evtl vgl inkl exkl ggf sog
  pex av
  pej
`);

/** Words that are shortened before a number. "No." alone is an answer. */
const counted = wordsIn(`
  no nos p pp fig figs eq eqs sec ch vol art jan feb apr jun jul aug sep sept oct nov dec
  nr nrn s abb abs bd kap okt dez
  chap éd
  núm pág págs
`);

/** Words that begin sentences and no names. */
const beginnings = wordsIn(`
  the a an this that these those it its he she we you they i his her our your their then now so but and or if when while in on at
  as here there what who how why which each every all both for to with from after before because let is are no not yes
  danach darauf dort
  der die das ein eine dieser diese dieses er sie es wir ihr ich dann nun jetzt aber und oder wenn weil im am hier da was wer wie warum
  jede jeder jedes alle für zu mit von nach vor man nicht
  le la les un une ce cet cette ces il elle on nous vous ils elles je puis mais et ou si quand dans ici là que qui comment pourquoi
  chaque tous pour avec après avant
  el los las una este esta esto ese esa ella nosotros ellos yo luego pero y o cuando en aquí allí qué quién cómo cada todo todos
  para con después antes
`);

/** German words before ordinal numbers, such as "am 3. Oktober". */
const beforeOrdinal = /(?:^|\s)(?:am|ab|bis|seit|im|vom|zum|zur|beim|de[rmns]|die|das)\s\d{1,4}\.$/iu;

/** Letters with points and spaces between, such as "z. B." and "p. ej.". */
const spelled = /(?<![\p{L}.])(?:\p{L}{1,2}\. ?)*\p{L}+\.$/u;

/** The letters at the end of a text that matter. */
const lookedAt = 60;

/**
 * Whether the point at the end of a text shortens its last word, or follows an initial or an ordinal number, so that the
 * sentence goes on in the text after it. Abbreviations are English, German, French and Spanish; without one, initials and letters
 * with points between are recognised in every language.
 */
export function isPointInside(before: string, after: string): boolean {
  const left = before.trimEnd();
  if (!left.endsWith('.')) return false;
  const end = left.slice(-lookedAt);
  const next = /^[\s"'“‘«„(]*([\p{L}\p{N}]+)/u.exec(after.slice(0, lookedAt))?.[1] ?? '';
  const begins = beginnings.has(next.toLowerCase());
  if (beforeOrdinal.test(end)) return next !== '' && !begins;
  const word = /[\p{L}\p{M}.-]+$/u.exec(end)?.[0] ?? '';
  const bare = word.replace(/[.-]/g, '');
  if (titles.has(bare) || linking.has(bare.toLowerCase())) return true;
  if (linking.has(spelled.exec(end)?.[0].replace(/[. ]/g, '').toLowerCase() ?? '')) return true;
  if (counted.has(bare.toLowerCase()) && /^(?:\p{Nd}|[IVXLC]{2,}$)/u.test(next)) return true;
  // The first letter of "z. B.".
  if (/(?<![\p{L}.])\p{Ll}\.$/u.test(end) && /^\s*\p{L}{1,2}\./u.test(after)) return true;
  // "So did I." is a whole sentence.
  if (/\p{Ll}\s+I\.$/u.test(end)) return false;
  const isInitial = /^(?:\p{Lu}\.-?)+$/u.test(word) || /^(?:\p{L}\.-?){2,}$/u.test(word);
  return isInitial && next !== '' && !begins;
}

/** Whether a text that begins a sentence is only the number of an item, such as the first word of "1. First". */
export function isItemNumber(text: string): boolean {
  return /^\s*\d{1,3}\.\s*$/.test(text);
}

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
