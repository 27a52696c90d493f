/** HMRC, or the provider in its place, has answered about the VAT number of a company: work that waited is raised. */
import type { Instant } from '#kernel/instant.ts'
import type { VerbContext } from '#server/verb.ts'

/** Raises the work of one noun that waited for the answer (raise-answered.job.ts). */
export const ANSWERED_TOPIC = 'vat_answered'

export const answered_work = ['timesheet', 'expense'] as const

/** Delivered after the transaction of the answer. */
export function tellAnswered(enqueue: VerbContext['enqueue'], company_id: string, at: Instant): void {
  for (const noun of answered_work)
    enqueue(ANSWERED_TOPIC, `${ANSWERED_TOPIC}:${company_id}:${noun}:${at}`, { company_id, noun })
}
