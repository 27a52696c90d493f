/** Explains payroll's figures: pay, deductions, and the employer's costs (I17). Pure. */
import { sumWords, type Term } from '#business/shared/explain.rules.ts'
import type { Money } from '#kernel/money.ts'
import { isZero, neg, sub, sum } from '#kernel/money.ts'

const words = (terms: readonly Term[], total: Money): string =>
  sumWords(terms, total, (all) => sum(total.currency, all))
const some = (what: string, amount: Money | undefined): Term[] =>
  !amount || isZero(amount) ? [] : [{ what, amount }]

export type ExplainedPay = {
  readonly gross_pay: Money
  readonly holiday_pay: Money
  readonly net_pay: Money
  /** In the order of the payslip, each with its name; a refund of tax is below zero. */
  readonly deductions: readonly Term[]
}

/** Gross pay is worked and holiday pay together. */
export function grossPayWords({ gross_pay, holiday_pay }: ExplainedPay): string[] {
  const worked = sub(gross_pay, holiday_pay)
  return [
    'Pay for the units that were approved, each line rounded half a penny up, with the holiday pay rolled up in it.',
    words([...some('pay for work', worked), ...some('holiday pay', holiday_pay)], gross_pay),
  ]
}

/** Net pay: elements add up to it (I17). */
export function netPayWords({ gross_pay, net_pay, deductions }: ExplainedPay): string[] {
  return [
    'Tax, National Insurance and pension are worked out for the pay period and rounded there.',
    words(
      [
        { what: 'gross pay', amount: gross_pay },
        ...deductions.flatMap(({ what, amount }) => some(what, neg(amount))),
      ],
      net_pay,
    ),
  ]
}
