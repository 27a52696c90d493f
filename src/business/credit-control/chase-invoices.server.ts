import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { isChaseable } from '../invoices/chase.rules.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import { agency_writers, provider_staff } from '../shared/who-may.rules.ts'
import { daysOverdue } from './age.rules.ts'
import { standard_plan } from './chase-plan.rules.ts'
import { type Debt, writeLetter } from './write-letters.server.ts'

const input = z.strictObject({
  ids: z.array(z.uuid()).min(1, { error: validationText.required }).max(500, { error: validationText.max }),
  subject: oneLine(
    printed(
      z
        .string()
        .trim()
        .min(1)
        .max(200, { error: validationText.max_length(200) }),
    ),
  ).optional(),
  body: printed(
    z
      .string()
      .trim()
      .min(1)
      .max(4000, { error: validationText.max_length(4000) }),
  ).optional(),
})
const answer = z.strictObject({ letters: z.number(), invoices: z.number(), to: z.array(z.string()) })

/** Of the first reminder after the due date. */
const standard_letter = standard_plan[1]

/**
 * Sends reminders for overdue documents: one letter to each client of each agency. Only when every document may be
 * chased (spec §2); otherwise nothing is sent, and the refusal names the documents.
 */
export const chaseInvoices = verb({
  action_id: 'transaction.invoice.chase',
  since: '0.1.0',
  summary: 'Sends reminders for overdue invoices, one letter to each client',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers, provider: provider_staff },
  input,
  output: answer,
  run: async (context, { ids, subject, body }) => {
    const { tx, viewer, clock } = context
    const rows = await loadVisible<Debt & { type: string; status: string }>(
      tx,
      viewer,
      'transaction.invoice',
      ids,
    )
    const today = clock.today()
    const debts = rows.map((row) => ({ ...row, days_overdue: daysOverdue(day(row.due_date), today) }))
    const refused = debts.filter((debt) => debt.status !== 'open' || !isChaseable(debt, today))
    if (refused.length > 0) {
      throw precondition(
        `Only open invoices of a client that were due before today can be chased, not ${refused.map((debt) => debt.human_id).join(', ')}`,
      )
    }
    const to: string[] = []
    const groups = [...Map.groupBy(debts, (debt) => `${debt.agency_id} ${debt.client_id}`).values()]
    for (const group of groups) {
      const letter = await writeLetter(context, {
        kind: 'manual',
        subject: subject ?? standard_letter.subject,
        body: body ?? standard_letter.body,
        user_name: viewer.user_name,
        debts: group.map((debt) => ({ debt, days: null })),
      })
      if (letter === null) {
        const names = group.map((debt) => debt.human_id).join(', ')
        throw precondition(
          `There is nobody to write to about ${names}: the client has no invoice contact and no address`,
        )
      }
      for (const one of letter.outgoing) context.enqueue(one.topic, one.fact_key, one.payload)
      to.push(...letter.recipients)
      context.audit({
        entity: 'transaction.chase',
        entity_id: letter.id,
        new_values: { to: letter.recipients, invoices: group.map((debt) => debt.human_id) },
      })
    }
    return { letters: groups.length, invoices: debts.length, to: [...new Set(to)].sort() }
  },
})
