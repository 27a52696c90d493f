/**
 * Two agencies of one contractor: neither reads anything about the other. The first agency reads byte for byte the same before
 * and after the contractor works with a second one, and the second reads nothing that names the first or is its own.
 */
import { afterAll, expect, test } from 'vitest'
import { readableFields } from '#data/catalog.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import type { Viewer } from '#entity/access.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import {
  act,
  companyInput,
  seedAccount,
  seedAgency,
  seedClient,
  seedContractor,
  seedPlacement,
  seedProvider,
} from '../fixtures/world.ts'
import { detailsToken } from '../server/details-token.ts'
import { testApp } from '../server/harness.ts'

const { database, world } = await freshWorld()
const { clock } = world
const { sql } = database
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: 'http://stint.example.org' })
afterAll(() => app.close())
const endpoint = new DataEndpoint({ database, clock, catalog: catalog() })
const provider = await seedProvider(world)
const first = await seedAgency(world, provider)
const second = await seedAgency(world, provider)
const worker = await seedContractor(world, first)

/** Each row of each entity that the viewer reads, as text. */
async function seenBy(viewer: Viewer): Promise<Map<string, readonly string[]>> {
  const seen = new Map<string, readonly string[]>()
  for (const source of catalog().byPath.values()) {
    const fields = readableFields(source, viewer)
    // Rows of some are read through others alone.
    if (fields.length === 0 || source.access[viewer.category]?.rows === 'parent') continue
    const query = `{ rows: ${source.root}(limit: 500) { ${fields.join(' ')} } }`
    const answer = JSON.parse(await endpoint.execute(viewer, { query })) as {
      data?: { rows: readonly object[] }
      errors?: unknown
    }
    if (!answer.data) throw new Error(`${source.path}: ${JSON.stringify(answer.errors)}`)
    seen.set(
      source.path,
      answer.data.rows.map((row) => JSON.stringify(row)),
    )
  }
  return seen
}

/** Entities whose rows the viewer reads differently. */
const changedIn = (before: ReadonlyMap<string, readonly string[]>, after: typeof before) =>
  [...after].flatMap(([path, rows]) => {
    const was = before.get(path)?.toSorted() ?? []
    const now = rows.toSorted()
    return JSON.stringify(was) === JSON.stringify(now) ? [] : [{ path, was, now }]
  })

const upload = async (agency: typeof first) => {
  const [link] = await sql<{ id: string }>(
    `select id from business.service where type = 'contractor-agency' and from_business_id = $1 and to_business_id = $2`,
    worker.id,
    agency.id,
  )
  return act<{ id: string }>(world, agency.user, 'platform.compliance.upload', {
    type: 'right_to_work',
    service_id: link?.id,
    ...{ method: 'online', reference: 'W12 AB3 C4D', valid_from: '2025-06-01', valid_to: '2026-05-31' },
  })
}

/** All that an agency has of its own about a contractor: a placement, a document, a note, a further payee. */
async function work(agency: typeof first, payee: string): Promise<string[]> {
  const client = await seedClient(world, agency)
  const placed = await seedPlacement(world, { agency, client, contractor: worker })
  const paper = await upload(agency)
  const { id: umbrella } = await act<{ id: string }>(
    world,
    provider.admin,
    'business.payment_company.create',
    {
      type: 'umbrella',
      company: companyInput(payee),
    },
  )
  await seedAccount(world, provider.admin, umbrella, 'payout')
  const asked = await act<{ id: string }>(world, worker.viewer, 'business.contractor.add_payee', {
    ...{ contractor_id: worker.id, agency_id: agency.id, payment_type: 'umbrella' },
    ...{ payment_company_id: umbrella, effective_from: '2025-06-09', comment: 'Another way' },
  })
  for (const by of [agency.admin, provider.approver])
    await act(world, by, 'request.change_request.approve', { ids: [asked.id], comment: 'Looked at' })
  await endpoint.execute(agency.admin, {
    query: `mutation { insert_platform_note(objects: [{ parent_entity: "business.contractor", parent_id: "${worker.id}", text: "Note of ${payee}" }]) { affected_rows } }`,
  })
  return [client.id, placed.id, paper.id, umbrella, asked.id, `Note of ${payee}`]
}

const namesOf = (agency: typeof first) => [
  agency.id,
  agency.admin.business_name,
  ...[agency.admin, agency.user, agency.reader].flatMap(({ user_id, email }) => [user_id, email]),
]

/** Where a text stands in what a viewer reads. */
const placesOf = (seen: ReadonlyMap<string, readonly string[]>, texts: readonly string[]) =>
  [...seen].flatMap(([path, rows]) =>
    texts.filter((text) => rows.some((row) => row.includes(text))).map((text) => `${path}: ${text}`),
  )

test('two agencies of a contractor: neither reads anything of the other', { timeout: 120_000 }, async () => {
  // The second agency asks for documents, the first does not.
  await act(world, provider.admin, 'business.business_feature.set', {
    agency_id: second.id,
    feature_code: 'compliance_documents',
    is_on: true,
  })
  const firsts = [...namesOf(first), ...(await work(first, 'Harbour Umbrella'))]
  const before = await seenBy(first.admin)
  expect(placesOf(before, firsts).length).toBeGreaterThan(firsts.length)

  const { email } = worker.viewer
  const { draft_id } = await act<{ draft_id: string }>(world, second.user, 'business.party.send_link', {
    first_name: 'Carla',
    last_name: 'Worker',
    email,
  })
  const token = await detailsToken({ database, clock, settings }, email)
  const unknown = await seenBy(second.admin)
  await act(world, worker.viewer, 'business.party.work_with', { token, signature: 'Carla Worker' })
  // Asked, and not approved: the second agency reads its own draft, task and nothing of the contractor.
  expect(placesOf(await seenBy(second.admin), [worker.id, worker.payment_company_id, ...firsts])).toEqual([])
  expect(changedIn(before, await seenBy(first.admin))).toEqual([])
  await act(world, second.admin, 'business.party.approve_known', { draft_id })
  expect(changedIn(before, await seenBy(first.admin))).toEqual([])

  const joined = await seenBy(second.admin)
  expect(placesOf(joined, [worker.id])).toContain(`business.contractor: ${worker.id}`)
  expect(placesOf(unknown, [worker.id])).toEqual([])
  expect(placesOf(joined, firsts)).toEqual([])
  for (const by of [second.user, second.reader]) expect(placesOf(await seenBy(by), firsts)).toEqual([])
  for (const by of [first.admin, first.user]) expect(placesOf(await seenBy(by), namesOf(second))).toEqual([])
})
