import { expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();

const media = { mime: 'video/mp4' as const, duration: 1000, hasAudio: true, width: 64, height: 36 };

function projectWith(src: string): object {
  const clip = {
    ...object('clip', { kind: 'video' }),
    media: { ...media, src },
    playback: { start: 0, offset: 0, duration: 1000 },
  };
  return project(
    scene('scene', { objects: [clip], compositions: [composition('still', 1000, { clip: state() })] }),
  );
}

const refusal = 'scenes.scene.objects.clip: video is not supported; use an image instead';

it('a document without a mark has no videos', async () => {
  expect(jsonOf(await ask(service(), '/capabilities'))).toMatchObject({ videoInputs: false });
  const document = projectWith('data:video/mp4;base64,AAAA');
  const inspected = await post(service(), '/inspect', document);
  expect([inspected.status, jsonOf(inspected)]).toMatchObject([200, { issues: [refusal] }]);
  for (const format of ['svg', 'png', 'mp4']) {
    const rendered = await post(service(), `/render?format=${format}`, document);
    expect([rendered.status, jsonOf(rendered)]).toEqual([422, { error: refusal }]);
  }
});

it('a request opens no files for its videos', async () => {
  const shorthand = {
    ...{ shorthand: true, objects: { clip: { kind: 'video', src: 'clip.mp4' } } },
    compositions: [{ states: { clip: true } }],
  };
  const refused = await post(service(), '/render?format=png', shorthand);
  expect([refused.status, jsonOf(refused)]).toMatchObject([
    422,
    {
      error: expect.stringMatching(
        /^objects\.clip\.src: is the file "clip\.mp4", but no base folder is given/,
      ),
    },
  ]);
  for (const src of ['clip.mp4', '/etc/passwd', 'http://127.0.0.1:1/clip.mp4', 'file:///etc/passwd']) {
    const marked = await post(service(), '/render?format=png', { ...projectWith(src), extended: true });
    expect(marked.status, src).toBe(422);
    expect(jsonOf(marked)).toMatchObject({ error: expect.stringContaining('must be a base64 data URL') });
  }
});

it('an embedded video that is none is refused with its place', async () => {
  const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n').toString('base64');
  const document = { ...projectWith(`data:video/mp4;base64,${playlist}`), extended: true };
  const refused = await post(service(), '/render?format=png', document);
  expect([refused.status, jsonOf(refused)]).toEqual([
    422,
    {
      error:
        'scenes.scene.objects.clip.media: the file is neither MP4, MOV, WebM, Matroska nor GIF; convert it to MP4',
    },
  ]);
});
