import { captionFormats } from '../../output/caption-text.ts';
import {
  evenFormats,
  type FilmFormat,
  type FrameRate,
  formats,
  frameRatesOfAny,
  isFilmFormat,
  labelsOf,
  mp4Sounds,
  mp4Videos,
  type OutputFormat,
  outputFormats,
} from '../../output/formats.ts';
import { joinWords } from '../../project/problem-text.ts';
import {
  contractSize,
  defaultCacheBytes,
  defaultTimeoutMs,
  largestSize,
  maxTimeoutMs,
  minCacheBytes,
  type SizeLimit,
  sizeLimitOf,
} from '../capabilities.ts';
import { maxColumns, maxMoments, maxSheetHeight } from '../sheet/sheet-limits.ts';
import type { AllOptions } from './all-options.ts';
import type { Command, Operation, Option, Tool } from './option.ts';
import { allowedValueOfText } from './option-values.ts';

// See docs/decisions.md, "One table of options, read the same way everywhere".

/** The descriptions of arguments that mean the same in all tools. */
const asInspect = Object.fromEntries(
  (['service_render', 'service_fix', 'service_sheet', 'service_expand'] as const).map((tool) => [
    tool,
    'As for service_inspect.',
  ]),
) as { readonly [Name in Tool]?: string };

const pictureOperations = ['render', 'inspect', 'fix'] as const;
const renderCommands = ['render', 'batch', 'inspect'] as const;
const sideHelp = `1 to ${largestSize.side}; alone, keeps the first scene's aspect ratio`;
const filmRange = { are: 'film', otherwise: 'refused', purpose: 'choose a part of a film' } as const;

/** The values of a width or height. */
export function sidesUpTo({ side }: SizeLimit) {
  return { type: 'integer', minimum: 1, maximum: side } as const;
}

/**
 * Every option, with the values that a server allows which offers these formats; without them, those of the command
 * line and the library. Help and messages list the options in this order. `checkOptions` and `checkSheetOptions` also
 * check combinations. A new option needs a row here and its type in `AllOptions`. One function, because the rows are
 * read side by side.
 */
export function optionTableOf(server?: readonly OutputFormat[]) {
  const offered = server ?? outputFormats;
  const sideValues = sidesUpTo(sizeLimitOf(server));
  const films = offered.filter(isFilmFormat);
  const stills = offered.filter((format) => !isFilmFormat(format));
  const rates = frameRatesOfAny(offered);
  const usualRate = commonRate(films);
  const rateDescription =
    usualRate === undefined
      ? `Frames per second of a film, as its format allows. By ${describeUsualRates(films)}.`
      : `Frames per second of an ${joinWords(films, 'or')}.`;
  const even = joinWords(evenFormats(offered), 'or');
  return {
    moments: {
      values: { type: 'integer', minimum: 1, maximum: maxMoments },
      unit: 'count',
      operations: ['sheet'],
      flag: {
        name: 'moments',
        help: `number of evenly spaced moments, 1 to ${maxMoments} (default: each hold and transition once)`,
        commands: ['sheet'],
      },
      tools: { service_sheet: 'Number of evenly spaced moments, instead of each hold and transition once.' },
    },
    every: {
      values: { type: 'number', minimum: 1 },
      unit: 'milliseconds',
      operations: ['sheet'],
      flag: { name: 'every', help: 'milliseconds between two moments', commands: ['sheet'] },
      tools: { service_sheet: 'Milliseconds between two moments, instead of moments.' },
    },
    columns: {
      values: { type: 'integer', minimum: 1, maximum: maxColumns },
      unit: 'count',
      operations: ['sheet'],
      flag: {
        name: 'columns',
        help: `1 to ${maxColumns} (default 4, more for a sheet over ${maxSheetHeight} pixels high)`,
        commands: ['sheet'],
      },
      tools: { service_sheet: 'Pictures in a row; 4 by default, more if the sheet would be too high.' },
    },
    format: {
      values: { type: 'choice', choices: offered },
      default: 'png',
      operations: pictureOperations,
      flag: {
        name: 'format',
        placeholder: 'FORMAT',
        help: `${joinWords(offered, 'or')}; default: the extension of OUTPUT, otherwise png`,
        commands: renderCommands,
      },
      query: 'Output format.',
      tools: { service_render: 'By default from the extension of outputPath; png without one.' },
      toolDefault: 'by path',
    },
    width: {
      values: sideValues,
      unit: 'pixels',
      operations: [...pictureOperations, 'sheet', 'renderParts'],
      flag: { name: 'width', help: sideHelp, commands: [...renderCommands, 'sheet'] },
      query:
        `Width of the output in pixels. Even for ${even}; width x height at most ${contractSize.pixels}. ` +
        "One alone keeps the first scene's aspect ratio; without both, its size, scaled down to the limits.",
      tools: {
        service_render: `In pixels; even for ${even}; width x height at most ${contractSize.pixels}. One alone keeps the first scene's aspect ratio.`,
        service_sheet: 'Of the sheet, in pixels.',
      },
      sheet: {
        values: { type: 'integer', minimum: 320, maximum: contractSize.side },
        default: 1600,
        help: `width of the sheet, 320 to ${contractSize.side} (default 1600)`,
      },
    },
    height: {
      values: sideValues,
      unit: 'pixels',
      operations: [...pictureOperations, 'renderParts'],
      flag: { name: 'height', help: sideHelp, commands: renderCommands },
      query: 'Height of the output in pixels, by the same rules as the width.',
      tools: { service_render: 'Like width.' },
    },
    fps: {
      values: { type: 'choice', choices: rates },
      default: usualRate,
      unit: 'framesPerSecond',
      formats: { are: 'film', otherwise: 'ignored' },
      operations: [...pictureOperations, 'renderParts'],
      flag: {
        name: 'fps',
        help: `frames per second, ${rates[0]} to ${rates.at(-1)} as the format allows (${describeUsualRates(films)})`,
        commands: renderCommands,
      },
      query: rateDescription,
      tools: { service_render: rateDescription },
    },
    timeMs: {
      values: { type: 'number', minimum: 0 },
      default: 0,
      unit: 'milliseconds',
      formats: { are: 'still', otherwise: 'default' },
      operations: pictureOperations,
      flag: {
        name: 'time-ms',
        help: `the moment that an ${labelsOf(stills)} shows (default 0)`,
        commands: renderCommands,
      },
      query:
        `Time in the project, in milliseconds, that an ${joinWords(stills, 'or')} shows; at most the project's ` +
        `duration. 0 for ${joinWords(films, 'or')}.`,
      tools: {
        service_render: `The moment that an ${joinWords(stills, 'or')} shows, in milliseconds; 0 for ${joinWords(films, 'or')}.`,
      },
    },
    times: {
      values: { type: 'times', maxItems: maxMoments },
      unit: 'milliseconds',
      operations: ['sheet'],
      tools: {
        service_inspect: 'Draw a sheet of these moments instead, in milliseconds.',
        service_sheet: 'These moments, in milliseconds, instead of moments.',
      },
    },
    variables: {
      values: { type: 'variables' },
      operations: [...pictureOperations, 'sheet', 'expandProject'],
      flag: {
        name: 'set',
        placeholder: 'NAME=VALUE',
        help: 'a variable of a project in shorthand; repeatable',
        commands: [...renderCommands, 'sheet', 'fix', 'expand', 'script', 'speak', 'preview'],
      },
      tools: {
        service_inspect: 'Values of shorthand variables, by name.',
        ...asInspect,
      },
    },
    theme: {
      values: { type: 'text' },
      operations: [...pictureOperations, 'sheet', 'renderParts', 'expandProject'],
      flag: {
        name: 'theme',
        placeholder: 'THEME',
        help: "a bundled theme or a JSON file in the project's folder, instead of the theme of a project in shorthand",
        commands: [...renderCommands, 'sheet', 'fix', 'expand', 'preview'],
      },
      tools: {
        service_inspect: 'A theme or its JSON file.',
        ...asInspect,
      },
    },
    baseFolder: { values: { type: 'path' }, operations: [...pictureOperations, 'sheet'] },
    signal: { values: { type: 'signal' }, operations: [...pictureOperations, 'sheet', 'renderParts'] },
    timeoutMs: {
      values: { type: 'integer', minimum: 1, maximum: maxTimeoutMs },
      default: defaultTimeoutMs,
      unit: 'milliseconds',
      operations: [...pictureOperations, 'sheet', 'renderParts'],
      flag: {
        name: 'timeout-ms',
        help: `time limit, 1 to ${maxTimeoutMs} (default ${defaultTimeoutMs})`,
        commands: [...renderCommands, 'sheet', 'fix'],
      },
    },
    onProgress: { values: { type: 'function' }, operations: [...pictureOperations, 'renderParts'] },
    fromMs: {
      values: { type: 'number', minimum: 0 },
      unit: 'milliseconds',
      formats: filmRange,
      operations: ['render'],
      flag: {
        name: 'from-ms',
        help: 'where the film starts (default 0); a part of the project is exported as a film of its own',
        commands: ['render'],
      },
    },
    toMs: {
      values: { type: 'number', minimum: 0 },
      unit: 'milliseconds',
      formats: filmRange,
      operations: ['render'],
      flag: {
        name: 'to-ms',
        help: 'where it ends (default: the end of the project)',
        commands: ['render'],
      },
    },
    audio: {
      values: { type: 'choice', choices: mp4Sounds },
      formats: { are: 'mp4', otherwise: 'refused', purpose: 'choose the sound of an MP4' },
      operations: ['render', 'renderParts'],
      flag: {
        name: 'audio',
        placeholder: mp4Sounds.join('|'),
        help: 'sound of an MP4 (default mp3); some platforms demand aac',
        commands: ['render', 'batch'],
      },
    },
    codec: {
      values: { type: 'choice', choices: mp4Videos },
      formats: { are: 'mp4', otherwise: 'refused', purpose: 'choose the pictures of an MP4' },
      operations: ['render', 'renderParts'],
      flag: {
        name: 'codec',
        placeholder: mp4Videos.join('|'),
        help: 'pictures of an MP4 (default h264); the others take half the bytes and several times the time',
        commands: ['render', 'batch'],
      },
    },
    captions: {
      values: { type: 'choice', choices: captionFormats },
      formats: { are: 'film', otherwise: 'refused', purpose: 'be written beside a film' },
      operations: ['render'],
    },
    embedCaptions: {
      values: { type: 'boolean' },
      formats: {
        are: 'with sound',
        otherwise: 'refused',
        purpose: 'add a text track to an mp4, webm or mov',
      },
      operations: ['render'],
      flag: {
        name: 'embed-captions',
        placeholder: '',
        help: 'add the captions to an MP4, WebM or MOV as a text track',
        commands: ['render'],
      },
    },
    strict: {
      values: { type: 'boolean' },
      operations: ['render', 'renderParts'],
      flag: {
        name: 'strict',
        placeholder: '',
        help: 'refuse what would be drawn differently from how it was written, and write nothing',
        commands: ['render'],
      },
    },
    cache: {
      values: { type: 'folder' },
      operations: ['render', 'renderParts', 'sheet'],
      flag: {
        name: 'cache',
        placeholder: 'DIR',
        help: 'where pieces of MP4s and pictures are kept (default: none)',
        commands: ['render', 'batch', 'sheet'],
      },
    },
    cacheBytes: {
      values: { type: 'bytes', minimum: minCacheBytes },
      default: defaultCacheBytes,
      operations: ['render', 'renderParts', 'sheet'],
      flag: {
        name: 'cache-size',
        placeholder: 'BYTES',
        help: 'what these may take (default 2GB); the least recently used go first',
        commands: ['render', 'batch', 'sheet'],
      },
    },
    layout: {
      values: { type: 'boolean' },
      operations: ['inspect'],
      flag: {
        name: 'layout',
        placeholder: '',
        help: 'print the box of each visible object in every hold',
        commands: ['inspect'],
      },
      tools: { service_inspect: 'Also return the plan and all boxes in every hold.' },
    },
    plan: {
      values: { type: 'boolean' },
      operations: ['inspect'],
    },
    jobs: {
      values: { type: 'integer', minimum: 1, maximum: 99 },
      unit: 'count',
      operations: ['renderParts'],
      flag: {
        name: 'jobs',
        help: 'inputs that are rendered at the same time (default 1), if there are several',
        commands: ['render'],
      },
    },
    replace: { values: { type: 'boolean' }, default: false, operations: ['renderParts'] },
  } as const satisfies { readonly [Name in OptionName]: Option<NonNullable<AllOptions[Name]>> };
}

export type OptionName = keyof AllOptions;

type Row<Name extends OptionName> = ReturnType<typeof optionTableOf>[Name];

/** The names of the options that a function of the library takes. */
export type OptionNameOf<One extends Operation> = {
  readonly [Name in OptionName]: One extends Row<Name>['operations'][number] ? Name : never;
}[OptionName];

/** The names of the options that HTTP takes. */
export type QueryOptionName = {
  readonly [Name in OptionName]: Row<Name> extends { readonly query: string } ? Name : never;
}[OptionName];

/** The default that the formats share, if any. */
function commonRate(films: readonly FilmFormat[]): FrameRate | undefined {
  const rates = new Set(films.map((format) => formats[format].usualFrameRate));
  return rates.size === 1 ? [...rates][0] : undefined;
}

/** `default 30; 15 for gif, webp and apng`, with the formats of the first default left out. */
function describeUsualRates(films: readonly FilmFormat[]): string {
  const rates = [...new Set(films.map((format) => formats[format].usualFrameRate))];
  return rates
    .map((rate, index) => {
      if (index === 0) return `default ${rate}`;
      const names = films.filter((format) => formats[format].usualFrameRate === rate);
      return `${rate} for ${joinWords(names, 'and')}`;
    })
    .join('; ');
}

/** The options of the command line and the library. */
export const optionTable = optionTableOf();

/** The rows with the types of their columns, for names that are known only at run time. */
const rows: Readonly<Record<OptionName, Option>> = optionTable;

const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** The row of an option for a function of the library. */
export function optionOf(name: OptionName, operation?: string): Option {
  const row = rows[name];
  if (operation !== 'sheet' || row.sheet === undefined) return row;
  const { help, ...different } = row.sheet;
  return { ...row, ...different, ...(row.flag && { flag: { ...row.flag, help } }) };
}

/** The options that a function of the library takes. */
export function optionNamesOf(operation: Operation): readonly OptionName[] {
  return optionNames.filter((name) => rows[name].operations.includes(operation));
}

/** The options that are flags of a command. */
export function flagNamesOf(command: Command): readonly OptionName[] {
  return optionNames.filter((name) => rows[name].flag?.commands.includes(command));
}

/** The options that HTTP takes. */
export const queryOptionNames = optionNames.filter(
  (name) => rows[name].query !== undefined,
) as readonly QueryOptionName[];

/** Converts texts, such as those of a query, to options of a render for `checkOptions`. */
export function optionsFromTexts(
  texts: Readonly<Partial<Record<QueryOptionName, string>>>,
): Pick<AllOptions, QueryOptionName> {
  const options = queryOptionNames.flatMap((name) => {
    const { [name]: text } = texts;
    return text === undefined ? [] : [[name, allowedValueOfText(rows[name].values, text)]];
  });
  return Object.fromEntries(options);
}
