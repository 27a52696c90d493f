/** The facts that keep the viewer off the check of a batch, and the colleagues with the right. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { category_roles } from '#entity/roles.ts'
import { notFound } from '#kernel/errors.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { rolesSql } from '../shared/roles-sql.server.ts'
import { isOneOf, isSamePerson, samePeople } from '../shared/who-may.rules.ts'
import { keptOffSql, withPrograms } from './batch-checkers.server.ts'
import { checkFacts } from './load-batch.server.ts'
import { batch_checkers, NEW_CHECKER_DAYS, who } from './payment-batch.rules.ts'

const output = z.strictObject({
  pays_asker: z.boolean(),
  asked_payment: z.boolean(),
  freed_payment: z.boolean(),
  brought_in: z.boolean(),
  checkers: z.array(z.string()),
  free_from: z.string().nullable(),
})

export const readBatchCheck = verb({
  action_id: 'payment.payment_batch.read_check',
  since: '0.1.0',
  summary: 'Shows what keeps the caller off the check of a batch, and who may check it',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: category_roles.provider },
  is_reading: true,
  input: z.strictObject({ id: z.uuid() }),
  output,
  run: async (context, { id }) => {
    const [batch] = await loadVisible<{ provider_id: string }>(
      context.tx,
      context.viewer,
      'payment.payment_batch',
      [id],
      { columns: 't.provider_id' },
    )
    if (!batch) throw notFound('Payment Batch')
    const facts = await checkFacts(context, id)
    const waits = facts.freed_payment || facts.brought_in
    return {
      ...facts,
      checkers: await otherCheckers(context, id),
      free_from: waits && isOneOf(context.viewer, who.review) ? await freeFrom(context, id) : null,
    }
  },
})

async function otherCheckers({ tx, viewer, clock }: VerbContext, id: string): Promise<string[]> {
  const rows = await tx.rows<{ name: string; user_id: string }>(
    `select p.name, p.user_id from payment.payment_batch b
     join business.business_contact p on p.business_id = b.provider_id and p.is_active and p.deleted_at is null
       and p.joined_at is not null and p.roles && ${rolesSql(batch_checkers)}
     join platform."user" u on u.id = p.user_id and u.kind = 'person' and u.is_active and u.deleted_at is null
     where b.id = $1 and not ${keptOffSql(withPrograms('p.user_id'), { now: '$2', today: '$3' })} order by p.name, p.id`,
    [id, clock.now(), clock.today()],
  )
  return rows.filter(({ user_id }) => !isSamePerson(user_id, viewer)).map(({ name }) => name)
}

/** Null where more than days keeps the viewer off. */
async function freeFrom({ tx, viewer, clock }: VerbContext, id: string): Promise<string | null> {
  const moment = { now: 'n.at', today: 'n.day' }
  const row = await tx.row<{ day: string | null }>(
    `select min(n.day)::text as day from payment.payment_batch b
     cross join lateral (select $3::date + d as day, ($3::date + d)::timestamp at time zone 'Europe/London' as at
       from generate_series(1, ${NEW_CHECKER_DAYS + 1}) d) n
     where b.id = $1 and not ${keptOffSql('any ($2)', moment)}`,
    [id, samePeople(viewer), clock.today()],
  )
  return row?.day ?? null
}
