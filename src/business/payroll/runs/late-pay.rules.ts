/**
 * Work of a tax year that ended, in a run of a later one. Pay is taxed when it is paid, so late pay is pay of the later
 * year; a mistake of the earlier year is put right with a return of that year (payroll-run, corrections). Pure.
 */
import { countText } from '#kernel/count-text.ts'
import { addDays, compareDays, type Day, formatDay, partsOf } from '#kernel/day.ts'
import { taxYearName, taxYearStart } from '../../shared/tax-year-start.rules.ts'
import type { RunWork } from './run-work.rules.ts'

const yearOf = (of: Day): string => taxYearName(partsOf(taxYearStart(of)).year)

type Approved = Pick<RunWork, 'end_date' | 'approved_on' | 'corrects'>

/** Work that ended before the tax year of the pay day, and was approved in it. Approved before, it is paid in its turn. */
const isLate = (start: Day, { end_date, approved_on, corrects }: Approved): boolean =>
  corrects === null &&
  compareDays(end_date, start) < 0 &&
  approved_on !== null &&
  compareDays(approved_on, start) >= 0

/** The run's words about late work; null for none. */
export function latePay(pay_day: Day, works: readonly Approved[]): string | null {
  const start = taxYearStart(pay_day)
  const count = works.filter((work) => isLate(start, work)).length
  if (count === 0) return null
  const sheets = countText(count, 'timesheet')
  const were = count === 1 ? 'was' : 'were'
  return `${sheets} of work until ${formatDay(addDays(start, -1))} ${were} approved after it: the pay counts in the tax year ${yearOf(pay_day)}, in which it is paid`
}

type Correcting = Pick<RunWork, 'human_id' | 'corrects'>

/** The payslip's words about each correction of pay of an earlier tax year. */
export const lateCorrections = (pay_day: Day, works: readonly Correcting[]): string[] =>
  works.flatMap(({ human_id, corrects }) =>
    corrects === null || compareDays(corrects, taxYearStart(pay_day)) >= 0
      ? []
      : [
          `Timesheet ${human_id} corrects pay of ${formatDay(corrects)}: the difference counts in the tax year ${yearOf(pay_day)}, and not in ${yearOf(corrects)}`,
        ],
  )

type Ended = Pick<RunWork, 'human_id' | 'end_date' | 'corrects' | 'ended_pay'>

/** Corrected work, whose pay was corrected in its own tax year already (decision 0206). */
export const paidTwice = (works: readonly Ended[]): string[] =>
  works.flatMap(({ human_id, corrects, ended_pay }) =>
    ended_pay
      .filter(({ is_work }) => is_work && corrects !== null)
      .map(
        ({ pay_day, amount, tax_year }) =>
          `Timesheet ${human_id} corrects pay of ${formatDay(pay_day)}, which was corrected by ${amount} in its tax year ${tax_year}: the same work would be paid twice. Leave the timesheet out, or correct the ended pay back`,
      ),
  )

/** Late work, or corrected work with other corrected pay of its pay day: a person sees whether both are the same pay. */
export const besideEndedPay = (works: readonly Ended[]): string[] =>
  works.flatMap(({ human_id, end_date, corrects, ended_pay }) =>
    ended_pay
      .filter(({ is_work }) => !is_work || corrects === null)
      .map(({ pay_day, amount, tax_year }) => {
        const what = corrects === null ? `is of work until ${formatDay(end_date)}` : 'corrects work'
        return `Timesheet ${human_id} ${what}, and pay of ${formatDay(pay_day)} was corrected by ${amount} in its tax year ${tax_year}: make sure that both are not the same pay`
      }),
  )
