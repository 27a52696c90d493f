/** Payslips are paid: they, their period and their run say so, and their documents are settled. */
import type { VerbContext } from '#server/verb.ts'
import { markSlipsPaid } from '../../settlement/mark-slips-paid.server.ts'
import { payDocuments } from './pay-documents.server.ts'

type Slip = { readonly id: string; readonly human_id: string; readonly payslip_period_id: string }

/**
 * The payslips are issued, and locked. Those of fees inside IR35 are left as they are: their documents were settled at the
 * approval of their run, and they are paid with their self-bills (decision 0135).
 */
export async function paySlips(context: VerbContext, slips: readonly Slip[]): Promise<void> {
  const of_fees = new Set(
    (
      await context.tx.rows<{ id: string }>(
        'select distinct payslip_id as id from transaction.deemed_payment where payslip_id = any ($1)',
        [slips.map(({ id }) => id)],
      )
    ).map(({ id }) => id),
  )
  const paid = slips.filter(({ id }) => !of_fees.has(id))
  if (paid.length === 0) return
  await markSlipsPaid(context, paid)
  await payDocuments(context, paid)
}
