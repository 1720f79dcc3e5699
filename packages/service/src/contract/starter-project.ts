import { readFileSync } from 'node:fs';
import { expandProject } from '@render-service/engine/process';
import { describeProblem } from '@render-service/engine/text';

const file = new URL('../../assets/examples/hello.json', import.meta.url);

/** The JSON text of a starter project in the full format: one second of editable text. */
export function readStarterProject(): string {
  const expanded = expandProject(readFileSync(file));
  if (!expanded.ok) throw new Error(`${file.pathname}: ${expanded.problems.map(describeProblem).join('; ')}`);
  // The starter project uses no extensions of the contract.
  const { extended: _, ...project } = expanded.value.project;
  return `${JSON.stringify(project, null, 2)}\n`;
}
