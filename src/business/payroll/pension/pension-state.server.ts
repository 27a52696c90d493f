/** Pensions of employments on a pay day, for the engine. */
import type { Day } from '#kernel/day.ts'
import { GBP, parseMoney } from '#kernel/money.ts'
import { percent } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import type { PensionBasis, PensionRelief } from '../engine/pension.rules.ts'
import type { MembershipState } from './membership.rules.ts'
import { joinTermsOnSql } from './pension-terms-on.rules.ts'

type Row = {
  readonly employment_id: string
  readonly state: MembershipState
  readonly effective_from: Day
  readonly relief: PensionRelief
  readonly basis: PensionBasis
  readonly employee_percent: string
  readonly employer_percent: string
  /** The first pay day of the membership that a worker opted out of. */
  readonly enrolled_from: Day | null
}

type Pension = Pick<EmploymentState, 'pension' | 'pension_refund'>
export const no_pension: Pension = { pension: null, pension_refund: null }

/**
 * The terms of a member; what goes back to a worker who opted out, on the first payslip after it.
 * @returns by employment; employments without a membership on the pay day are left out
 */
export async function pensionsOn(
  context: VerbContext,
  rows: readonly EmploymentRow[],
  pay_day: Day,
): Promise<ReadonlyMap<string, Pension>> {
  const found = await context.tx.rows<Row>(
    `select m.employment_id, m.state, m.effective_from, t.relief, t.basis, t.employee_percent::text, t.employer_percent::text,
       (select max(e.effective_from) from business.pension_membership e where e.employment_id = m.employment_id
          and e.deleted_at is null and e.state = 'enrolled' and e.effective_to = m.effective_from - 1) as enrolled_from
     from business.pension_membership m
     ${joinTermsOnSql('$2::date')}
     where m.employment_id = any ($1) and m.deleted_at is null
       and $2::date between m.effective_from and coalesce(m.effective_to, $2::date)`,
    [rows.map(({ id }) => id), pay_day],
  )
  const by_employment = new Map(found.map((one) => [one.employment_id, one]))
  const pensions = new Map<string, Pension>()
  for (const row of rows) {
    const one = by_employment.get(row.id)
    if (one) pensions.set(row.id, await pensionOf(context, row, one, pay_day))
  }
  return pensions
}

async function pensionOf(
  context: VerbContext,
  row: EmploymentRow,
  found: Row,
  pay_day: Day,
): Promise<Pension> {
  const { relief, basis } = found
  if (found.state === 'enrolled')
    return {
      pension: {
        relief,
        basis,
        employee_percent: percent(found.employee_percent),
        employer_percent: percent(found.employer_percent),
      },
      pension_refund: null,
    }
  if (found.state !== 'opted_out' || found.enrolled_from === null) return no_pension
  const paid = await contributionsFrom(context, row, found.enrolled_from, pay_day)
  const is_given_back = paid.last !== null && paid.last >= found.effective_from
  if (is_given_back || (paid.taken === 0 && paid.employer === 0)) return no_pension
  return { pension: null, pension_refund: { relief, taken: paid.taken, employer: paid.employer } }
}

/** Contributions of issued payslips, and the last of their pay days. */
async function contributionsFrom({ tx }: VerbContext, row: EmploymentRow, from: Day, pay_day: Day) {
  const found = await tx.row<{ taken: string; employer: string; last: Day | null }>(
    `select coalesce(sum(p.employee_pension), 0)::text as taken, coalesce(sum(p.employer_pension), 0)::text as employer,
       max(p.pay_date) as last
     from transaction.payslip p
     where p.contractor_id = $1 and p.provider_id = $2 and p.agency_id is not distinct from $3
       and p.pay_date >= $4::date and p.pay_date < $5::date and p.status in ('issued', 'paid') and p.deleted_at is null
       and ${employmentOfSql('p')} = $6`,
    [row.contractor_id, row.provider_id, row.agency_id, from, pay_day, row.id],
  )
  const pence = (text: string | undefined) => parseMoney(text ?? '0', GBP).minor
  return { taken: pence(found?.taken), employer: pence(found?.employer), last: found?.last ?? null }
}
