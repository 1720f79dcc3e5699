import { failure, type Result, success } from '../../project/result.ts';
import { readExifOrientation, writeExifOrientation } from './exif-orientation.ts';

/** A marker and its payload, if it has one, from the 0xFF at `start` up to but not including `end`. */
export interface JpegSegment {
  readonly marker: number;
  readonly payload: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The size and the ids of the colour components in the frame header (SOF). */
export interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly componentIds: readonly number[];
}

const jpegMarkers = { dht: 0xc4, soi: 0xd8, eoi: 0xd9, sos: 0xda } as const;

const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const app15 = 0xef;
const comment = 0xfe;

/** Whether the bytes start like a JPEG. */
export function startsAsJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === jpegMarkers.soi && bytes[2] === 0xff;
}

/** Returns the next segment at or after `from`, skipping anything else; undefined if there is no complete one. */
function nextJpegSegment(bytes: Uint8Array, from: number): JpegSegment | undefined {
  for (let start = from; start + 1 < bytes.length; start++) {
    const marker = bytes[start + 1] ?? 0;
    if (bytes[start] !== 0xff || marker === 0 || marker === 0xff) continue;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= jpegMarkers.eoi)) {
      return { marker, payload: bytes.subarray(start + 2, start + 2), start, end: start + 2 };
    }
    const length = ((bytes[start + 2] ?? 0) << 8) | (bytes[start + 3] ?? 0);
    const end = start + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    return { marker, payload: bytes.subarray(start + 4, end), start, end };
  }
  return undefined;
}

/** Returns the segments from SOI to the first SOS, including both; in a shorter file, all complete ones. */
export function readJpegSegments(bytes: Uint8Array): JpegSegment[] {
  const segments: JpegSegment[] = [];
  let segment = nextJpegSegment(bytes, 0);
  while (segment && segment.marker !== jpegMarkers.eoi) {
    segments.push(segment);
    if (segment.marker === jpegMarkers.sos) break;
    segment = nextJpegSegment(bytes, segment.end);
  }
  return segments;
}

/** Whether a marker starts a frame: SOF0 to SOF15, except DHT, JPG and DAC in the same range. */
function isFrameMarker(marker: number): boolean {
  return (marker & 0xf0) === 0xc0 && marker !== jpegMarkers.dht && marker !== 0xc8 && marker !== 0xcc;
}

/** Reads the first frame header. The problem explains why Skia cannot decode such a JPEG. */
export function readJpegFrame(segments: readonly JpegSegment[]): Result<JpegFrame> {
  const segment = segments.find(({ marker }) => isFrameMarker(marker));
  if (!segment) return failure('the JPEG is cut short: it has no frame header');
  const { marker, payload } = segment;
  if (marker > 0xc2) {
    const kind = marker === 0xc3 ? 'lossless' : marker >= 0xc9 ? 'arithmetic' : 'hierarchical';
    return failure(`the JPEG has ${kind} coding; only baseline and progressive JPEG can be decoded`);
  }
  const count = payload[5] ?? 0;
  if (payload.length < 6 + 3 * count) return failure('the JPEG has a frame header that is cut short');
  if (payload[0] !== 8) return failure(`the JPEG has ${payload[0]} bits per sample; it must have 8`);
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const height = view.getUint16(1);
  const width = view.getUint16(3);
  if (width === 0 || height === 0) return failure(`the JPEG has no pixels (${width} x ${height})`);
  if (count !== 1 && count !== 3 && count !== 4) {
    return failure(`the JPEG has ${count} colour components; it must have 1, 3 or 4`);
  }
  const componentIds = Array.from({ length: count }, (_, index) => view.getUint8(6 + 3 * index));
  return success({ width, height, componentIds });
}

// Encoders write about ten. A decoder processes the whole picture for each scan, however small, so thousands of them in
// a small file would take minutes.
const maxScans = 99;

/** At least one bit for every block of 8 x 8 pixels; each component has at least one block per 16 x 16 pixels. */
const maxPixelsPerByte = 2048;

/**
 * Explains why a JPEG is cut off, or would take too long to decode; null if neither. Decoders fill what is missing with
 * grey.
 */
export function findJpegDamage(bytes: Uint8Array, { width, height }: JpegFrame): string | null {
  let scans = 0;
  let segment = nextJpegSegment(bytes, 2);
  for (; segment && segment.marker !== jpegMarkers.eoi; segment = nextJpegSegment(bytes, segment.end)) {
    if (segment.marker === jpegMarkers.sos) scans += 1;
  }
  if (scans > maxScans) return `the JPEG has more than ${maxScans} scans`;
  if (!segment) return 'the JPEG is cut short: it has no end marker';
  if (scans === 0 || width * height > bytes.length * maxPixelsPerByte) {
    return `the JPEG is cut short: its ${bytes.length} bytes cannot hold ${width} x ${height} pixels`;
  }
  return null;
}

/** Determines the colour model like libjpeg: by the JFIF segment, else by Adobe's, else by the component ids. */
export function jpegColorModel(
  segments: readonly JpegSegment[],
  frame: JpegFrame,
): 'grey' | 'ycbcr' | 'rgb' | 'cmyk' {
  if (frame.componentIds.length === 1) return 'grey';
  if (frame.componentIds.length === 4) return 'cmyk';
  if (segments.some(isJfif)) return 'ycbcr';
  const adobe = segments.find(isAdobe);
  if (adobe) return adobe.payload[11] === 0 ? 'rgb' : 'ycbcr';
  return String.fromCharCode(...frame.componentIds) === 'RGB' ? 'rgb' : 'ycbcr';
}

/** Returns the orientation, 1 to 8, of the first EXIF segment; 1 without one. */
export function readJpegOrientation(segments: readonly JpegSegment[]): number {
  const exif = segments.find(isExif);
  return exif ? readExifOrientation(exif.payload.subarray(6)) : 1;
}

/** Whether a segment holds an ICC colour profile or a part of one. */
export function hasIccProfile(segments: readonly JpegSegment[]): boolean {
  return segments.some(isIccProfile);
}

/**
 * Returns the JPEG from SOI to EOI, which it must have, without metadata (EXIF, XMP, thumbnails, comments) and without
 * further pictures after the first. Keeps the colour profile on request. Writes an orientation other than 1 into a new
 * EXIF segment that holds nothing else.
 */
export function pictureSegments(
  bytes: Uint8Array,
  options: { keepProfile: boolean; orientation: number },
): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, jpegMarkers.soi)];
  if (options.orientation !== 1) parts.push(orientationSegment(options.orientation));
  let segment = nextJpegSegment(bytes, 2);
  for (; segment && segment.marker !== jpegMarkers.sos; segment = nextJpegSegment(bytes, segment.end)) {
    const { marker } = segment;
    const describes = (marker >= app0 && marker <= app15) || marker === comment;
    const kept = isJfif(segment) || isAdobe(segment) || (options.keepProfile && isIccProfile(segment));
    if (!describes || kept) parts.push(bytes.subarray(segment.start, segment.end));
  }
  const scans = segment?.start ?? bytes.length;
  while (segment && segment.marker !== jpegMarkers.eoi) segment = nextJpegSegment(bytes, segment.end);
  parts.push(bytes.subarray(scans, segment?.end));
  return Buffer.concat(parts);
}

function orientationSegment(orientation: number): Uint8Array {
  const tiff = writeExifOrientation(orientation);
  const length = 2 + 6 + tiff.length;
  return Uint8Array.of(0xff, app1, length >> 8, length & 255, ...Buffer.from('Exif\0\0', 'latin1'), ...tiff);
}

const isJfif = (segment: JpegSegment) => segment.marker === app0 && hasName(segment, 'JFIF\0', 14);
const isExif = (segment: JpegSegment) => segment.marker === app1 && hasName(segment, 'Exif\0', 6);
const isIccProfile = (segment: JpegSegment) =>
  segment.marker === app2 && hasName(segment, 'ICC_PROFILE\0', 14);
const isAdobe = (segment: JpegSegment) => segment.marker === app14 && hasName(segment, 'Adobe', 12);

function hasName({ payload }: JpegSegment, name: string, minimumLength: number): boolean {
  return payload.length >= minimumLength && String.fromCharCode(...payload.subarray(0, name.length)) === name;
}
