/** Statutory pay as elements of a payment. Pure. */
import { addDays, addMonths, type Day } from '#kernel/day.ts'
import { taxYearOf } from '../employment/tax-code-source.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import { type Absence, linkedSpells, statutoryShares } from '../engine/statutory-pay.rules.ts'
import { type WageFrequency, weeksOf } from '../engine/tax-period.rules.ts'
import { unpaidFrom } from './statutory-absence.rules.ts'

export type RecordedAbsence = Absence & { readonly paid_until: Day | null }

type Payment = {
  readonly pay_day: Day
  /** Of payslips before this one; null before the first. */
  readonly last_paid: Day | null
}

/** The first day of the period that ends on a pay day. */
export function periodFrom(pay_day: Day, frequency: WageFrequency): Day {
  const weeks = weeksOf(frequency)
  return weeks === null ? addDays(addMonths(pay_day, -1), 1) : addDays(pay_day, 1 - 7 * weeks)
}

/** All days up to the pay day that no payslip has paid. Taxed as pay, without hours; each week, or whole weeks of one rate, on a line of its own. */
export function statutoryElements(
  absences: readonly RecordedAbsence[],
  { pay_day, last_paid }: Payment,
): PayElement[] {
  return absences.flatMap((absence) => {
    const from = unpaidFrom({ ...absence, last_paid })
    const linked = linkedSpells(absence, absences)
    return statutoryShares(absence, { linked, from, to: pay_day }, taxYearOf).map(
      (share): PayElement => ({
        kind: absence.kind === 'ssp' ? 'statutory_sick_pay' : 'statutory_parental_pay',
        amount: share.amount,
        taxable: true,
        niable: true,
        pensionable: true,
        nmw: false,
        statutory: share,
      }),
    )
  })
}
