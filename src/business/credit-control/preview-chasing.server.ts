import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import { verb } from '#server/verb.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { nextAsking } from './chase-plan.rules.ts'
import { creditMail } from './credit-mail.rules.ts'
import { askableDebts } from './run-credit-control.server.ts'
import { creditAddresses } from './write-letters.server.ts'

const input = z.strictObject({ client_id: z.uuid() })

const output = z.strictObject({
  next_date: z.iso.date().nullable(),
  to: z.array(z.string()),
  subject: z.string().nullable(),
  body_text: z.string().nullable(),
  documents: z.array(
    z.strictObject({
      id: z.uuid(),
      human_id: z.string(),
      next_date: z.iso.date().nullable(),
      days: z.number().nullable(),
      why_not: z.string().nullable(),
    }),
  ),
})

/** The next letter to a client, and the next reminder of each document. Changes nothing. */
export const previewChasing = verb({
  action_id: 'business.chase_plan.preview',
  since: '0.1.0',
  summary: 'Shows the next letter to a client and the next reminder of each document',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: [...agency_writers, 'agency_read_only'] },
  is_reading: true,
  input,
  output,
  run: async (context, { client_id }) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    const plan = await tx.rows<{ days: number; subject: string; body: string }>(
      'select days, subject, body from business.chase_step where agency_id = $1 and deleted_at is null',
      [viewer.business_id],
    )
    const codes = new Map(
      (await tx.rows<{ id: string; alpha_code: string }>('select id, alpha_code from platform.currency')).map(
        (one) => [one.id, currency(one.alpha_code)],
      ),
    )
    const debts = await askableDebts(context, viewer.business_id, client.id)
    const until = debts[0]?.paused_until ?? null
    const asked = debts.map((debt) => {
      const facts = {
        ...debt,
        due_date: day(debt.due_date),
        promised_date: debt.promised_date === null ? null : day(debt.promised_date),
      }
      const next = nextAsking(facts, plan, until === null ? null : { until: day(until) }, clock.today())
      return { debt, next }
    })
    const dates = asked.flatMap(({ next }) => (next ? [next.on] : [])).sort()
    const [next_date = null] = dates
    const first = asked.filter(({ next }) => next?.on === next_date)
    const step = first
      .flatMap(({ next }) => (next ? [next.step] : []))
      .sort((a, b) => a.days - b.days)
      .at(-1)
    const mail = step
      ? creditMail(
          { ...step, client: client.name, agency: viewer.business_name },
          first.map(({ debt }) => ({
            human_id: debt.human_id,
            due_date: day(debt.due_date),
            days_overdue: debt.days_overdue,
            outstanding_balance: parseMoney(
              debt.outstanding_balance,
              codes.get(debt.currency_id) ?? currency('GBP'),
            ),
          })),
        )
      : null
    return {
      next_date,
      to: await creditAddresses(context, client.id),
      subject: mail?.subject ?? null,
      body_text: mail?.body_text ?? null,
      documents: asked.map(({ debt, next }) => ({
        id: debt.id,
        human_id: debt.human_id,
        next_date: next?.on ?? null,
        days: next?.step.days ?? null,
        why_not: next ? null : whyNot(debt.is_disputed, plan.length),
      })),
    }
  },
})

function whyNot(is_disputed: boolean, steps: number): string {
  if (is_disputed) return 'In dispute'
  return steps === 0 ? 'There is no plan' : 'Every step of the plan has asked for it'
}
