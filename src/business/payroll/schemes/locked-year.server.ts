/** The lock at the end of a tax year: nothing of it changes once its last month is closed, or its last return is filed. */
import { precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'

/** The refusal of everything that would change a year that is over for HMRC. */
const lockedYear = (tax_year: number, why: string): string =>
  `The tax year ${taxYearName(tax_year)} is locked: its ${why}`

/** The sentence of the lock; null while the year is open. */
export async function yearLock(
  { tx }: Pick<VerbContext, 'tx'>,
  paye_scheme_id: string,
  tax_year: number,
): Promise<string | null> {
  const row = await tx.row<{ is_closed: boolean; is_filed: boolean }>(
    `select exists (select from transaction.tax_month where paye_scheme_id = $1 and tax_year = $2 and tax_month = 12
         and status = 'closed') as is_closed,
       exists (select from transaction.rti_submission where paye_scheme_id = $1 and tax_year = $2 and is_final
         and status in ('filed_outside', 'accepted')) as is_filed`,
    [paye_scheme_id, tax_year],
  )
  if (row?.is_closed) return lockedYear(tax_year, 'last month is closed')
  return row?.is_filed ? lockedYear(tax_year, 'last return is filed') : null
}

/** @throws precondition for a locked year */
export async function requireOpenYear(
  context: Pick<VerbContext, 'tx'>,
  paye_scheme_id: string,
  tax_year: number,
): Promise<void> {
  const lock = await yearLock(context, paye_scheme_id, tax_year)
  if (lock !== null) throw precondition(lock)
}
