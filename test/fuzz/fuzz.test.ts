import { afterAll, expect, it } from 'vitest';
import { firstSeed, runs, runTimeoutMs } from '../support/random-runs.ts';
import { inspectionFaults, isSlow } from './answers.ts';
import { anyDocument, countLetters } from './documents.ts';
import { Findings } from './findings.ts';
import { InspectionProcess } from './inspection-process.ts';

const inspections = new InspectionProcess();
afterAll(() => inspections.close());

it('inspect accepts every generated document or rejects it with a message, in limited time', {
  tags: 'slow',
  timeout: runTimeoutMs,
}, async () => {
  const findings = new Findings();
  const end = firstSeed + runs(500);
  for (let seed = firstSeed; seed < end; seed++) {
    const document = anyDocument(seed);
    const faultsNow = async () =>
      inspectionFaults(await inspections.inspect(document.input), () => countLetters(document));
    let faults = await faultsNow();
    // On a busy machine the same work takes more processor time, so a document is slow only if it is every time.
    for (let again = 0; again < 2 && faults.length > 0 && faults.every(isSlow); again++)
      faults = await faultsNow();
    if (faults.length > 0) await findings.add(document, faults);
  }
  expect(findings.reports).toEqual([]);
});
