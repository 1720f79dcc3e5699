import type { Converter } from './conversion.ts';

/** Converts a file in this process. Decoders are loaded only when they are needed. */
export const convertFile: Converter = async (conversion, signal) => {
  if (conversion.type === 'image') {
    const { convertPicture } = await import('./convert-picture.ts');
    return convertPicture(conversion);
  }
  const { convertSound } = await import('./convert-sound.ts');
  return convertSound(conversion, signal);
};
