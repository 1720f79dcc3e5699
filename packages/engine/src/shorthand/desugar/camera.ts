import { isMap } from '../../project/check.ts';
import type { Path } from '../../project/problem-text.ts';
import { type Fields, mapIn, type SceneDraft } from './scene-draft.ts';

/** The id of the camera in states and tracks, unless an object has it. */
export const cameraId = 'camera';

/** Adds the object that moves all others when a composition moves the camera. Its state is the part that is seen. */
export function addCamera(draft: SceneDraft): void {
  const isUsed = draft.compositions.some(({ written }) => mapIn(written, 'states')[cameraId] !== undefined);
  if (!isUsed || cameraId in draft.objects) return;
  const made: Fields = draft.provenance.set({ kind: 'rectangle', carries: cameraId }, draft.path);
  made.state = draft.provenance.make({ fill: 'none', ...wholeFrame(draft), visible: true });
  draft.objects[cameraId] = made;
}

function wholeFrame({ frame }: SceneDraft): Fields {
  const { width, height } = frame;
  return { x: width / 2, y: height / 2, width, height, rotation: 0 };
}

/** Returns the plain state of the camera: a part of the frame in numbers, or around some objects. */
export function readCamera(draft: SceneDraft, value: unknown, path: Path): unknown {
  const { provenance, frame, problems } = draft;
  if (value === false || value === true) return provenance.set(wholeFrame(draft), path);
  if (!isMap(value)) return value;
  const { zoom, padding, ...state } = value;
  const plain: Fields = provenance.set({ ...state }, path);
  if (state.around !== undefined)
    plain.padding = padding ?? Math.round(0.06 * Math.min(frame.width, frame.height));
  if (zoom === undefined) return plain;
  if (typeof zoom !== 'number' || !(zoom > 0 && zoom <= 1000)) {
    problems.add(
      [...path, 'zoom'],
      'value',
      'must be a number above 0 and up to 1000; 2 shows everything twice as large',
    );
    return plain;
  }
  if (state.around !== undefined)
    problems.add([...path, 'zoom'], 'conflict', 'is set by around; leave it out, or change the padding');
  for (const side of ['width', 'height'] as const) {
    plain[side] = frame[side] / zoom;
    provenance.field(plain, side, [...path, 'zoom']);
  }
  return plain;
}
