/** Keeps the deductions of issued payslips, and settles with them that part of the self-bills. */
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRows } from '#server/write-row.server.ts'
import { payDocuments } from '../../payments/creditors/pay-documents.server.ts'
import { lockSets } from '../../settlement/load-cash.server.ts'
import type { DeemedPayment } from '../deemed/deemed.rules.ts'
import { deemed_payment } from '../deemed/deemed-payment.entity.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import type { LockedRun } from './load-run.server.ts'

type DeemedSlip = {
  readonly payslip_id: string
  readonly employment_id: string
  readonly contractor_id: string
  readonly payments: readonly DeemedPayment[]
}

export async function keepDeemed(
  { tx, clock }: VerbContext,
  run: Pick<LockedRun, 'pay_day' | 'currency_id' | 'provider_id' | 'agency_id'>,
  slips: readonly DeemedSlip[],
): Promise<void> {
  const at = clock.now()
  await insertRows(
    tx,
    deemed_payment,
    slips.flatMap(({ payments, ...slip }) =>
      payments.map(({ invoice_id, fee, income_tax, employee_ni }) => ({
        ...slip,
        id: newUuid(clock),
        invoice_id,
        pay_day: run.pay_day,
        fee: penceText(fee),
        income_tax: penceText(income_tax),
        employee_ni: penceText(employee_ni),
        currency_id: run.currency_id,
        provider_id: run.provider_id,
        agency_id: run.agency_id,
        created_at: at,
        updated_at: at,
      })),
    ),
  )
}

/** The self-bills that the calculated payslips of a run deduct from, locked before they are computed again. */
export async function lockDeemed({ tx }: VerbContext, pay_run_id: string): Promise<void> {
  const rows = await tx.rows<{ set_id: string }>(
    `select i.invoice_set_id as set_id from transaction.pay_run_payslip p
     cross join lateral jsonb_array_elements(p.besides -> 'deemed') d
     join transaction.invoice i on i.id = (d ->> 'invoice_id')::uuid where p.pay_run_id = $1 and p.withdrawn_as is null`,
    [pay_run_id],
  )
  await lockSets(tx, [...new Set(rows.map(({ set_id }) => set_id))])
}

/**
 * The deduction is settled with the approval: HMRC is owed, and a payment batch pays the rest of the self-bill to the
 * company. Until then the payslip is issued, not paid (decision 0135).
 */
export async function deductDeemed(context: VerbContext, payslip_ids: readonly string[]): Promise<void> {
  const slips = await context.tx.rows<{ id: string; human_id: string }>(
    `select p.id, p.human_id from transaction.payslip p
     where p.id = any ($1) and p.status = 'issued' and exists (select from transaction.deemed_payment d where d.payslip_id = p.id)
     order by p.id for update of p`,
    [payslip_ids],
  )
  if (slips.length > 0) await payDocuments(context, slips)
}
