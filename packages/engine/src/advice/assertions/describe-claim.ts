import type { Claim, Subject } from '../../assertions/assertion.ts';
import { showColor } from '../../timeline/color.ts';
import type { FilmSampler } from './film-sampler.ts';
import { showBounds, showNumber, showTime } from './show-values.ts';

/** The objects of a claim, without the frame. */
export function subjectsOf(claim: Claim): readonly Subject[] {
  const all: Subject[] = [claim.subject];
  if (claim.kind === 'relation') all.push(claim.target);
  if (claim.kind === 'compare')
    for (const operand of [claim.value, claim.end])
      if (operand.kind === 'property') all.push(operand.subject);
  if (claim.kind === 'color' && claim.value.kind === 'property') all.push(claim.value.subject);
  return [...new Set(all)].filter(({ isFrame }) => !isFrame);
}

/** The ids of the objects of a claim. */
export function idsOf(claim: Claim): readonly string[] {
  return subjectsOf(claim).flatMap(({ ids }) => ids);
}

/** Describes what a claim is about at a time. */
export function describe(claim: Claim, timeMs: number, sampler: FilmSampler): { readonly message: string } {
  const at = `at ${showTime(timeMs)}`;
  const boxed = (subject: Subject) => {
    const box = sampler.boxOf(subject, timeMs);
    return `${subject.name} is ${box === null ? 'not seen' : showBounds(box)}`;
  };
  switch (claim.kind) {
    case 'relation': {
      if (claim.relation === 'in front of' || claim.relation === 'behind')
        return {
          message: `${at} it is drawn ${claim.relation === 'behind' ? 'after' : 'before'} ${claim.target.name}`,
        };
      return { message: `${at} ${boxed(claim.subject)}, and ${boxed(claim.target)}` };
    }
    case 'visible':
      return { message: `${at} ${boxed(claim.subject)}, and ${boxed(wholeFrame)}` };
    case 'compare': {
      const { subject, property, value } = claim;
      const subjectValue = sampler.numberOf(subject, property, timeMs);
      const seen = `${at} ${subject.name}.${property} is ${subjectValue === null ? 'unknown' : showNumber(subjectValue)}`;
      if (value.kind === 'number') return { message: seen };
      const other = sampler.numberOf(value.subject, value.property, timeMs);
      return {
        message: `${seen}, and ${value.subject.name}.${value.property} is ${other === null ? 'unknown' : showNumber(other)}`,
      };
    }
    case 'color':
      return {
        message: `${at} ${claim.subject.name}.${claim.property} is ${showPaint(sampler.colorOf(claim.subject, claim.property, timeMs))}`,
      };
  }
}

const wholeFrame: Subject = { name: 'the frame', ids: [], isFrame: true };

function showPaint(color: ReturnType<FilmSampler['colorOf']>): string {
  if (color === undefined) return 'unknown';
  return color === null ? 'none' : showColor(color);
}
