/**
 * Pays the documents of paid payslips in the books (decision 0030): pay and on-costs of each payslip leave the
 * principal's bank, net to the worker, the rest to HMRC and pension.
 */
import { present } from '#kernel/assert.ts'
import { isPositive } from '#kernel/money.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { markFunded } from '../funding/mark-funded.server.ts'
import { takeOpenCredits } from '../funding/open-credits.server.ts'
import { type SettledLeg, setOffMirrors } from '../funding/set-off.server.ts'
import { settleAndAudit } from '../funding/settle-invoices.server.ts'
import { type PayOut, payOut } from '../payments/pay-out.server.ts'
import { payeeOf } from '../payments/payable-documents.server.ts'
import type { CashDocument } from '../settlement/load-cash.server.ts'
import { lockSets, outstandingOf } from '../settlement/load-cash.server.ts'
import { paidThroughPayroll } from './payslip.rules.ts'

type Slip = { readonly id: string; readonly human_id: string }

/**
 * Settles the documents of these payslips. Overpayment before a correction is deducted first, as payroll deducted it;
 * pay does not wait for the client or the funding. The payslips are locked.
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
  const today = context.clock.today()
  await payOut(
    context,
    [...payments.values()].map((group) => {
      const legs = group as [SettledLeg, ...SettledLeg[]] // groupBy makes no empty group.
      const slip = slip_of.get(sets.get(legs[0].document.invoice_set_id) ?? '')
      return { payment: paymentOf(present(slip, 'the payslip of a set'), legs[0]), legs }
    }),
    today,
  )
  await settleAndAudit(
    context,
    left.map(({ document }) => document),
  )
  const settled = [...taken, ...left]
  await setOffMirrors(context, documents, settled, null, today)
  await markFunded(context, documents, settled)
}

const isPay = ({ type }: CashDocument) => type === 'contractor-agency'

/** The sets that were raised of the figures of these payslips, by id: the payslip's id. */
async function setsOf(tx: Tx, slips: readonly Slip[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ set_id: string; payslip_id: string }>(
    `select s.id as set_id, f.payslip_id from transaction.payroll_figure f
     join transaction.invoice_set s on s.timesheet_id = f.timesheet_id and s.version = f.version
       and s.generation_type in ('paye_timesheet', 'payroll_timesheet') and s.corrects_set_id is null and s.deleted_at is null
     where f.payslip_id = any ($1) and f.deleted_at is null
     union all select c.invoice_set_id, c.payslip_id from transaction.pay_run_payslip c
     where c.payslip_id = any ($1) and c.invoice_set_id is not null order by 1`,
    [slips.map((slip) => slip.id)],
  )
  return new Map(rows.map((row) => [row.set_id, row.payslip_id]))
}

/** The payment of one payslip and principal: pay to the worker, or on-costs, which name the agency. */
function paymentOf({ human_id }: Slip, { document }: SettledLeg): PayOut['payment'] {
  const { principal_id, provider_id, agency_id, contractor_id, currency_id } = document
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
    reference: human_id,
    comment: isPay(document)
      ? `Through payroll: gross pay of ${human_id}, the net to the worker and what is deducted to whom it is owed`
      : `Through payroll: on-costs of ${human_id}`,
  }
}
