/** Rates and terms that nobody at the client can answer: the task of the agency, or of the provider's staff. */
import { beforeAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '#test/database.ts'
import { act, seedAgency, seedContact } from '#test/fixtures/world.ts'
import { admin, makeStage, operations } from '#test/server/example-parts.ts'
import { setPayer } from '#test/server/terms-tasks.ts'
import { examples } from '#test/server/verb-examples.ts'
import { followAll } from './open-tasks.server.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { client } = stage.placed
const night = () => inTransaction(database, (tx) => followAll(tx, stage.clock.now()))
const openOf = async (kind: string, id: string) =>
  (
    await database.sql<{ contact: string }>(
      `select business_contact_id as contact from log.notification_log where kind = $1 and entity_id = $2 and state = 'open'`,
      kind,
      id,
    )
  ).map(({ contact }) => contact)

let terms = ''
beforeAll(async () => {
  const { by, input } = present(examples['config.payment_terms.approve'], 'the example')
  terms = String(((await input(stage, by(stage))) as { id: string }).id)
})

test('payment terms: the agency’s until another contact is named, and then the client’s', async () => {
  await setPayer(stage, false)
  expect(await openOf('invoice_contact_to_name', terms)).toContain(admin(stage).business_contact_id)
  expect(await openOf('payment_terms_to_confirm', terms)).toEqual([])
  const named = await seedContact(stage, admin(stage), client.id, 'Iris', 'invoice_contact')
  await night()
  expect(await openOf('invoice_contact_to_name', terms)).toEqual([])
  expect(await openOf('payment_terms_to_confirm', terms)).toEqual([named.business_contact_id])
  await deactivate(named)
})

test('payment terms of a client that agencies share: the provider’s', async () => {
  const other = await seedAgency(stage, stage.agency.provider)
  await database.sql(
    `insert into business.service (type, from_business_id, to_business_id, provider_id, agency_id, onboarding_date)
     values ('client-agency', $1, $2, $3, $2, '2025-01-06')`,
    client.id,
    other.id,
    stage.agency.provider.id,
  )
  await night()
  const people = await openOf('invoice_contact_to_name', terms)
  expect(people).toContain(operations(stage).business_contact_id)
  expect(people).not.toContain(admin(stage).business_contact_id)
})

async function deactivate({ business_contact_id: id, email }: Viewer): Promise<void> {
  const person = { first_name: 'Iris', last_name: 'Payer', email, roles: ['invoice_contact'] }
  await act(stage, operations(stage), 'business.business_contact.update', { id, ...person, is_active: false })
}
