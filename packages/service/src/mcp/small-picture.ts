import { Buffer } from 'node:buffer';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RenderResult } from '@render-service/engine';
import { capabilities } from '@render-service/engine';
import type { Size } from '@render-service/engine/process';

/** Limits of a picture for a client's model: the longer side in pixels, and bytes. */
export const pictureLimits = { maxSide: 1568, maxBytes: 1024 ** 2 };

/**
 * A picture over the limit of bytes shrinks by this much more than its bytes suggest, because small pictures compress
 * less well.
 */
const shrinkage = 0.9;

/** A narrower picture would show nothing useful. */
const narrowest = 64;

export function imageContent(data: Uint8Array, mimeType: string): CallToolResult['content'][number] {
  return { type: 'image', data: Buffer.from(data).toString('base64'), mimeType };
}

/**
 * Draws a still within the limits. `size` is its own size, `draw` renders it at a width, and `made` is a finished
 * render of it.
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
