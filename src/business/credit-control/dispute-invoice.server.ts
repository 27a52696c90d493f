import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { invoice } from '../invoices/invoice.entity.ts'
import type { InvoiceType } from '../shared/invoice-types.rules.ts'
import { isClientFacing } from '../shared/invoice-types.rules.ts'
import { requireOneOf } from '../shared/who-may.rules.ts'
import { dispute } from './dispute.entity.ts'
import type { DisputeFacts } from './dispute.rules.ts'
import { can, settlers, who } from './dispute.rules.ts'
import { type Disputed, findOwner, giveDispute, noteStep } from './dispute-owner.server.ts'

const words = z
  .string({ error: validationText.specify_reason })
  .trim()
  .max(2000, { error: validationText.max_length(2000) })
const reason = words.min(1, { error: validationText.specify_reason })
const disputeInput = z.strictObject({ id: z.uuid(), reason, owner_id: z.uuid().optional() })
const assignInput = z.strictObject({
  id: z.uuid(),
  owner_id: z.uuid({ error: validationText.required }),
  comment: words.optional(),
})
const resolveInput = z.strictObject({ id: z.uuid(), resolution: words.optional() })

type Row = Omit<Disputed, 'dispute_id' | 'reason'> &
  DisputeFacts & {
    readonly type: InvoiceType
    readonly dispute_id: string | null
    readonly dispute_reason: string | null
  }
const answer = z.strictObject({ id: z.uuid(), is_disputed: z.boolean() })

async function lockInvoice({ tx, viewer }: VerbContext, id: string, ask: keyof typeof can): Promise<Row> {
  const rows = await loadVisible<Row>(tx, viewer, 'transaction.invoice', [id], {
    lock: true,
    columns: `t.id, t.human_id, t.type, t.status, t.is_disputed, t.is_credit_note, t.dispute_id, t.dispute_reason, t.provider_id,
      t.agency_id, t.client_id, t.funder_id, t.outstanding_balance,
      (select y.alpha_code from platform.currency y where y.id = t.currency_id) as currency,
      (select b.name from business.business b where b.id = t.client_id) as client_name`,
  })
  const row = present(rows[0], 'the invoice')
  if (!isClientFacing(row.type)) throw precondition('Only an invoice to a client can be disputed')
  requireCan(can[ask](row, viewer))
  return row
}

/**
 * Marks a client's invoice as disputed. The debt remains and is shown as disputed (money.md §1.9). Agency and
 * provider may name the owner at once.
 */
export const disputeInvoice = verb({
  action_id: 'transaction.invoice.dispute',
  since: '0.1.0',
  summary: "Marks a client's invoice as disputed",
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.dispute,
  input: disputeInput,
  output: answer,
  run: async (context, input) => {
    const { tx, viewer, clock } = context
    const row = await lockInvoice(context, input.id, 'dispute')
    if (input.owner_id !== undefined) requireOneOf(viewer, settlers)
    const owner =
      input.owner_id === undefined ? null : await findOwner(context, input.owner_id, row.agency_id)
    const dispute_id = newUuid(clock)
    await insertRow(tx, dispute, {
      id: dispute_id,
      invoice_id: row.id,
      provider_id: row.provider_id,
      agency_id: row.agency_id,
      client_id: row.client_id,
      funder_id: row.funder_id,
      reason: input.reason,
      raised_by: viewer.user_name,
      raised_on: clock.today(),
      owner_id: null,
      owner_name: null,
      owner_business_id: null,
      settled_by: null,
      settled_on: null,
      resolution: null,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    await updateRow(tx, invoice, row.id, {
      is_disputed: true,
      dispute_reason: input.reason,
      dispute_id,
      updated_at: clock.now(),
    })
    await noteStep(context, { ...row, dispute_id }, { action: 'raised', comment: input.reason })
    if (owner) await giveDispute(context, { ...row, dispute_id, reason: input.reason }, owner, null)
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      old_values: { is_disputed: false },
      new_values: {
        is_disputed: true,
        dispute_reason: input.reason,
        ...(owner ? { owner: owner.name } : {}),
      },
    })
    return { id: row.id, is_disputed: true }
  },
})

/** Assigns an open dispute to an owner, who is mailed. */
export const assignDispute = verb({
  action_id: 'transaction.invoice.assign_dispute',
  since: '0.1.0',
  summary: 'Assigns an open dispute to an owner',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.assign,
  input: assignInput,
  output: z.strictObject({ id: z.uuid(), owner_name: z.string() }),
  run: async (context, { id, owner_id, comment }) => {
    const row = await lockInvoice(context, id, 'assign')
    const dispute = await openDispute(context, row)
    const owner = await findOwner(context, owner_id, row.agency_id)
    if (dispute.owner_id === owner.id) throw precondition(`It is ${owner.name}’s already`)
    const disputed = { ...row, dispute_id: dispute.id, reason: dispute.reason }
    await giveDispute(context, disputed, owner, comment === undefined || comment === '' ? null : comment)
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      old_values: { owner: dispute.owner_name },
      new_values: { owner: owner.name },
    })
    return { id: row.id, owner_name: owner.name }
  },
})

type Open = ReadRow<typeof dispute, 'id reason owner_id owner_name'>

async function openDispute({ tx }: VerbContext, row: Row): Promise<Open> {
  const dispute = await tx.row<Open>(
    'select id, reason, owner_id, owner_name from transaction.dispute where id = $1 for update',
    [row.dispute_id],
  )
  return present(dispute, 'the open dispute of a disputed invoice')
}

/** The dispute is settled; reason, owner and how it was settled stay with it. */
export const resolveDispute = verb({
  action_id: 'transaction.invoice.resolve_dispute',
  since: '0.1.0',
  summary: 'Resolves the dispute of an invoice',
  machine: 'allowed',
  impersonator: 'refused',
  who: who.resolve,
  input: resolveInput,
  output: answer,
  run: async (context, input) => {
    const { tx, viewer, clock } = context
    const row = await lockInvoice(context, input.id, 'resolve')
    const open = await openDispute(context, row)
    const resolution = input.resolution === undefined || input.resolution === '' ? null : input.resolution
    await updateRow(tx, dispute, open.id, {
      status: 'settled',
      settled_by: viewer.user_name,
      settled_on: clock.today(),
      resolution,
      updated_at: clock.now(),
    })
    await updateRow(tx, invoice, row.id, {
      is_disputed: false,
      dispute_reason: null,
      dispute_id: null,
      updated_at: clock.now(),
    })
    await noteStep(context, { ...row, dispute_id: open.id }, { action: 'settled', comment: resolution })
    context.audit({
      entity: 'transaction.invoice',
      entity_id: row.id,
      old_values: { is_disputed: true },
      new_values: { is_disputed: false, ...(resolution === null ? {} : { resolution }) },
    })
    return { id: row.id, is_disputed: false }
  },
})
