/** Debts of a payslip by payee, in the books of each principal (decision 0071). Pure; amounts are pence. */
import { GBP, money } from '#kernel/money.ts'
import type { PayrollCredit, PayrollDebit } from '../../ledger/postings.rules.ts'

export const slip_amounts = [
  'gross_pay',
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
export type SlipAmounts = Readonly<Record<(typeof slip_amounts)[number], number>>

const each = (of: (field: keyof SlipAmounts) => number): SlipAmounts =>
  Object.fromEntries(slip_amounts.map((field) => [field, of(field)])) as Record<keyof SlipAmounts, number> // All fields.

/** Amounts by principal. */
export type Shares = ReadonlyMap<string, SlipAmounts>

/**
 * The payslip by principal: its work of each, and pay without work with the provider. Work that takes more
 * than it gives, such as a correction, is set against the share that pays most: nobody is paid more than their net pay.
 */
export function sharesOf(slip: SlipAmounts, work: Shares, provider_id: string): Shares {
  const rest = each((field) => slip[field] - [...work.values()].reduce((sum, one) => sum + one[field], 0))
  const is_whole = slip_amounts.every((field) => rest[field] === 0)
  const shares = is_whole ? work : new Map([...work, [provider_id, plus(work.get(provider_id), rest)]])
  const [most, ...others] = [...shares].toSorted(([, a], [, b]) => b.net_pay - a.net_pay)
  if (!most) return shares
  const taking = others.filter(([, { net_pay }]) => net_pay < 0)
  return new Map([
    [most[0], taking.reduce((sum, [, share]) => plus(sum, share), most[1])],
    ...others.filter(([, { net_pay }]) => net_pay >= 0),
  ])
}

/** The books of most of the pay: amounts without a document are theirs. */
export const homeOf = (work: Shares, provider_id: string): string =>
  [...work].toSorted(([, a], [, b]) => b.net_pay - a.net_pay)[0]?.[0] ?? provider_id

export const no_amounts = each(() => 0)

function plus(a: SlipAmounts | undefined, b: SlipAmounts): SlipAmounts {
  return a === undefined ? b : each((field) => a[field] + b[field])
}

/** A deduction of an attachment order; without an order the fee of the employer. */
export type Attachment = {
  readonly attachment_order_id: string | null
  readonly payee_id: string
  readonly amount: number
}

/** The attachments of each share, in order: each share takes from the amounts left, and the last attachment takes any rest. */
export function spreadAttachments(
  attachments: readonly Attachment[],
  shares: Shares,
): ReadonlyMap<string, readonly Attachment[]> {
  const left = attachments.map((one) => ({ ...one }))
  return new Map(
    [...shares].map(([principal_id, { other_deductions }]) => {
      let room = other_deductions
      const taken = left.flatMap((one) => {
        const amount = Math.min(one.amount, room)
        if (amount <= 0) return []
        one.amount -= amount
        room -= amount
        return [{ ...one, amount }]
      })
      const last = attachments.at(-1)
      return [principal_id, room === 0 || !last ? taken : [...taken, { ...last, amount: room }]]
    }),
  )
}

export type SlipPayees = {
  readonly worker_id: string
  readonly employer_id: string
  readonly agency_id: string
  readonly pension_payee_id: string | null
}

/** Shares of the deductions for authorities and the employer: an overpayment is between the worker and the principal. */
export function withoutOverpaid(shares: Shares, principal_id: string, change: number): Shares {
  const share = shares.get(principal_id)
  if (share === undefined || change === 0) return shares
  return new Map([...shares, [principal_id, { ...share, other_deductions: share.other_deductions + change }]])
}

/**
 * Owed to the employer by principal. Pay of `place` that settles an overpayment in other books is the employer's money: `place` owes it, and
 * the employer owes it to those books, as after a repayment outside of payroll (decision 0188).
 */
export function reliefByBooks(
  place: string,
  { unbilled, overpaid }: { readonly unbilled: number; readonly overpaid: ReadonlyMap<string, number> },
): ReadonlyMap<string, number> {
  const elsewhere = [...overpaid].filter(([principal_id]) => principal_id !== place)
  const of_place = -unbilled - elsewhere.reduce((sum, [, change]) => sum + change, 0)
  return new Map(of_place === 0 ? elsewhere : [[place, of_place], ...elsewhere])
}

type Legs = { readonly pay: PayrollDebit['legs']; readonly on_costs: PayrollDebit['legs'] }

/**
 * Debits and credits of one share: pay to worker, HMRC, pension and authorities, on-costs to HMRC and pension. `unbilled` costs, such
 * as National Insurance of corrected letters, are in no document. `relief` is owed to the employer. `overpaid` is the change of the
 * worker's overpayment in these books, below zero where pay took it back.
 */
export function payslipEntry(
  share: SlipAmounts,
  { worker_id, employer_id, agency_id, pension_payee_id }: SlipPayees,
  attachments: readonly Attachment[],
  {
    unbilled = 0,
    overpaid = 0,
    relief = 0,
    ...legs
  }: Legs & { readonly unbilled?: number; readonly overpaid?: number; readonly relief?: number },
): { readonly debits: readonly PayrollDebit[]; readonly credits: readonly PayrollCredit[] } {
  const gbp = (pence: number) => money(pence, GBP)
  const to = (kind: PayrollCredit['kind'], business_id: string | null, pence: number): PayrollCredit[] =>
    business_id === null || pence === 0 ? [] : [{ kind, business_id, amount: gbp(pence) }]
  return {
    debits: [
      { kind: 'contractor_payable', business_id: worker_id, amount: gbp(share.gross_pay), legs: legs.pay },
      {
        kind: 'oncost_payable',
        business_id: agency_id,
        amount: gbp(costsOf(share) - unbilled),
        legs: legs.on_costs,
      },
    ],
    credits: [
      ...to('net_pay_payable', worker_id, share.net_pay),
      ...to('hmrc_payable', employer_id, deductedForHmrc(share)),
      ...to('pension_payable', pension_payee_id, share.employee_pension),
      ...attachments.flatMap(({ payee_id, amount }) => to('attachment_payable', payee_id, amount)),
      ...to('hmrc_payable', employer_id, share.employer_ni + share.apprenticeship_levy),
      ...to('pension_payable', pension_payee_id, share.employer_pension),
      ...to('relief_payable', employer_id, relief),
      ...to('worker_overpayment', worker_id, -overpaid),
    ],
  }
}

const deductedForHmrc = ({ income_tax, employee_ni, student_loan }: SlipAmounts) =>
  income_tax + employee_ni + student_loan
const costsOf = ({ employer_ni, employer_pension, apprenticeship_levy }: SlipAmounts) =>
  employer_ni + employer_pension + apprenticeship_levy

export const owedToHmrc = (share: SlipAmounts): number =>
  deductedForHmrc(share) + share.employer_ni + share.apprenticeship_levy
export const owedToPension = (share: SlipAmounts): number => share.employee_pension + share.employer_pension
