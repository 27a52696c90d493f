import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { conflict, notFound, precondition } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { newUuid } from '#kernel/uuid.ts'
import { HALF_AN_HOUR, type VerbContext, verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { rti_submission } from './rti-submission.entity.ts'
import { can, fact_columns, not_sent, type ReturnFacts, who } from './rti-submission.rules.ts'

/** Takes each step of a return that was sent (send-return.job.ts). */
export const SEND_TOPIC = 'hmrc_return'

type Row = ReturnFacts &
  ReadRow<typeof rti_submission, 'id kind paye_scheme_id pay_run_id tax_year tax_month'>

/**
 * Sends a return to HMRC by a job. The job never sends twice what HMRC may have.
 * @throws precondition where nothing is sent from here, or the scheme has no credentials; conflict for an earlier return
 */
export const sendReturn = verb({
  action_id: 'transaction.rti_submission.send',
  since: '0.1.0',
  summary: 'Sends a return to HMRC',
  machine: 'refused',
  impersonator: 'refused',
  who: who.send,
  input: z.strictObject({ id: z.uuid() }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('sent') }),
  step_up: HALF_AN_HOUR,
  run: async (context, { id }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<Row>(tx, viewer, 'transaction.rti_submission', [id], {
      lock: true,
      columns: `${fact_columns}, t.kind, t.paye_scheme_id, t.pay_run_id, t.tax_year, t.tax_month`,
    })
    if (!row) throw notFound('Return')
    requireCan(can.send(row, viewer))
    if (!context.sends_returns)
      throw precondition('This installation does not send returns: download the file and file it elsewhere')
    await requireSender(context, row)
    await requireLast(context, row)
    const now = clock.now()
    const transaction_id = newUuid(clock).replaceAll('-', '').toUpperCase()
    const values = {
      ...not_sent,
      status: 'sent' as const,
      transaction_id,
      sent_at: now,
      sent_by_name: viewer.user_name,
      poll_after: now,
      answer: null,
      errors: [],
      error_count: 0,
      may_send_again: false,
    }
    await updateRow(tx, rti_submission, id, { ...values, updated_at: now })
    context.audit({
      entity: 'transaction.rti_submission',
      entity_id: id,
      old_values: { status: row.status },
      new_values: { status: values.status, transaction_id },
    })
    context.enqueue(SEND_TOPIC, `${SEND_TOPIC}:${transaction_id}`, { id, transaction_id })
    return { id, status: values.status }
  },
})

async function requireSender({ tx }: VerbContext, { paye_scheme_id }: Row): Promise<void> {
  const scheme = await tx.row<{ employer_reference: string }>(
    'select employer_reference from business.paye_scheme where id = $1 and sender_set_at is null',
    [paye_scheme_id],
  )
  if (scheme)
    throw precondition(
      `PAYE scheme ${scheme.employer_reference} has no credentials of HMRC: an administrator of the employer enters them on its page`,
    )
}

/** A rejected return stays behind once another was built in its place. @throws conflict */
export async function requireLast({ tx }: Pick<VerbContext, 'tx'>, row: Row): Promise<void> {
  if (row.status !== 'rejected') return
  const later = await tx.row<{ human_id: string }>(
    `select o.human_id from transaction.rti_submission o
     join transaction.rti_submission t on t.id = $1 and o.kind = t.kind and o.paye_scheme_id = t.paye_scheme_id
       and o.pay_run_id is not distinct from t.pay_run_id
       and o.year_correction_id is not distinct from t.year_correction_id and (o.kind = 'fps' or (o.tax_year, o.tax_month) = (t.tax_year, t.tax_month))
     where (length(o.human_id), o.human_id) > (length(t.human_id), t.human_id)
     order by length(o.human_id) desc, o.human_id desc limit 1`,
    [row.id],
  )
  if (later) throw conflict(`Return ${later.human_id} was built in its place`)
}
