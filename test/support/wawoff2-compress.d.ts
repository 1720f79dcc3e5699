/** The package has no types. */
declare module 'wawoff2/compress.js' {
  /** Returns a WOFF2 font in the memory of the encoder, which the next call overwrites. Rejects for damaged fonts. */
  export default function compress(font: Uint8Array): Promise<Uint8Array>;
}
