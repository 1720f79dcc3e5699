import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/command-line.ts';
import { hello } from './support/fixtures.ts';
import { textOf, useOfficialClient } from './support/official-client.ts';

describe('a tool server with more formats', () => {
  const client = useOfficialClient('2025-11-25', ['--formats', 'svg,png,mp4,webp']);
  const formats = ['svg', 'png', 'mp4', 'webp'];

  it("the tools' capabilities and schemas list the formats that the operator offers", async () => {
    const { structuredContent } = await client().callTool({ name: 'service_capabilities', arguments: {} });
    expect(structuredContent).toMatchObject({ formats });
    const { tools } = await client().listTools();
    const render = tools.find(({ name }) => name === 'service_render');
    expect(render?.inputSchema.properties).toMatchObject({ format: { enum: formats } });
    expect(render?.description).toContain('webp');
  });

  it('service_render writes a format that the operator offers, and refuses the others', async () => {
    const folder = await temporaryFolder();
    const outputPath = join(folder, 'hello.webp');
    const { structuredContent } = await client().callTool({
      name: 'service_render',
      arguments: { inputPath: hello, outputPath },
    });
    expect(structuredContent).toMatchObject({ format: 'webp', mimeType: 'image/webp', frames: 15 });
    expect((await readFile(outputPath)).subarray(8, 12).toString()).toBe('WEBP');
    const refused = await client().callTool({
      name: 'service_render',
      arguments: { inputPath: hello, outputPath: join(folder, 'hello.webm'), format: 'webm' },
    });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('svg, png, mp4 or webp');
  });
});
