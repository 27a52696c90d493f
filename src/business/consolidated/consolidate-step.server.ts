import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { notFound, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { consolidated_invoice } from '../invoices/invoice-set.entity.ts'
import { recipientsInput } from '../parties/party-input.server.ts'
import { moneyText } from '../shared/answers.rules.ts'
import { knownContactSql } from '../shared/known-contact.server.ts'
import type { ConsolidationAction } from './consolidate.rules.ts'
import { can, who } from './consolidate.rules.ts'
import { consolidated_mail_topic } from './consolidate-mail.rules.ts'
import type { ConsolidatedRow } from './consolidate-members.server.ts'
import {
  consolidated_columns,
  firstDueDate,
  lockMembers,
  nameMembers,
  totalsOf,
} from './consolidate-members.server.ts'
import { consolidated_summary_topic } from './consolidate-proof.rules.ts'

const answer = z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string() })

async function lockFor(
  { tx, viewer }: VerbContext,
  id: string,
  action: ConsolidationAction,
): Promise<ConsolidatedRow> {
  const [row] = await loadVisible<ConsolidatedRow>(tx, viewer, 'transaction.consolidated_invoice', [id], {
    lock: true,
    columns: consolidated_columns,
  })
  if (!row) throw notFound('Consolidated Invoice')
  requireCan(can[action](row, viewer))
  return row
}

const idInput = z.strictObject({ id: z.uuid() })

/** Makes the document of a draft from its open members; from now on it does not change. */
export const generateConsolidated = verb({
  action_id: 'transaction.consolidated_invoice.generate',
  since: '0.1.0',
  summary: 'Makes the document of a consolidated invoice from its open members',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.generate,
  input: idInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string(), total_amount: moneyText }),
  run: async (context, { id }) => {
    const { tx, clock } = context
    const row = await lockFor(context, id, 'generate')
    const members = await lockMembers(tx, id)
    const open = members.filter((member) => member.status === 'open')
    if (open.length === 0) throw precondition(`No invoice of ${row.human_id} is open any more: cancel it`)
    await nameMembers(
      context,
      members.filter((member) => member.status !== 'open').map((member) => member.id),
      null,
    )
    const totals = totalsOf(open, row.currency)
    await updateRow(tx, consolidated_invoice, id, {
      status: 'generated',
      amount: totals.amount,
      tax_amount: totals.tax_amount,
      total_amount: totals.total_amount,
      raised_date: clock.today(),
      due_date: firstDueDate(open, clock.today()),
      updated_at: clock.now(),
    })
    context.enqueue(consolidated_summary_topic, `consolidated-summary:${id}`, { consolidated_invoice_id: id })
    auditState(context, row, 'generated', { ...totals, members: open.map((member) => member.human_id) })
    return { id, human_id: row.human_id, status: 'generated', total_amount: totals.total_amount }
  },
})

const cancelInput = z.strictObject({
  id: z.uuid(),
  reason: z
    .string({ error: validationText.specify_reason })
    .trim()
    .min(1, { error: validationText.specify_reason })
    .max(500, { error: validationText.max_length(500) }),
})

/** Its invoices are free for another consolidation. */
export const cancelConsolidated = verb({
  action_id: 'transaction.consolidated_invoice.cancel',
  since: '0.1.0',
  summary: 'Cancels a consolidated invoice and frees its members',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.cancel,
  input: cancelInput,
  output: answer,
  run: async (context, { id, reason }) => {
    const row = await lockFor(context, id, 'cancel')
    const members = await lockMembers(context.tx, id)
    await nameMembers(
      context,
      members.map((member) => member.id),
      null,
    )
    await updateRow(context.tx, consolidated_invoice, id, {
      status: 'canceled',
      cancel_reason: reason,
      updated_at: context.clock.now(),
    })
    auditState(context, row, 'canceled', { reason, members: members.map((member) => member.human_id) })
    return { id, human_id: row.human_id, status: 'canceled' }
  },
})

const sendInput = z.strictObject({
  id: z.uuid(),
  to: recipientsInput,
})

/** Mails it with its PDF to the client's invoice contacts; from then on it is open, and the client sees it. */
export const sendConsolidated = verb({
  action_id: 'transaction.consolidated_invoice.send',
  since: '0.1.0',
  summary: "Mails a consolidated invoice to the client's invoice contacts",
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.send,
  input: sendInput,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), status: z.string(), to: z.array(z.string()) }),
  run: async (context, { id, to }) => {
    const { tx, clock } = context
    const row = await lockFor(context, id, 'send')
    const addresses = [...new Set(to ?? (await contactsOf(context, row)))].sort()
    if (addresses.length === 0)
      throw precondition(`There is nobody to send ${row.human_id} to: the client has no invoice contact`)
    const status = row.status === 'generated' ? 'open' : row.status
    await tx.run(
      'update transaction.consolidated_invoice set status = $2, sent_at = coalesce(sent_at, $3), updated_at = $3 where id = $1',
      [id, status, clock.now()],
    )
    for (const address of addresses) {
      const fact_key = `consolidated:${id}:${address}:${clock.today()}`
      context.enqueue(consolidated_mail_topic, fact_key, { consolidated_invoice_id: id, to: address })
    }
    auditState(context, row, status, { sent_to: addresses })
    return { id, human_id: row.human_id, status, to: addresses }
  },
})

async function contactsOf({ tx }: VerbContext, row: ConsolidatedRow): Promise<string[]> {
  const people = await tx.rows<{ email: string }>(
    `select email from business.business_contact
     where business_id = $1 and ${knownContactSql()} and 'invoice_contact' = any (roles)`,
    [row.to_business_id],
  )
  return people.map((one) => one.email)
}

function auditState(
  context: VerbContext,
  row: ConsolidatedRow,
  status: string,
  more: Record<string, unknown>,
): void {
  context.audit({
    entity: 'transaction.consolidated_invoice',
    entity_id: row.id,
    old_values: { status: row.status },
    new_values: { status, ...more },
  })
}
