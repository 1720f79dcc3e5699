import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { helps } from '../../../../render-service/src/cli/helps.ts';
import { readRenderOptions } from '../../../../service/src/command-line/render-arguments.ts';
import { openApiDocument } from '../../../../service/src/contract/openapi-document.ts';
import { checkOptions } from '../../../src/render/options/check-options.ts';
import { optionNames, optionsFromTexts, optionTable } from '../../../src/render/options/option-table.ts';

describe.each(optionNames)('the option %s', (name) => {
  const { flag, placeholder } = optionTable[name];

  it('every render option is in the help of render and inspect', () => {
    for (const help of [helps.render, helps.inspect]) expect(help).toContain(`\n  --${flag} ${placeholder} `);
  });

  it('every render option is a parameter of render and inspect in the OpenAPI document', () => {
    const { paths } = openApiDocument('http://localhost') as {
      paths: Record<string, { post: { parameters: readonly { name: string }[] } }>;
    };
    for (const path of ['/render', '/inspect']) {
      expect(paths[path]?.post.parameters.map((parameter) => parameter.name)).toContain(name);
    }
  });

  it('every render option is in docs/reference/tools.md', async () => {
    const page = await readFile(new URL('../../../../../docs/reference/tools.md', import.meta.url), 'utf8');
    expect(page).toContain(`\`${name}\``);
  });
});

describe('option values as text', () => {
  it.each([
    ['width', '640'],
    ['width', '0640'],
    ['height', '1e2'],
    ['height', ' 64'],
    ['fps', '60'],
    ['timeMs', '1e2'],
    ['timeMs', '12.5'],
    ['timeMs', '007'],
    ['timeMs', '.5'],
    ['format', 'svg'],
    ['format', 'PNG'],
  ] as const)('the command line reads a value of %s in the same way as HTTP: %j', (name, text) => {
    const outcome = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return String(error)
          .replace(/^\w+: (--)?/, '')
          .replace(optionTable[name].flag, name);
      }
    };
    expect(outcome(() => checkOptions(readRenderOptions({ [optionTable[name].flag]: text })))).toEqual(
      outcome(() => checkOptions(optionsFromTexts({ [name]: text }))),
    );
  });

  it('neither the command line nor HTTP reads 060 as a frame rate', () => {
    expect(() => readRenderOptions({ fps: '060' })).toThrow('or 60, but is "060"');
    expect(() => checkOptions(optionsFromTexts({ fps: '060' }))).toThrow('24, 30 or 60, but is "060"');
  });

  it('the command line accepts numbers only as JSON writes them', () => {
    expect(readRenderOptions({ 'time-ms': '1e2' }).timeMs).toBe(100);
    expect(() => readRenderOptions({ width: '0640' })).toThrow(
      '--width must be an integer from 1 to 1920, but is "0640"',
    );
  });
});
