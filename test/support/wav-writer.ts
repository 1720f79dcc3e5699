export type WavSampleFormat = 'u8' | 's16' | 's24' | 's32' | 'f32' | 'f64';

/** A sample of one channel by its number, full scale being 1. */
export type Waveform = (frame: number) => number;

export interface WavOptions {
  readonly sampleRate: number;
  readonly frames: number;
  /** One waveform a channel. */
  readonly channels: readonly Waveform[];
  /** Default `s16`. */
  readonly sampleFormat?: WavSampleFormat;
  /** Writes the format as WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean;
}

const bitsOf: Readonly<Record<WavSampleFormat, number>> = {
  u8: 8,
  s16: 16,
  s24: 24,
  s32: 32,
  f32: 32,
  f64: 64,
};

/** A valid WAV file. */
export function writeWav(options: WavOptions): Buffer {
  const { sampleRate, channels, sampleFormat = 's16', extensible = false } = options;
  const tag = sampleFormat.startsWith('f') ? 3 : 1;
  const header = { tag, channels: channels.length, sampleRate, bits: bitsOf[sampleFormat] };
  return riff([
    chunk('fmt ', extensible ? extensibleFormat(header) : format(header)),
    chunk('data', sampleBytes(options)),
  ]);
}

/** The file of `writeWav` as a data URL. */
export function wavUrl(options: WavOptions): string {
  return dataUrl(writeWav(options));
}

/** A WAV file as a data URL. */
export function dataUrl(file: Uint8Array): string {
  return `data:audio/wav;base64,${Buffer.from(file).toString('base64')}`;
}

/** A RIFF WAVE file of these chunks; `size` is the size in its header, by default the correct one. */
export function riff(chunks: readonly Uint8Array[], size?: number): Buffer {
  const body = Buffer.concat(chunks);
  const header = Buffer.from('RIFF....WAVE', 'latin1');
  header.writeUInt32LE(size ?? body.length + 4, 4);
  return Buffer.concat([header, body]);
}

/** A chunk, padded to an even length by default; `size` is the size in its header. */
export function chunk(
  id: string,
  body: Uint8Array,
  { size = body.length, padded = true }: { size?: number; padded?: boolean } = {},
): Buffer {
  const header = Buffer.from(`${id}....`, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, body, Buffer.alloc(padded ? body.length % 2 : 0)]);
}

export interface WavFormat {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
  /** Bytes from one frame to the next; by default computed from the other fields. */
  readonly blockSize?: number;
}

/** The body of a plain format chunk. */
export function format({ tag, channels, sampleRate, bits, blockSize }: WavFormat): Buffer {
  const block = blockSize ?? channels * Math.ceil(bits / 8);
  const body = Buffer.alloc(16);
  body.writeUInt16LE(tag, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(sampleRate, 4);
  body.writeUInt32LE((sampleRate * block) % 2 ** 32, 8);
  body.writeUInt16LE(block, 12);
  body.writeUInt16LE(bits, 14);
  return body;
}

/** The body of an extensible format chunk, whose subformat is the tag. */
export function extensibleFormat(header: WavFormat): Buffer {
  const extension = Buffer.alloc(24);
  extension.writeUInt16LE(22, 0);
  extension.writeUInt16LE(header.bits, 2);
  extension.writeUInt32LE(header.channels === 1 ? 4 : 3, 4);
  extension.writeUInt16LE(header.tag, 8);
  Buffer.from('000000001000800000aa00389b71', 'hex').copy(extension, 10);
  return Buffer.concat([format({ ...header, tag: 0xfffe }), extension]);
}

/** The samples alone, frame by frame; integers are rounded and clipped at their largest value. */
export function sampleBytes({
  frames,
  channels,
  sampleFormat = 's16',
}: Omit<WavOptions, 'sampleRate'>): Buffer {
  const bytes = bitsOf[sampleFormat] / 8;
  const body = Buffer.alloc(frames * channels.length * bytes);
  let at = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (const waveform of channels) {
      writeSample(body, at, waveform(frame), sampleFormat);
      at += bytes;
    }
  }
  return body;
}

function writeSample(body: Buffer, at: number, value: number, sampleFormat: WavSampleFormat): void {
  if (sampleFormat === 'f32') body.writeFloatLE(value, at);
  else if (sampleFormat === 'f64') body.writeDoubleLE(value, at);
  else {
    const scale = 2 ** (bitsOf[sampleFormat] - 1);
    const integer = Math.max(-scale, Math.min(scale - 1, Math.round(value * scale)));
    if (sampleFormat === 'u8') body.writeUInt8(integer + 128, at);
    else body.writeIntLE(integer, at, bitsOf[sampleFormat] / 8);
  }
}

/** A sine, its phase 0 at frame 0. */
export function sine(frequency: number, sampleRate: number, amplitude: number): Waveform {
  return (frame) => amplitude * Math.sin((2 * Math.PI * frequency * frame) / sampleRate);
}

/** A single frame of a value, with silence around it. */
export function impulse(at: number, value = 1): Waveform {
  return (frame) => (frame === at ? value : 0);
}

export const silence: Waveform = () => 0;
