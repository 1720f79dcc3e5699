import { removeCopies } from './copies.mjs';

removeCopies();
