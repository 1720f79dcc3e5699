import { addCopies, removeCopies } from './copies.mjs';

removeCopies();
addCopies();
