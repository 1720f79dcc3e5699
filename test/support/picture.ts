import { createCanvas, loadImage } from '@napi-rs/canvas';

/** A picture as 8-bit RGBA, row by row, alpha not multiplied in. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** The pixels of a PNG file. */
export async function decodePng(png: Uint8Array): Promise<Picture> {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
}

/** The picture as a PNG file. */
export async function encodePng({ width, height, data }: Picture): Promise<Uint8Array> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas.encode('png');
}

export function isOpaque({ data }: Picture): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] < 255) return false;
  return true;
}

/** The picture laid on a plain colour; the result is opaque. */
export function onBackground(picture: Picture, background: Rgb): Picture {
  if (isOpaque(picture)) return picture;
  const { width, height, data } = picture;
  const opaque = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] / 255;
    for (let channel = 0; channel < 3; channel++) {
      opaque[at + channel] = data[at + channel] * alpha + background[channel] * (1 - alpha);
    }
    opaque[at + 3] = 255;
  }
  return { width, height, data: opaque };
}

/** Red, green, blue and alpha of one pixel. */
export function pixelAt({ width, data }: Picture, x: number, y: number): readonly number[] {
  return [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

/** A picture painted by a function of the pixel's place. */
export function paintPicture(
  width: number,
  height: number,
  paint: (x: number, y: number) => readonly number[],
): Picture {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(paint(x, y), 4 * (y * width + x));
  }
  return { width, height, data };
}
