/** Writes docs/reference/command-line.md from the help texts of the commands. */

const beginning = `# Command line

The help of every command, as \`render-service COMMAND --help\` prints it, without the options \`-h\`, \`--help\` and \`--version\` that all
of them have.

<!-- Written by npm run docs. -->

In a checkout, \`npm install --global .\` makes the command \`render-service\` available everywhere. Without it, use
\`node packages/render-service/dist/cli/main.js\`, or \`npm run render -- …\`, and likewise for init, preview, inspect and sheet.
`;

/** The text of the page, from the general help and the help of each command by its name. */
export function commandLinePage(generalHelp, helps) {
  const commands = Object.keys(helps).sort(
    (one, other) => order(generalHelp, one) - order(generalHelp, other),
  );
  return [
    beginning,
    block(generalHelp),
    ...commands.map((command) => `## ${command}\n\n${block(helps[command])}`),
  ].join('\n');
}

/** Commands come in the order of the general help. */
function order(generalHelp, command) {
  return generalHelp.indexOf(`\n  render-service ${command} `);
}

/** The options of all commands, in the lines of each help. */
const common = /^ +(?:-h, --help|--version) {2,}print .*\n/gm;

function block(text) {
  return `\`\`\`text\n${text
    .replaceAll(common, '')
    .replace(/\nOptions:\n(?=\n|$)/, '\n')
    .trimEnd()}\n\`\`\`\n`;
}
