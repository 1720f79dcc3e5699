/** Kinds of groups. A group stands among the objects of a document and becomes positions of its members. */
export const groupKinds = ['row', 'column', 'grid'] as const;
export type GroupKind = (typeof groupKinds)[number];
