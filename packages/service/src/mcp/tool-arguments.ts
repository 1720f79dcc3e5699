import { isAbsolute } from 'node:path';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Variables } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { checkShorthandOptions } from '@render-service/engine/options';
import { describeProblem, mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { listedSchema } from './listed-schema.ts';

/** Arguments as received from a client, by name. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/**
 * The schema of a tool's arguments: `shape` describes them to clients, and `read` checks the received ones and throws a
 * RenderError for invalid ones. Unknown names are refused.
 */
export function toolArguments<Arguments>(
  shape: z.ZodRawShape,
  read: (given: GivenArguments) => Arguments,
): StandardSchemaWithJSON<unknown, Arguments> {
  const described = listedSchema(z.strictObject(shape))['~standard'];
  const names = Object.keys(shape);
  return {
    '~standard': {
      version: 1,
      vendor: 'render-service',
      jsonSchema: described.jsonSchema,
      validate(given) {
        try {
          return { value: read(knownArguments(given, names)) };
        } catch (error) {
          if (!(error instanceof RenderError)) throw error;
          return { issues: error.problems.map((problem) => ({ message: describeProblem(problem) })) };
        }
      },
    },
  };
}

function knownArguments(given: unknown, names: readonly string[]): GivenArguments {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RenderError('invalid-option', [`arguments ${mustBe('an object', given)}`]);
  }
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    const validArguments = `valid arguments: ${names.join(', ')}`;
    throw new RenderError(
      'invalid-option',
      unknown.map((name) => `unknown argument ${JSON.stringify(name)}; ${validArguments}`),
    );
  }
  return given as GivenArguments;
}

export const inputPathSchema = z
  .string()
  .describe('Absolute path of a regular file on the machine that runs this server.');

export const sameInputPathSchema = z.string().describe('As for service_inspect.');

export const newFileSchema = z
  .string()
  .describe('Absolute path of the new file, in an existing folder. Files are never overwritten.');

/** A boolean argument, false by default; throws a RenderError `invalid-option` for anything but true and false. */
export function readSwitch(given: GivenArguments, name: string): boolean {
  const { [name]: value = false } = given;
  if (typeof value === 'boolean') return value;
  throw new RenderError('invalid-option', [`${name} ${mustBe('true or false', value)}`]);
}

/** The project of a call, as all tools but service_render read it; throws a RenderError `invalid-option`. */
export function readProject(given: GivenArguments) {
  return {
    inputPath: readPath(given, 'inputPath'),
    variables: readVariables(given),
    theme: readTheme(given),
  };
}

/** The variables of a call; throws a RenderError `invalid-option` for anything but single values by name. */
export function readVariables({ variables }: GivenArguments): Variables | undefined {
  checkShorthandOptions({ variables: variables as Variables | undefined });
  return variables as Variables | undefined;
}

/** The path that an argument names; throws a RenderError `invalid-option` for any other value. */
export function readPath(given: GivenArguments, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || !isAbsolute(value)) {
    throw new RenderError('invalid-option', [`${name} ${mustBe('an absolute path', value)}`]);
  }
  if (value.includes('\0')) {
    throw new RenderError('invalid-option', [`${name} ${mustBe('a path without null characters', value)}`]);
  }
  return value;
}

/** The theme of a call; throws a RenderError `invalid-option` for anything but a string. */
export function readTheme({ theme }: GivenArguments): string | undefined {
  checkShorthandOptions({ theme: theme as string | undefined });
  return theme as string | undefined;
}
