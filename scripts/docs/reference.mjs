/**
 * Writes the tables of fields in docs/reference/format/fields.md from the JSON Schemas. Marks name a definition of
 * shorthand and, if there is one, the definition of the full format that it corresponds to. A single name may also be a
 * definition that only the full format has:
 *
 *     <!-- fields: ShorthandTrack TransitionTrack -->
 *     <!-- end of fields -->
 */

/** The chapters that describe the values of fields. */
const links = {
  Id: 'id',
  Color: 'colour',
  ShorthandColor: 'colour',
  Pace: '[easing](easing.md#easing)',
  Curve: '[control points](#control-points)',
  ShorthandState: '[state](#state)',
  ShorthandBegin: 'fields of a state',
  Begin: 'fields of a state',
  ShorthandImage: '[image](#image-asset)',
  ShorthandFontFiles: '[font](#font-family)',
  ShorthandMedia: '[media](#media-asset)',
  ShorthandPlayback: '[playback](#playback)',
  ShorthandObject: '[object](#object)',
  ShorthandAudioTrack: '[audio track](#audio-track)',
  ShorthandDuck: '[ducking](#ducking)',
  ShorthandAudioKeyframes: '[volumes](#volume-keyframe)',
  ShorthandKeyframe: '[keyframe](#keyframe)',
  ShorthandKeyframes: '[keyframes](#keyframe)',
  ShorthandTiming: '[timing](#timing)',
  ShorthandTrack: '[track](#track)',
  Animation: '[animation](#track)',
  ShorthandTransition: '[transition](#transition)',
  ShorthandEnter: 'milliseconds, or [enter](#enter)',
  ShorthandComposition: '[composition](#composition)',
  ShorthandScene: '[scene](#scene)',
  Easing: '[easing](easing.md#easing)',
  VariableKeyframe: '[keyframe](formulas.md)',
};

/** Returns the page with regenerated tables. Throws an Error for a mark that names no definition. */
export function writeReference(page, { projectSchema, shorthandSchema }) {
  return page.replaceAll(
    /(<!-- fields: (\w+)(?: (\w+))? -->\n).*?(<!-- end of fields -->)/gs,
    (_, start, shortName, fullName, end) => {
      if (shorthandSchema.$defs[shortName] === undefined && fullName === undefined) {
        return `${start}\n${fullTable(definition(projectSchema, shortName))}\n${end}`;
      }
      const short = withoutState(
        shortName,
        objectOf(definition(shorthandSchema, shortName)),
        shorthandSchema,
      );
      const full = fullName === undefined ? undefined : definition(projectSchema, fullName);
      const extended = projectSchema.$defs[`Extended${fullName}`];
      return `${start}\n${table(short, full, extended)}\n${end}`;
    },
  );
}

/** Leaves out the fields that a project shares with its scene, an object with its state, and an enter with its tracks. */
function withoutState(name, { properties, ...schema }, shorthandSchema) {
  const other = {
    ShorthandProject: 'ShorthandScene',
    ShorthandObject: 'ShorthandState',
    ShorthandEnter: 'ShorthandTrack',
  }[name];
  if (other === undefined) return { properties, ...schema };
  const shared = objectOf(definition(shorthandSchema, other)).properties;
  const own = ['duration', 'data', 'name'];
  const kept = Object.entries(properties).filter(
    ([field]) => !Object.hasOwn(shared, field) || own.includes(field),
  );
  return { ...schema, properties: Object.fromEntries(kept) };
}

function definition({ $defs }, name) {
  if ($defs[name] === undefined)
    throw new Error(`docs/reference/format/fields.md: the schema defines no "${name}"`);
  return $defs[name];
}

function table(short, full, extended) {
  const rows = Object.entries(short.properties).map(([field, schema]) => {
    const label = short.required?.includes(field) ? `**\`${field}\`**` : `\`${field}\``;
    return [label, describeValue(schema), schema.description, presence(field, full, extended)];
  });
  const lines = withoutRepetition(rows).map((cells) => `| ${cells.join(' | ')} |\n`);
  return `| field | value | meaning | full format |\n|---|---|---|---|\n${lines.join('')}`;
}

/** Joins neighbouring rows with equal values whose descriptions differ only in a noun, such as those of the timings. */
function withoutRepetition(rows) {
  const joined = [];
  for (const [label, values, meaning, presence] of rows) {
    const [, before, noun, after] = /^(.* of the )([^,]*?)(\. Default: .*)$/.exec(meaning) ?? [];
    const last = joined.at(-1);
    const isSame =
      noun !== undefined &&
      [before, values, after, presence].every((part, index) => part === last?.alike[index]);
    if (isSame) last.parts.push({ label, noun });
    else joined.push({ alike: [before, values, after, presence], meaning, parts: [{ label, noun }] });
  }
  return joined.map(({ alike: [before, values, after, presence], meaning, parts }) => [
    parts.map(({ label }) => label).join(', '),
    values,
    parts.length === 1 ? meaning : `${before}${parts.map(({ noun }) => noun).join(', the ')}${after}`,
    presence,
  ]);
}

function fullTable({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([field, schema]) => {
    const label = required.includes(field) ? `**\`${field}\`**` : `\`${field}\``;
    return `| ${[label, describeValue(schema), schema.description].join(' | ')} |\n`;
  });
  return `| field | value | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function presence(field, full, extended) {
  const own = full?.properties[field];
  if (own === undefined || own.not !== undefined)
    return extended?.properties[field] === undefined || extended.properties[field].not ? '–' : 'extension';
  return full.required?.includes(field) ? 'required' : 'optional';
}

/** The definition itself, or the object among its alternatives. */
function objectOf(definition) {
  return definition.properties ? definition : definition.anyOf.find(({ properties }) => properties);
}

/**
 * A short description of a field's values. Variables may replace any single value, a text such as "2.5s" any time, and parts of charts
 * any id of a relation; the text omits these.
 */
function describeValue(schema) {
  if (schema.$ref !== undefined) return nameOf(schema);
  const options = optionsOf(schema);
  if (options !== undefined) return joinOptions(options.map((option) => describeValue(option)));
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.type === 'string') {
    return schema.maxLength === undefined ? 'text' : `text of up to ${schema.maxLength} characters`;
  }
  if (Array.isArray(schema.type)) return joinOptions(schema.type);
  if (schema.type === 'number') return range(schema);
  if (schema.type === 'integer') return `whole number from ${range(schema)}`;
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  if (schema.prefixItems !== undefined) {
    return `[${schema.prefixItems.map(({ type }) => type ?? 'number').join(', ')}]`;
  }
  if (schema.type === 'array') return describeList(schema);
  if (schema.properties !== undefined) {
    return Object.keys(schema.properties)
      .map((field) => `\`${field}\``)
      .join(', ');
  }
  if (schema.additionalProperties) return `map of ${describeMany(schema.additionalProperties)}`;
  return 'anything';
}

/** The same for several values, as in "a list of …". */
function describeMany(schema) {
  if (schema.$ref !== undefined) return nameOf(schema).replace(/\]|$/, 's$&');
  const options = optionsOf(schema);
  if (options !== undefined) return joinOptions(options.map((option) => describeMany(option)));
  if (Array.isArray(schema.type)) return joinOptions(schema.type.map((type) => `${type}s`));
  if (schema.type === 'number') return `numbers from ${range(schema)}`.replace('from number', '').trim();
  if (schema.prefixItems !== undefined) return `${describeValue(schema)} pairs`;
  if (isPair(schema)) return `pairs of ${describeMany(schema.items)}`;
  return describeValue(schema);
}

function describeList(schema) {
  const items = describeMany(schema.items);
  if (isPair(schema)) return `pair of ${items}`;
  const { minItems = 0, maxItems } = schema;
  return `list of ${minItems === 0 ? 'up' : minItems} to ${maxItems} ${items}`;
}

function isPair({ minItems, maxItems, prefixItems }) {
  return minItems === 2 && maxItems === 2 && prefixItems === undefined;
}

function nameOf({ $ref }) {
  return links[$ref.split('/').at(-1)] ?? 'value';
}

function optionsOf({ anyOf, oneOf }) {
  return (anyOf ?? oneOf)?.filter(
    ({ $ref }) => !/\/(VariableText|FormulaText|TimeText|PartName)$/.test($ref),
  );
}

/** Joins alternatives as in a sentence. "true or false" counts as two. */
function joinOptions(options) {
  const words = options.flatMap((option) => (option === 'true or false' ? ['true', 'false'] : [option]));
  if (words.length < 3) return words.join(' or ');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function range({ minimum, maximum, exclusiveMinimum }) {
  if (exclusiveMinimum !== undefined) return `more than ${exclusiveMinimum}, up to ${maximum}`;
  const isWhole = minimum === -100_000 && maximum === 100_000;
  return minimum === undefined || isWhole ? 'number' : `${short(minimum)} to ${short(maximum)}`;
}

function short(number) {
  return Math.abs(number) >= 1e9 ? number.toExponential().replace('+', '') : String(number);
}
