import { decodeSound } from '../../media/sound/decode-sound.ts';
import { writePcmWave } from '../../media/sound/pcm-wave.ts';
import { type Result, success } from '../../project/result.ts';
import type { Conversion, Converted } from './conversion.ts';

/** Converts a sound to PCM WAV with 16 bits, mono or stereo, at its own rate. */
export async function convertSound(
  { bytes, maxBytes, heardUntilMs }: Conversion,
  signal: AbortSignal,
): Promise<Result<Converted>> {
  const sound = await decodeSound(bytes, { maxBytes, untilMs: heardUntilMs }, signal);
  return sound.ok ? success({ mime: 'audio/wav', bytes: writePcmWave(sound.value) }) : sound;
}
