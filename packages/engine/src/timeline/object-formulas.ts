import type { ComputeNumber } from '../formulas/evaluate-formula.ts';
import type { FillText } from '../formulas/template.ts';
import type { FormulaProperty } from '../project/properties/all-properties.ts';
import type { CompositionState } from '../project/schema.ts';
import { formulaChannel, lineChannel, type NumberChannel, numberAt } from './channel.ts';
import { type CompiledFormula, doesMove, type Side, type Variables } from './scene-formulas.ts';
import type { TimingProgress } from './timing.ts';

/** The text of an object over a transition; each end is a text or computed. */
export interface RunningText {
  readonly from: FillText;
  readonly to: FillText;
}

/** The formulas of an object's states on both sides of a transition. */
export class ObjectFormulas {
  readonly #from: NonNullable<CompositionState['formulas']>;
  readonly #to: NonNullable<CompositionState['formulas']>;
  readonly #variables: Variables;
  /** The clock of each side: an object that enters or leaves has only that of the side on which it is seen. */
  readonly #clocks: Readonly<Record<Side, Side>>;
  readonly #channels: NumberChannel[] = [];
  #text: RunningText | null = null;

  constructor(from: CompositionState, to: CompositionState, variables: Variables) {
    this.#from = from.formulas ?? {};
    this.#to = to.formulas ?? {};
    this.#variables = variables;
    this.#clocks = {
      from: from.visible || !to.visible ? 'from' : 'to',
      to: to.visible || !from.visible ? 'to' : 'from',
    };
  }

  has(property: string): property is FormulaProperty {
    return [this.#from, this.#to].some((formulas) => Reflect.get(formulas, property) !== undefined);
  }

  /**
   * Returns the channel of a property that has a formula. Where `isUsed` is false, the given number replaces the formula.
   */
  channel(
    property: FormulaProperty,
    [from, to]: readonly [from: number, to: number],
    timing: number,
    isUsed: readonly [from: boolean, to: boolean],
  ): NumberChannel {
    const start = this.#side('from', isUsed[0] ? this.#from[property] : undefined, from, property);
    const end = this.#side('to', isUsed[1] ? this.#to[property] : undefined, to, property);
    if (!this.#moves(start, end)) {
      const [first, last] = [start.compute(this.#variables.first), end.compute(this.#variables.first)];
      if (Number.isFinite(first) && Number.isFinite(last)) return lineChannel(first, last, timing);
    }
    const channel = formulaChannel(start.compute, end.compute, timing);
    this.#channels.push(channel);
    return channel;
  }

  /** Returns the running text; null if neither side has a formula with a variable that changes. */
  text(from: string, to: string): RunningText | null {
    if (this.#from.text === undefined && this.#to.text === undefined) return null;
    const { formulas } = this.#variables;
    const start =
      this.#from.text === undefined
        ? constant(() => from)
        : formulas.text(this.#from.text, this.#clocks.from);
    const end =
      this.#to.text === undefined ? constant(() => to) : formulas.text(this.#to.text, this.#clocks.to);
    const { first } = this.#variables;
    const isFilled = start.compute(first) !== null && end.compute(first) !== null;
    if (isFilled && !this.#moves(start, end)) return null;
    this.#text = { from: start.compute, to: end.compute };
    return this.#text;
  }

  /** Returns whether all formulas of the channels so far are finite; null if they are always. */
  finiteness(): ((progress: TimingProgress) => boolean) | null {
    const channels = this.#channels;
    const text = this.#text;
    if (channels.length === 0 && text === null) return null;
    return (progress) =>
      channels.every((channel) => Number.isFinite(numberAt(channel, progress))) &&
      (text === null || isFilled(text, progress));
  }

  #side(
    side: Side,
    text: string | undefined,
    number: number,
    property: FormulaProperty,
  ): CompiledFormula<ComputeNumber> {
    return text === undefined
      ? constant(() => number)
      : this.#variables.formulas.number(text, property, this.#clocks[side]);
  }

  #moves(start: CompiledFormula<unknown>, end: CompiledFormula<unknown>): boolean {
    return doesMove(this.#variables, start.variables) || doesMove(this.#variables, end.variables);
  }
}

function constant<Compute>(compute: Compute): CompiledFormula<Compute> {
  return { compute, variables: [] };
}

/** A text that is not finite on one side is not drawn, because both sides may be seen at once. */
function isFilled({ from, to }: RunningText, { variables = [] }: TimingProgress): boolean {
  return from(variables) !== null && (from === to || to(variables) !== null);
}
