import type { problemRules } from '../../packages/engine/src/project/problem.ts';

export function writeRules(page: string, rules: typeof problemRules): string;
