import { parseProject } from '../../src/project/parse-project.ts';
import { describeProblem } from '../../src/project/problem.ts';
import type { CompositionState, Project } from '../../src/project/schema.ts';

function state(x: number): CompositionState {
  return {
    x,
    y: 20,
    width: 100,
    height: 50,
    rotation: 0,
    fill: '#ff0000',
    stroke: 'none',
    path: { c1: { x: 0, y: 0 }, c2: { x: 10, y: 10 } },
    text: '',
    effect: 'none',
    opacity: 1,
    visible: true,
    fontSize: 16,
    strokeWidth: 0,
    cornerRadius: 0,
  };
}

/** A valid project that uses every resource of the format. */
export function sampleProject(): Project {
  return {
    name: 'Sample',
    version: 2,
    sceneOrder: ['intro'],
    scenes: {
      intro: {
        id: 'intro',
        name: 'Intro',
        width: 640,
        height: 360,
        background: '#101010',
        objects: {
          box: { id: 'box', kind: 'rectangle', name: 'Box', order: 0, locked: false, groupId: null },
          dot: {
            id: 'dot',
            kind: 'circle',
            name: 'Dot',
            order: 1,
            locked: false,
            groupId: 'group',
            parentId: 'box',
          },
          picture: {
            id: 'picture',
            kind: 'image',
            name: 'Picture',
            order: 2,
            locked: false,
            groupId: null,
            parentId: null,
            image: { src: 'data:image/png;base64,AAAA', width: 10, height: 10 },
          },
          clip: {
            id: 'clip',
            kind: 'video',
            name: 'Clip',
            order: 3,
            locked: true,
            groupId: null,
            media: {
              src: 'data:video/mp4;base64,AAAA',
              mime: 'video/mp4',
              duration: 1000,
              hasAudio: false,
              width: 320,
              height: 180,
              waveform: [0, 0.5, 1],
            },
            playback: { start: 0, offset: 500, duration: 501 },
          },
        },
        compositions: {
          first: {
            id: 'first',
            name: 'First',
            accent: '#fff',
            duration: 500,
            states: { box: state(0), dot: { ...state(1), shear: 0.5, scaleX: 2 } },
          },
          second: {
            id: 'second',
            name: 'Second',
            accent: 'none',
            duration: 500,
            states: { box: state(100) },
          },
          third: { id: 'third', name: 'Third', accent: 'transparent', duration: 0, states: {} },
        },
        compositionOrder: ['first', 'second', 'third'],
        transitions: {
          t1: {
            id: 't1',
            fromId: 'first',
            toId: 'second',
            duration: 800,
            tracks: {
              box: {
                path: null,
                type: 'move',
                order: 'together',
                start: 300,
                duration: 500,
                easing: { type: 'cubicBezier', x1: 0.25, y1: 0.1, x2: 0.25, y2: 1 },
                objectId: 'box',
                fillTiming: { start: 0, easing: 'linear', duration: 800 },
                opacityTiming: null,
                keyframes: {
                  k1: { at: 0.5, value: 50, easing: 'easeIn', property: 'x' },
                  k2: { at: 0.5, value: '#00ff00', easing: 'linear', property: 'fill', deleted: true },
                },
              },
            },
          },
        },
        audioTracks: {
          voice: {
            id: 'voice',
            name: 'Voice',
            asset: { src: 'data:audio/wav;base64,AAAA', mime: 'audio/wav', duration: 2000, hasAudio: true },
            muted: false,
            start: 0,
            offset: 1000,
            volume: 1,
            duration: 1001,
          },
        },
      },
    },
  };
}

/** Marks a property to remove. */
export const absent = Symbol('absent');

/** Returns a deep copy with values at places such as `scenes.intro.sceneOrder.0`. */
export function withValues(document: object, values: Readonly<Record<string, unknown>>): object {
  const copy: object = structuredClone(document);
  for (const [place, value] of Object.entries(values)) {
    const keys = place.split('.');
    const last = keys.pop() ?? '';
    let target: object = copy;
    for (const key of keys) target = Reflect.get(target, key);
    if (value === absent) Reflect.deleteProperty(target, last);
    else Object.defineProperty(target, last, { value, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

/** Returns the problems of the sample project with some values changed. */
export function problemsWith(values: Readonly<Record<string, unknown>>): readonly string[] {
  return problemsOf(withValues(sampleProject(), values));
}

export function problemsOf(input: string | Uint8Array | object): readonly string[] {
  const parsed = parseProject(input);
  return parsed.ok ? [] : parsed.problems.map(describeProblem);
}

/** Like parseProject, with the problems as sentences. */
export function parseToSentences(input: string | Uint8Array | object) {
  const parsed = parseProject(input);
  return parsed.ok ? parsed : { ...parsed, problems: parsed.problems.map(describeProblem) };
}
