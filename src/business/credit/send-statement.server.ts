import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { visibleBusiness } from '../parties/linked.server.ts'
import { requireOneOf } from '../who-may.rules.ts'
import { statement_words } from './client-statement.rules.ts'
import { client_facing, debt_columns, openDebts } from './read-debts.server.ts'
import { type Debt, type Outgoing, writeLetter } from './write-letters.server.ts'

const input = z.object({ client_id: z.uuid() })

/** Mails a client its statement of account with the PDF. */
export const sendStatement = verb<z.infer<typeof input>, { id: string; to: string[] }>({
  action_id: 'report.client_statement.send',
  input,
  run: async (context, { client_id }) => {
    requireOneOf(context.viewer, { agency: ['agency_admin'] })
    const client = await visibleBusiness(context, client_id, 'client')
    const debts = await openDebts(context, client.id)
    if (debts.length === 0) throw precondition(`${client.name} owes nothing`)
    const letter = await writeLetter(context, letterOf(debts, context.viewer.user_name))
    if (letter === null)
      throw precondition(`There is nobody to write to: ${client.name} has no invoice contact and no address`)
    for (const one of letter.outgoing) context.enqueue(one.topic, one.fact_key, one.payload)
    context.audit({
      entity: 'transaction.chase',
      entity_id: letter.id,
      new_values: { statement_to: letter.recipients },
    })
    return { id: letter.id, to: letter.recipients }
  },
})

const letterOf = (debts: readonly Debt[], user_name: string) => ({
  kind: 'statement' as const,
  ...statement_words,
  user_name,
  debts: debts.map((debt) => ({ debt, days: null })),
})

/** Statements of every agency whose day of the month it is, once: a client that was sent one today has it. */
export async function writeStatements(
  within: { readonly tx: Tx; readonly clock: Clock },
  day_of_month: number,
): Promise<Outgoing[]> {
  const { tx, clock } = within
  const debts = await tx.rows<Debt>(
    `select ${debt_columns} from business.statement_schedule s
     join transaction.invoice t on t.agency_id = s.agency_id
     where s.day_of_month = $2 and s.deleted_at is null and t.status = 'open' and t.deleted_at is null and t.type in ${client_facing}
       and not exists (select from transaction.chase c
         where c.agency_id = t.agency_id and c.client_id = t.client_id and c.kind = 'statement' and c.on_date = $1::date)
     order by t.agency_id, t.client_id, t.due_date, length(t.human_id), t.human_id`,
    [clock.today(), day_of_month],
  )
  const outgoing: Outgoing[] = []
  for (const group of Map.groupBy(debts, (debt) => `${debt.agency_id} ${debt.client_id}`).values()) {
    const letter = await writeLetter(within, letterOf(group, 'Stint'))
    outgoing.push(...(letter?.outgoing ?? []))
  }
  return outgoing
}
