/**
 * A broken assertion is our bug, never the user's: it is not a StintError, so the error adapter
 * logs it and answers with the generic sentence.
 */
class AssertionFault extends Error {
  override name = 'AssertionFault'
}

/** States a fact that must hold here. Throws AssertionFault with `fact` when it does not. */
export function assert(holds: unknown, fact: string): asserts holds {
  if (!holds) throw new AssertionFault(`Broken assertion: ${fact}`)
}

/** The value, or AssertionFault when it is null or undefined. `what` names the thing expected. */
export function present<T>(value: T | null | undefined, what: string): T {
  assert(value !== null && value !== undefined, `${what} is present`)
  return value
}
