import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { precondition } from '#kernel/errors.ts'
import type { Tx } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { wordsOfMail } from '../platform/mails/own-words.server.ts'
import { statementLetter } from './client-statement.rules.ts'
import { client_facing, debt_columns, openDebts } from './read-debts.server.ts'
import { readStandings } from './read-standings.server.ts'
import { isStatementDue } from './statement-schedule.rules.ts'
import { type Debt, type Outgoing, writeLetter } from './write-letters.server.ts'

const input = z.strictObject({ client_id: z.uuid() })

/** Mails a client its statement of account with the PDF. */
export const sendStatement = verb({
  action_id: 'report.client_statement.send',
  since: '0.1.0',
  summary: 'Mails a client its statement of account',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: ['agency_admin'] },
  input,
  output: z.strictObject({ id: z.uuid(), to: z.array(z.string()) }),
  run: async (context, { client_id }) => {
    const client = await visibleBusiness(context, client_id, 'client')
    const [first, ...more] = await openDebts(context, client.id)
    if (!first) throw precondition(`${client.name} owes nothing`)
    const letter = await writeLetter(
      context,
      await letterOf(context.tx, [first, ...more], context.viewer.user_name),
    )
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

/** The letter of one agency to one client, with the agency's own words. */
const letterOf = async (tx: Tx, debts: readonly [Debt, ...Debt[]], user_name: string) => ({
  kind: 'statement' as const,
  ...statementLetter(await wordsOfMail(tx, debts[0].agency_id, 'statement')),
  user_name,
  debts: debts.map((debt) => ({ debt, days: null })),
})

/** Statements of every client due by its own schedule or its agency's, once. */
export async function writeStatements(within: {
  readonly tx: Tx
  readonly clock: Clock
}): Promise<Outgoing[]> {
  const { tx, clock } = within
  const today = clock.today()
  const due = (await readStandings(within)).filter(({ standing }) => isStatementDue(standing, today))
  if (due.length === 0) return []
  const debts = await tx.rows<Debt>(
    `select ${debt_columns} from unnest($2::uuid[], $3::uuid[]) as d (agency_id, client_id)
     join transaction.invoice t on t.agency_id = d.agency_id and t.client_id = d.client_id
     where t.status = 'open' and t.deleted_at is null and t.type in ${client_facing}
     order by t.agency_id, t.client_id, t.due_date, length(t.human_id), t.human_id`,
    [today, due.map((one) => one.agency_id), due.map((one) => one.client_id)],
  )
  const outgoing: Outgoing[] = []
  for (const group of Map.groupBy(debts, (debt) => `${debt.agency_id} ${debt.client_id}`).values()) {
    const [first, ...more] = group
    const letter = first && (await writeLetter(within, await letterOf(tx, [first, ...more], 'Stint')))
    outgoing.push(...(letter?.outgoing ?? []))
  }
  return outgoing
}
