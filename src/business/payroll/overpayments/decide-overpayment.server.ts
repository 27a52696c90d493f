/** The answer to a request to settle an overpayment outside of payroll. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { GBP, money } from '#kernel/money.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { postEntries } from '../../ledger/post.server.ts'
import { payrollPostings } from '../../ledger/postings.rules.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { addDues } from '../../payments/creditors/keep-payments.server.ts'
import { moneyReasonInput } from '../../shared/cash-input.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { readPence } from '../figures/run-figures.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { leftByBooks, lockOverpaid, payrollOf } from './overpaid.server.ts'
import { overpayment } from './overpayment.entity.ts'
import { can, settlementFault, who } from './overpayment-settlement.rules.ts'

const decided = { machine: 'refused', impersonator: 'refused', since: '0.1.0' } as const

/** Either way the employer has the money or bears it, so that it owes the sum to the books that paid the worker. */
export const approveOverpayment = verb({
  ...decided,
  action_id: 'transaction.overpayment.approve',
  summary: 'Approves that an overpayment was repaid or is written off, as somebody else asked',
  who: who.approve,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('done') }),
  run: async (context, { id }) => {
    const row = await lockRequest(context, id, 'approve')
    const amount = -readPence(row.amount)
    const books = await leftByBooks(context.tx, row.employment_id)
    const of_books = books.find(({ principal_id }) => principal_id === row.principal_id)
    const fault = settlementFault(amount, of_books ?? { left: 0, left_paid: 0 })
    if (fault !== null) throw precondition(fault)
    await decide(context, row, { status: 'done', decision_comment: null })
    await post(context, row, amount)
    return { id, status: 'done' as const }
  },
})

/** For another person, or for the author to take the request back. */
export const refuseOverpayment = verb({
  ...decided,
  action_id: 'transaction.overpayment.refuse',
  summary: 'Refuses to settle an overpayment outside of payroll, with the reason',
  who: who.refuse,
  input: z.strictObject({ id: z.uuid(), reason: moneyReasonInput }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('refused') }),
  run: async (context, { id, reason }) => {
    const row = await lockRequest(context, id, 'refuse')
    await decide(context, row, { status: 'refused', decision_comment: reason })
    return { id, status: 'refused' as const }
  },
})

type Row = ReadRow<
  typeof overpayment,
  'id status amount employment_id contractor_id created_by currency_id principal_id'
>

/** @throws not_found, or the refusal of the step */
async function lockRequest(context: VerbContext, id: string, step: 'approve' | 'refuse'): Promise<Row> {
  const { tx, viewer } = context
  const columns =
    't.id, t.status, t.amount, t.employment_id, t.contractor_id, t.created_by, t.currency_id, t.principal_id'
  const [seen] = await loadVisible<Row>(tx, viewer, 'transaction.overpayment', [id], { columns })
  if (!seen) throw notFound('Overpayment')
  await lockOverpaid(tx, [seen.employment_id])
  const [row] = await loadVisible<Row>(tx, viewer, 'transaction.overpayment', [id], { columns, lock: true })
  if (!row) throw notFound('Overpayment')
  requireCan(can[step](row, viewer))
  return row
}

async function decide(
  { tx, viewer, clock, audit }: VerbContext,
  { id, status }: Row,
  values: { readonly status: 'done' | 'refused'; readonly decision_comment: string | null },
): Promise<void> {
  const now = clock.now()
  await updateRow(tx, overpayment, id, {
    ...values,
    decided_by: viewer.user_id,
    decided_by_name: viewer.user_name,
    decided_at: now,
    updated_at: now,
  })
  audit({ entity: 'transaction.overpayment', entity_id: id, old_values: { status }, new_values: values })
}

/** The worker owes less, and the employer has less relief of payroll, or owes it. */
async function post(context: VerbContext, row: Row, amount: Pence): Promise<void> {
  const { tx, clock } = context
  const { principal_id } = row
  const { paye_scheme_id, payroll_id } = await payrollOf(tx, row.employment_id)
  const scheme = await lockScheme(context, paye_scheme_id)
  const { business_id: employer_id, provider_id, agency_id } = scheme
  const today = clock.today()
  await postEntries(context, [
    {
      kind: 'payroll' as const,
      source_entity: 'transaction.overpayment',
      source_id: row.id,
      ...{ principal_id, provider_id, agency_id },
      fact_key: `overpayment:${row.id}`,
      post_date: today,
      postings: payrollPostings(
        [],
        [
          { kind: 'worker_overpayment', business_id: row.contractor_id, amount: money(amount, GBP) },
          { kind: 'relief_payable', business_id: employer_id, amount: money(-amount, GBP) },
        ],
      ),
    },
  ])
  await addDues(context, [
    {
      ...{ kind: 'relief', paye_scheme_id, employer_id, payee_id: employer_id, principal_id },
      ...{ payslip_id: null, pension_scheme_id: null, attachment_order_id: null },
      ...taxMonths(today, scheme.payment_frequency),
      ...{ currency_id: row.currency_id, reference: payroll_id, provider_id, agency_id, pence: -amount },
    },
  ])
}
