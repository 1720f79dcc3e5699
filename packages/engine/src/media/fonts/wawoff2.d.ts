/** The package has no types. */
declare module 'wawoff2/decompress.js' {
  /** Returns a TTF or an OTF in the memory of the decoder, which the next call overwrites. Rejects for damaged fonts. */
  export default function decompress(font: Uint8Array): Promise<Uint8Array>;
}
