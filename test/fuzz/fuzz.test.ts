import { afterAll, expect, it } from 'vitest';
import { inspectionFaults } from './answers.ts';
import { anyDocument, countLetters } from './documents.ts';
import { Findings } from './findings.ts';
import { InspectionProcess } from './inspection-process.ts';
import { firstSeed, runLength, runTimeoutMs } from './run-length.ts';

const inspections = new InspectionProcess();
afterAll(() => inspections.close());

it('inspect accepts every generated document or rejects it with a message, in limited time', {
  timeout: runTimeoutMs,
}, async () => {
  const findings = new Findings();
  const end = firstSeed + runLength('FUZZ_DOCUMENTS', 500);
  for (let seed = firstSeed; seed < end; seed++) {
    const document = anyDocument(seed);
    const faults = inspectionFaults(await inspections.inspect(document.input), () => countLetters(document));
    if (faults.length > 0) await findings.add(document, faults);
  }
  expect(findings.reports).toEqual([]);
});
