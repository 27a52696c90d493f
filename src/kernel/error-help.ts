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
    happened: 'It does not exist, or you do not have access.',
    safe: 'Nothing was changed.',
    next: 'Open it from its list.',
  },
  not_allowed: {
    happened: 'Your role does not include this.',
    safe: 'Nothing was changed.',
    next: 'Ask an administrator of your business.',
  },
  invalid: {
    happened: 'An entry is not valid.',
    safe: 'Nothing was changed, and your entries are kept.',
    next: 'Correct it and try again.',
  },
  conflict: {
    happened: 'Somebody else has changed it.',
    safe: 'Nothing was done twice.',
    next: 'Check the current state, then decide again.',
  },
  precondition: {
    happened: 'Its status does not allow this.',
    safe: 'Nothing was changed.',
    next: 'Check its status, which is up to date now.',
  },
  internal: {
    happened: 'Something went wrong on our side.',
    safe: 'Nothing was changed.',
    next: 'Please try again.',
  },
  unavailable: {
    happened: 'The database cannot be reached at the moment.',
    safe: 'You can send it again. It is only done once.',
    next: 'Please try again shortly.',
  },
  too_many: {
    happened: 'You have sent too many requests.',
    safe: 'Nothing was changed.',
    next: 'Please wait a minute.',
  },
  signed_out: {
    happened: 'You are signed out.',
    safe: 'Saved work is kept.',
    next: 'Please sign in again.',
  },
  lost: {
    happened: 'There is no connection.',
    safe: 'Your entries are kept.',
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
