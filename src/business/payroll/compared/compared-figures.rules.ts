/** A bureau’s payslip beside the engine’s own figures, with rounding left alone. Pure; amounts are pence. */
import type { WhoMay } from '#entity/access.ts'
import { category_roles, payroll_data_roles } from '#entity/roles.ts'
import type { LineElement, Payslip } from '../engine/calculated-payslip.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { all_payslip_lines } from '../figures/payslip.rules.ts'
import { figuresOf } from '../figures/run-figures.rules.ts'
import type { FoundCause } from './difference-cause.rules.ts'

/** Roles that read the comparison. */
export const comparison_readers = {
  agency: payroll_data_roles,
  provider: category_roles.provider,
} as const satisfies WhoMay

type Figure = {
  /** The engine's lines that make the figure. */
  readonly elements: readonly LineElement[]
  /** The most that two payrolls differ by rounding. */
  readonly tolerance: Pence
  /** Where the engine has no line. */
  readonly nothing: string
}

const figures = {
  income_tax: { elements: ['income_tax'], tolerance: 1, nothing: 'No income tax is due' },
  employee_ni: { elements: ['employee_ni'], tolerance: 1, nothing: 'No National Insurance is due' },
  employee_pension: {
    elements: ['salary_sacrifice', 'employee_pension'],
    tolerance: 1,
    nothing: 'No pension is in force on this pay day',
  },
  student_loan: {
    elements: ['student_loan', 'postgraduate_loan'],
    tolerance: 0,
    nothing: 'No student loan is due on this pay day',
  },
  other_deductions: {
    elements: ['attachment', 'admin_fee', 'agreed_deduction'],
    tolerance: 0,
    nothing: 'No order or agreement takes anything on this pay day',
  },
  net_pay: { elements: [], tolerance: 1, nothing: 'Gross pay less the deductions above' },
  employer_ni: { elements: ['employer_ni'], tolerance: 1, nothing: 'No National Insurance is due' },
  employer_pension: {
    elements: ['employer_pension'],
    tolerance: 1,
    nothing: 'No pension is in force on this pay day',
  },
  apprenticeship_levy: {
    elements: ['apprenticeship_levy'],
    tolerance: 0,
    nothing: 'The scheme puts no levy on each payment',
  },
} as const satisfies Record<string, Figure>

export type ComparedFigure = keyof typeof figures
export const compared_figures = Object.keys(figures) as readonly ComparedFigure[] // Its own keys.

export type ComparedLine = {
  readonly field: ComparedFigure
  readonly name: string
  readonly bureau: Pence
  readonly engine: Pence
  /** The bureau's figure less the engine's. */
  readonly difference: Pence
  /** The difference is more than rounding. */
  readonly differs: boolean
  readonly why: string
}

/** The comparison as it is answered: amounts as text. */
export type AnsweredComparison = {
  readonly is_calculated: boolean
  readonly missing: string | null
  readonly used: { readonly tax_code: string | null; readonly ni_letter: string | null }
  readonly lines: readonly (Pick<ComparedLine, 'name' | 'differs' | 'why'> &
    Readonly<Record<'bureau' | 'engine' | 'difference', string>>)[]
  readonly causes: readonly FoundCause[]
}

/** Whether a difference is more than two payrolls round apart. */
export const differsBeyondRounding = (name: ComparedFigure, difference: Pence): boolean =>
  difference > figures[name].tolerance || -difference > figures[name].tolerance

/** A line for each figure that either states, in the order of the payslip; net pay always. */
export function comparePayslip(
  bureau: Readonly<Record<ComparedFigure, Pence>>,
  slip: Payslip,
): ComparedLine[] {
  const own = figuresOf(slip)
  return all_payslip_lines.flatMap(({ field, label }) => {
    const name = compared_figures.find((one) => one === field)
    if (name === undefined) return []
    const { elements, nothing }: Figure = figures[name]
    const difference = bureau[name] - own[name]
    if (bureau[name] === 0 && own[name] === 0 && name !== 'net_pay') return []
    const sentences = slip.lines.filter(({ element }) => elements.includes(element)).map(({ why }) => why)
    return [
      {
        field: name,
        name: label,
        bureau: bureau[name],
        engine: own[name],
        difference,
        differs: differsBeyondRounding(name, difference),
        why: sentences.length === 0 ? nothing : sentences.join('. '),
      },
    ]
  })
}
