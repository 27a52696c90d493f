/** A correction of an NI letter within the open tax year: the pay days that the next pay run computes again (decision 0198). */
import { z } from 'zod'
import { type Day, formatDay, partsOf } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { dayInput } from '../../parties/party-input.server.ts'
import { taxYearName, taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { afterDay, fromStart, noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { type Asked, offPayroll, payOfBureau, wasDirector } from '../ended-years/year-correction.rules.ts'
import { NI_LETTERS } from '../engine/tax-year.rules.ts'
import { readSlips } from '../returns/read-fps.server.ts'
import { yearEnd } from '../returns/tax-form.rules.ts'
import { requireOpenYear } from '../schemes/locked-year.server.ts'
import { type Correction, correctPaidPeriods, type LetterVersion, noNextPay } from './corrected-days.rules.ts'

export const asked_letter = {
  employment_id: z.uuid(),
  letter: z.enum(NI_LETTERS),
  from_pay_day: dayInput,
} as const

const of_director =
  'A director’s National Insurance is of the whole year: correct the letter once the tax year is locked'

/** @throws invalid for the entry, precondition that names a case which no pay run corrects */
export async function planLetter(
  context: VerbContext,
  employment: EmploymentRow,
  asked: Asked,
): Promise<Correction> {
  const { tx, clock } = context
  const { from_pay_day } = asked
  const first = taxYearStart(clock.today())
  const tax_year = partsOf(first).year
  const span = { first, last: yearEnd(tax_year) }
  const facts = await readFacts(context, employment, first)
  const late = fromStart(from_pay_day, employment.start_date) ?? afterDay(from_pay_day, facts.taken_over_to)
  if (late !== null) throw invalid({ from_pay_day: late })
  if (from_pay_day < first)
    throw invalid({
      from_pay_day: `The tax year ${taxYearName(tax_year)} began on ${formatDay(first)}: correct an ended year once it is locked`,
    })
  await requireOpenYear(context, employment.paye_scheme_id, tax_year)
  const year = taxYearOf(from_pay_day)
  if (year === null) throw invalid({ from_pay_day: noRates(from_pay_day) })
  if (facts.has_outside_pay || facts.source === 'bureau')
    throw precondition(payOfBureau(taxYearName(tax_year)))
  const slips = (await readSlips(tx, [employment.id], span.first, span.last)).get(employment.id) ?? []
  const parts = slips.flatMap((slip) => slip.parts)
  const fault =
    offPayroll(employment) ??
    (wasDirector(employment, span) ? of_director : noNextPay(employment.leave_date, clock.today(), parts))
  if (fault !== null) throw precondition(fault)
  const made = correctPaidPeriods(year, parts, asked, await versionsOf(context, employment.id))
  if (typeof made === 'string') throw precondition(made)
  return made
}

type Facts = {
  readonly source: 'engine' | 'bureau'
  readonly taken_over_to: Day | null
  readonly has_outside_pay: boolean
}

async function readFacts({ tx }: VerbContext, { id }: EmploymentRow, first: Day): Promise<Facts> {
  const [row] = await tx.rows<Facts>(
    `select s.source,
       (select max(t.last_pay_day) from business.payroll_takeover t where t.employment_id = e.id and t.deleted_at is null)
         as taken_over_to,
       exists (select from transaction.payslip p where p.contractor_id = e.contractor_id and p.agency_id = e.agency_id
         and p.pay_date >= greatest(e.start_date, $2::date) and p.deleted_at is null and ${employmentOfSql('p')} = e.id
         and not exists (select from transaction.pay_run_payslip o where o.payslip_id = p.id)) as has_outside_pay
     from business.employment e join business.paye_scheme s on s.id = e.paye_scheme_id where e.id = $1`,
    [id, first],
  )
  return row as Facts // Of a loaded employment.
}

const versionsOf = ({ tx }: VerbContext, employment_id: string): Promise<LetterVersion[]> =>
  tx.rows<LetterVersion>(
    `select letter, effective_from, effective_to, is_correction from business.ni_category
     where employment_id = $1 and deleted_at is null order by effective_from`,
    [employment_id],
  )
