/**
 * What payroll pays is paid in the books, too (decision 0030): on the day it says so, the pay and the on-costs of each
 * payslip go out of the principal's bank to payroll, which pays the worker his net and hands the rest to HMRC and pension.
 */
import { present } from '#kernel/assert.ts'
import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive, sum } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertPayments, type NewPayment } from '../funding/insert-payments.server.ts'
import type { CashDocument } from '../funding/load-cash.server.ts'
import { lockSets, outstandingOf } from '../funding/load-cash.server.ts'
import { markFunded } from '../funding/mark-funded.server.ts'
import { insertLines } from '../funding/match-lines.server.ts'
import { takeOpenCredits } from '../funding/open-credits.server.ts'
import { setOffMirrors } from '../funding/set-off.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { postEntries } from '../ledger/post.server.ts'
import { paymentPostings } from '../ledger/postings.rules.ts'
import { paidThroughPayroll } from './payslip.rules.ts'

type Slip = { readonly id: string; readonly human_id: string }
type Leg = { readonly document: CashDocument; readonly amount: Money }

/**
 * Settles the documents of these payslips. What was paid too much before a correction is taken off first, as payroll took it
 * off the pay; whether the client has paid, or is funded, is nothing to the worker. The payslips are locked.
 */
export async function payDocuments(context: VerbContext, slips: readonly Slip[]): Promise<void> {
  const sets = await setsOf(context.tx, slips)
  const documents = await lockSets(context.tx, [...sets.keys()])
  const slip_of = new Map(slips.map((slip) => [slip.id, slip]))
  const wanted = documents
    .filter((document) => document.status === 'open' && !document.is_credit_note)
    .filter((document) => paidThroughPayroll(document.type) && isPositive(outstandingOf(document)))
    .map((document) => ({ document, amount: outstandingOf(document) }))
  const { left, taken } = await takeOpenCredits(context, wanted)
  const payments = Map.groupBy(left, ({ document }) =>
    [sets.get(document.invoice_set_id), document.principal_id, isPay(document)].join(' '),
  )
  await pay(
    context,
    [...payments.values()].map((legs) => {
      const { invoice_set_id } = present(legs[0], 'a document').document
      return { slip: present(slip_of.get(sets.get(invoice_set_id) ?? ''), 'the payslip of a set'), legs }
    }),
  )
  await settleAndAudit(
    context,
    left.map(({ document }) => document),
  )
  const settled = [...taken, ...left]
  await setOffMirrors(context, documents, settled, null, context.clock.today())
  await markFunded(context, documents, settled)
}

const isPay = ({ type }: CashDocument) => type === 'contractor-agency'

/** The sets that were raised of the figures of these payslips, by id: the payslip's id. */
async function setsOf(tx: Tx, slips: readonly Slip[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ set_id: string; payslip_id: string }>(
    `select s.id as set_id, f.payslip_id from transaction.payroll_figure f
     join transaction.invoice_set s on s.timesheet_id = f.timesheet_id and s.version = f.version
       and s.generation_type in ('paye_timesheet', 'payroll_timesheet') and s.corrects_set_id is null and s.deleted_at is null
     where f.payslip_id = any ($1) and f.deleted_at is null order by s.id`,
    [slips.map((slip) => slip.id)],
  )
  return new Map(rows.map((row) => [row.set_id, row.payslip_id]))
}

type Payment = { readonly slip: Slip; readonly legs: readonly Leg[] }

/** One payment of the pay to the worker, one of the on-costs in the agency's name, of each payslip and principal. */
async function pay(context: VerbContext, payments: readonly Payment[]): Promise<void> {
  const post_date = context.clock.today()
  const made = await insertPayments(
    context,
    payments.map((payment) => paymentOf(payment, post_date)),
  )
  await insertLines(
    context,
    payments.flatMap(({ legs }, i) =>
      legs.map(({ document, amount }) => ({
        summary_id: present(made[i], 'a payment').id,
        document,
        amount: formatMoney(amount),
        payment_type: 'bank' as const,
        post_date,
      })),
    ),
  )
  await postEntries(
    context,
    payments.map(({ legs }, i) => {
      const { id } = present(made[i], 'a payment')
      const { document } = present(legs[0], 'a document')
      return {
        kind: 'payment' as const,
        source_entity: 'transaction.payment_receipt_summary',
        source_id: id,
        principal_id: document.principal_id,
        provider_id: document.provider_id,
        agency_id: document.agency_id,
        fact_key: `payment:${id}`,
        post_date,
        postings: legs.flatMap((leg) =>
          paymentPostings({
            kind: isPay(leg.document) ? 'contractor_payable' : 'oncost_payable',
            payee_id: payeeOf(leg.document),
            invoice_id: leg.document.id,
            amount: leg.amount,
          }),
        ),
      }
    }),
  )
}

/** The worker is not told of on-costs: that payment does not name him. */
function paymentOf({ slip, legs }: Payment, transaction_date: string): NewPayment {
  const { document } = present(legs[0], 'a document')
  const { principal_id, provider_id, agency_id, contractor_id, currency_id, currency } = document
  return {
    for_business_id: payeeOf(document),
    principal_id,
    provider_id,
    agency_id,
    contractor_id: isPay(document) ? contractor_id : null,
    funder_id: principal_id === provider_id ? null : principal_id,
    bank_account_id: null,
    payment_batch_id: null,
    currency_id,
    amount: formatMoney(
      sum(
        currency,
        legs.map((leg) => leg.amount),
      ),
    ),
    transaction_date,
    reference: slip.human_id,
    comment: isPay(document)
      ? `Through payroll: gross pay of ${slip.human_id}, the net to the worker and what is deducted to whom it is owed`
      : `Through payroll: on-costs of ${slip.human_id}`,
  }
}

const payeeOf = (document: CashDocument) => (isPay(document) ? document.from_business_id : document.agency_id)
