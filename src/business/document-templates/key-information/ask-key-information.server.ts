/** Asks for the key information document of a placement whose pay changed (decision 0218). */
import type { Day } from '#kernel/day.ts'
import type { VerbContext } from '#server/verb.ts'

/** Issues the document (key-information.job.ts). */
export const KEY_INFORMATION_TOPIC = 'key_information'

type PayChange = {
  readonly contract_id: string
  /** The placement that chose the documents: itself, or the one that it continues. */
  readonly chosen_by: string
  /** The first day of the new pay; null: today. */
  readonly from: Day | null
}

export function askKeyInformation({ clock, enqueue }: VerbContext, change: PayChange): void {
  enqueue(KEY_INFORMATION_TOPIC, `${KEY_INFORMATION_TOPIC}:${change.contract_id}:${clock.now()}`, change)
}
