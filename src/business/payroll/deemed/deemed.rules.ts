/**
 * The fee of a limited company inside IR35 as earnings (payroll-run, limited company inside IR35): the fee without VAT,
 * and the tax and National Insurance deducted from each self-bill. Pure; amounts are pence.
 */

import { allocate } from '#kernel/allocate.ts'
import { type Day, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { covered_part } from '../../shared/inside-ir35.rules.ts'
import type { EmploymentState } from '../engine/employment-state.rules.ts'
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'

/** A self-bill with a fee that a payslip treats as earnings. */
export type DeemedWork = {
  readonly invoice_id: string
  readonly human_id: string
  readonly contract_id: string
  readonly first_day: Day
  /** Without VAT, less credits. Below zero for a credit after the deduction. */
  readonly fee: Pence
  /** The pay day of the deduction that a credit, or a self-bill raised again, corrects; null for new work. */
  readonly for_pay_day: Day | null
}

/** A self-bill with its part of the deduction. */
export type DeemedPayment = DeemedWork & { readonly income_tax: Pence; readonly employee_ni: Pence }

/** Of the payslip of an off-payroll worker. */
export type Deduction = { readonly income_tax: Pence; readonly employee_ni: Pence }

export const deductedBy = ({ income_tax, employee_ni }: Deduction): Pence => income_tax + employee_ni

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))

export const deemedElement = (work: DeemedWork): PayElement => ({
  kind: 'basic',
  amount: work.fee,
  taxable: true,
  niable: true,
  pensionable: false,
  nmw: false,
  ...(work.for_pay_day === null ? {} : { for_pay_day: work.for_pay_day }),
  note: noteOf(work),
})

const noteOf = ({ human_id, first_day, fee }: DeemedWork): PayElement['note'] =>
  fee < 0
    ? {
        name: 'Deemed payment, credited',
        text: `Self-bill ${human_id} for work from ${formatDay(first_day)} was credited after its deduction: ${pounds(-fee)} without VAT`,
      }
    : {
        name: 'Deemed payment',
        text: `The fee of self-bill ${human_id} for work from ${formatDay(first_day)} without VAT, ${pounds(fee)}`,
      }

/** An off-payroll worker has no loan, pension, order or directorship: tax and ordinary National Insurance alone. */
export const offPayrollState = (state: EmploymentState): EmploymentState => ({
  ...state,
  director: null,
  loans: [],
  pension: null,
  pension_refund: null,
  orders: [],
})

/**
 * The deduction by self-bill, in proportion to the fees. Where tax is given back, each has its part of that. Credits lower
 * the deduction of the others.
 */
export function deemedPayments(works: readonly DeemedWork[], deduction: Deduction): DeemedPayment[] {
  if (works.length === 0) return []
  const by_fee = works.map(({ fee }) => Math.max(fee, 0))
  const deducted = allocate(money(deductedBy(deduction), GBP), by_fee)
  const insurance = allocate(money(deduction.employee_ni, GBP), by_fee)
  return works.map((work, i) => {
    const employee_ni = insurance[i]?.minor ?? 0
    return { ...work, employee_ni, income_tax: (deducted[i]?.minor ?? 0) - employee_ni }
  })
}

export type SelfBill = {
  readonly fee: Pence
  readonly outstanding: Pence
  readonly paid: Pence
  /** Released for payment by the pay day. */
  readonly payable: Pence
}

/** Whether a pay run may deduct from the self-bill: none of it was paid, and all that is left is released. */
export const isDeductible = ({ fee, outstanding, paid, payable }: SelfBill): boolean =>
  fee > 0 && paid === 0 && payable === outstanding && covers({ fee, outstanding })

const covers = ({ fee, outstanding }: Pick<SelfBill, 'fee' | 'outstanding'>): boolean =>
  outstanding * covered_part.of >= fee * covered_part.parts

/** Fee and VAT of the self-bill, less credits, tax and National Insurance. */
export const companyIsPaid = ({ total, ...deduction }: Deduction & { readonly total: Pence }): Pence =>
  total - deductedBy(deduction)
