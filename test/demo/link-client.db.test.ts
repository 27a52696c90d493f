import { beforeAll, expect, test } from 'vitest'
import { makeBusinesses } from '#demo/make-businesses.ts'
import { businessId, emptyWorld, onStage, type World } from '#demo/stage.ts'
import { day } from '#kernel/day.ts'
import { freshDatabase } from '#test/database.ts'

const database = await freshDatabase()
let world: World
beforeAll(async () => {
  world = emptyWorld(database, 1, day('2026-03-02'))
  await makeBusinesses(world, day('2026-03-02'))
})

function link(person: string, client: string, agency: string): Promise<{ id: string }> {
  const input = {
    client_id: businessId(world, client),
    agency_id: businessId(world, agency),
    temp_payment_terms: 21,
  }
  return onStage(world, (stage) => stage.act(person, 'business.service.link_client', input))
}

async function termsOf(client: string, agency: string): Promise<number[]> {
  const { rows } = await database.owner.query<{ days: number }>(
    `select temp_payment_terms as days from business.service
     where type = 'client-agency' and from_business_id = $1 and to_business_id = $2`,
    [businessId(world, client), businessId(world, agency)],
  )
  return rows.map((row) => row.days)
}

test('shared client: the provider links it with a second agency on its own terms, audited', async () => {
  const { id } = await link('provider_operations', 'millrace', 'larkfield')
  expect(await termsOf('millrace', 'larkfield')).toEqual([21])
  expect(await termsOf('millrace', 'copperbeech')).toEqual([30])
  const { rows } = await database.owner.query('select action_id from log.audit where entity_id = $1', [id])
  expect(rows).toEqual([{ action_id: 'business.service.link_client' }])
})

test('twice is refused, and nothing is doubled', async () => {
  await expect(link('provider_admin', 'brightwater', 'larkfield')).rejects.toMatchObject({ code: 'invalid' })
  expect(await termsOf('brightwater', 'larkfield')).toEqual([30])
})

test.each(['agency_admin', 'provider_approver', 'invoice_contact', 'funder_admin'])(
  '%s may not',
  async (person) => {
    await expect(link(person, 'ashdown', 'larkfield')).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await termsOf('ashdown', 'larkfield')).toEqual([])
  },
)

test('an agency is no client and a client no agency', async () => {
  await expect(link('provider_admin', 'copperbeech', 'larkfield')).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(link('provider_admin', 'ashdown', 'millrace')).rejects.toMatchObject({ code: 'not_found' })
})
