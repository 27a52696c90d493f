/**
 * Every document, receipt, match and payment as balanced postings in the principal's books. Money
 * moves in no other way, and is taken back only by `reverse` (style.md, "Money, days, rules").
 */

import type { InvoiceType, PartyRole } from '#business/shared/invoice-types.rules.ts'
import { isClientFacing, isResale, legOf } from '#business/shared/invoice-types.rules.ts'
import { assert, present } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { isPositive, isZero, neg, sub, sum } from '#kernel/money.ts'
import type { AccountKind } from './chart.rules.ts'
import { chart } from './chart.rules.ts'

export type Account = { readonly kind: AccountKind; readonly business_id: string | null }

/** Debit positive, credit negative, never zero. `invoice_id` is the document it belongs to. */
export type Posting = {
  readonly account: Account
  readonly amount: Money
  readonly invoice_id: string | null
}

/** A document of a set as the books need it. */
type PostedDocument = {
  readonly type: InvoiceType
  readonly from: PartyRole
  readonly to: PartyRole
  readonly amount: Money
  readonly tax_amount: Money
  readonly total_amount: Money
}

type PostedSet = { readonly principal: PartyRole; readonly documents: readonly PostedDocument[] }

/** The business behind each role of a set; null where the set has no such party. */
export type Parties = Readonly<Record<PartyRole, string | null>>

/**
 * The postings of a raised set, or of its credit set, which posts the mirror. `invoice_ids` runs
 * parallel to the set's documents. They balance, and leave nothing on the agency's control account.
 */
export function setPostings(set: PostedSet, parties: Parties, invoice_ids: readonly string[]): Posting[] {
  assert(invoice_ids.length === set.documents.length, 'every document of the set has an id')
  const postings = set.documents.flatMap((document, i) =>
    documentPostings(document, set.principal, parties).map(([kind, amount]) => ({
      account: accountOf(kind, parties),
      amount,
      invoice_id: present(invoice_ids[i], 'id of a document'),
    })),
  )
  return balanced(postings)
}

type Entry = readonly [AccountKind, Money]

/** Debits and credits of one document of the set (money.md §1.5 numbers in the comments). */
function documentPostings(document: PostedDocument, principal: PartyRole, parties: Parties): Entry[] {
  const { type, amount, tax_amount, total_amount } = document
  assert(document.from !== 'client' && parties[document.to] !== null, `${type} has its debtor`)
  if (isClientFacing(type)) {
    // 3 and 3i: the principal's own sale. 3′: the agency's sale, collected by the principal.
    return document.from === principal
      ? [
          ['client_receivable', total_amount],
          ['sales', neg(amount)],
          ['output_vat', neg(tax_amount)],
        ]
      : [
          ['client_receivable', total_amount],
          ['agency_control', neg(total_amount)],
        ]
  }
  if (isResale(type)) {
    return [
      ['purchases', amount],
      ['input_vat', tax_amount],
      ['agency_control', neg(total_amount)],
    ]
  }
  // 4p in the indirect model: the funder owes it to the provider on the agency's behalf.
  if (type === 'platform_fee' && principal !== 'provider') {
    return [
      ['agency_control', total_amount],
      ['platform_fee_payable', neg(total_amount)],
    ]
  }
  if (legOf(type) === 'fee') {
    return [
      ['agency_control', total_amount],
      ['fee_income', neg(amount)],
      ['output_vat', neg(tax_amount)],
    ]
  }
  return [
    ['agency_control', total_amount],
    [payableOf(type), neg(total_amount)],
  ]
}

/** 1: to the contractor; 6 to 9: to HMRC and pension; 5: to the agency, or from it when negative. */
export function payableOf(type: InvoiceType): Payable {
  const leg = legOf(type)
  if (leg === 'contractor') return 'contractor_payable'
  if (leg === 'on_costs') return 'oncost_payable'
  assert(leg === 'agency_earnings', `${type} is payable to someone`)
  return 'agency_earnings_payable'
}

function accountOf(kind: AccountKind, parties: Parties): Account {
  const { per } = chart[kind]
  if (per === null) return { kind, business_id: null }
  assert(
    per !== 'payer' && per !== 'employer' && per !== 'creditor',
    `${kind} is not an account of an invoice set`,
  )
  return { kind, business_id: present(parties[per], `${per} of the set`) }
}

/** Money came in and is not yet matched: Dr bank, Cr unallocated receipt of the payer. */
export function receiptPostings(payer_id: string, amount: Money): Posting[] {
  assert(isPositive(amount), 'a receipt is positive')
  return transfer(
    { kind: 'bank', business_id: null },
    { kind: 'unallocated_receipt', business_id: payer_id },
    amount,
    null,
  )
}

/** Part of a receipt pays part of a client invoice: Dr unallocated receipt, Cr client receivable. */
export function matchPostings(match: {
  readonly payer_id: string
  readonly client_id: string
  readonly invoice_id: string
  readonly amount: Money
}): Posting[] {
  assert(isPositive(match.amount), 'a match is positive')
  return transfer(
    { kind: 'unallocated_receipt', business_id: match.payer_id },
    { kind: 'client_receivable', business_id: match.client_id },
    match.amount,
    match.invoice_id,
  )
}

/** Payables that a payment batch settles: Dr the payable, Cr bank. */
export type Payable =
  | 'contractor_payable'
  | 'agency_earnings_payable'
  | 'oncost_payable'
  | 'platform_fee_payable'

/** A document is paid out: Dr the payee's payable, Cr bank. */
export function paymentPostings(payment: {
  readonly kind: Payable
  readonly payee_id: string
  readonly invoice_id: string
  readonly amount: Money
}): Posting[] {
  assert(isPositive(payment.amount), 'a payment is positive')
  return transfer(
    { kind: payment.kind, business_id: payment.payee_id },
    { kind: 'bank', business_id: null },
    payment.amount,
    payment.invoice_id,
  )
}

/** A receipt that the payer is to have back: Dr unallocated receipt, Cr refund payable. */
export function refundPostings(payer_id: string, amount: Money): Posting[] {
  assert(isPositive(amount), 'a refund is positive')
  return transfer(
    { kind: 'unallocated_receipt', business_id: payer_id },
    { kind: 'refund_payable', business_id: payer_id },
    amount,
    null,
  )
}

/** The payer has it back: Dr refund payable, Cr bank. */
export function refundPaidPostings(payer_id: string, amount: Money): Posting[] {
  assert(isPositive(amount), 'a refund is positive')
  return transfer(
    { kind: 'refund_payable', business_id: payer_id },
    { kind: 'bank', business_id: null },
    amount,
    null,
  )
}

/**
 * The agency owes its pay-out back: a receipt reversed after pay-out, an invoice disallowed after funding (money.md
 * §1.8, §1.9). Its earnings are payable again once the client pays. Recovery from its next earnings is the reverse.
 */
export function recoursePostings(agency_id: string, invoice_id: string, amount: Money): Posting[] {
  assert(isPositive(amount), 'a recourse is positive')
  return transfer(
    { kind: 'agency_recourse', business_id: agency_id },
    { kind: 'agency_earnings_payable', business_id: agency_id },
    amount,
    invoice_id,
  )
}

/** A cost that an agency makes good: Dr agency recourse, Cr fee income. Recovered like any debt of the agency. */
export function collectionPostings(agency_id: string, amount: Money): Posting[] {
  assert(isPositive(amount), 'what is collected is positive')
  return transfer(
    { kind: 'agency_recourse', business_id: agency_id },
    { kind: 'fee_income', business_id: null },
    amount,
    null,
  )
}

/** A client's credit is set against its invoice: Dr the credit note, Cr the invoice, on one account. */
export function creditPostings(
  client_id: string,
  credit_note_id: string,
  invoice_id: string,
  amount: Money,
): Posting[] {
  assert(isPositive(amount), 'credit set against an invoice is positive')
  const account: Account = { kind: 'client_receivable', business_id: client_id }
  return balanced([
    { account, amount, invoice_id: credit_note_id },
    { account, amount: neg(amount), invoice_id },
  ])
}

/** The amount that a payslip owes one creditor of payroll. */
export type PayrollCredit = {
  readonly kind: PayrollCreditor
  readonly business_id: string
  readonly amount: Money
}
export type PayrollCreditor =
  | 'net_pay_payable'
  | 'hmrc_payable'
  | 'pension_payable'
  | 'attachment_payable'
  | 'relief_payable'
  | 'worker_overpayment'

/** The worker's pay, or the employer's on-costs, that a payslip settles. */
export type PayrollDebit = {
  readonly kind: 'contractor_payable' | 'oncost_payable'
  readonly business_id: string
  readonly amount: Money
  /** Documents settled with it, and how much of each. */
  readonly legs: readonly { readonly invoice_id: string; readonly amount: Money }[]
}

/**
 * A payslip is paid: Dr contractor and on-costs payable, Cr its creditors. An amount without an open document, such as a
 * correction after the pay, stays on the same account until a later document settles it.
 */
export function payrollPostings(
  debits: readonly PayrollDebit[],
  credits: readonly PayrollCredit[],
): Posting[] {
  return balanced([
    ...debits.flatMap(({ kind, business_id, amount, legs }) => {
      const account: Account = { kind, business_id }
      const settled = sum(
        amount.currency,
        legs.map((leg) => leg.amount),
      )
      return [
        ...legs.map((leg) => ({ account, ...leg })),
        { account, amount: sub(amount, settled), invoice_id: null },
      ]
    }),
    ...credits.map(({ kind, business_id, amount }) => ({
      account: { kind, business_id },
      amount: neg(amount),
      invoice_id: null,
    })),
  ])
}

/** A tax month is closed: HMRC is owed less by the employer's relief, or more after an allowance was given up. */
export function reliefPostings(employer_id: string, amount: Money): Posting[] {
  return transfer(
    { kind: 'hmrc_payable', business_id: employer_id },
    { kind: 'relief_payable', business_id: employer_id },
    amount,
    null,
  )
}

/** A creditor of payroll is paid: Dr its payable, Cr bank. */
export function payrollPaidPostings({ kind, business_id, amount }: PayrollCredit): Posting[] {
  assert(isPositive(amount), 'a payment is positive')
  return transfer({ kind, business_id }, { kind: 'bank', business_id: null }, amount, null)
}

/**
 * A document of retained holiday pay is a worker's fund: Dr on-costs payable, Cr the fund, back where it is
 * released. The document stays open, as that of a bureau's figures does.
 */
export function holidayPostings(worker_id: string, agency_id: string, amount: Money): Posting[] {
  return transfer(
    { kind: 'oncost_payable', business_id: agency_id },
    { kind: 'holiday_fund', business_id: worker_id },
    amount,
    null,
  )
}

function transfer(debit: Account, credit: Account, amount: Money, invoice_id: string | null): Posting[] {
  return balanced([
    { account: debit, amount, invoice_id },
    { account: credit, amount: neg(amount), invoice_id },
  ])
}

/** The exact mirror: un-match, reversed receipt, recalled payment. Undoing it gives the original. */
export function reverse(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amount: neg(posting.amount) }))
}

/** Drops empty postings; asserts that the rest sum to zero in each currency (I1). */
function balanced(postings: readonly Posting[]): Posting[] {
  const effective = postings.filter((posting) => !isZero(posting.amount))
  for (const [currency, minor] of totalsByCurrency(effective)) {
    assert(minor === 0, `postings balance in ${currency}`)
  }
  return effective
}

/** The sum of the postings in minor units, per currency: all zero when they balance. */
export function totalsByCurrency(postings: readonly Posting[]): Map<string, number> {
  const totals = new Map<string, number>()
  for (const { amount } of postings) {
    totals.set(amount.currency, (totals.get(amount.currency) ?? 0) + amount.minor)
  }
  return totals
}
