// Writes the project of a workload to a file.
// node prepare-project.mjs WORKLOAD PROJECT.json [--quick]
import { writeFile } from 'node:fs/promises';
import { tell } from './stopwatch.mjs';
import { projectJson } from './workloads/workloads.mjs';

const [name, projectFile, flag] = process.argv.slice(2);
const json = await projectJson(name, { isQuick: flag === '--quick' });
await writeFile(projectFile, json);
tell({ characters: json.length });
