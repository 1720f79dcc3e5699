import { readFile } from 'node:fs/promises';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AllOptions } from '../../../engine/src/render/options/all-options.ts';
import { checkOptions } from '../../../engine/src/render/options/check-options.ts';
import {
  type Command,
  type Operation,
  type Option,
  placeholderOf,
} from '../../../engine/src/render/options/option.ts';
import {
  type OptionName,
  type OptionNameOf,
  optionsFromTexts,
  optionTable,
} from '../../../engine/src/render/options/option-table.ts';
import type {
  FixOptions,
  InspectOptions,
  RenderOptions,
  RenderPartsOptions,
  SheetOptions,
} from '../../../engine/src/render/options/render-options.ts';
import { readOptions } from '../../../service/src/command-line/render-arguments.ts';
import { openApiDocument } from '../../../service/src/contract/openapi-document.ts';
import { useOfficialClient } from '../../../service/test/mcp/support/official-client.ts';
import { helps } from '../../src/cli/helps.ts';

const rows = Object.entries(optionTable) as [OptionName, Option][];
const readPage = (name: string) =>
  readFile(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8');
/** `expandProject` has a parameter for the variables. */
const typeNames: { readonly [Name in Exclude<Operation, 'expandProject'>]: string } = {
  render: 'RenderOptions',
  inspect: 'InspectOptions',
  fix: 'FixOptions',
  sheet: 'SheetOptions',
  renderParts: 'RenderPartsOptions',
};

const client = useOfficialClient('2025-11-25', ['--tools', 'all']);

describe.each(rows)('the option %s', (name, option) => {
  const { flag, query, tools = {}, operations } = option;

  it.each(flag?.commands ?? [])('the option is in the help of %s', (command: Command) => {
    const value = placeholderOf(option);
    const start = `\n  --${flag?.name}${value && ' '}${value} `;
    expect(helps[command]).toContain(start);
  });

  it('the option is a parameter of render and inspect in the OpenAPI document if HTTP takes it', () => {
    const { paths } = openApiDocument('http://localhost') as {
      paths: Record<string, { post: { parameters: readonly { name: string }[] } }>;
    };
    for (const path of ['/render', '/inspect']) {
      const names = paths[path]?.post.parameters.map((parameter) => parameter.name);
      expect(names?.includes(name)).toBe(query !== undefined);
    }
  });

  it.each(Object.entries(tools))('the option is an argument of %s', async (tool, description) => {
    const { tools: listed } = await client().listTools();
    const { properties } = listed.find((one) => one.name === tool)?.inputSchema ?? {};
    // The descriptions here are those for all formats.
    const start = description.split(/[;,.]/)[0];
    expect(properties).toHaveProperty([name, 'description'], expect.stringContaining(start.slice(0, 20)));
    expect(await readPage('tools.md')).toContain(`\`${name}\``);
  });

  it.each(operations.filter((one) => one !== 'expandProject'))(
    'the option is in the description of the options of %s for Node',
    async (operation) => {
      const sections = (await readPage('node.md')).split(/^### /m);
      const section = sections.find((one) => one.startsWith(`${typeNames[operation]}\n`));
      expect(section).toContain(`| \`${name}?\` |`);
    },
  );
});

it('the types of the options have the names of the table', () => {
  expectTypeOf<keyof RenderOptions>().toEqualTypeOf<OptionNameOf<'render'>>();
  expectTypeOf<keyof InspectOptions>().toEqualTypeOf<OptionNameOf<'inspect'>>();
  expectTypeOf<keyof FixOptions>().toEqualTypeOf<OptionNameOf<'fix'>>();
  expectTypeOf<keyof SheetOptions>().toEqualTypeOf<OptionNameOf<'sheet'>>();
  expectTypeOf<keyof RenderPartsOptions>().toEqualTypeOf<OptionNameOf<'renderParts'>>();
  expectTypeOf<keyof typeof optionTable>().toEqualTypeOf<keyof AllOptions>();
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
          .replace(optionTable[name].flag.name, name);
      }
    };
    expect(
      outcome(() => checkOptions(readOptions('render', { [optionTable[name].flag.name]: text }))),
    ).toEqual(outcome(() => checkOptions(optionsFromTexts({ [name]: text }))));
  });

  it('neither the command line nor HTTP reads 060 as a frame rate', () => {
    expect(() => readOptions('render', { fps: '060' })).toThrow('or 60, but is "060"');
    expect(() => checkOptions(optionsFromTexts({ fps: '060' }))).toThrow('24, 30 or 60, but is "060"');
  });

  it('the command line accepts numbers only as JSON writes them', () => {
    expect(readOptions('render', { 'time-ms': '1e2' }).timeMs).toBe(100);
    expect(() => readOptions('render', { width: '0640' })).toThrow(
      '--width must be an integer from 1 to 3840, but is "0640"',
    );
  });
});
