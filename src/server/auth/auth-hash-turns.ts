/** Password hashes at work: a few at once, some waiting, the rest refused, so that guesses cannot fill memory and processor. */
import { UnavailableError, unavailableText } from '../failure.ts'

const RUNNING_MAX = 4
const WAITING_MAX = 50

let running = 0
const waiting: (() => void)[] = []

/** @throws UnavailableError when too many wait already */
export async function withHashTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new UnavailableError(unavailableText.busy)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
