/** A director's year of monthly pay, by the engine. */

import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import type { PeriodPart } from '#business/payroll/engine/calculated-payslip.rules.ts'
import { type NiByLetter, nothing_yet } from '#business/payroll/engine/figures-to-date.rules.ts'
import { sumNi } from '#business/payroll/engine/letter-correction.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import type { NiLetter } from '#business/payroll/engine/tax-year.rules.ts'
import type { Slip } from '#business/payroll/figures/fps-figures.rules.ts'
import { addNiByLetter } from '#business/payroll/takeover/payroll-takeover.rules.ts'
import { year_2025_26 as year } from '#business/payroll/years/tax-year-2025-26.rules.ts'
import { day } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'

export type DirectorTerms = {
  readonly method: 'AN' | 'AL'
  readonly appointed?: number
  readonly pay?: number
  /** By month, where it is other pay. */
  readonly pays?: Readonly<Record<number, number>>
}

export const dayOfMonth = (month: number) =>
  day(month <= 9 ? `2025-${String(month + 3).padStart(2, '0')}-28` : `2026-0${month - 9}-28`)

export const weeksFrom = (appointed: number): number => (appointed === 1 ? 52 : 52 - 4 * (appointed - 1))

/** The directorship as a correction reads it. */
export const directorship = ({ method, appointed = 1 }: DirectorTerms, taken_over: NiByLetter = {}) => ({
  method,
  weeks: weeksFrom(appointed),
  from: appointed === 1 ? day('2025-04-06') : dayOfMonth(appointed),
  taken_over,
})

export const plusParts = (before: NiByLetter, parts: readonly PeriodPart[]): NiByLetter =>
  addNiByLetter(
    Object.fromEntries(
      [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)].map(([letter, own]) => [letter, sumNi(own)]),
    ),
    before,
  )

/** Payslips under these letters, one a month. */
export function paidSlips(
  letters: string,
  { method, appointed = 1, pay = 3_000_00, pays }: DirectorTerms,
): Slip[] {
  const code = readTaxCode('1257L', year)
  if ('message' in code) throw new Error(code.message)
  const slips: Slip[] = []
  let ytd = nothing_yet
  let ni: NiByLetter = {}
  let of_director: NiByLetter = {}
  for (const [at, letter] of [...letters].entries()) {
    const amount = pays?.[at + 1] ?? pay
    const slip = calculate(
      year,
      {
        ...{ code, frequency: 'month', ni_letter: letter as NiLetter, loans: [], pension: null, orders: [] },
        ...{ charges_levy: true, ytd, ni_ytd_by_letter: ni, previous: { pay: 0, tax: 0 } },
        director:
          at + 1 < appointed ? null : { method, weeks: weeksFrom(appointed), ni_by_letter: of_director },
      },
      {
        ...{ pay_day: dayOfMonth(at + 1), period_number: at + 1, already_paid: [], earlier_parts: [] },
        ...{ is_last_of_year: at === 11, after_leaving: null },
        elements: [{ kind: 'basic', amount, taxable: true, niable: true, pensionable: true, nmw: true }],
      },
    )
    ytd = slip.ytd
    ni = slip.ni_ytd_by_letter
    if (at + 1 >= appointed) of_director = plusParts(of_director, slip.parts)
    slips.push({
      ...{ pay_day: slip.pay_day, tax_code: '1257L', hours: units('40'), gross: slip.gross },
      ...{ tax: slip.deductions.income_tax, employee_pension: 0, other_deductions: 0 },
      ...{ parts: slip.parts, statutory: {} },
    })
  }
  return slips
}

export const paidParts = (letters: string, terms: DirectorTerms): PeriodPart[] =>
  paidSlips(letters, terms).flatMap(({ parts }) => parts)

/** By letter, without letters that nothing is left of. */
export const totalsOf = (parts: readonly PeriodPart[]) =>
  Object.fromEntries(
    [...Map.groupBy(parts, ({ ni_letter }) => ni_letter)]
      .map(([letter, own]) => [letter, sumNi(own)] as const)
      .filter(([, ni]) => ni.earnings !== 0 || ni.employee !== 0 || ni.employer !== 0),
  )
