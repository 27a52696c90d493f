/** Words of a pay run about National Insurance of earlier pay that waits for later pay. Pure; amounts are pence. */
import type { Day } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Payslip } from '../engine/calculated-payslip.rules.ts'
import { isLastPeriod, tablePeriod } from '../engine/table-period.rules.ts'
import type { WageFrequency } from '../engine/tax-period.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

type Run = { readonly pay_day: Day; readonly frequency: WageFrequency }

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

/** The part that later pay takes, or that no later pay of the tax year can take; nothing where none waits. */
export function niWaitsWarnings({ pay_day, frequency }: Run, parts: Payslip['parts']): string[] {
  const waits = parts.reduce((sum, { ni_waits = 0 }) => sum + ni_waits, 0)
  if (waits === 0) return []
  const start = `National Insurance of ${pounds(waits)} for pay that was paid before`
  return [
    isLastPeriod(tablePeriod(pay_day, frequency), frequency)
      ? `${start} is more than this last pay of the tax year may bear: the employer bears it, with a correction of the year once it is locked`
      : `${start} waits for later pay: no more is taken of it than is due on this pay`,
  ]
}
