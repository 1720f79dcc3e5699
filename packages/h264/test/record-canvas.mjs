// Records a moving disc: an H.264 byte stream of 60 pictures, with nothing but this package. Run it with a file's name.
import { writeFileSync } from 'node:fs';
import {
  I420Picture,
  PPictureCoder,
  parameterSetsFor,
  rawKeyPicture,
  readSequenceParameters,
} from '@render-service/h264';

const [width, height, framesPerSecond, radius] = [640, 360, 30, 40];
const centerOf = (frame) => 80 + frame * 8;

/** Pixels (RGBA) of a part of the frame; a canvas gives the same as `getImageData(x, y, width, height).data`. */
function paint(frame, area) {
  const rgba = new Uint8Array(area.width * area.height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const [x, y] = [area.x + ((at / 4) % area.width), area.y + Math.floor(at / 4 / area.width)];
    const isInside = Math.hypot(x - centerOf(frame), y - height / 2) <= radius;
    rgba.set(isInside ? [255, 180, 0, 255] : [20, 24, 40, 255], at);
  }
  return { rgba, width: area.width, patches: [{ area, x: 0, y: 0 }] };
}

const picture = new I420Picture({ width, height });
const parameterSets = parameterSetsFor({ width, height, framesPerSecond });
const parameters = readSequenceParameters(parameterSets);
const quantizer = { quantizer: 17, adaption: 0, finerWhenHeld: 3 };
const coder = new PPictureCoder(picture, parameters, quantizer, width * height);

picture.put(paint(0, { x: 0, y: 0, width, height }));
const stream = [parameterSets, rawKeyPicture(picture.paddedPlanes, parameters)];
coder.start(picture.paddedPlanes);
for (let frame = 1; frame < 60; frame++) {
  const left = centerOf(frame - 1) - radius - 2;
  const area = { x: left, y: height / 2 - radius - 2, width: 2 * radius + 12, height: 2 * radius + 4 };
  picture.put(paint(frame, area));
  // The disc comes from eight pixels further left: vectors are in quarters of a pixel.
  stream.push(coder.code(frame, { areas: [area], motions: [{ area, x: -32, y: 0 }], isHeld: false }));
}
writeFileSync(process.argv[2], Buffer.concat(stream));
