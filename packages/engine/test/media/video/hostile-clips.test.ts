// @module-tag ffmpeg
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspect, render } from '../../../src/index.ts';
import { clipFolder, makeClip, numberedPictures, numberedSize } from './support.ts';

const folder = clipFolder();
const { width, height } = numberedSize;

function filmOf(src: string, composition: object = { duration: 1000 }): object {
  return {
    ...{ shorthand: true, width, height },
    objects: { clip: { kind: 'video', src, width, height } },
    compositions: [{ ...composition, states: { clip: true } }],
  };
}

/** What inspection or the render says about a clip; empty if it is drawn. */
async function said(src: string, composition?: object): Promise<string> {
  const film = filmOf(src, composition);
  try {
    await inspect(film, { baseFolder: folder });
    await render(film, { format: 'mp4', baseFolder: folder });
    return '';
  } catch (error) {
    return (error as { problems: { message: string }[] }).problems.map(({ message }) => message).join('\n');
  }
}

/** Puts a box in the place of the one at a path, and corrects the sizes of those around it. */
function withBox(file: Buffer, path: readonly string[], box: Buffer): Buffer {
  let [start, end] = [0, file.length];
  const around: number[] = [];
  let found = 0;
  for (const [depth, type] of path.entries()) {
    let at = start;
    while (file.toString('latin1', at + 4, at + 8) !== type) {
      at += file.readUInt32BE(at);
      if (at >= end) throw new Error(`there is no ${type}`);
    }
    found = at;
    end = at + file.readUInt32BE(at);
    // The list of references has a count before its boxes.
    start = at + (type === 'dref' ? 16 : 8);
    if (depth < path.length - 1) around.push(at);
  }
  const changed = Buffer.concat([file.subarray(0, found), box, file.subarray(end)]);
  for (const at of around) changed.writeUInt32BE(changed.readUInt32BE(at) + box.length - (end - found), at);
  return changed;
}

function boxOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The alias of a file as of QuickTime: names of 27 and 63 letters, levels of folders, and records with the path. */
function aliasOf(file: string): Buffer {
  const head = Buffer.alloc(4 + 10 + 28 + 12 + 64 + 16 + 4 + 16);
  const path = Buffer.from(file);
  const record = Buffer.alloc(4 + path.length + (path.length % 2) + 4);
  record.writeInt16BE(2);
  record.writeUInt16BE(path.length, 2);
  path.copy(record, 4);
  record.writeInt16BE(-1, record.length - 4);
  return boxOf('alis', Buffer.concat([head, record]));
}

const clip = () => readFileSync(join(folder, 'clip.mp4'));
const damaged = /^(is "[\w.]+", but )?the MP4 is damaged or truncated( after \d:\d\d\.\d)?; export it again$/;

beforeAll(async () => {
  await makeClip(
    ...numberedPictures('30', 2),
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    join(folder, 'clip.mp4'),
  );
});

describe('a clip that names other files', () => {
  it.each([
    ['a list of ffmpeg', 'ffconcat version 1.0\nfile clip.mp4\n'],
    ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nclip.mp4\n#EXT-X-ENDLIST\n'],
    ['a manifest', '<?xml version="1.0"?><MPD><Period><BaseURL>clip.mp4</BaseURL></Period></MPD>'],
    ['a description of a session', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
  ])('is no clip if it is %s', async (_, text) => {
    writeFileSync(join(folder, 'list.mp4'), text);
    expect(await said('list.mp4')).toBe(
      'is "list.mp4", but the file is neither MP4, MOV, WebM, Matroska nor GIF; convert it to MP4',
    );
  });

  it('never opens the files that an MP4 refers to', async () => {
    // Nobody writes into the pipe, so that opening it would last for ever.
    execFileSync('mkfifo', [join(folder, 'other.mp4')]);
    const url = boxOf(
      'url ',
      Buffer.concat([Buffer.alloc(4), Buffer.from(`${join(folder, 'other.mp4')}\0`)]),
    );
    const path = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref', 'url '];
    writeFileSync(join(folder, 'refers.mp4'), withBox(clip(), path, url));
    // Its pictures are in it, so that they are drawn all the same.
    expect(await said('refers.mp4')).toBe('');
    writeFileSync(join(folder, 'alias.mov'), withBox(clip(), path, aliasOf(join(folder, 'other.mp4'))));
    expect(await said('alias.mov')).toMatch(damaged);
  });
});

describe('a clip that claims what it does not have', () => {
  it('shows its last picture where a header claims ten hours', async () => {
    const long = clip();
    for (const [type, at] of [
      ['mvhd', 20],
      ['tkhd', 24],
      ['mdhd', 20],
    ] as const) {
      const found = long.indexOf(type, 0, 'latin1') + at;
      const ticks = type === 'mdhd' ? long.readUInt32BE(found - 4) : 1000;
      long.writeUInt32BE(36_000 * ticks, found);
    }
    writeFileSync(join(folder, 'long.mp4'), long);
    expect(await said('long.mp4')).toBe('');
    expect(await said('long.mp4', { duration: 'clip' })).toMatch(
      /^(is "clip", of which \d+:\d\d\.\d are left|$)/,
    );
  });

  it('is refused if its pictures are immense', async () => {
    const huge = clip();
    const entry = huge.indexOf('avc1', huge.indexOf('stsd', 0, 'latin1'), 'latin1') + 4;
    huge.writeUInt16BE(65_000, entry + 24);
    huge.writeUInt16BE(65_000, entry + 26);
    writeFileSync(join(folder, 'huge.mp4'), huge);
    const answer = await said('huge.mp4');
    expect(
      answer === '' || damaged.test(answer) || answer.includes('pictures may have 8192 pixels a side'),
    ).toBe(true);
    await makeClip(
      ...['-f', 'lavfi', '-i', 'color=gray:s=8192x2304:d=0.1:r=10', '-c:v', 'mjpeg'],
      join(folder, 'wide.mov'),
    );
    expect(await said('wide.mov')).toBe(
      'is "wide.mov", but the MOV is 8192 x 2304, but pictures may have 8192 pixels a side and 16000000 in all; export it smaller',
    );
  });

  it('is drawn at a thousand pictures a second', async () => {
    await makeClip(
      ...['-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:d=2:r=1000`, '-c:v', 'libx264'],
      ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', join(folder, 'fast.mp4')],
    );
    expect(await said('fast.mp4')).toBe('');
  });
});

describe('a clip that is damaged', () => {
  it('says so wherever it is cut off', async () => {
    const file = clip();
    for (const share of [0, 0.001, 0.01, 0.2, 0.5, 0.9, 0.95]) {
      writeFileSync(join(folder, 'cut.mp4'), file.subarray(0, Math.floor(file.length * share)));
      const answer = await said('cut.mp4');
      expect(answer, String(share)).toMatch(share < 0.002 ? /neither MP4|damaged/ : damaged);
    }
  });

  it('is drawn or named, whichever bytes are wrong', async () => {
    let seed = 11;
    const random = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return seed / 0x80000000;
    };
    for (let count = 0; count < 12; count++) {
      const file = clip();
      const last = count % 2 === 0 ? 64 : file.length;
      for (let changes = 0; changes < 20; changes++)
        file[file.length - 1 - Math.floor(random() * (last - 1))] = Math.floor(random() * 256);
      writeFileSync(join(folder, 'wrong.mp4'), file);
      const answer = await said('wrong.mp4');
      expect(
        answer === '' || /; (export it (again|smaller)|convert it to H\.264)$/.test(answer),
        answer,
      ).toBe(true);
    }
  });

  it('keeps its sound only where it has some', async () => {
    await makeClip(...['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', join(folder, 'sound.mp4')]);
    expect(await said('sound.mp4')).toBe(
      'is "sound.mp4", but the MP4 has no pictures; use it as a sound, or export it again',
    );
  });
});
