/** Statutory pay as elements of a payment. Pure. */
import { addDays, addMonths, type Day, formatDay, maxDay, minDay } from '#kernel/day.ts'
import { taxYearOf } from '../employment/tax-code-source.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import {
  type Absence,
  linkedSpells,
  type StatutoryKind,
  statutory_names,
  statutoryShares,
} from '../engine/statutory-pay.rules.ts'
import { type WageFrequency, weeksOf } from '../engine/tax-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { unpaidFrom } from './statutory-absence.rules.ts'

export type RecordedAbsence = Absence & {
  readonly id: string
  readonly paid_until: Day | null
  readonly is_withdrawn: boolean
  /** The amount that payslips of pay runs paid for it, net of amounts taken back, and the last day they paid. */
  readonly paid: Pence
  readonly paid_to: Day | null
}

/** The pay of one absence on one payslip; below zero, taken back. */
export type StatutoryPayment = {
  readonly absence_id: string
  readonly kind: StatutoryKind
  readonly from_day: Day
  readonly to_day: Day
  readonly amount: Pence
}

export type StatutoryDue = {
  readonly elements: readonly PayElement[]
  readonly payments: readonly StatutoryPayment[]
  /** Paid for withdrawn absences, and more than this payslip can take back. */
  readonly overpaid: Pence
}

type Payment = {
  readonly pay_day: Day
  /** Of payslips before this one that no pay run made; null before the first. */
  readonly last_paid: Day | null
}

/** The first day of the period that ends on a pay day. */
export function periodFrom(pay_day: Day, frequency: WageFrequency): Day {
  const weeks = weeksOf(frequency)
  return weeks === null ? addDays(addMonths(pay_day, -1), 1) : addDays(pay_day, 1 - 7 * weeks)
}

const counted = { taxable: true, niable: true, pensionable: true, nmw: false } as const
const elementKind = (kind: StatutoryKind) =>
  kind === 'ssp' ? ('statutory_sick_pay' as const) : ('statutory_parental_pay' as const)
const sumOf = (all: readonly { readonly amount: Pence }[]): Pence =>
  all.reduce((sum, { amount }) => sum + amount, 0)

/**
 * All days up to the pay day that no payslip has paid. Taxed as pay, without hours; each week, or whole weeks of one rate, on a
 * line of its own. Pay of withdrawn absences is taken back from it, and what is more waits.
 */
export function statutoryDueOn(
  absences: readonly RecordedAbsence[],
  { pay_day, last_paid }: Payment,
): StatutoryDue {
  const live = absences.filter(({ is_withdrawn }) => !is_withdrawn)
  const due = live.map((absence) => {
    const unpaid = unpaidFrom({ ...absence, last_paid })
    const from = absence.paid_to === null ? unpaid : maxDay(unpaid, addDays(absence.paid_to, 1))
    const shares = statutoryShares(
      absence,
      { linked: linkedSpells(absence, live), from, to: pay_day },
      taxYearOf,
    )
    const payment: StatutoryPayment = {
      absence_id: absence.id,
      kind: absence.kind,
      from_day: from,
      to_day: minDay(absence.last_day, pay_day),
      amount: sumOf(shares),
    }
    const elements = shares.map(
      (share): PayElement => ({
        ...counted,
        kind: elementKind(absence.kind),
        amount: share.amount,
        statutory: share,
      }),
    )
    return { payment, elements }
  })
  const paid = due.filter(({ payment }) => payment.amount > 0)
  const payments = paid.map(({ payment }) => payment)
  const { back, overpaid } = takenBack(absences, sumOf(payments))
  return {
    elements: [...paid.flatMap(({ elements }) => elements), ...back.map(({ element }) => element)],
    payments: [...payments, ...back.map(({ payment }) => payment)],
    overpaid,
  }
}

type Back = { readonly payment: StatutoryPayment; readonly element: PayElement }

function takenBack(absences: readonly RecordedAbsence[], most: Pence) {
  let left = most
  let overpaid = 0
  const back: Back[] = []
  for (const absence of absences.filter(({ is_withdrawn, paid }) => is_withdrawn && paid > 0)) {
    const { id, kind, first_day, last_day, paid, paid_to } = absence
    const amount = -Math.min(left, paid)
    left += amount
    overpaid += paid + amount
    if (amount === 0) continue
    const to_day = paid_to ?? last_day
    const days = `${formatDay(first_day)} to ${formatDay(to_day)}`
    back.push({
      payment: { absence_id: id, kind, from_day: first_day, to_day, amount },
      element: {
        ...counted,
        kind: elementKind(kind),
        amount,
        note: { name: statutory_names[kind], text: `paid for ${days} before, taken back` },
      },
    })
  }
  return { back, overpaid }
}
