export { compile } from 'mathjs';
