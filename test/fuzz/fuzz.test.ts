import { afterAll, expect, it } from 'vitest';
import { firstSeed, runs, runTimeoutMs } from '../support/random-runs.ts';
import { inspectionFaults } from './answers.ts';
import { anyDocument, countLetters } from './documents.ts';
import { Findings } from './findings.ts';
import { InspectionProcess } from './inspection-process.ts';

const inspections = new InspectionProcess();
afterAll(() => inspections.close());

it('inspect accepts every generated document or rejects it with a message, in limited time', {
  timeout: runTimeoutMs,
}, async () => {
  const findings = new Findings();
  const end = firstSeed + runs(500);
  for (let seed = firstSeed; seed < end; seed++) {
    const document = anyDocument(seed);
    const faults = inspectionFaults(await inspections.inspect(document.input), () => countLetters(document));
    if (faults.length > 0) await findings.add(document, faults);
  }
  expect(findings.reports).toEqual([]);
});
