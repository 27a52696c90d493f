import { isStintError } from '#kernel/errors.ts'
import { type Rate4, rate } from '#kernel/rate.ts'

/** The rate of a typed text; null for an empty one, and for one that is no rate. */
export function readRate(text: string): Rate4 | null {
  try {
    return text.trim() === '' ? null : rate(text.trim())
  } catch (refusal) {
    if (!isStintError(refusal)) throw refusal
    return null
  }
}
