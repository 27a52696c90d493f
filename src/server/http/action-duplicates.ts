/**
 * Unique keys of company, person and sign-in are of all tenants: each refusal reveals that the value exists. A user
 * gets a number of them a minute of each action, as in the data endpoint.
 */
import { Allowance } from '#data/allowance.ts'
import { LIMITS } from '#data/limits.ts'
import { isStintError, tooMany } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'

const telling: readonly string[] = [
  errorText.registration_number_exists,
  errorText.email_exists,
  validationText.unique_existing,
  validationText.duplicate_email,
]

function tells(error: unknown): boolean {
  return isStintError(error) && Object.values(error.errors ?? {}).some((text) => telling.includes(text))
}

export class ActionDuplicates {
  readonly #allowance = new Allowance(LIMITS.duplicates_a_minute, 'refused duplicates')

  /** @throws tooMany where the user has had their minute's refusals of this action */
  async run<T>(user_id: string, action_id: string, work: () => Promise<T>): Promise<T> {
    const caller = `${user_id} ${action_id}`
    if (this.#allowance.isSpent(caller))
      throw tooMany('Too many values that exist already. Please try again in a minute', 60)
    try {
      return await work()
    } catch (error) {
      if (tells(error)) this.#allowance.note(caller)
      throw error
    }
  }
}
