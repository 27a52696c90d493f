import type { Condition } from '#entity/filter.ts'
import { isNumberText, shapeOf } from '#entity/filter.ts'
import { validationText } from '#kernel/messages.ts'
import type { Filterable } from './filterable.ts'

interface Range {
  readonly from?: string
  readonly to?: string
}

/** Faults of the ends of a number range, in the words of spec §5. */
export function rangeFaults({ from, to }: Range): Range {
  const isText = (end: string | undefined) => end !== undefined && !isNumberText(end)
  if (isText(from) || isText(to))
    return {
      ...(isText(from) ? { from: validationText.number } : {}),
      ...(isText(to) ? { to: validationText.number } : {}),
    }
  const isBelow = from !== undefined && to !== undefined && Number(to) < Number(from)
  return isBelow ? { to: validationText.min } : {}
}

/** Whether a condition is valid: a half-typed range may not be. */
export function isAskable(filter: Filterable, condition: Condition | undefined): boolean {
  const { kind } = filter.shape
  if (!condition || shapeOf(filter.shape) !== 'range' || kind === 'day' || kind === 'instant') return true
  return Object.keys(rangeFaults(condition as Range)).length === 0 // A field of numbers is filtered by a range.
}
