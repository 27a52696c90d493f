/** Months of the payroll before, compared with its employments that were taken over. Pure; amounts are pence. */
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { Pence } from '../engine/whole.rules.ts'

export const compared = {
  income_tax: 'Income tax',
  employee_ni: 'Employee National Insurance',
  employer_ni: 'Employer National Insurance',
  student_loan: 'Student loans',
} as const
type Compared = keyof typeof compared

export type ComparedSums = Readonly<Record<Compared, Pence>>

export type ComparedLine = {
  readonly name: string
  readonly by_months: Pence
  readonly by_employments: Pence
  readonly difference: Pence
  readonly sentence: string
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))

/** A line for each figure that both state. Without months there is nothing to compare. */
export function compareFormer(
  months: readonly ComparedSums[],
  employments: ComparedSums,
): readonly ComparedLine[] {
  if (months.length === 0) return []
  return Object.entries(compared).map(([field, name]) => {
    const of = field as Compared // A key of `compared`.
    const by_months = months.reduce((sum, month) => sum + month[of], 0)
    const by_employments = employments[of]
    const difference = by_months - by_employments
    return { name, by_months, by_employments, difference, sentence: sentenceOf(difference) }
  })
}

function sentenceOf(difference: Pence): string {
  if (difference === 0) return 'Both agree'
  return difference > 0
    ? `${pounds(difference)} more in the months: workers who left before the takeover, or a figure to put right`
    : `${pounds(-difference)} more in the employments: a month is missing, or a figure is to be put right`
}
