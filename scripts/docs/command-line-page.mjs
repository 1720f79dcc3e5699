/** Writes docs/reference/command-line.md from the help texts of the commands. */

const beginning = `# Command line

The help of every command, as \`render-service COMMAND --help\` prints it, without the options \`-h\`, \`--help\` and \`--version\` that all
of them have. An option that two commands describe with the same words is described once.

<!-- Written by npm run docs. -->

In a checkout, \`npm install --global .\` makes the command \`render-service\` available everywhere. Without it, use
\`node packages/render-service/dist/cli/main.js\`, or \`npm run render -- …\`, and likewise for init, preview, inspect and sheet.
`;

/** The text of the page, from the general help and the help of each command by its name. */
export function commandLinePage(generalHelp, helps) {
  const commands = Object.keys(helps).sort(
    (one, other) => order(generalHelp, one) - order(generalHelp, other),
  );
  const owners = optionOwners(['render', ...commands], helps);
  return [
    beginning,
    block(generalHelp),
    ...commands.map(
      (command) => `## ${command}\n\n${block(withoutRepetition(command, helps[command], owners))}`,
    ),
  ].join('\n');
}

/** An option of a help with its description, which may have several lines. */
const option = /^ {2}(-\S.*?) {2,}\S.*\n(?: {10,}.*\n)*/gm;

/** The command that describes each option, by its text: `render`, or the first one. */
function optionOwners(commands, helps) {
  const owners = new Map();
  for (const command of commands) {
    for (const [text] of helps[command].matchAll(option)) {
      if (!owners.has(text)) owners.set(text, command);
    }
  }
  return owners;
}

/** Names the options that another command describes with the same words. */
function withoutRepetition(command, help, owners) {
  const others = new Map();
  const text = help.replaceAll(common, '').replaceAll(option, (described, name) => {
    const owner = owners.get(described);
    if (owner === command) return described;
    others.set(owner, [...(others.get(owner) ?? []), /--[\w-]+/.exec(name)?.[0] ?? name]);
    return others.get(owner).length === 1 ? `  as in ${owner}: @${owner}@\n` : '';
  });
  return text.replaceAll(/@(\w+)@/g, (_, owner) => others.get(owner).join(', '));
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
