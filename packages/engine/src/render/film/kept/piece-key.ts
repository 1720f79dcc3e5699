import { arch, platform } from 'node:process';
import { countCoordinates, type DisplayList, type ObjectNode } from '../../../drawing/display-list.ts';
import type { FrameLists } from '../frame-lists.ts';
import type { Piece } from '../piece.ts';
import type { VideoSettings } from '../piece-encoder.ts';
import { ByteWriter } from './byte-writer.ts';
import { partsDigest, writeColor, writeGradient, writeGroup } from './content-digest.ts';
import { pieceCode } from './piece-code.ts';
import type { LooksCollector } from './piece-looks.ts';

/** A piece with more coordinates in its pictures takes too long to compare. */
const maxCoordinates = 10_000_000;

/**
 * Returns a digest of everything on which the bytes of a piece depend, except how many it may have: what its pictures
 * show, how long each is held, and how they are coded. Its place in the film and the names of objects are not part of
 * it. Null if that takes too long. `looks` collects what the pictures show.
 */
export function keyOfPiece(
  { first, end }: Piece,
  lists: FrameLists,
  settings: VideoSettings,
  looks?: LooksCollector,
): string | null {
  const { size, framesPerSecond, quality } = settings;
  const writer = new ByteWriter();
  writer.text(JSON.stringify([pieceCode, arch, platform, size, framesPerSecond, quality]));
  const pictures = new PictureWriter(writer, looks);
  let shown: DisplayList | undefined;
  let held = 0;
  let coordinates = 0;
  for (let frame = first; frame < end; frame++) {
    const list = lists.at(frame);
    held++;
    if (list === shown) continue;
    shown = list;
    writer.integer(held);
    looks?.addTime(held);
    held = 0;
    coordinates += list.nodes.reduce((sum, node) => sum + countCoordinates(node), 0);
    if (coordinates > maxCoordinates) return null;
    pictures.write(list);
  }
  looks?.addTime(held);
  return writer.integer(held).digest().toString('hex');
}

/**
 * Writes the pictures of one piece. What the painter paints anew depends on which objects of two pictures are the same
 * object, so an object that was there before is written as its number, and one that only looks the same is not.
 */
class PictureWriter {
  readonly #writer: ByteWriter;
  readonly #looks: LooksCollector | undefined;
  readonly #numbers = new Map<unknown, number>();

  constructor(writer: ByteWriter, looks: LooksCollector | undefined) {
    this.#writer = writer;
    this.#looks = looks;
  }

  write({ sceneIndex, width, height, background, backgroundGradient, nodes }: DisplayList): void {
    const writer = this.#writer;
    this.#writeNumber(`scene ${sceneIndex}`);
    const start = writer.length;
    writer.numbers(width, height);
    writeColor(writer, background);
    writeGradient(writer, backgroundGradient);
    this.#looks?.addBackground(writer.since(start));
    this.#writeNodes(nodes);
  }

  #writeNodes(nodes: readonly ObjectNode[]): void {
    this.#writer.integer(nodes.length);
    for (const node of nodes) this.#writeNode(node);
  }

  #writeNode(node: ObjectNode): void {
    if (!this.#writeNumber(node)) return;
    const { objectId, members, children } = node;
    this.#writeNumber(`object ${objectId}`);
    const start = this.#writer.length;
    writeGroup(this.#writer, node);
    this.#writer.integer(members ? 1 : 0);
    this.#looks?.addObject(objectId, this.#writer.since(start), members ? undefined : partsDigest(children));
    // Members are told apart by object, and their list is the same as the children.
    if (!this.#writeNumber(children)) return;
    if (members) this.#writeNodes(members);
    else this.#writer.bytes(partsDigest(children));
  }

  /** Writes the number of a thing in order of appearance; returns whether it is new. */
  #writeNumber(thing: unknown): boolean {
    const known = this.#numbers.get(thing);
    this.#writer.integer(known ?? this.#numbers.size);
    if (known === undefined) this.#numbers.set(thing, this.#numbers.size);
    return known === undefined;
  }
}
