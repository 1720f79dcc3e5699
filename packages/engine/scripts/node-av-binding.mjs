import { createRequire } from 'node:module';

/*
 * Replaces node-av's own loader in the bundle, which also searches the folders around it for builds, and throws when it
 * is imported. With this one, SVG and PNG still work if the platform's library cannot be loaded.
 */

/* global platformPackages -- Written by scripts/build-node-av.mjs: the optional dependencies of package.json. */

const platform = `${process.platform}-${process.arch}`;
/** For Windows there are builds by two compilers. Node is built with Microsoft's. */
const packageName = `@seydx/node-av-${platform}${process.platform === 'win32' ? '-msvc' : ''}`;

/** The native library, or a replacement that throws an error for the user as soon as it is used. */
export const bindings = load();

function load() {
  try {
    return createRequire(import.meta.url)(`${packageName}/node-av.node`);
  } catch (error) {
    return unusable(`an MP4 cannot be made: ${reason(error)}; SVG and PNG still work`);
  }
}

function reason({ code, message }) {
  if (!platformPackages.includes(packageName)) return `there is no build of FFmpeg for ${platform}`;
  const build = `${packageName}, the build of FFmpeg for this platform,`;
  if (code === 'MODULE_NOT_FOUND') {
    return `${build} is not installed; install render-service again, without leaving out optional dependencies`;
  }
  return `${build} could not be loaded (${message.split('\n', 1)[0]})`;
}

function unusable(message) {
  return new Proxy(
    {},
    {
      get(_, name) {
        // node-av reads error codes when it is imported, but does not use them before anything else.
        if (name === 'FFmpegError') return { getAverror: () => 0 };
        throw Object.assign(new Error(message), { code: 'ERR_FFMPEG_UNUSABLE' });
      },
    },
  );
}
