/**
 * Employee's National Insurance of earlier pay days that a payslip takes again. At most the amount due on the payment
 * itself is taken besides (SI 2001/1004, schedule 4, paragraph 7; payroll-run, corner cases); the rest waits for later pay
 * of the tax year. Pure; amounts are pence.
 */
import type { Day } from '#kernel/day.ts'
import type { PeriodPart } from './calculated-payslip.rules.ts'
import { periodOf } from './letter-correction.rules.ts'
import { contribution } from './national-insurance.rules.ts'
import { lineOf, type PartWorking, partsOf, sumOf } from './period-part.rules.ts'
import type { TaxYear } from './tax-year.rules.ts'
import type { Pence } from './whole.rules.ts'

type Part = Pick<PeriodPart, 'pay_day' | 'ni_letter' | 'niable' | 'employee_ni'>

/**
 * Pay that corrections add is paid now, and so is the NI on it; the rest belongs to pay that was paid before.
 * @returns the recovered amount and the NI of this pay
 */
export function niArrears(
  year: TaxYear,
  pay_day: Day,
  parts: readonly Part[],
): { recovered: Pence; due: Pence } {
  const corrections = parts.filter((part) => part.pay_day !== pay_day)
  const of_corrections = sumOf(corrections, ({ employee_ni }) => employee_ni)
  const added = Math.max(
    0,
    sumOf(corrections, ({ niable }) => niable),
  )
  const rate = Math.max(
    0,
    ...corrections.flatMap(({ ni_letter }) => year.national_insurance.letters[ni_letter].employee),
  )
  const on_added = Math.min(Math.max(0, of_corrections), contribution(added * rate))
  const own = sumOf(parts, ({ employee_ni }) => employee_ni) - of_corrections
  return { recovered: Math.max(0, of_corrections) - on_added, due: Math.max(0, own) + on_added }
}

/** The parts with no more recovered than the limit: the earliest pay day goes first, later ones wait. */
export function withinRecoveryLimit(
  year: TaxYear,
  pay_day: Day,
  [own, ...corrections]: readonly [PartWorking, ...PartWorking[]],
): PartWorking[] {
  const parts = [own, ...corrections].flatMap(partsOf)
  const { recovered, due } = niArrears(year, pay_day, parts)
  let excess = Math.max(0, recovered - due)
  const limited = corrections.toReversed().map((one) => {
    const waits = Math.min(
      excess,
      Math.max(
        0,
        sumOf(partsOf(one), ({ employee_ni }) => employee_ni),
      ),
    )
    excess -= waits
    return waits === 0 ? one : waiting(one, { waits, due })
  })
  return [own, ...limited.toReversed()]
}

function waiting(
  { part, lines, ...more }: PartWorking,
  { waits, due }: { readonly waits: Pence; readonly due: Pence },
): PartWorking {
  // The last one is of the part itself, others of pay under other letters.
  const own = lines.findLastIndex(({ element }) => element === 'employee_ni')
  return {
    ...more,
    part: { ...part, employee_ni: part.employee_ni - waits, ni_waits: waits },
    lines: lines.map((line, at) => {
      if (at !== own) return line
      const { for_pay_day } = line
      const inputs = { ...line.inputs, waits, due_now: due }
      return lineOf('deduction', 'employee_ni', line.amount - waits, {
        inputs,
        ...(for_pay_day === undefined ? {} : { for_pay_day }),
      })
    }),
  }
}

export type WaitingNi = { readonly pay_day: Day; readonly amount: Pence }

/** Pay days with NI that waits, after payslips in their order: the last one of a period says how much. */
export function niThatWaits(parts: readonly PeriodPart[]): readonly WaitingNi[] {
  const periods = Map.groupBy(parts, periodOf)
  return [...periods.values()].flatMap((of) => {
    const { pay_day, ni_waits = 0 } = of.at(-1) as PeriodPart // groupBy makes no empty group.
    return ni_waits > 0 ? [{ pay_day, amount: ni_waits }] : []
  })
}
