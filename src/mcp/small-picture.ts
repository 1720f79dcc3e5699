import { Buffer } from 'node:buffer';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Size } from '../output/fit-scene.ts';
import { capabilities } from '../render/capabilities.ts';
import type { RenderResult } from '../render/render.ts';

/** What a client's model can look at in one piece: the longer side in pixels, and bytes. */
export const pictureLimits = { maxSide: 1568, maxBytes: 1024 ** 2 };

/** How much smaller than its bytes ask for a picture is made, because small pictures compress less well. */
const shrinkage = 0.9;

/** A narrower picture shows nothing. */
const narrowest = 64;

export function imageContent(data: Uint8Array, mimeType: string): CallToolResult['content'][number] {
  return { type: 'image', data: Buffer.from(data).toString('base64'), mimeType };
}

/**
 * A still within the limits. `size` is what it has by itself; `draw` makes it as wide as it is told, and `made` is one that
 * was made already.
 */
export async function drawSmall(
  size: Size,
  draw: (width: number) => Promise<RenderResult>,
  made?: RenderResult,
): Promise<CallToolResult['content'][number]> {
  const { maxSide, maxBytes } = pictureLimits;
  const scale = Math.min(
    1,
    maxSide / Math.max(size.width, size.height),
    Math.sqrt(capabilities.maxPixels / (size.width * size.height)),
  );
  let width = Math.max(1, Math.floor(size.width * scale));
  let still = made && scale === 1 ? made : await draw(width);
  while (still.bytes > maxBytes && width > narrowest) {
    width = Math.max(narrowest, Math.floor(width * Math.sqrt(maxBytes / still.bytes) * shrinkage));
    still = await draw(width);
  }
  return imageContent(still.data, still.mimeType);
}
