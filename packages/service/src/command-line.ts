export { describeOption, describeOptions, printHelpOrVersion, setHelp } from './command-line/help.ts';
export {
  checkStandardOutput,
  refuseSameFile,
  writeTextOutput,
  writeToStandardOutput,
} from './command-line/output.ts';
export { noInput, onlyInput, parseArguments, UsageError } from './command-line/parse-arguments.ts';
export { printLine, printNotice, printTimedNotice } from './command-line/print-line.ts';
export { baseFolderOf, readInput } from './command-line/read-input.ts';
export {
  argumentsOf,
  commonArguments,
  readCache,
  readOptions,
  readTimeLimit,
} from './command-line/render-arguments.ts';
export { readVariables } from './command-line/variable-arguments.ts';
export { packageVersion } from './contract/package-version.ts';
export { schemaTexts } from './contract/schema-files.ts';
export { FlagError, readSetting, SettingsError, settingsTable } from './contract/settings.ts';
export { readTemplate, readTemplateFile, templates } from './contract/templates.ts';
export { topicPage, unknownTopic } from './contract/topic-pages.ts';
