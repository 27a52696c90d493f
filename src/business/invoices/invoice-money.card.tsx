/** The amounts of a document, each with its explanation. */
import { day } from '#kernel/day.ts'
import { currencyOrGbp, type Money, money } from '#kernel/money.ts'
import { Why } from '#web/blocks/Why.tsx'
import { minorOf } from '#web/kinds/amount.tsx'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { type ExplainedInvoice, explainInvoice } from './explain-invoice.rules.ts'
import type { InvoiceData } from './invoice.hook.ts'
import { explainedLine } from './invoice-lines.card.tsx'
import { PartialAmount } from './partial-amount.card.tsx'

const figures = [
  { field: 'amount', label: 'Net' },
  { field: 'tax_amount', label: 'VAT' },
  { field: 'total_amount', label: 'Total', strong: true },
  { field: 'paid_amount', label: 'Paid' },
  { field: 'outstanding_balance', label: 'Outstanding', strong: true },
] as const

export function InvoiceMoney({ document }: { document: InvoiceData }) {
  const currency = document.currency?.alpha_code
  const why = explainInvoice(explained(document))
  return (
    <dl className="mx-4 mb-4 grid shrink-0 grid-cols-2 gap-px overflow-hidden rounded-lg border bg-n6 sideways:grid-cols-3 tablet:grid-cols-5">
      {figures.map((figure) => (
        <div key={figure.field} className="bg-surface px-3 py-2 last:col-span-2 tablet:last:col-span-1">
          <dt className="text-12 text-n11">
            {figure.label}{' '}
            <Why what={`${figure.label} of ${document.human_id}`} sentences={why[figure.field]} />
          </dt>
          <dd className="text-16">
            <PartialAmount value={document[figure.field]} currency={currency} strong={'strong' in figure} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The page's data as the rules take it; hidden fields explain less. */
function explained(document: InvoiceData): ExplainedInvoice {
  const code = currencyOrGbp(document.currency?.alpha_code)
  const of = (value: unknown): Money => money(minorOf(value), code)
  return {
    type: document.type as InvoiceType, // As the entity declares it.
    amount: of(document.amount),
    tax_amount: of(document.tax_amount),
    total_amount: of(document.total_amount),
    paid_amount: document.paid_amount === null ? null : of(document.paid_amount),
    outstanding_balance: document.outstanding_balance === null ? null : of(document.outstanding_balance),
    raised_date: day(document.raised_date),
    due_date: day(document.due_date),
    payment_terms: document.payment_terms,
    lines: document.lines.map((line) => explainedLine(line, document.currency?.alpha_code)),
    cash: document.payment_receipt_details.map((one) => ({
      what: one.payment_receipt_summary?.human_id ?? one.payment_type,
      amount: of(one.amount),
      is_reversed: one.reversal_date !== null,
    })),
    set: (document.invoice_set?.invoices ?? []).map((one) => ({
      type: one.type as InvoiceType, // As the entity declares it.
      what: one.human_id,
      total_amount: of(one.total_amount),
    })),
    disallowed: document.disallowed_status
      ? { reason: document.disallowed_status, amount: of(document.disallowed_amount) }
      : null,
  }
}
