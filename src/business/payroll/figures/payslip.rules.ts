/** How a payslip reads, from income to net pay (experience.md, page 11). Pure; amounts are minor units. */
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { transitions } from '../../shared/transitions.rules.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'

export const payslip_amounts = [
  'gross_pay',
  'holiday_pay',
  'income_tax',
  'employee_ni',
  'employee_pension',
  'student_loan',
  'other_deductions',
  'net_pay',
  'employer_ni',
  'employer_pension',
  'apprenticeship_levy',
] as const
export type PayslipAmount = (typeof payslip_amounts)[number]
export type PayslipAmounts = Readonly<Record<PayslipAmount, number>>

/** Payroll's figures of a timesheet, as far as a payslip of them goes. */
export type PayslipWork = {
  /** Human ids. */
  readonly timesheet: string
  readonly payslip: string | null
  readonly is_invoiced: boolean
}

/** Whether figures can go onto a payslip. */
export function mayIssue({ timesheet, payslip, is_invoiced }: PayslipWork): Verdict {
  if (payslip !== null)
    return refuse('precondition', `The figures of ${timesheet} are on payslip ${payslip} already`)
  return (
    is_invoiced ||
    refuse('precondition', `Timesheet ${timesheet} is not invoiced yet: its figures may still change`)
  )
}

type PayslipFacts = { readonly human_id: string; readonly status: string }
const nameOf = ({ human_id }: PayslipFacts) => `Payslip ${human_id}`

export const { can } = transitions<'confirm_paid', PayslipFacts>(
  {
    name: nameOf,
    misfit: (slip) => refuse('precondition', `${nameOf(slip)} is ${slip.status}`),
  },
  { confirm_paid: { from: ['issued'], to: 'paid', by: { provider: provider_staff }, done: 'paid' } },
)

export interface PayslipLine {
  readonly field: PayslipAmount
  readonly label: string
  readonly sentence: string
  /** An `included` line is part of the pay above it and adds nothing. */
  readonly part: 'pay' | 'included' | 'deduction' | 'net' | 'employer'
}

/** In the order of the payslip. */
export const all_payslip_lines: readonly PayslipLine[] = [
  {
    field: 'gross_pay',
    label: 'Gross pay',
    part: 'pay',
    sentence: 'For the work of the period, before anything is taken off.',
  },
  {
    field: 'holiday_pay',
    label: 'Of which holiday pay',
    part: 'included',
    sentence: 'Holiday paid with this payslip, part of the gross pay.',
  },
  {
    field: 'income_tax',
    label: 'Income tax',
    part: 'deduction',
    sentence: 'Taken off under PAYE, by the tax code.',
  },
  {
    field: 'employee_ni',
    label: 'Employee NI',
    part: 'deduction',
    sentence: 'The employee’s National Insurance.',
  },
  {
    field: 'employee_pension',
    label: 'Employee pension',
    part: 'deduction',
    sentence: 'The employee’s part of the pension.',
  },
  { field: 'student_loan', label: 'Student loan', part: 'deduction', sentence: 'Repaid through payroll.' },
  {
    field: 'other_deductions',
    label: 'Other deductions',
    part: 'deduction',
    sentence: 'Whatever else payroll takes off, such as an attachment of earnings or an overpayment.',
  },
  {
    field: 'net_pay',
    label: 'Net pay',
    part: 'net',
    sentence: 'Paid into the bank account, or to the company as the rest of its fee.',
  },
  {
    field: 'employer_ni',
    label: 'Employer NI',
    part: 'employer',
    sentence: 'The employer’s National Insurance, on top of pay.',
  },
  {
    field: 'employer_pension',
    label: 'Employer pension',
    part: 'employer',
    sentence: 'The employer’s part of the pension, on top of pay.',
  },
  {
    field: 'apprenticeship_levy',
    label: 'Apprenticeship levy',
    part: 'employer',
    sentence: 'Paid by the employer, on top of pay.',
  },
]

/** The lines that say something: those with an amount now, before or in the year; gross and net always. */
export function payslipLines(seen: readonly PayslipAmounts[]): PayslipLine[] {
  return all_payslip_lines.filter(
    ({ field }) => field === 'gross_pay' || field === 'net_pay' || seen.some((slip) => slip[field] !== 0),
  )
}

/** Pay less deductions; differs from net pay only where payroll has an item without a line. */
export function leftAfterDeductions(slip: PayslipAmounts): number {
  return all_payslip_lines.reduce((sum, { field, part }) => {
    if (part === 'pay') return sum + slip[field]
    return part === 'deduction' ? sum - slip[field] : sum
  }, 0)
}
