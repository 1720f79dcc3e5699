import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandOf, run, temporaryFolder } from '../../../../test/support/command-line.ts';
import { render } from '../../src/render/render.ts';
import { film } from '../shorthand/expand.ts';

/** A film of a second and more in which every picture differs. */
const moving = film({
  ...{ width: 640, height: 360 },
  objects: { box: { kind: 'rectangle', state: { x: 40, width: 60, height: 60, fill: 'gold' } } },
  compositions: {
    left: { duration: 100 },
    right: { enter: { duration: 2000 }, duration: 100, states: { box: { x: 600 } } },
  },
});

describe('an output that is too large for the disk', () => {
  it.each(['mov', 'webm', 'mp4', 'gif', 'png', 'svg'] as const)(
    'a %s fails with the message about its disk',
    async (format) => {
      const room = { bytes: 100, whenFull: 'the disk is full' };
      await expect(render(JSON.stringify(moving), { format, room })).rejects.toMatchObject({
        code: 'failed',
        message: 'the disk is full',
      });
    },
  );

  it('a MOV film fails long before its last picture', async () => {
    const { bytes } = await render(JSON.stringify(moving), { format: 'mov' });
    const seen: number[] = [];
    const room = { bytes: Math.floor(bytes / 4), whenFull: 'the disk is full' };
    const onProgress = ({ fraction }: { fraction: number }) => void seen.push(fraction);
    await expect(render(JSON.stringify(moving), { format: 'mov', room, onProgress })).rejects.toThrow(
      'the disk is full',
    );
    expect(seen.at(-1)).toBeLessThan(0.6);
  });

  it('a film has the same bytes for any disk space that is large enough', async () => {
    const { data, bytes } = await render(JSON.stringify(moving), { format: 'mp4' });
    const room = { bytes, whenFull: 'the disk is full' };
    expect((await render(JSON.stringify(moving), { format: 'mp4', room })).data).toEqual(data);
  });

  const mountIsAllowed = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

  it.skipIf(!mountIsAllowed)(
    'a MOV film on a full disk leaves no file (skipped where mounting is not allowed)',
    async () => {
      const folder = await temporaryFolder();
      const project = join(folder, 'film.json');
      await writeFile(project, JSON.stringify(moving));
      const script = 'mount -t tmpfs -o size=64k none /mnt && "$@"; code=$?; ls -A /mnt; exit $code';
      const command = commandOf(['render', project, '-o', '/mnt/film.mov']);
      const { status, stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', ...command], {
        encoding: 'utf8',
      });
      expect({ status, stdout, stderr }).toEqual({
        ...{ status: 1, stdout: '' },
        stderr: 'render-service: cannot write /mnt/film.mov: no space is left on the device\n',
      });
    },
  );

  it('a film that fits on the disk is rendered', async () => {
    const folder = await temporaryFolder();
    const project = join(folder, 'film.json');
    await writeFile(project, JSON.stringify(moving));
    const { code, stderr } = await run(['render', project, '-o', join(folder, 'film.mov')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
