import type { InspectionAnswer, NoAnswer } from './inspection-process.ts';

const word = '[A-Za-z0-9_-]{1,80}';
const quoted = String.raw`\["(?:[^"\\]|\\.)*"(?: \(\d+ characters\))?\]`;
const index = String.raw`\[\d+\]`;
const path = new RegExp(`^(?:${word}|${quoted}|${index})(?:…?(?:\\.${word}|${quoted}|${index}))*: `, 'u');
const option = /^(?:format|width|height|width x height|fps|timeMs|timeoutMs) /;

const maxMessageLength = 2000;
const maxProblems = 20;
/** Most processor time for a document without letters. */
const maxProcessorMs = 2000;
/** Additional time for each letter; setting ten thousand in one equation takes some 700 ms. */
const maxProcessorMsPerLetter = 0.15;

const expectedCodes = ['invalid-project', 'invalid-option', 'unsupported', 'too-large', 'failed'];

/** Whether a message names a place in the project, the project as a whole, or an option. */
export function namesPlace(message: string): boolean {
  const text = message.replace(/^warning: /, '');
  return path.test(text) || option.test(text);
}

/** Returns the fault of a message for people; null if it has none. */
export function messageFault(message: string): string | null {
  if (!namesPlace(message)) return 'names no place';
  if (message.length > maxMessageLength) return `has ${message.length} characters`;
  if (!message.isWellFormed()) return 'holds half a surrogate pair';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(message)) return 'holds control characters';
  if (/: (?:undefined|null|NaN|\[object)/.test(message)) return 'says nothing';
  return null;
}

/** A rejected inspection or render. */
export interface Refusal {
  readonly code: string;
  readonly problems: readonly string[];
  /** Stack of an unexpected failure. */
  readonly unexpected?: string | undefined;
}

/** Lists the faults of a refusal. */
export function refusalFaults({ code, problems, unexpected }: Refusal): string[] {
  const faults: string[] = [];
  if (!expectedCodes.includes(code)) faults.push(`refused as ${code}: ${problems.join('; ')}`);
  if (unexpected !== undefined) faults.push(`an unexpected failure: ${unexpected}`);
  if (problems.length === 0) faults.push('a refusal without a problem');
  if (code === 'invalid-project' && problems.length > maxProblems) faults.push(`${problems.length} problems`);
  return [...faults, ...messageFaults(problems)];
}

/** Lists the faults of the answers about a document with the given number of letters. */
export function inspectionFaults(answer: InspectionAnswer | NoAnswer, letters: () => number): string[] {
  if ('died' in answer) return [`the process died: ${answer.died}`];
  const { parsed, inspected, processorMs } = answer;
  const faults: string[] = [];
  if ('thrown' in parsed) faults.push(`parseProject threw ${parsed.thrown}`);
  else if (!parsed.ok) faults.push(...messageFaults(parsed.problems));
  if ('thrown' in inspected) faults.push(`inspect rejected with ${inspected.thrown}`);
  else if (inspected.ok) faults.push(...messageFaults(inspected.issues));
  else faults.push(...refusalFaults(inspected));
  if (!('thrown' in parsed) && !('thrown' in inspected)) {
    const isInvalid = !inspected.ok && ['invalid-project', 'too-large'].includes(inspected.code);
    if (parsed.ok === isInvalid) faults.push('parseProject and inspect disagree');
  }
  if (processorMs > maxProcessorMs && processorMs > maxProcessorMs + letters() * maxProcessorMsPerLetter) {
    faults.push(`took ${Math.round(processorMs)} ms of processor time for ${letters()} letters`);
  }
  return faults;
}

/** Whether a fault is about processor time alone. */
export function isSlow(fault: string): boolean {
  return fault.startsWith('took ');
}

function messageFaults(messages: readonly string[]): string[] {
  return messages.flatMap((message) => {
    const fault = messageFault(message);
    return fault === null ? [] : [`a message ${fault}: ${JSON.stringify(message.slice(0, 300))}`];
  });
}
