/** The tries of a delivery, as the queue makes them. Pure. */
import { type Instant, instantFromMs, toMs } from '#kernel/instant.ts'

/** The queue's default; it leaves a message alone after as many. */
export const TRIES = 25

/** The queue's pauses grow no longer after this many tries. */
const LONGEST_AFTER = 10

export type Trying = { readonly attempts: number; readonly max_attempts: number }
export const first_try: Trying = { attempts: 1, max_attempts: TRIES }

/** The moment before which the queue does not try again: e seconds after the first try, six hours from the tenth on. */
export const nextTryAt = (now: Instant, { attempts }: Trying): Instant =>
  instantFromMs(toMs(now) + Math.round(Math.exp(Math.min(attempts, LONGEST_AFTER)) * 1000))

export const isLastTry = ({ attempts, max_attempts }: Trying): boolean => attempts >= max_attempts
