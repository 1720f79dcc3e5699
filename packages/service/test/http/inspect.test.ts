import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { fixtureText, smallProject, smallProjectOf } from '../../../../test/support/http-projects.ts';
import {
  audioTrack,
  composition,
  object,
  project,
  scene,
  state,
} from '../../../../test/support/project-parts.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';
import { specifiedCapabilities } from '../../../../test/support/specified-capabilities.ts';

const service = useService();

it('GET /capabilities returns the formats, sources and limits', async () => {
  const response = await ask(service(), '/capabilities');
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(/^application\/json\b/);
  expect(jsonOf(response)).toEqual(specifiedCapabilities);
});

describe('POST /inspect', () => {
  it('POST /inspect accepts a shorthand project, but refuses its references to files', async () => {
    const document = { shorthand: true, name: 'Short', compositions: { a: {}, b: { enter: 500 } } };
    const response = await post(service(), '/inspect', JSON.stringify(document));
    expect(jsonOf(response)).toMatchObject({ name: 'Short', durationMs: 2500, issues: [] });
    const audioTracks = { a: { asset: { src: 'a.wav' } } };
    const refused = await post(service(), '/inspect', JSON.stringify({ ...document, audioTracks }));
    expect(refused.status).toBe(422);
    expect(jsonOf(refused)).toEqual({
      error: expect.stringMatching(
        /^audioTracks\.a\.asset\.src: is the file "a\.wav", but no base folder is given/,
      ),
    });
  });

  it.each([
    { file: 'hello', name: 'Hello', scenes: 1, durationMs: 1000, width: 1280, height: 720, audibleTracks: 0 },
    {
      file: 'crowd-500',
      name: 'Five hundred',
      scenes: 1,
      durationMs: 5000,
      width: 1920,
      height: 1080,
      audibleTracks: 0,
    },
    {
      file: 'derivative',
      name: 'What a derivative is',
      scenes: 1,
      durationMs: 9800,
      width: 1280,
      height: 720,
      audibleTracks: 0,
    },
    {
      file: 'launch',
      name: 'Orbit 2 launch',
      scenes: 2,
      durationMs: 7900,
      width: 1920,
      height: 1080,
      audibleTracks: 2,
    },
    {
      file: 'scripts',
      name: 'Every script',
      scenes: 1,
      durationMs: 2600,
      width: 1280,
      height: 720,
      audibleTracks: 0,
    },
  ])(
    'POST /inspect reports the name, scenes, size, duration and tracks of $file',
    async ({ file, ...inspection }) => {
      const response = await post(service(), '/inspect', fixtureText(file));
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json\b/);
      expect(jsonOf(response)).toEqual({ ...inspection, issues: [], capabilities: specifiedCapabilities });
    },
  );

  it('POST /inspect gives no advice', async () => {
    const idle = JSON.parse(fixtureText('launch'));
    idle.scenes.intro.transitions['a-b'].tracks.name.type = 'fade';
    const report = jsonOf(await post(service(), '/inspect', JSON.stringify(idle)));
    expect(report).toMatchObject({ issues: [] });
    expect(report).not.toHaveProperty('advice');
  });

  it.each([1, 2])('/inspect and /render accept a project of version %i', async (version) => {
    const response = await post(service(), '/inspect', { ...smallProject, version });
    expect(response.status).toBe(200);
    expect((await post(service(), '/render?format=svg', { ...smallProject, version })).status).toBe(200);
  });

  it.each([0, 3, 1.5, '2'])('POST /inspect refuses a project of version %j', async (version) => {
    expect((await post(service(), '/inspect', { ...smallProject, version })).status).toBe(422);
  });

  it('POST /inspect lists unsupported content that POST /render refuses', async () => {
    const mp3 = audioTrack('voice', 0, 500);
    const unsupported = project(
      scene('scene', {
        objects: [
          object('logo', {
            kind: 'image',
            image: { src: 'https://example.com/logo.png', width: 8, height: 8 },
          }),
          object('photo', {
            kind: 'image',
            image: { src: 'data:image/webp;base64,UklGRg==', width: 8, height: 8 },
          }),
        ],
        compositions: [composition('still', 1000, { logo: state(), photo: state() })],
        audioTracks: [{ ...mp3, muted: false, volume: 1, asset: { ...mp3.asset, mime: 'audio/mpeg' } }],
      }),
    );
    const inspected = await post(service(), '/inspect?format=mp4', unsupported);
    expect(inspected.status).toBe(200);
    expect(jsonOf(inspected)).toMatchObject({
      audibleTracks: 1,
      issues: [
        expect.stringMatching(/^scenes\.scene\.objects\.logo.*: .+; .+/),
        expect.stringMatching(/^scenes\.scene\.objects\.photo.*: .+; .+/),
        expect.stringMatching(/^scenes\.scene\.audioTracks\.voice.*: .+; .+/),
      ],
    });
    const rendered = await post(service(), '/render?format=mp4', unsupported);
    expect(rendered.status).toBe(422);
    for (const name of ['logo', 'photo', 'voice']) {
      expect(rendered.body.toString()).toContain(name);
    }
  });

  it('POST /inspect reports that 33 audible tracks are too many for a film', async () => {
    const tracks = Array.from({ length: 33 }, (_, index) => {
      const silent = audioTrack(`track${index}`, 0, 500);
      return {
        ...silent,
        muted: false,
        volume: 1,
        asset: { ...silent.asset, src: 'data:audio/wav;base64,AAAA' },
      };
    });
    const loud = project(scene('scene', { compositions: [composition('still', 1000)], audioTracks: tracks }));
    expect(jsonOf(await post(service(), '/inspect', loud))).toMatchObject({
      audibleTracks: 33,
      issues: [expect.stringMatching(/33.*32/)],
    });
    expect((await post(service(), '/render?format=mp4', loud)).status).toBe(422);
    expect((await post(service(), '/render?format=png', loud)).status).toBe(200);
  });

  it('POST /inspect reports a duration of more than a minute, which only stills can have', async () => {
    const long = smallProjectOf({ durationMs: 60_001 });
    expect(jsonOf(await post(service(), '/inspect', long))).toMatchObject({
      durationMs: 60_001,
      issues: [expect.stringMatching(/60000.*still/)],
    });
    expect((await post(service(), '/render?timeMs=60001', long)).status).toBe(200);
  });

  it('POST /inspect reports too many film frames at the requested frame rate', async () => {
    const film = smallProjectOf({ durationMs: 40_000 });
    expect(jsonOf(await post(service(), '/inspect?fps=30', film))).toMatchObject({ issues: [] });
    expect(jsonOf(await post(service(), '/inspect?fps=60', film))).toMatchObject({
      issues: [expect.stringMatching(/2400.*1800/)],
    });
  });

  it('/inspect and /render accept a project with a duration of 0', async () => {
    const response = await post(service(), '/inspect', smallProjectOf({ durationMs: 0 }));
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toMatchObject({ durationMs: 0 });
    expect((await post(service(), '/render', smallProjectOf({ durationMs: 0 }))).status).toBe(200);
  });
});
