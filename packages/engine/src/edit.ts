export { type DocumentEdit, editText } from './fix/edit-text.ts';
export { editedFilm } from './fix/edited-film.ts';
export {
  type EditedField,
  type EditedObject,
  editedObject,
  type FieldSource,
  type ObjectPlace,
} from './fix/edited-object.ts';
export { type OfferedLooks, offeredLooks, themeOfDocument, writtenTheme } from './fix/edited-theme.ts';
export { JsonTree } from './project/json-tree.ts';
