// @module-tag chromium

import { afterAll, expect, it } from 'vitest';
import { parseProject } from '../../packages/engine/src/project/parse-project.ts';
import { describeProblem } from '../../packages/engine/src/project/problem.ts';
import type { RenderOptions } from '../../packages/engine/src/render/options/render-options.ts';
import { RenderSupervisor } from '../../packages/engine/src/render/process/supervisor.ts';
import { RenderError } from '../../packages/engine/src/render/render-error.ts';
import { compileTimeline } from '../../packages/engine/src/timeline/compile-timeline.ts';
import { ReferenceBrowser } from '../support/chromium.ts';
import { checkFilm } from '../support/film/check-film.ts';
import { decodePng } from '../support/picture.ts';
import { Random } from '../support/random.ts';
import { firstSeed, runs, runTimeoutMs } from '../support/random-runs.ts';
import { refusalFaults } from './answers.ts';
import { foreignName, svgFault } from './check-svg.ts';
import { type FuzzDocument, renderableDocument } from './documents.ts';
import { Findings } from './findings.ts';

/** Milliseconds of wall time for one small picture, or for a film of some twenty small frames. */
const timeoutMs = 60_000;
/** Characters of SVG that the browser parses in one batch. */
const batchLength = 8_000_000;

const renderer = new RenderSupervisor();
const chromium = new ReferenceBrowser();
afterAll(async () => {
  await renderer.close();
  await chromium.close();
});

it('render draws a valid picture of every generated document or rejects the document with a message', {
  tags: ['ffmpeg', 'slow'],
  timeout: runTimeoutMs,
}, async () => {
  const findings = new Findings();
  const svgs = new SvgBatch(findings);
  const formats = { svg: 0, png: 0, mp4: 0 };
  const end = firstSeed + runs(50);
  for (let seed = firstSeed; seed < end; seed++) {
    const { document, options } = job(seed);
    const how = JSON.stringify(options);
    try {
      const { data, frames } = await renderer.render(document.input, { ...options, timeoutMs });
      formats[options.format] += 1;
      if (options.format === 'svg') await svgs.add(document, how, Buffer.from(data).toString());
      else {
        const fault = options.format === 'png' ? await pngFault(data) : await filmFault(data, frames);
        if (fault !== null) await findings.add(document, [fault], how);
      }
    } catch (error) {
      const faults = error instanceof RenderError ? renderFaults(error) : [`rejected with ${error}`];
      if (faults.length > 0) await findings.add(document, faults, how);
    }
  }
  await svgs.check();
  expect(findings.reports).toEqual([]);
  const renders = end - firstSeed;
  if (renders >= 50) {
    const rendered = Object.values(formats).reduce((sum, count) => sum + count);
    expect(rendered, 'most documents can be rendered').toBeGreaterThan(renders / 2);
    expect(Math.min(...Object.values(formats)), 'films and stills of both kinds').toBeGreaterThan(0);
  }
});

type FuzzOptions = RenderOptions & { readonly format: 'svg' | 'png' | 'mp4' };

function job(seed: number): { document: FuzzDocument; options: FuzzOptions } {
  const random = new Random(~seed);
  const format = random.pick(['svg', 'svg', 'svg', 'svg', 'svg', 'svg', 'png', 'png', 'png', 'mp4'] as const);
  const document = renderableDocument(seed, { short: format === 'mp4' });
  const size = random.pick([
    { width: 64 },
    { height: 50 },
    { width: 96, height: 54 },
    { width: 16, height: 200 },
  ]);
  if (format === 'mp4') return { document, options: { format, ...size, fps: random.pick([24, 30, 60]) } };
  return { document, options: { format, ...size, timeMs: anyTime(document, random) } };
}

function anyTime(document: FuzzDocument, random: Random): number {
  const parsed = parseProject(document.input);
  if (!parsed.ok) return 0;
  return (
    compileTimeline(parsed.project).durationMs * random.pick([0, 1, random.fraction(), random.fraction()])
  );
}

/** An unexpected failure of the render process is the error's cause. */
function renderFaults({ code, problems, message, cause }: RenderError): string[] {
  const faults = refusalFaults({
    code,
    problems: problems.map(describeProblem),
    unexpected: cause === undefined ? undefined : String(cause),
  });
  return /of memory/.test(message) ? [...faults, `ran out of memory: ${message}`] : faults;
}

async function pngFault(data: Uint8Array): Promise<string | null> {
  try {
    const { width, height } = await decodePng(Buffer.from(data));
    return width > 0 && height > 0 ? null : `a PNG of ${width} x ${height}`;
  } catch (error) {
    return `no PNG: ${error}`;
  }
}

async function filmFault(data: Uint8Array, frames: number): Promise<string | null> {
  try {
    await checkFilm(data, { frames });
    return null;
  } catch (error) {
    return String(error);
  }
}

/** SVG files for the browser's parser, which takes many at once. */
class SvgBatch {
  readonly #findings: Findings;
  #waiting: { document: FuzzDocument; how: string; svg: string }[] = [];
  #length = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  async add(document: FuzzDocument, how: string, svg: string): Promise<void> {
    const fault = svgFault(svg);
    if (fault !== null) await this.#findings.add(document, [`the SVG: ${fault}`], how);
    this.#waiting.push({ document, how, svg });
    this.#length += svg.length;
    if (this.#length > batchLength) await this.check();
  }

  async check(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#length = 0;
    const parsed = await chromium.parseXml(batch.map(({ svg }) => svg));
    for (const [index, { error, names, text }] of parsed.entries()) {
      const foreign = foreignName(names);
      const fault = error ?? (foreign === null ? text : `${foreign} does not belong there`);
      const { document, how } = batch[index] ?? {};
      if (fault !== '' && document) await this.#findings.add(document, [`Chromium: ${fault}`], how);
    }
  }
}
