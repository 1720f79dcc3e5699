import { Buffer } from 'node:buffer';
import { pngSignature } from '../../media/images/png-chunks.ts';
import { compressPixels, pngChunk } from '../png.ts';
import {
  type AnimationPicture,
  type AnimationSettings,
  type AnimationWriter,
  shownMs,
} from './animation-writer.ts';
import { cutOut } from './changed-area.ts';
import { OrderedWork } from './ordered-work.ts';

/** Colour type of PNG for RGBA. */
const rgba = 6;

/**
 * Writes an animated PNG (PNG Specification, third edition): every picture without loss, as the rectangle that has
 * changed.
 */
export class ApngWriter implements AnimationWriter {
  readonly #settings: AnimationSettings;
  readonly #work = new OrderedWork<Buffer[]>((chunks) => this.#write(chunks));
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #pictures = 0;
  #sequence = 0;

  constructor(settings: AnimationSettings) {
    this.#settings = settings;
  }

  get length(): number {
    return this.#length;
  }

  add({ pixels, area, startMs, frames }: AnimationPicture): Promise<void> {
    const { size } = this.#settings;
    const isFirst = this.#pictures++ === 0;
    const control = Buffer.alloc(26);
    control.writeUInt32BE(this.#sequence++, 0);
    for (const [index, value] of [area.width, area.height, area.x, area.y].entries())
      control.writeUInt32BE(value, 4 + 4 * index);
    control.writeUInt16BE(shownMs({ startMs, frames }, this.#settings), 20);
    control.writeUInt16BE(1000, 22);
    const number = isFirst ? undefined : this.#sequence++;
    const part = cutOut(pixels, size.width, area);
    return this.#work.add(async () => {
      const data = await compressPixels(part, area, 4);
      if (number === undefined) return [pngChunk('fcTL', control), pngChunk('IDAT', data)];
      const numbered = Buffer.alloc(4 + data.length);
      numbered.writeUInt32BE(number, 0);
      numbered.set(data, 4);
      return [pngChunk('fcTL', control), pngChunk('fdAT', numbered)];
    });
  }

  async finish(): Promise<Uint8Array> {
    await this.#work.finish();
    const { width, height } = this.#settings.size;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, rgba], 8);
    // The number of pictures, then how often they are played: 0 for ever.
    const control = Buffer.alloc(8);
    control.writeUInt32BE(this.#pictures, 0);
    return Buffer.concat([
      pngSignature,
      pngChunk('IHDR', header),
      pngChunk('sRGB', Buffer.from([0])),
      pngChunk('acTL', control),
      ...this.#chunks,
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  }

  close(): void {}

  #write(chunks: Buffer[]): void {
    this.#chunks.push(...chunks);
    for (const chunk of chunks) this.#length += chunk.length;
  }
}
