import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const verticalFeatures = ['valt', 'vert', 'vhal', 'vkrn', 'vpal', 'vrt2'];
const unusedTables = ['BASE', 'DSIG', 'MATH', 'STAT', 'VORG', 'gasp', 'meta', 'vhea', 'vmtx'];

/** Values of hb_subset_flags_t and hb_subset_sets_t. */
const noHinting = 1;
const retainGlyphIds = 2;
const subsetSets = { keptTables: 2, dropTables: 3, layoutFeatures: 6 };
/** Digits of equal width, which the subsetter would omit. */
const addedFeatures = ['tnum'];

/** Subsets fonts with HarfBuzz's subsetter. It has no JavaScript wrapper, so memory is managed by hand. */
export async function openSubsetter() {
  const wasm = readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm);
  const hb = instance.exports;
  hb._initialize();
  const tag = (name) => Buffer.from(name, 'latin1').readUInt32BE();

  /**
   * `hasLayers` keeps all glyphs and the tables of layers and colours, which this build of the subsetter drops.
   * `onlyFeatures` replaces the features that are kept.
   */
  return function subset(fontBytes, codePoints, hasLayers = false, onlyFeatures = undefined) {
    const bytesPointer = hb.malloc(fontBytes.length);
    new Uint8Array(hb.memory.buffer).set(fontBytes, bytesPointer);
    const blob = hb.hb_blob_create(bytesPointer, fontBytes.length, 2, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    const input = hb.hb_subset_input_create_or_fail();
    const unicodes = hb.hb_subset_input_unicode_set(input);
    hb.hb_set_clear(unicodes);
    for (const codePoint of codePoints) hb.hb_set_add(unicodes, codePoint);
    const features = hb.hb_subset_input_set(input, subsetSets.layoutFeatures);
    for (const name of verticalFeatures) hb.hb_set_del(features, tag(name));
    for (const name of addedFeatures) hb.hb_set_add(features, tag(name));
    if (onlyFeatures !== undefined) {
      hb.hb_set_clear(features);
      for (const name of onlyFeatures) hb.hb_set_add(features, tag(name));
    }
    const dropped = hb.hb_subset_input_set(input, subsetSets.dropTables);
    for (const name of unusedTables) hb.hb_set_add(dropped, tag(name));
    if (hasLayers) {
      hb.hb_set_invert(hb.hb_subset_input_glyph_set(input));
      const kept = hb.hb_subset_input_set(input, subsetSets.keptTables);
      for (const name of ['COLR', 'CPAL']) hb.hb_set_add(kept, tag(name));
    }
    hb.hb_subset_input_set_flags(input, hasLayers ? noHinting | retainGlyphIds : noHinting);

    const subsetFace = hb.hb_subset_or_fail(face, input);
    if (subsetFace === 0) throw new Error('HarfBuzz could not subset the font');
    const subsetBlob = hb.hb_face_reference_blob(subsetFace);
    const start = hb.hb_blob_get_data(subsetBlob, 0);
    const result = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(subsetBlob)));
    hb.hb_blob_destroy(subsetBlob);
    hb.hb_face_destroy(subsetFace);
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.hb_blob_destroy(blob);
    hb.free(bytesPointer);
    return result;
  };
}
