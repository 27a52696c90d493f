/**
 * Credits of self-bills after their deduction. A payslip takes as much of them as its new fees allow; the company
 * owes the rest, and the rest waits for later work of the tax year. Pure; amounts are pence.
 */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import { floorDiv, type Pence } from '../engine/whole.rules.ts'
import type { DeemedWork } from './deemed.rules.ts'

/** Neither net pay nor costs may be below zero: the costs are documents, and no document is below zero. */
export const isPayable = ({ gross, net, employer }: Pick<Payslip, 'gross' | 'net' | 'employer'>): boolean =>
  [gross, net, employer.ni, employer.levy].every((amount) => amount >= 0)

/** The most credit, of this much, that `fits`; less of a credit that fits, fits as well. */
export function mostCredit(total: Pence, fits: (credit: Pence) => boolean): Pence {
  if (fits(total)) return total
  let low = 0
  let high = total
  while (high - low > 1) {
    const middle = floorDiv(low + high, 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** The oldest credits up to an amount. */
export function takeCredits(credits: readonly DeemedWork[], amount: Pence): DeemedWork[] {
  let left = amount
  return credits.flatMap((credit) => {
    const part = Math.min(left, -credit.fee)
    left -= part
    return part > 0 ? [{ ...credit, fee: -part }] : []
  })
}

export const creditOf = (credits: readonly DeemedWork[]): Pence =>
  credits.reduce((sum, { fee }) => sum - fee, 0)

/** Notes for the checks of a run about credit that is left; none where all of it is taken. */
export const creditNotes = (credits: readonly DeemedWork[], taken: Pence): string[] => {
  const left = creditOf(credits) - taken
  return left === 0
    ? []
    : [
        `${displayMoney(money(left, GBP))} of credit after a deduction waits for later work of this tax year: the company owes it with its VAT, and its tax and National Insurance are not given back before`,
      ]
}
