/** Writes docs/reference/command-line.md from the help texts of the commands. */

const beginning = `# Command line

The help of every command, as \`render-service COMMAND --help\` prints it.

<!-- Written by npm run docs. -->

In a checkout, \`npm install --global .\` makes the command \`render-service\` available everywhere. Without it, use
\`node dist/cli/main.js\`, or \`npm run render -- …\` for init, preview, render, inspect and sheet.
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

function block(text) {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
}
