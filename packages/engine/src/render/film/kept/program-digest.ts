/** Of everything in the program that draws and codes pictures. scripts/bundle-program.mjs defines it in the bundle. */
declare const digestOfThisProgram: string | undefined;

/** Pieces that another program made are not used. Programs that are not bundled, which only tests run, have none. */
export const programDigest = typeof digestOfThisProgram === 'string' ? digestOfThisProgram : '';
