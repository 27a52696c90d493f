import { addDays, type Day, formatDay } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
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
  const today = clock.today()
  return {
    ...(mayOptOut(worker?.payment_type ?? null) ? {} : { type: company_alone }),
    ...(valid_from > today ? { valid_from: validationText.max_date(formatDay(addDays(today, 1))) } : {}),
    ...(valid_to === undefined ? {} : { valid_to: 'An opt-out has no last day: it is withdrawn' }),
  }
}
