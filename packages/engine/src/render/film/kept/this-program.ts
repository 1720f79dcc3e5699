import { arch, platform, versions } from 'node:process';
import { programDigest } from './program-digest.ts';

/**
 * Everything that draws, mixes and codes: another one may give other bytes. The JavaScript engine has its own functions
 * such as the sine, and its own tables of letters.
 */
export const thisProgram = [programDigest, arch, platform, versions.v8, versions.icu] as const;
