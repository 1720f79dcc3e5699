import { readXml } from './strict-xml.ts';

/** Rule for the value of an attribute. */
interface Rule {
  test(value: string): boolean;
}

/** Without a sign, and within the range of 32-bit floating-point numbers, which viewers use. */
const magnitude = String.raw`\d+(?:\.\d+)?(?:e-\d+|e\+(?:[12]?\d|3[0-7]))?`;
const number = `-?${magnitude}`;
const only = (pattern: string) => new RegExp(`^(?:${pattern})$`);
const isNumber = only(number);
const isLength = only(magnitude);
const isColor = only('#[0-9a-f]{6}');
const isReference = only(String.raw`url\(#[a-z0-9-]+\)`);
const isId = only('[a-z]+(?:-[0-9]+)?');
const isText = { test: () => true };
const segment = new RegExp(`[ML]${number} ${number}|C${number}(?: ${number}){5}|Z`, 'y');
/** Checks segment by segment, since outlines may have megabytes. */
const isPath = {
  test: (data: string) => {
    segment.lastIndex = 0;
    let end = 0;
    while (end < data.length && segment.test(data)) end = segment.lastIndex;
    return end === data.length;
  },
};
const isTransform = only(`translate\\(${number} ${number}\\)|matrix\\(${number}(?: ${number}){5}\\)`);
const isPicture = only('data:image/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}');

const fill = { fill: isColor, 'fill-opacity': isNumber };
const box = { x: isNumber, y: isNumber, width: isLength, height: isLength };

/** Every element that our documents may have, with its attributes and the rules for their values. */
const vocabulary: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  svg: {
    xmlns: only('http://www\\.w3\\.org/2000/svg'),
    width: isLength,
    height: isLength,
    viewBox: only('0 0 \\d+ \\d+'),
  },
  defs: {},
  clipPath: { id: isId },
  filter: {
    id: isId,
    filterUnits: only('userSpaceOnUse'),
    ...box,
    'color-interpolation-filters': only('sRGB'),
  },
  feGaussianBlur: { stdDeviation: isNumber },
  feMerge: {},
  feMergeNode: { in: only('SourceGraphic') },
  g: {
    transform: isTransform,
    'clip-path': isReference,
    filter: isReference,
    opacity: isNumber,
    role: only('img'),
    'aria-label': isText,
    fill: only('none'),
    'stroke-linecap': only('round'),
    'stroke-linejoin': only('round'),
  },
  rect: { width: isLength, height: isLength, ...fill },
  path: { d: isPath, ...fill, stroke: isColor, 'stroke-opacity': isNumber, 'stroke-width': isLength },
  image: { ...box, preserveAspectRatio: only('none'), href: isPicture },
};

/** Names that a parser has found in a document: `element` and `element attribute`, each once. */
export type UsedNames = readonly string[];

/** Returns the fault of an SVG file for untrusted data; null if it has none. */
export function svgFault(svg: string): string | null {
  const ids = new Set<string>();
  const references: string[] = [];
  try {
    for (const { name, attributes } of readXml(svg)) {
      const known = vocabulary[name];
      if (!known) return `element ${name} does not belong there`;
      for (const [attribute, value] of attributes) {
        const rule = known[attribute];
        if (!rule) return `attribute ${attribute} of ${name} does not belong there`;
        if (!rule.test(value)) return `${name} has ${attribute} ${JSON.stringify(value.slice(0, 200))}`;
        if (rule === isReference) references.push(value.slice(5, -1));
        if (attribute === 'id' && ids.size === ids.add(value).size) return `id ${value} twice`;
      }
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const dangling = references.find((id) => !ids.has(id));
  return dangling === undefined ? null : `nothing has the id ${dangling}`;
}

/** Like `svgFault`, for the names that another parser has found. */
export function foreignName(names: UsedNames): string | null {
  const isKnown = (used: string) => {
    const [element = '', attribute] = used.split(' ');
    return attribute === undefined ? vocabulary[element] : vocabulary[element]?.[attribute];
  };
  return names.find((used) => !isKnown(used)) ?? null;
}
