import { catalogueEntry, catalogueNames } from '@render-service/engine/formats';

/** An object that the page offers to add. */
export interface OfferedObject {
  readonly kind: string;
  readonly isOfCatalogue: boolean;
  /** Its fields when it is added. */
  readonly object: Readonly<Record<string, unknown>>;
}

/** The kinds that most films need, with fields that show something at once. */
const common: readonly Readonly<Record<string, unknown>>[] = [
  { kind: 'text', text: 'Text' },
  { kind: 'rectangle', width: 320, height: 180 },
  { kind: 'circle', width: 180 },
  { kind: 'arrow', width: 320, height: 0 },
  { kind: 'icon', icon: 'star', width: 120 },
  { kind: 'equation', text: 'a^2 + b^2 = c^2' },
  { kind: 'code', text: 'print("Hello")', language: 'python' },
  { kind: 'bars', data: { A: 3, B: 5, C: 4 } },
  {
    kind: 'table',
    data: [
      ['A', 1],
      ['B', 2],
    ],
  },
];

/** Components that cannot be added alone: one is about another object, and the parts of the other need states. */
const notAlone = ['callout', 'field'];

/** The objects that the page offers to add: common kinds, then the components of the catalogue. */
export function offeredObjects(): readonly OfferedObject[] {
  const kinds = common.map((object) => ({ kind: String(object.kind), isOfCatalogue: false, object }));
  const components = catalogueNames()
    .filter((kind) => !notAlone.includes(kind))
    .map((kind) => ({ kind, isOfCatalogue: true, object: catalogueEntry(kind)?.example ?? { kind } }));
  return [...kinds, ...components];
}
