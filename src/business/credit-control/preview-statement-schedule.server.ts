import { z } from 'zod'
import { day } from '#kernel/day.ts'
import { currency, parseMoney } from '#kernel/money.ts'
import { verb } from '#server/verb.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { statementLetter } from './client-statement.rules.ts'
import { creditMail } from './credit-mail.rules.ts'
import { openDebts } from './read-debts.server.ts'
import { readStandings } from './read-standings.server.ts'
import { nextStatement, planOf, planWords, type Standing } from './statement-schedule.rules.ts'
import { creditAddresses } from './write-letters.server.ts'

const input = z.strictObject({ client_id: z.uuid() })

const output = z.strictObject({
  own: z
    .strictObject({
      frequency: z.enum(['agency', 'monthly', 'off', 'weekly']),
      weekday: z.number().nullable(),
      day_of_month: z.number().nullable(),
      paused_until: z.iso.date().nullable(),
    })
    .nullable(),
  agency_day: z.number().nullable(),
  schedule: z.string(),
  last_sent: z.string().nullable(),
  next_date: z.iso.date().nullable(),
  to: z.array(z.string()).readonly(),
  subject: z.string().nullable(),
  body_text: z.string().nullable(),
  invoice_count: z.number(),
})

/** When a client is sent its next statement, by which schedule, and how it would read today. Changes nothing. */
export const previewStatementSchedule = verb({
  action_id: 'business.client_statement_schedule.preview',
  since: '0.1.0',
  summary: 'Shows when a client gets its next statement and how it reads today',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: ['agency_admin', 'agency_read_only'] },
  is_reading: true,
  input,
  output,
  run: async (context, { client_id }) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    const [found] = await readStandings(context, { agency_id: viewer.business_id, client_id: client.id })
    const standing: Standing = found?.standing ?? {
      agency_day: null,
      own: null,
      since: clock.today(),
      last_sent: null,
    }
    const codes = await tx.rows<{ id: string; alpha_code: string }>(
      'select id, alpha_code from platform.currency',
    )
    const code = new Map(codes.map((one) => [one.id, currency(one.alpha_code)]))
    const debts = await openDebts(context, client.id)
    const words = await wordsOfMail(tx, viewer.business_id, 'statement')
    const mail =
      debts.length === 0
        ? null
        : creditMail(
            { ...statementLetter(words), client: client.name, agency: viewer.business_name },
            debts.map((debt) => ({
              human_id: debt.human_id,
              due_date: day(debt.due_date),
              days_overdue: debt.days_overdue,
              outstanding_balance: parseMoney(
                debt.outstanding_balance,
                code.get(debt.currency_id) ?? currency('GBP'),
              ),
            })),
          )
    return {
      own: standing.own,
      agency_day: standing.agency_day,
      schedule: planWords(planOf(standing)),
      last_sent: standing.last_sent,
      next_date: nextStatement(standing, clock.today()),
      to: await creditAddresses(context, client.id),
      subject: mail?.subject ?? null,
      body_text: mail?.body_text ?? null,
      invoice_count: debts.length,
    }
  },
})
