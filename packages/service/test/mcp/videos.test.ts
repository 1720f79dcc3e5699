import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { composition, object, project, scene, state } from '../../../../test/support/project-parts.ts';
import { useOfficialClient } from './support/official-client.ts';

const client = useOfficialClient('2025-11-25');

it('the tools refuse videos in a document without a mark', async () => {
  const media = {
    mime: 'video/mp4' as const,
    duration: 1000,
    hasAudio: true,
    width: 64,
    height: 36,
    src: 'clip.mp4',
  };
  const clip = {
    ...object('clip', { kind: 'video' }),
    media,
    playback: { start: 0, offset: 0, duration: 1000 },
  };
  const folder = await temporaryFolder();
  const inputPath = join(folder, 'film.json');
  await writeFile(
    inputPath,
    JSON.stringify(
      project(
        scene('scene', { objects: [clip], compositions: [composition('still', 1000, { clip: state() })] }),
      ),
    ),
  );
  const refusal = 'scenes.scene.objects.clip: video is not supported; use an image instead';
  const inspected = await client().callTool({ name: 'service_inspect', arguments: { inputPath } });
  expect(inspected.structuredContent).toMatchObject({ issues: [refusal] });
  const rendered = await client().callTool({
    name: 'service_render',
    arguments: { inputPath, outputPath: join(folder, 'film.png') },
  });
  expect([rendered.isError, JSON.stringify(rendered.content)]).toEqual([
    true,
    expect.stringContaining(refusal),
  ]);
});
