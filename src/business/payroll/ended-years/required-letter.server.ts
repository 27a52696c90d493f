/** The facts that a corrected NI letter needs. */
import type { Day } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { letterFaults } from '../employment/ni-letter.rules.ts'
import type { NiLetter } from '../engine/tax-year.rules.ts'

type CorrectedLetter = {
  readonly letter: NiLetter
  readonly from_pay_day: Day
  readonly reason: string
  readonly evidence?: string | undefined
}

/** The letter needs the same facts as on the form of a new NI letter. @throws invalid */
export async function requireLetter(
  { tx }: VerbContext,
  { contractor_id, workplace_postcode }: EmploymentRow,
  { letter, from_pay_day, reason, evidence }: CorrectedLetter,
): Promise<void> {
  const person = await tx.row<{ date_of_birth: Day | null; gender: string | null }>(
    `select p.date_of_birth, p.gender from business.business b left join business.individual p on p.id = b.individual_id
     where b.id = $1`,
    [contractor_id],
  )
  const entry = {
    letter,
    effective_from: from_pay_day,
    reason,
    evidence: evidence || null,
    workplace_postcode,
  }
  const { workplace_postcode: postcode, ...faults } = letterFaults(
    entry,
    person ?? { date_of_birth: null, gender: null },
  )
  const errors =
    postcode === undefined
      ? faults
      : { ...faults, letter: `Enter the postcode of the workplace first: letter ${letter} needs it` }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
