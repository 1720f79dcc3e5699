import type { Faults } from './faults.ts';
import type { ParsedTrack } from './parse-film.ts';

const sampleRate = 48_000;
const packetLength = 1152;
/** Of 192 kbit/s: 144 x bit rate / sample rate. */
const packetBytes = 576;
/** The first bytes of such a packet: MPEG-1 layer III without a checksum, 192 kbit/s, 48 kHz, no padding. */
const packetHeader = [0xff, 0xfb, 0xb4];

export interface CheckedSound {
  /** Samples of the film's sound, without the packet in front of it. */
  readonly samples: number;
  readonly packets: number;
}

/** Checks the sound: packets of MP3, the first of which only starts the decoder. */
export function checkSound(
  { track, samples, box }: ParsedTrack,
  seconds: number,
  faults: Faults,
): CheckedSound {
  const [entry] = box.mdia.minf.stbl.stsd.entries;
  faults.equal('the audio sample entry', entry?.type, 'mp4a');
  faults.equal('the audio codec', track.codec, 'mp4a.6b');
  faults.equal('the audio rate', track.audio?.sample_rate, sampleRate);
  faults.equal('the audio channels', track.audio?.channel_count, 2);
  faults.equal('the audio timescale', track.timescale, sampleRate);
  const delay = track.edits?.[0]?.media_time ?? 0;
  faults.equal('the samples before the sound', delay, packetLength);
  const length = track.duration - delay;
  const expected = Math.max(1, Math.round(seconds * sampleRate));
  // The film's clock counts in other units than the sound's.
  const tolerance = Math.ceil(sampleRate / 24_000 / 2);
  faults.demand(Math.abs(length - expected) <= tolerance, `the sound has ${length} samples, not ${expected}`);
  for (const [index, { duration, bytes, isSync }] of samples.entries()) {
    faults.demand(isSync, `sound packet ${index} cannot be started from`);
    faults.equal(`the size of sound packet ${index}`, bytes.length, packetBytes);
    faults.equal(`the header of sound packet ${index}`, [bytes[0], bytes[1], bytes[2] & 0xfe], packetHeader);
    if (index < samples.length - 1)
      faults.equal(`the length of sound packet ${index}`, duration, packetLength);
    else faults.demand(duration <= packetLength, `the last sound packet has ${duration} samples`);
  }
  return { samples: length, packets: samples.length };
}
