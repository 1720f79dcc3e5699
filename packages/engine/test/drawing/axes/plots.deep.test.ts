import { it } from 'vitest';
import { expectAsMathjs, families } from './against-mathjs.ts';

const numbers = ['0.5', '1', '1.7', '2', '3'];
const formulas = families.flatMap((family) => numbers.map((number) => family.replaceAll('A', number)));

it.each(formulas)('y = %s is drawn as mathjs computes it, within half a pixel', async (formula) => {
  await expectAsMathjs(formula, 400);
});
