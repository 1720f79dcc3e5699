import { expect, it } from 'vitest';
import { fitScene, frameSize, pictureWidth, toFrame, toScene } from '../../src/page/fit.js';

const frame = { width: 640, height: 360 };

it.each([
  ['a wide scene', { width: 320, height: 90 }, { scale: 2, left: 0, top: 90 }],
  ['a scene of the same proportions', { width: 320, height: 180 }, { scale: 2, left: 0, top: 0 }],
  ['a portrait scene', { width: 90, height: 180 }, { scale: 2, left: 230, top: 0 }],
])('the preview page centres %s in the frame', (_, scene, fit) => {
  expect(fitScene(scene, frame)).toEqual(fit);
});

it("a click maps to a point in the scene, and an object's box maps to the frame", () => {
  const fit = fitScene({ width: 90, height: 180 }, frame);
  expect(toScene({ x: 330, y: 101 }, fit)).toEqual({ x: 50, y: 50.5, reach: 2 });
  const box = { left: 10, top: 20, right: 30, bottom: 50 };
  expect(toFrame(box, fit)).toEqual({ left: 250, top: 40, width: 40, height: 60 });
});

it("a click beside the scene maps to the scene's edge, because the server refuses negative numbers", () => {
  const fit = fitScene({ width: 90, height: 180 }, frame);
  expect(toScene({ x: 10, y: 0 }, fit)).toMatchObject({ x: 0, y: 0 });
});

it('the reach of a click never exceeds 50 scene pixels, the maximum that the server accepts', () => {
  expect(toScene({ x: 5, y: 5 }, fitScene({ width: 16_000, height: 9000 }, frame)).reach).toBe(50);
});

it('the preview frame fills the stage except for a margin of 3 %, at least 16 pixels', () => {
  expect(frameSize({ width: 100, height: 100 }, { width: 800, height: 200 })).toEqual({
    width: 168,
    height: 168,
  });
  expect(frameSize({ width: 100, height: 50 }, { width: 300, height: 200 })).toEqual({
    width: 300,
    height: 150,
  });
  expect(frameSize({ width: 100, height: 50 }, { width: 1060, height: 1000 })).toEqual({
    width: 1000,
    height: 500,
  });
});

it('the preview frame is one pixel in size on a stage without room', () => {
  expect(frameSize({ width: 100, height: 100 }, { width: 0, height: 0 })).toEqual({ width: 1, height: 1 });
});

it.each([
  ['of the screen', { width: 1920, height: 1080 }, 800.4, 1920, 800],
  ['of the film', { width: 320, height: 180 }, 800, 1920, 320],
  ['that is allowed while the playhead moves', { width: 1920, height: 1080 }, 1600, 960, 960],
  ['that keeps the height within 1920', { width: 2160, height: 3840 }, 3000, 1920, 1080],
])('preview pictures have the width %s', (_, film, screen, most, width) => {
  expect(pictureWidth(film, screen, most)).toBe(width);
});
