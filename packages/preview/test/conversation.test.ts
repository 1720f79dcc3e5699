// @module-tag chromium

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables look like template placeholders.
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LATEST_PROTOCOL_VERSION, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../test/support/accessibility.ts';
import { temporaryFolder } from '../../../test/support/command-line.ts';
import { ConversationHost } from '../../../test/support/conversation-host.ts';
import { childrenOf } from '../../../test/support/linux-process.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { render } from '../../engine/src/render/render.ts';

let host: ConversationHost;
let folder: string;
let inputPath: string;

/** Two compositions; a text leaves the frame, which is advice with a fix. */
const film = {
  shorthand: true,
  ...{ name: 'Shown', width: 640, height: 360, background: '#101828' },
  variables: { who: 'world' },
  objects: {
    title: { kind: 'text', text: 'Hello ${who}', fontSize: 40 },
    far: { kind: 'text', text: 'far to the right', x: 600, y: 300, fontSize: 30 },
  },
  compositions: {
    first: { duration: 1000 },
    second: { duration: 1000, enter: 500, states: { title: { y: 80 } } },
  },
};

beforeAll(async () => {
  host = await ConversationHost.open();
});
afterAll(() => host.close());

beforeEach(async () => {
  folder = await temporaryFolder();
  inputPath = join(folder, 'film.json');
  await writeFile(inputPath, JSON.stringify(film, null, 2));
});

const text = (id: string) => host.frame.locator(`#${id}`).innerText();
const click = (name: string) => host.frame.getByRole('button', { name, exact: true }).click();
const picture = () => host.frame.locator('#picture').getAttribute('data-shown');

async function shown(width = 700, theme: 'light' | 'dark' = 'dark'): Promise<void> {
  await host.call('service_inspect', { inputPath }, { width, theme });
  await waitUntil('the page shows the film', async () => (await picture()) !== null);
}

const untilNotes = (wanted: string) =>
  waitUntil(`the notes have ${wanted}`, async () => (await text('notes')).includes(wanted));

/** The page's document, inside the frame of the client. */
function inner() {
  const frame = host.page.frames().find((one) => one.parentFrame() !== null);
  if (!frame) throw new Error('there is no frame');
  return frame;
}

describe('the page in a conversation', () => {
  it('uses the names of MCP Apps', async () => {
    const source = await readFile(new URL('../src/page/conversation-client.js', import.meta.url), 'utf8');
    expect(source).toContain(`const protocolVersion = '${LATEST_PROTOCOL_VERSION}'`);
    const { tools } = await host.client.listTools();
    const uris = tools.map(({ name, _meta }) => [name, (_meta?.ui as { resourceUri?: string })?.resourceUri]);
    const uri = 'ui://render-service/film';
    expect(uris.filter(([, one]) => one !== undefined)).toEqual([
      ['service_inspect', uri],
      ['service_render', uri],
    ]);
    expect((await host.client.readResource({ uri })).contents).toMatchObject([
      { mimeType: RESOURCE_MIME_TYPE },
    ]);
  });

  it('shows the first hold, steps by frame and composition, and plays the film', {
    tags: 'slow',
  }, async () => {
    await shown();
    expect(await text('file')).toBe('film.json');
    expect(await text('composition')).toBe('first');
    expect(await text('time')).toBe('0:00.000');
    await click('Next frame');
    expect(await text('frame-number')).toBe('frame 1');
    await click('Previous frame');
    await click('Next composition');
    expect(await text('time')).toBe('0:01.500');
    await waitUntil('the film is ready', async () => (await text('status')).includes('film ready'));
    await click('Play');
    await waitUntil('the video plays', async () => !(await host.frame.locator('#video').isHidden()));
    await waitUntil('the film has ended', async () => (await text('time')) === '0:02.500');
  });

  it('offers the formats of the server for export, and no others', async () => {
    await shown();
    const offered = await host.frame.locator('#export-format option').allInnerTexts();
    expect(offered).toEqual(['MP4', 'SVG of this moment', 'PNG of this moment']);
    const more = await ConversationHost.open({ SERVICE_RENDER_FORMATS: 'svg,png,mp4,gif' });
    await more.call('service_inspect', { inputPath }, { width: 700 });
    const options = more.frame.locator('#export-format option');
    await options.first().waitFor({ state: 'attached' });
    expect(await options.allInnerTexts()).toEqual(['MP4', 'GIF', 'SVG of this moment', 'PNG of this moment']);
    await more.close();
  });

  it('is used with the keyboard alone', { tags: 'slow' }, async () => {
    await shown();
    const track = host.frame.getByRole('slider');
    await track.focus();
    await host.page.keyboard.press('End');
    expect(await text('time')).toBe('0:02.500');
    await host.page.keyboard.press('PageUp');
    expect(await text('time')).toBe('0:01.500');
    await host.page.keyboard.press('ArrowRight');
    expect(await text('frame-number')).toBe('frame 46');
    await host.page.keyboard.press('Shift+ArrowLeft');
    expect(await text('time')).toBe('0:00.533');
    await host.page.keyboard.press('Home');
    expect(await text('time')).toBe('0:00.000');
    const reached = new Set<string>();
    for (let count = 0; count < 20; count++) {
      await host.page.keyboard.press('Tab');
      reached.add(await inner().evaluate<string>('document.activeElement.id'));
    }
    for (const id of ['play', 'next-frame', 'next-composition', 'export-format', 'export-start'])
      expect(reached).toContain(id);
  });

  it.each([
    [320, 'dark'],
    [320, 'light'],
    [600, 'dark'],
    [900, 'light'],
  ] as const)(
    'fits into %d pixels in a %s client, and everybody can use it',
    { tags: 'slow' },
    async (width, theme) => {
      await shown(width, theme);
      await untilNotes('Apply fix');
      const ground = await inner().evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const [red = 0] = ground.match(/\d+/g)?.map(Number) ?? [];
      expect(red > 128).toBe(theme === 'light');
      const size = await inner().evaluate<number[]>(
        '[document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerWidth, innerHeight]',
      );
      expect(size[0]).toBe(width);
      await waitUntil('the client gives the page its height', async () => {
        const [inside = 0, given = 0] = await inner().evaluate<number[]>(
          '[document.body.scrollHeight, innerHeight]',
        );
        // Heights inside may have fractions.
        return given - inside >= 0 && given - inside <= 1;
      });
      expect(await accessibilityViolations(inner())).toEqual([]);
    },
  );

  it('applies a fix to the file, shows the film after and before it, and tells the model', {
    tags: 'slow',
  }, async () => {
    await shown();
    await untilNotes('Apply fix');
    expect(await host.frame.getByRole('button', { name: 'Before' }).isDisabled()).toBe(true);
    const before = await picture();
    await click('Apply fix');
    await waitUntil('the note is gone', async () => (await text('notes')).includes('No problems'));
    const written = JSON.parse(await readFile(inputPath, 'utf8'));
    expect(written.objects.far.x).toBeLessThan(600);
    await waitUntil('another version is shown', async () => (await picture()) !== before);
    const [told] = await host.told();
    expect(told).toContain('applied a fix');
    expect(told).toContain(inputPath);
    await host.frame.getByRole('button', { name: 'Before' }).press('Enter');
    await waitUntil('the version before is shown', () => host.frame.locator('#picture-before').isVisible());
    await host.frame.getByRole('button', { name: 'Before' }).press('Enter');
    expect(await host.frame.locator('#picture-before').isVisible()).toBe(false);
  });

  it('shows at once what an agent changes in the file', { tags: 'slow' }, async () => {
    await shown();
    const before = await picture();
    await writeFile(inputPath, JSON.stringify({ ...film, background: '#ffffff' }));
    await waitUntil('the change is shown', async () => (await picture()) !== before);
  });

  it('tries values of variables without changing the file, and exports them', { tags: 'slow' }, async () => {
    await shown();
    const before = await picture();
    const file = await readFile(inputPath, 'utf8');
    await host.frame.getByLabel('who').fill('Ada');
    await waitUntil('the value is shown', async () => (await picture()) !== before);
    expect(await text('variables-fields')).toContain('tried here, not in the file');
    expect(await readFile(inputPath, 'utf8')).toBe(file);
    const format = host.frame.locator('#export-format');
    await format.selectOption('svg');
    await click('Export');
    await waitUntil('the file is made', async () => (await text('export-message')).startsWith('Made'));
    const made = await readFile(join(folder, 'film.svg'));
    const wanted = await render(JSON.stringify(film), {
      format: 'svg',
      timeMs: 500,
      variables: { who: 'Ada' },
    });
    expect(made.equals(wanted.data)).toBe(true);
    await click('Export');
    await waitUntil('a second file is made', async () =>
      /^Made .*film-2\.svg$/.test(await text('export-message')),
    );
    expect((await readdir(folder)).sort()).toEqual(['film-2.svg', 'film.json', 'film.svg']);
  });

  it('says what is wrong with a project that cannot be shown', { tags: 'slow' }, async () => {
    await writeFile(
      inputPath,
      '{"shorthand": true, "objects": {"a": {"kind": "squircle"}}, "compositions": [{}]}',
    );
    await host.call('service_inspect', { inputPath }, { width: 700 });
    await untilNotes('squircle');
    expect(await text('empty')).toContain('There is no picture yet');
    const missing = join(folder, 'none.json');
    await host.call('service_inspect', { inputPath: missing }, { width: 700 });
    await waitUntil('the reason is shown', async () => (await text('failure')).includes('none.json'));
  });

  it('gives a client that shows no pages the results of today', async () => {
    const { content, structuredContent } = await host.client.callTool({
      name: 'service_inspect',
      arguments: { inputPath },
    });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it('refuses questions that are none, with a message', async () => {
    const ask = (question: object) =>
      host.client.readResource({ uri: `service://film/${encodeURIComponent(JSON.stringify(question))}` });
    await expect(ask({ ask: 'secrets', inputPath })).rejects.toThrow(/question/);
    await expect(ask({ ask: 'state', inputPath: 'film.json' })).rejects.toThrow(/absolute path/);
    await expect(ask({ ask: 'movie', inputPath, revision: 1 })).rejects.toThrow(/not found/);
    await expect(host.client.readResource({ uri: 'service://film/%7B' })).rejects.toThrow(/not found/i);
  });

  it('has no faults, and its processes end with the server', { tags: 'slow' }, async () => {
    expect(host.faults).toEqual([]);
    const other = await ConversationHost.open();
    if (!other) return;
    await other.call('service_inspect', { inputPath }, { width: 500 });
    await waitUntil('the film is open', () => childrenOf(other.serverPid).length > 1);
    const processes = childrenOf(other.serverPid);
    await other.close();
    await waitUntil('they have ended', () => processes.every((pid) => !existsSync(`/proc/${pid}`)));
  });
});
