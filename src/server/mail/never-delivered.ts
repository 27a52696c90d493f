/** A delivery that no later try can make: the record was cancelled, its file is missing, no recipient has an address. */
import { isStintError } from '#kernel/errors.ts'

/** The reason of a payload that no version reads. */
export const unreadable = 'The message cannot be read'

export class NeverDelivered extends Error {
  override name = 'NeverDelivered'
}

const withoutStop = (text: string) => text.replace(/\.$/, '')

/**
 * The reason of a delivery that can never succeed; null where a later try may. A missing row or file stays missing;
 * other refusals may be the machine's, such as a full disk.
 */
export function reasonOfNever(error: unknown): string | null {
  if (error instanceof NeverDelivered) return withoutStop(error.message)
  return isStintError(error) && error.code === 'not_found' ? withoutStop(error.message) : null
}

/** Takes any refusal by the record's own state as final. */
export async function asFinal<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isStintError(error) && (error.code === 'precondition' || error.code === 'not_found'))
      throw new NeverDelivered(error.message, { cause: error })
    throw error
  }
}
