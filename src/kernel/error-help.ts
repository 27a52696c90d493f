/** Help below the message of each kind of failure (quality U5): the effect, the safe state, the next step. */
import type { ErrorCode } from './errors.ts'

/** Outcomes of a call: the six refusals and failures around them. */
export type FailureCode =
  | ErrorCode
  | 'internal'
  | 'unavailable'
  | 'signed_out'
  /** The browser got no answer. */
  | 'lost'

type ErrorHelp = {
  readonly happened: string
  readonly safe: string
  readonly next: string
}

export const errorHelp: Readonly<Record<FailureCode, ErrorHelp>> = {
  not_found: {
    happened: 'It does not exist, or it is not yours.',
    safe: 'Nothing was changed.',
    next: 'Go back to the list and open it from there.',
  },
  not_allowed: {
    happened: 'Your role does not include this.',
    safe: 'Nothing was changed.',
    next: 'Ask an administrator of your business.',
  },
  invalid: {
    happened: 'Something that was entered cannot be accepted.',
    safe: 'Nothing was changed, and what you entered is still here.',
    next: 'Correct it where it is marked and send it again.',
  },
  conflict: {
    happened: 'Somebody else was faster.',
    safe: 'Nothing was done twice.',
    next: 'Look at what stands there now, then decide again.',
  },
  precondition: {
    happened: 'It is not at the step that this needs.',
    safe: 'Nothing was changed.',
    next: 'Look at its state, which has been read again.',
  },
  internal: {
    happened: 'Something went wrong on our side.',
    safe: 'Nothing was changed.',
    next: 'Please try again.',
  },
  unavailable: {
    happened: 'The database cannot be reached at the moment.',
    safe: 'What was sent can be sent again: it is done once.',
    next: 'Please try again shortly.',
  },
  too_many: {
    happened: 'Too many requests came from here.',
    safe: 'Nothing was changed.',
    next: 'Please wait a minute.',
  },
  signed_out: {
    happened: 'You are signed out.',
    safe: 'What was saved stays.',
    next: 'Please sign in again.',
  },
  lost: {
    happened: 'The connection was lost.',
    safe: 'Nothing was sent twice.',
    next: 'Please try again.',
  },
}

/** Sentences below the message that it does not contain itself. */
export function helpBelow(code: FailureCode, message: string): string {
  const { safe, next } = errorHelp[code]
  // The message already names its consequence.
  if (/nothing was|please/i.test(message)) return ''
  return `${safe} ${next}`
}
