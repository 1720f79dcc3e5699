export { I420Picture, type Patch, type PixelArea, type PixelSheet, type Plane } from './i420-picture.ts';
export { type Motion, type PictureChange, PPictureCoder, type Quantizer } from './p-picture-coder.ts';
export {
  nalUnits,
  parameterSetsFor,
  rawKeyPicture,
  readSequenceParameters,
  renumberedPicture,
  type SequenceParameters,
  skippedPicture,
  withOwnPictureParameterSets,
} from './syntax.ts';
