/** A timesheet's steps to the bank, for the contractor. Pure. */
import type { Day } from '#kernel/day.ts'
import { waitsWith } from '../approvable-work/waits-with.rules.ts'
import type { WorkStatus } from '../approvable-work/work.rules.ts'

export const moneySteps = ['Submitted', 'Approved', 'Invoiced', 'Paid'] as const

const of_sheet: Record<WorkStatus, number> = {
  draft: 0,
  rejected: 0,
  cancelled: 0,
  submitted: 1,
  suspense: 2,
  approved: 2,
}

/** Number of finished steps. `document`: status of the contractor's own document, null without one. */
export function stepReached(sheet: WorkStatus, document: string | null): number {
  if (document === null) return of_sheet[sheet]
  return document === 'closed' ? 4 : 3
}

/** The amounts of a document, in pence. */
type Billed = { readonly total: number; readonly credited: readonly number[] }

export const billedOf = ({ total, credited }: Billed): number =>
  credited.reduce((sum, amount) => sum + amount, total)

/**
 * The newest document of a timesheet that its credit notes leave: a correction credits the earlier one in full, which
 * closes it without a payment. @param documents newest first
 */
export const currentDocument = <D extends Billed>(documents: readonly D[]): D | undefined =>
  documents.find((one) => billedOf(one) !== 0)

/** The facts of an issued payslip. */
export interface PaidBySlip {
  readonly id: string
  readonly human_id: string
  readonly status: string
  readonly pay_date: string
  readonly agency_id: string
  readonly net_pay: number
}

/**
 * The payslip that pays a payroll document, by its pay day. Payroll pays employees, so the payslip shows net pay and
 * its payment (decision 0030).
 */
export function slipOf<S extends PaidBySlip>(
  document: { readonly due_date: string } | undefined,
  agency_id: string,
  slips: readonly S[],
): S | null {
  return slips.find((one) => one.agency_id === agency_id && one.pay_date === document?.due_date) ?? null
}

/** The next person before there is a document (experience.md, delight 10). */
export function waitsFor(
  sheet: {
    readonly status: WorkStatus
    readonly is_payroll: boolean
    readonly submitted_date: string | null
  },
  client: string,
  today: Day,
): string {
  return {
    draft: 'Ready to submit',
    rejected: 'Needs a correction',
    cancelled: 'Cancelled',
    submitted: waitsWith([], client, sheet.submitted_date, today),
    suspense: 'With your agency',
    approved: sheet.is_payroll ? 'Paid through payroll' : 'Ready to invoice',
  }[sheet.status]
}

export interface Expected {
  readonly status: string
  readonly due_date: string
  /** In pence. */
  readonly minor: number
  readonly currency: string
}

/** A timesheet as its pay sees it. `due`: the worker's own document, null without one. */
export interface PaidWork {
  readonly is_payroll: boolean
  readonly has_slip: boolean
  readonly due: Expected | null
}

/** Payslips pay employees, documents pay others: the gross amount of a payroll document is nobody's pay. */
export function expectedPay(
  work: readonly PaidWork[],
  slips: readonly (Pick<PaidBySlip, 'status' | 'pay_date' | 'net_pay'> & { readonly currency: string })[],
): Expected[] {
  return [
    ...work.flatMap(({ is_payroll, due }) => (due === null || is_payroll ? [] : [due])),
    ...slips
      .filter(({ status }) => status === 'issued')
      .map(({ pay_date, net_pay, currency }) => ({
        status: 'open',
        due_date: pay_date,
        minor: net_pay,
        currency,
      })),
  ]
}

/** The first pay day of an employee's work that is on no payslip yet; null without such work. */
export const nextSlipDay = (work: readonly PaidWork[]): string | null =>
  work
    .flatMap(({ is_payroll, has_slip, due }) =>
      is_payroll && !has_slip && due?.status === 'open' && due.minor > 0 ? [due.due_date] : [],
    )
    .sort()[0] ?? null

/** The next pay: of the documents that are open, those due first, of one currency together. */
export function nextPayOf(
  documents: readonly Expected[],
): Pick<Expected, 'due_date' | 'minor' | 'currency'> | null {
  const open = documents.filter((one) => one.status === 'open' && one.minor > 0)
  const first = open.toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))[0]
  if (!first) return null
  const { due_date, currency } = first
  const together = open.filter((one) => one.due_date === due_date && one.currency === currency)
  return { due_date, currency, minor: together.reduce((sum, one) => sum + one.minor, 0) }
}
