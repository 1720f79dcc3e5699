export { DataFile } from './render/tables/data-file.ts';
export { readRows } from './render/tables/read-rows.ts';
export type { Fields, FieldValue, Row, RowOrProblem } from './render/tables/row.ts';
export { variablesOfRow } from './render/tables/row-variables.ts';
export { digestOfFiles, loadTemplate, type Template } from './render/template.ts';
