import { hexColor } from '../../language/css-colors.ts';
import { didYouMean } from '../../names/closest-name.ts';
import { broken, type Check, isMap } from '../../project/check.ts';
import { type Path, showValue } from '../../project/problem-text.ts';
import type { Problems } from '../../project/problems.ts';
import { compileCheck } from '../../project/structure.ts';
import { ContentProblems, readContent } from '../content-problems.ts';
import { isGradient, readCssGradient, readCssShadows } from '../css-paints.ts';
import { readEasing } from '../desugar/easings.ts';
import { textOfFile } from '../desugar/file-texts.ts';
import { withoutShares } from '../desugar/shares.ts';
import { colorLuminance } from '../luminance.ts';
import { resolvedThemeSchema, stateFieldNames } from '../schema.ts';
import type { Source } from '../sources.ts';
import { bundledThemes } from './bundled-themes.ts';
import { extendDesign, type Theme, themeOf, type WrittenTheme } from './theme.ts';
import { colorFields, isPlainColor, readColors } from './theme-colors.ts';
import {
  chartColors,
  isThemeFile,
  isThemeText,
  sizedStyles,
  themeColors,
  themeFonts,
  themeNames,
} from './theme-names.ts';

/** Compiled for the first theme that a document has. */
let checkTheme: Check | undefined;

const maxStyles = 100;

/** Luminance of a background from which a theme extends a light one. */
const brightFrom = 0.25;

/** The names of fields by the part of a theme that has them. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'a theme': [
    ...['extends', 'colors', 'fonts', 'background', 'sizes', 'radius', 'gap', 'shadow', 'enter'],
    ...['logo', 'styles'],
  ],
  'the colors of a theme': [...themeColors, chartColors],
  'the sizes of a theme': sizedStyles,
  'the fonts of a theme': themeFonts,
  'a style': [
    ...stateFieldNames.filter((name) => !['children', 'formulas', 'spans'].includes(name)),
    'scale',
    'textColor',
  ],
};

/** What a film needs to read its theme. */
interface ThemeReading {
  readonly problems: Problems;
  /** The texts of files by their names; `unread` collects a file that is not in it. */
  readonly texts: ReadonlyMap<string, string>;
  readonly unread: Source[];
}

const place = ['theme'];

/** Reads the theme of a film: the name of a bundled one, a file, or an object. */
export function readTheme(written: unknown, { problems, texts, unread }: ThemeReading): Theme | undefined {
  if (written === undefined) return undefined;
  if (isMap(written)) return themeIn(written, place, problems);
  if (typeof written !== 'string') {
    problems.add(
      place,
      'value',
      `must be the name of a theme, a file or an object, but is ${showValue(written)}`,
    );
    return unknownTheme;
  }
  if (Object.hasOwn(bundledThemes, written))
    return themeOf(bundledThemes[written as keyof typeof bundledThemes]);
  if (isThemeText(written))
    return themeInText(written, new ContentProblems(problems, place, 'has the text of a theme, whose'));
  if (!isThemeFile(written)) {
    problems.add(place, 'unknown-id', unknownName(written));
    return unknownTheme;
  }
  const text = textOfFile({ texts, unread }, 'theme', written, place);
  return text === undefined
    ? unknownTheme
    : themeInText(text, new ContentProblems(problems, place, `is the file ${showValue(written)}, whose`));
}

/** The theme of a document whose own theme could not be read. */
const unknownTheme: Theme = { ...themeOf(bundledThemes.midnight), isKnown: false };

function unknownName(name: string): string {
  const meant =
    didYouMean(name, themeNames, { show: showValue }) || '; a file has a name such as "brand.json"';
  return `is ${showValue(name)}, which is not a bundled theme: ${themeNames.join(', ')}${meant}`;
}

function themeInText(text: string, problems: Problems): Theme {
  const content = readContent(text, problems);
  return content === undefined ? unknownTheme : themeIn(content, [], problems);
}

function themeIn(written: Record<string, unknown>, path: Path, problems: Problems): Theme {
  const before = problems.count;
  reportUnknownNames(written, path, problems);
  checkTheme ??= compileCheck(resolvedThemeSchema);
  const checked = checkTheme(withPlainStyles(written, path, problems), [...path], problems);
  const changes = withoutBroken(written, checked) as WrittenTheme;
  const base = bundledThemes[changes.extends ?? baseFor(changes.colors?.background)];
  const theme = themeOf(extendDesign(base, changes));
  return { ...theme, isKnown: problems.count === before };
}

/** A theme with a background of its own extends one that is as light or as dark. */
function baseFor(background: unknown): 'paper' | 'midnight' {
  return (colorLuminance(background) ?? 0) > brightFrom ? 'paper' : 'midnight';
}

function reportUnknownNames(theme: Record<string, unknown>, path: Path, problems: Problems): void {
  const styles = isMap(theme.styles) ? Object.entries(theme.styles) : [];
  if (styles.length > maxStyles)
    problems.add(
      [...path, 'styles'],
      'count',
      `must have at most ${maxStyles} styles, but has ${styles.length}`,
    );
  const parts: [noun: string, part: unknown, path: Path][] = [
    ['a theme', theme, path],
    ['the colors of a theme', theme.colors, [...path, 'colors']],
    ['the sizes of a theme', theme.sizes, [...path, 'sizes']],
    ['the fonts of a theme', theme.fonts, [...path, 'fonts']],
    ...styles
      .slice(0, maxStyles)
      .map(([name, style]): [string, unknown, Path] => ['a style', style, [...path, 'styles', name]]),
  ];
  for (const [noun, part, at] of parts) {
    const namesOfNoun = namesOf[noun] ?? [];
    for (const name of isMap(part) ? Object.keys(part) : []) {
      if (namesOfNoun.includes(name)) continue;
      if (problems.full) return;
      const list = noun === 'a style' ? '' : `, which has ${namesOfNoun.join(', ')}`;
      const meant = didYouMean(name, namesOfNoun, { show: showValue });
      problems.add([...at, name], 'unknown-field', `is not a field of ${noun}${list}${meant}`);
    }
  }
}

/** Returns a theme whose styles have plain fields, for its check. */
function withPlainStyles(theme: Record<string, unknown>, path: Path, problems: Problems): unknown {
  const report = (place: Path, text: string) => problems.add([...path, ...place], 'value', text);
  const plainTheme = plainPaints(theme, ['background', 'shadow'], [], report);
  if (isMap(plainTheme.enter))
    plainTheme.enter = { ...plainTheme.enter, easing: readEasing(plainTheme.enter.easing) };
  if (!isMap(theme.styles)) return plainTheme;
  const styles = Object.entries(theme.styles).map(([name, style]) => {
    if (!isMap(style)) return [name, style];
    const { scale, textColor, ...fields } = style;
    const paints = ['fill', 'stroke', 'shadow'];
    const plain: Record<string, unknown> = plainPaints(
      withoutShares(fields),
      paints,
      ['styles', name],
      report,
    );
    if (scale !== undefined) plain.scaleX ??= scale;
    for (const field of [...colorFields, 'colors']) {
      const value = field === 'textColor' ? textColor : plain[field];
      if (value === undefined) continue;
      const read = readColors(value, base, (rule, ...key) =>
        problems.add([...path, 'styles', name, field, ...key], 'unknown-id', rule),
      );
      if (field !== 'textColor') plain[field] = read;
    }
    return [name, plain];
  });
  return { ...plainTheme, styles: Object.fromEntries(styles) };
}

/** Returns fields with plain values in place of gradients and shadows of CSS, which are checked here. */
function plainPaints(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: Path,
  report: (place: Path, text: string) => void,
): Record<string, unknown> {
  const plain = { ...fields };
  for (const name of names) {
    const value = plain[name];
    const isShadow = name === 'shadow' && typeof value === 'string';
    if (!isShadow && !isGradient(value)) continue;
    const read = isShadow
      ? readCssShadows(value, 1080, anyThemeColor)
      : readCssGradient(String(value), anyThemeColor);
    if (!read.ok) report([...path, name], read.problems[0] ?? '');
    // A theme has the text of its shadow, a style the fields.
    if (!isShadow) plain[name] = '#000000';
    else if (path.length > 0) plain[name] = read.ok ? read.value : [];
  }
  return plain;
}

function anyThemeColor(text: string): string | undefined {
  const read = readColors(text, base, () => {});
  return typeof read === 'string' && isPlainColor(read) ? hexColor(read) : undefined;
}

const base = themeOf(bundledThemes.midnight);

/** Returns the parts of a theme that passed its check, as they are written. */
function withoutBroken(written: unknown, checked: unknown): unknown {
  if (!isMap(written) || !isMap(checked)) return checked === broken ? undefined : written;
  const kept = Object.entries(written).filter(
    ([name]) =>
      checked[name] !== broken && (checked[name] !== undefined || name === 'scale' || name === 'textColor'),
  );
  return Object.fromEntries(
    kept.flatMap(([name, value]) => {
      const inner = withoutBroken(value, checked[name] ?? value);
      const isList = Array.isArray(inner) && Array.isArray(checked[name]) && checked[name].includes(broken);
      return inner === undefined || isList ? [] : [[name, inner]];
    }),
  );
}
