/** The changes of a refinement, by document and in words: the same before and after confirmation. */
import { labelIn } from '#entity/choices.ts'
import type { CurrencyCode, Money } from '#kernel/money.ts'
import {
  abs,
  add,
  displayMoney,
  formatMoney,
  isNegative,
  isPositive,
  isZero,
  neg,
  sub,
  sum,
  zero,
} from '#kernel/money.ts'
import { invoice_types } from '../invoices/invoice.entity.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'

/** A document before or after, as the report counts it. */
export type ReportDocument = {
  readonly type: InvoiceType
  readonly total_amount: Money
  readonly outstanding_balance: Money
  readonly paid_amount: Money
}

export type ReportRow = {
  readonly type: InvoiceType
  readonly label: string
  readonly before: string
  readonly after: string
  readonly change: string
}

export type ReportFacts = {
  readonly currency: CurrencyCode
  readonly re_approval: boolean
  /** More hours than were invoiced, or at a higher rate. */
  readonly adds_hours: boolean
  /** Payroll pays the work: its next run adjusts the pay, and its figures raise the documents. */
  readonly is_payroll: boolean
  /** Everything of the work before, credit notes with it. */
  readonly before: readonly ReportDocument[]
  /** The documents afterwards, new ones included. */
  readonly after: readonly ReportDocument[]
  /** The client's money without an invoice. */
  readonly unmatched: Money
}

/** A row for each type of document, in the order in which types first appear. */
export function reportRows({ currency, before, after }: ReportFacts): ReportRow[] {
  const types = [...new Set([...before, ...after].map((document) => document.type))]
  return types.map((type) => {
    const total = (documents: readonly ReportDocument[]) =>
      sum(
        currency,
        documents.filter((one) => one.type === type).map((one) => one.total_amount),
      )
    const [was, is] = [total(before), total(after)]
    return {
      type,
      label: labelIn(invoice_types, type),
      before: formatMoney(was),
      after: formatMoney(is),
      change: formatMoney(sub(is, was)),
    }
  })
}

/** One sentence for each affected party: client, contractor, agency. */
export function reportWords(facts: ReportFacts): string[] {
  const { before, after, unmatched } = facts
  const words = facts.is_payroll
    ? payrollWords(facts)
    : [
        ...partyWords(facts, 'The client is billed', (type) => isClientFacing(type)),
        ...partyWords(facts, 'The contractor is owed', (type) => type === 'contractor-agency'),
        ...partyWords(facts, 'The agency earns', (type) => type === 'agency_earnings'),
      ]
  const paid = paidOf(facts, before, isClientFacing)
  if (isPositive(paid)) {
    const moved = sub(paid, unmatched)
    if (isPositive(moved))
      words.push(`${displayMoney(moved)} that the client has paid pays the new documents.`)
    if (isPositive(unmatched)) words.push(`${displayMoney(unmatched)} stays on the receipt, unmatched.`)
  }
  const credit = neg(openCredit(facts, after, isClientFacing))
  if (isPositive(credit)) words.push(`${displayMoney(credit)} stays with the client as credit.`)
  const overpaid = neg(openCredit(facts, after, (type) => type === 'contractor-agency'))
  if (isPositive(overpaid) && !facts.is_payroll)
    words.push(
      `${displayMoney(overpaid)} was paid to the contractor already and is taken off their next self-bill.`,
    )
  const owed = neg(openCredit(facts, after, (type) => type === 'agency_earnings'))
  if (isPositive(owed)) words.push(`${displayMoney(owed)} is taken off the next agency earnings.`)
  if (facts.adds_hours) words.push('Hours are added, so somebody else approves them first.')
  if (facts.re_approval) words.push('New documents are raised when the corrected hours are approved.')
  if (facts.is_payroll)
    words.push(
      'Payroll adjusts the pay in its next run: the corrected documents are raised when its figures are there.',
    )
  return words
}

/** Final amounts are unknown until payroll has run; only the credits are known. */
function payrollWords({ currency, before, after }: ReportFacts): string[] {
  const client = (documents: readonly ReportDocument[]) =>
    sum(
      currency,
      documents.filter((one) => isClientFacing(one.type)).map((one) => one.total_amount),
    )
  const credited = sub(client(before), client(after))
  if (isZero(credited)) return ['What was invoiced stays as it is until then.']
  return [`${displayMoney(credited)} that the client was billed is credited now.`]
}

type Is = (type: InvoiceType) => boolean

function partyWords({ currency, before, after }: ReportFacts, lead: string, is: Is): string[] {
  const total = (documents: readonly ReportDocument[]) =>
    sum(
      currency,
      documents.filter((one) => is(one.type)).map((one) => one.total_amount),
    )
  const [was, now] = [total(before), total(after)]
  if (isZero(was) && isZero(now)) return []
  const change = sub(now, was)
  if (isZero(change)) return [`${lead} ${displayMoney(now)} as before.`]
  const more = isNegative(change) ? 'less' : 'more'
  return [
    `${lead} ${displayMoney(now)} instead of ${displayMoney(was)}: ${displayMoney(abs(change))} ${more}.`,
  ]
}

function paidOf({ currency }: ReportFacts, documents: readonly ReportDocument[], is: Is): Money {
  return documents
    .filter((one) => is(one.type))
    .reduce((total, one) => add(total, one.paid_amount), zero(currency))
}

/** Negative documents that are not yet set against others. */
function openCredit({ currency }: ReportFacts, documents: readonly ReportDocument[], is: Is): Money {
  return sum(
    currency,
    documents
      .filter((one) => is(one.type) && isNegative(one.outstanding_balance))
      .map((one) => one.outstanding_balance),
  )
}
