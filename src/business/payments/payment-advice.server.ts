/** The advice of one payment as a PDF file: the figures are the rows that every screen shows. */
import { readFileSync } from 'node:fs'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { labelIn } from '#entity/choices.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { day } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { currency } from '#kernel/money.ts'
import { keptStatement } from '#server/kept-statement.server.ts'
import { type PdfPage, pdfPage } from '#server/pdf/pdf-file.ts'
import type { Tx } from '#server/verb.ts'
import type { payment_receipt_summary } from '../settlement/receipt.entity.ts'
import { payroll_payment_kinds } from './creditors/payroll-payment.entity.ts'
import type { Advice, AdviceLine } from './payment-advice.rules.ts'
import { advicePage } from './payment-advice.rules.ts'

const template = readFileSync(new URL('./payment-advice.typ', import.meta.url), 'utf8')

/** The advice of a payment by bank that the viewer can see. @throws not_found otherwise, in the same words */
export async function paymentAdvicePdf(tx: Tx, viewer: Viewer, id: string): Promise<PdfPage> {
  const [seen] = await loadVisible<{ id: string; type: string }>(
    tx,
    viewer,
    'transaction.payment_receipt_summary',
    [id],
    { columns: 't.id, t.type' },
  )
  if (seen?.type !== 'payment') throw notFound('Payment')
  return printAdvice((await readAdvice(tx, seen.id)).advice)
}

export async function printAdvice(advice: Advice): Promise<PdfPage> {
  return pdfPage(template, advicePage(advice), advice.human_id)
}

type Row = Omit<Advice, 'lines' | 'currency' | 'transaction_date'> &
  ReadRow<typeof payment_receipt_summary, 'transaction_date for_business_id provider_id agency_id'> & {
    readonly currency: string
    readonly refunded: string | null
    readonly payroll: string | null
    readonly payroll_kind: string | null
    readonly payer_id: string
  }

const advice_of_payment = keptStatement(
  `select s.human_id, s.transaction_date, s.reference, y.alpha_code as currency, s.amount, p.name as payer_name,
     coalesce(a.complete_address, '') as payer_address, b.name as payee_name, k.bank_name, k.account_number, k.iban,
     s.for_business_id, s.provider_id, s.agency_id, s.principal_id as payer_id,
     (select r.human_id from transaction.refund f join transaction.payment_receipt_summary r
        on r.id = f.payment_receipt_summary_id where f.payment_id = s.id) as refunded,
     (select w.human_id from transaction.payroll_payment w where w.payment_id = s.id) as payroll,
     (select w.kind from transaction.payroll_payment w where w.payment_id = s.id) as payroll_kind
   from transaction.payment_receipt_summary s
   join platform.currency y on y.id = s.currency_id
   join business.business p on p.id = s.principal_id
   left join business.company c on c.id = p.company_id
   left join business.address a on a.id = c.address_id
   join business.business b on b.id = s.for_business_id
   join business.bank_account k on k.id = s.bank_account_id
   where s.id = $1 and s.type = 'payment'`,
)

const lines_of_payment = keptStatement(
  `select i.human_id, i.type, coalesce(w.name || ', ' || t.human_id, w.name, '') as about, d.amount
   from transaction.payment_receipt_detail d
   join transaction.invoice i on i.id = d.invoice_id
   left join transaction.timesheet t on t.id = i.timesheet_id
   left join business.business w on w.id = i.contractor_id
   where d.payment_receipt_summary_id = $1 and d.reversal_date is null and d.payment_type = 'bank' order by i.human_id`,
)

/**
 * The rows of an advice, without an access check: the caller has made it.
 * @throws not_found for a payment without a bank
 */
export async function readAdvice(
  tx: Tx,
  id: string,
): Promise<{
  advice: Advice
  for_business_id: string
  provider_id: string
  agency_id: string | null
  payer_id: string
}> {
  const row = await tx.row<Row>(advice_of_payment, [id])
  if (!row) throw notFound('Payment')
  const lines = await tx.rows<AdviceLine>(lines_of_payment, [id])
  const { for_business_id, provider_id, agency_id, payer_id, refunded, payroll, payroll_kind, ...facts } = row
  const refund: AdviceLine[] =
    refunded === null
      ? []
      : [{ human_id: refunded, type: '', about: 'Refund of an overpayment', amount: row.amount }]
  const through_payroll: AdviceLine[] =
    payroll === null
      ? []
      : [
          {
            human_id: payroll,
            type: '',
            about: labelIn(payroll_payment_kinds, payroll_kind ?? ''),
            amount: row.amount,
          },
        ]
  const advice: Advice = {
    ...facts,
    currency: currency(row.currency),
    transaction_date: day(row.transaction_date),
    lines: [...lines, ...refund, ...through_payroll],
  }
  return { advice, for_business_id, provider_id, agency_id, payer_id }
}
