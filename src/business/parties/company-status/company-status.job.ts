/** Looks companies up at Companies House: new and changed numbers at once, parties in force every day (decision 0143). */
import { present } from '#kernel/assert.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#server/database.ts'
import { companiesHouseOf } from '#server/lookups/companies-house.server.ts'
import type { Recording, Sending } from '#server/mail/outbox-deliver.server.ts'
import { writeOutbox } from '#server/mail/outbox-write.server.ts'
import { openContext } from '#server/perform.server.ts'
import type { Settings } from '#server/settings.ts'
import { SYSTEM } from '#server/system-user.ts'
import { inTransaction } from '#server/tx.ts'
import { readViewerOfBusiness } from '#server/viewer-read.server.ts'
import { type Standing, standingOf } from '../company-status.rules.ts'
import { companyTopic } from '../company-topic.job.ts'
import { checkCompany } from './check-company.server.ts'
import { type CompanyRow, keepStanding, readCompany, registered_sql } from './company-standing.server.ts'

export const STANDING_TOPIC = 'company_standing'

type At = Pick<Recording, 'tx' | 'clock' | 'settings'>

/** In the name of the product, unless the number changed while Companies House was asked. */
async function keep(at: At, { id, brn }: Pick<CompanyRow, 'id' | 'brn'>, standing: Standing): Promise<void> {
  const row = await readCompany(at.tx, id, 'for update of c')
  if (!row || row.brn !== brn) return
  const viewer = present(await readViewerOfBusiness(at.tx, row.provider_id, []), 'the provider of a company')
  const step = openContext(at, { ...viewer, user_id: SYSTEM }, checkCompany.action_id)
  await keepStanding(step.context, row, standing)
  await step.finish()
}

async function ask({ database, clock, settings }: Sending, company_id: string) {
  const row = await inTransaction(database, (tx) => readCompany(tx, company_id))
  const { companiesHouse } = settings
  if (companiesHouse === null || !row) return async () => undefined
  // Without an answer the delivery fails, and the queue tries again.
  const status = await companiesHouseOf(companiesHouse, clock).statusOf(row.brn)
  return (delivery: Recording) => keep(delivery, row, standingOf(status ?? 'not_found'))
}

export const companyStandingTopic = companyTopic({
  topic: STANDING_TOPIC,
  ask,
  failed: async (at, company_id) => {
    const row = await readCompany(at.tx, company_id)
    if (row) await keep(at, row, standingOf('unavailable'))
  },
})

/** Look-ups of one round of 15 seconds: Companies House takes 600 calls in five minutes, and people's own look-ups need some. */
const DUE_MAX = 10

type Upkeep = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly settings: Pick<Settings, 'companiesHouse'>
}

/** Queues the look-ups that are due: those that no look-up of the London day has answered. A restored copy waits for its operator. */
export async function queueDueLookups({ database, clock, settings }: Upkeep): Promise<void> {
  if (settings.companiesHouse === null) return
  await inTransaction(database, async (tx) => {
    const due = await tx.rows<{ id: string; brn: string; provider_id: string }>(
      `select c.id, c.brn, b.provider_id
       from business.company c cross join lateral (select coalesce(b.provider_id, b.id) as provider_id from business.business b
         where b.company_id = c.id and b.status in ('submitted', 'approved', 'onboarded') and b.is_active and b.deleted_at is null
         order by b.id limit 1) b
       where ${registered_sql('c')} and c.deleted_at is null
         and (c.register_checked_at is null or (c.register_checked_at at time zone 'Europe/London')::date < $1::date)
         and not exists (select from platform.outbox o where o.is_held or (o.topic = '${STANDING_TOPIC}'
           and o.payload ->> 'company_id' = c.id::text
           and (o.delivered_at is null or o.fact_key = '${STANDING_TOPIC}:' || c.id || ':' || c.brn || ':' || $1::date::text)))
       order by c.register_checked_at nulls first, c.id limit ${DUE_MAX}`,
      [clock.today()],
    )
    await writeOutbox(
      tx,
      due.map(({ id, brn, provider_id }) => ({
        topic: STANDING_TOPIC,
        fact_key: `${STANDING_TOPIC}:${id}:${brn}:${clock.today()}`,
        payload: { company_id: id },
        business_id: provider_id,
      })),
    )
  })
}
