import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../src/project/problem.ts';
import { expandProject } from '../../src/shorthand/expand-project.ts';
import { expandedFilm, film } from './expand.ts';

function sizeOf(changes: object): readonly [number, number] {
  const { main } = expandedFilm(changes).scenes;
  return [main.width, main.height];
}

function problemsOf(changes: object): readonly string[] {
  const expanded = expandProject(film(changes));
  return expanded.ok ? [] : expanded.problems.map(describeProblem);
}

describe('the aspect ratio of a frame', () => {
  it.each([
    ['16:9', 1920, 1080],
    ['9:16', 1080, 1920],
    ['1:1', 1080, 1080],
    ['4:5', 1080, 1350],
    ['4:3', 1440, 1080],
    ['21:9', 2520, 1080],
    ['7:1', 7560, 1080],
  ])('%s gives a frame of %i x %i', (aspectRatio, width, height) => {
    expect(sizeOf({ aspectRatio })).toEqual([width, height]);
  });

  it('one variable sets the shape of the frame, and objects stay in its middle', () => {
    const { project } = expandProjectOf('9:16');
    expect([project.scenes.main.width, project.scenes.main.height]).toEqual([1080, 1920]);
    expect(project.scenes.main.compositions.a.states.box).toMatchObject({ x: 540, y: 960 });
  });

  it('each scene may have its own aspect ratio', () => {
    const { objects, compositions } = film() as { objects: object; compositions: object };
    const expanded = expandProject({
      shorthand: true,
      scenes: {
        wide: { aspectRatio: '16:9', objects, compositions },
        tall: { aspectRatio: '9:16', objects, compositions },
      },
    });
    if (!expanded.ok) expect.unreachable(expanded.problems.map(describeProblem).join());
    expect(expanded.value.project.scenes.tall.width).toBe(1080);
  });

  it.each(['16/9', '0:1', '1:0', '100:1', '16:9:4', '1:8', 'portrait', 1.5, null])(
    'the aspect ratio %j is refused with a valid example',
    (aspectRatio) => {
      expect(problemsOf({ aspectRatio })).toEqual([
        expect.stringMatching(/^aspectRatio: must be two whole numbers.*such as "16:9" or "9:16"/),
      ]);
    },
  );

  it('an aspect ratio next to a width is refused', () => {
    expect(problemsOf({ aspectRatio: '16:9', width: 1280 })).toEqual([
      'aspectRatio: gives the size of the frame; leave it out, or width and height',
    ]);
  });
});

function expandProjectOf(shape: string) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable.
  const document = film({ variables: { shape: '16:9' }, aspectRatio: '${shape}' });
  const expanded = expandProject(document, { variables: { shape } });
  if (!expanded.ok) expect.unreachable(expanded.problems.map(describeProblem).join());
  return expanded.value;
}
