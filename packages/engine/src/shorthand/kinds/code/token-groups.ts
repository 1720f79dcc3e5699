/** Groups of tokens, each with a colour, and the scopes of TextMate grammars that are in them. Later ones win. */
const scopes = {
  text: ['variable', 'meta.embedded', 'source', 'punctuation.section.embedded'],
  punctuation: [
    ...['punctuation', 'meta.brace', 'keyword.operator', 'storage.type.function.arrow', 'meta.separator'],
    ...['punctuation.definition.template-expression'],
  ],
  keyword: [
    ...['keyword', 'storage', 'variable.language', 'keyword.operator.new', 'keyword.operator.expression'],
    ...['keyword.operator.logical.python', 'keyword.operator.word', 'keyword.other', 'keyword.control'],
    ...['entity.name.tag', 'punctuation.definition.tag', 'support.type.primitive', 'keyword.operator.typeof'],
    ...['markup.heading', 'entity.name.section', 'meta.diff.header', 'keyword.operator.instanceof'],
    ...['punctuation.definition.heading', 'entity.name.function.target', 'support.type.makefile'],
  ],
  function: [
    ...['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
    ...['support.macro', 'entity.name.method', 'meta.method-call entity.name.function', 'markup.link'],
    ...['entity.other.attribute-name.class', 'entity.other.attribute-name.id', 'string.other.link'],
    ...['meta.function.decorator', 'punctuation.definition.decorator', 'variable.function'],
  ],
  type: [
    ...[
      'entity.name.type',
      'support.type',
      'support.class',
      'entity.other.inherited-class',
      'storage.type.java',
    ],
    ...[
      'entity.name.class',
      'entity.name.namespace',
      'storage.type.cs',
      'storage.type.generic',
      'storage.type.php',
    ],
    ...[
      'storage.type.primitive',
      'storage.type.built-in',
      'storage.type.built-in.primitive',
      'entity.name.trait',
    ],
    ...[
      'storage.type.numeric',
      'storage.type.boolean',
      'storage.type.byte',
      'storage.type.string',
      'storage.type.c',
    ],
    ...['storage.type.haskell', 'storage.modifier.import.java', 'storage.modifier.package.java'],
  ],
  property: [
    ...[
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
      'variable.other.property',
    ],
    ...[
      'variable.other.object.property',
      'support.variable.property',
      'meta.property-name',
      'variable.object.property',
    ],
    ...['entity.name.tag.yaml', 'keyword.key', 'support.type.property-name.json', 'variable.other.key'],
    ...[
      'variable.other.member',
      'variable.other.attribute-name.cs',
      'meta.mapping.key string',
      'keyword.key.toml',
    ],
    ...[
      'punctuation.support.type.property-name',
      'variable.other.enummember',
      'entity.other.attribute-name.table',
    ],
  ],
  number: [
    ...[
      'constant',
      'support.constant',
      'variable.other.constant',
      'keyword.other.unit',
      'constant.character.escape',
    ],
    ...['markup.bold', 'constant.other.symbol', 'entity.name.constant', 'keyword.operator.unit'],
  ],
  string: [
    ...[
      'string',
      'punctuation.definition.string',
      'markup.inserted',
      'markup.inline.raw',
      'string.quoted',
      'markup.quote',
    ],
    ...['string.regexp', 'markup.fenced_code', 'string.template', 'constant.other.symbol.ruby', 'markup.raw'],
    ...['storage.type.string.python', 'meta.mapping.value string', 'punctuation.definition.inserted'],
  ],
  removed: ['markup.deleted', 'punctuation.definition.deleted', 'invalid'],
  comment: ['comment', 'punctuation.definition.comment', 'string.quoted.docstring', 'markup.italic.comment'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TokenGroup = keyof typeof scopes;

export const tokenGroups = Object.keys(scopes) as readonly TokenGroup[];

/** The colour by which a group is recognised in tokens: the index of the group. */
const signOf = (index: number) => `#${(index + 1).toString(16).padStart(6, '0')}`;

const groupBySign: ReadonlyMap<string, TokenGroup> = new Map(
  tokenGroups.map((group, index) => [signOf(index), group]),
);

/** A theme for shiki that has a colour for each group. */
export const groupTheme = {
  name: 'groups',
  type: 'dark',
  fg: signOf(0),
  bg: '#ffffff',
  settings: tokenGroups.map((group, index) => ({
    scope: [...scopes[group]],
    settings: { foreground: signOf(index) },
  })),
} as const;

/** Returns the group of a token with a colour of that theme. */
export function groupOf(color: string | undefined): TokenGroup {
  return groupBySign.get(color?.toLowerCase() ?? '') ?? 'text';
}
