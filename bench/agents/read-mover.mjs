// Reads programs of MoVer, in first-order logic over objects and motions, and writes each as sentences of `expect`.

/**
 * @typedef {{ readonly call: string, readonly args: readonly Term[] }} Call
 * @typedef {{ readonly variable: string, readonly body: Term }} Lambda
 * @typedef {{ readonly operator: 'and' | 'or' | 'not', readonly terms: readonly Term[] }} Formula
 * @typedef {string | number | readonly Term[] | { readonly text: string } | Call | Lambda | Formula} Term A string is a name.
 */

const token = /\s*(?:(lambda|and|or|not)\b|([A-Za-z_]\w*)|(-?\d+(?:\.\d+)?)|"([^"]*)"|([()[\],:=]))/y;

/** Divides a line into tokens. */
function tokensOf(/** @type {string} */ line) {
  const tokens = [];
  token.lastIndex = 0;
  while (token.lastIndex < line.trimEnd().length) {
    const start = token.lastIndex;
    const match = token.exec(line);
    if (match === null) throw new Error(`cannot read ${JSON.stringify(line.slice(start))}`);
    const [, keyword, name, number, text, sign] = match;
    tokens.push({ keyword, name, number, text, sign });
  }
  return tokens;
}

/** Reads one line by recursive descent. */
class Reader {
  #tokens;
  #place = 0;

  constructor(/** @type {string} */ line) {
    this.#tokens = tokensOf(line);
  }

  /** Returns the name that a line defines, and what it is. */
  line() {
    const [first, second] = this.#tokens;
    const name = second?.sign === '=' ? first?.name : undefined;
    if (name !== undefined) this.#place = 2;
    const term = this.#or();
    if (this.#place < this.#tokens.length) throw new Error('a line goes on after its end');
    return { name, term };
  }

  #or() {
    return this.#joined('or', () => this.#joined('and', () => this.#not()));
  }

  /** @returns {Term} */
  #joined(/** @type {'and' | 'or'} */ operator, /** @type {() => Term} */ read) {
    const terms = [read()];
    while (this.#tokens[this.#place]?.keyword === operator) {
      this.#place++;
      terms.push(read());
    }
    return terms.length === 1 ? /** @type {Term} */ (terms[0]) : { operator, terms };
  }

  /** @returns {Term} */
  #not() {
    if (this.#tokens[this.#place]?.keyword !== 'not') return this.#atom();
    this.#place++;
    return { operator: 'not', terms: [this.#not()] };
  }

  /** @returns {Term} */
  #atom() {
    const { keyword, name, number, text, sign } = this.#tokens[this.#place++] ?? {};
    if (number !== undefined) return Number(number);
    if (text !== undefined) return { text };
    if (sign === '[') return this.#list(']');
    if (sign === '(') {
      const inner = this.#or();
      this.#expect(')');
      return inner;
    }
    if (keyword === 'lambda') {
      const variable = this.#tokens[this.#place++]?.name ?? '';
      this.#expect(':');
      return { variable, body: this.#or() };
    }
    if (name === undefined) throw new Error('a term is expected');
    if (this.#tokens[this.#place]?.sign !== '(') return name;
    this.#place++;
    return { call: name, args: this.#list(')') };
  }

  #list(/** @type {string} */ end) {
    const items = [];
    while (this.#tokens[this.#place]?.sign !== end) {
      items.push(this.#or());
      if (this.#tokens[this.#place]?.sign !== end) this.#expect(',');
    }
    this.#place++;
    return items;
  }

  #expect(/** @type {string} */ sign) {
    if (this.#tokens[this.#place++]?.sign !== sign) throw new Error(`"${sign}" is expected`);
  }
}

const conjuncts = (/** @type {any} */ term) =>
  term.operator === 'and' ? term.terms.flatMap(conjuncts) : [term];

/** Writes a program as sentences of `expect`. Objects are named by their colour and shape, such as blue-circle. */
export function readProgram(/** @type {string} */ program) {
  /** @type {Map<string, string>} */
  const objects = new Map();
  /** @type {Map<string, string>} */
  const motions = new Map();
  const sentences = [];
  for (const line of program.split('\n')) {
    if (line.trim() === '') continue;
    const { name, term } = new Reader(line).line();
    if (name === undefined) sentences.push(...sentencesOf(term, objects, motions));
    else defineName(name, /** @type {any} */ (term), objects, motions);
  }
  // Motions that no relation orders happen all the same.
  return sentences.length === 0 ? [...motions.values()] : sentences;
}

function defineName(name, { call, args: [type, lambda] = [] }, objects, motions) {
  if (call !== 'iota') throw new Error(`${name} is no iota`);
  if (type === 'Motion') motions.set(name, motionOf(lambda, objects));
  else {
    const facts = Object.fromEntries(conjuncts(lambda.body).map(({ call, args }) => [call, args[1]?.text]));
    objects.set(name, `${facts.color}-${facts.shape}`);
  }
}

const orders = { t_before: 'before', t_while: 'while', t_after: 'after' };

/** @returns {string[]} */
function sentencesOf(/** @type {any} */ term, objects, motions) {
  if (term.operator === 'and') return term.terms.flatMap((one) => sentencesOf(one, objects, motions));
  if (term.operator === 'not' && term.terms[0]?.call === 'exists')
    return [`never ${motionOf(term.terms[0].args[1], objects)}`];
  if (term.call === 'exists') return [motionOf(term.args[1], objects)];
  if (Object.hasOwn(orders, term.call)) {
    const [first, second] = term.args.map((one) => motions.get(one));
    return [`${first} ${orders[term.call]} ${second}`];
  }
  throw new Error(`no sentence says ${JSON.stringify(term)}`);
}

const sides = { top: 'above', bottom: 'below', left: 'left of', right: 'right of' };
const contacts = { border: 'bordering', intersect: 'overlapping' };

/** The words of a relation such as s_left_border. */
function relationsOf(/** @type {string} */ call) {
  return call
    .slice(2)
    .split('_')
    .map((part) => sides[part] ?? contacts[part] ?? fail(`there is no relation ${call}`));
}

const opposite = { above: 'below', below: 'above', 'left of': 'right of', 'right of': 'left of' };

function fail(/** @type {string} */ message) {
  throw new Error(message);
}

/** Writes a motion, with its most important words first. */
function motionOf({ body }, objects) {
  const facts = new Map(conjuncts(body).map(({ call, args }) => [call, args[1]]));
  const agent = objects.get(facts.get('agent'));
  const type = facts.get('type')?.text;
  const words = [agent, ...verbWords(type, facts.get('direction'), facts.get('magnitude'))];
  const origin = facts.get('origin');
  if (origin !== undefined) words.push(`${type === 'rotate' ? 'around' : 'from'} ${pointOf(origin)}`);
  if (facts.has('duration')) words.push(`in ${facts.get('duration')}s`);
  const post = facts.get('post');
  if (post !== undefined) {
    const [one, other] = post.args.map((name) => objects.get(name));
    const isAgent = one === agent;
    const relations = relationsOf(post.call).map((words) => (isAgent ? words : (opposite[words] ?? words)));
    words.push(
      `and ends ${relations.map((relation) => `${relation} ${isAgent ? other : one}`).join(' and ')}`,
    );
  }
  return words.join(' ');
}

/** In programs, y grows upwards. */
function verbWords(type, direction, magnitude) {
  if (type === 'translate') {
    const [x = 0, y = 0] = direction ?? [];
    const words = [x < 0 ? 'left' : x > 0 ? 'right' : '', y > 0 ? 'up' : y < 0 ? 'down' : ''].filter(Boolean);
    return ['moves', ...words, ...(magnitude === undefined ? [] : [`by ${magnitude}`])];
  }
  if (type === 'rotate')
    return [
      'rotates',
      ...(direction ? [direction.text] : []),
      ...(magnitude === undefined ? [] : [`by ${magnitude} degrees`]),
    ];
  if (type !== 'scale') throw new Error(`there is no motion of type ${type}`);
  const [x = 0, y = 0] = direction ?? [];
  const verb = direction === undefined ? 'scales' : x + y > 0 ? 'grows' : 'shrinks';
  const axis = direction === undefined || x * y !== 0 ? [] : [x === 0 ? 'vertically' : 'horizontally'];
  const factor = magnitude?.find((one) => one !== 0);
  return [verb, ...axis, ...(factor === undefined ? [] : [`by ${factor}`])];
}

const corners = {
  '0% 0%': 'top left',
  '100% 0%': 'top right',
  '0% 100%': 'bottom left',
  '100% 100%': 'bottom right',
};

function pointOf([x, y]) {
  if (typeof x === 'number') return `(${x}, ${y})`;
  const place = `${x.text} ${y.text}`;
  if (place === '50% 50%') return 'its center';
  return `its ${corners[place] ?? fail(`there is no point ${place}`)} corner`;
}
