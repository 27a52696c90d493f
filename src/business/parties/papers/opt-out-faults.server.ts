import type { Day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'
import { company_alone, mayOptOut } from './opt-out.rules.ts'

/** A notice is given by a company and its worker, on a day that has come, until they withdraw it. */
export async function optOutFaults(
  { tx, clock }: VerbContext,
  contractor_id: string,
  { valid_from, valid_to }: { readonly valid_from: Day; readonly valid_to?: string | undefined },
): Promise<FieldErrors> {
  const worker = await tx.row<{ payment_type: string | null }>(
    'select payment_type from business.business where id = $1',
    [contractor_id],
  )
  return {
    ...(mayOptOut(worker?.payment_type ?? null) ? {} : { type: company_alone }),
    ...futureFaults('valid_from', valid_from, clock.today()),
    ...(valid_to === undefined ? {} : { valid_to: 'An opt-out has no last day: it is withdrawn' }),
  }
}
