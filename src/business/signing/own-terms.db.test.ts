/** A person of both sides proves nothing for the other side by their signature. */
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { alsoAt } from '#test/fixtures/also-at.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedContact, seedWeek } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'
import { mailedLink } from '#test/server/mailed-link.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const host = 'stint.example.org'
const { app, settings } = await testApp(database, clock, { PUBLIC_URL: `http://${host}` })
const files = openFiles(settings.files)
afterAll(() => app.close())

const signature = { kind: 'typed', text: 'Alice Person' }

async function deliver(): Promise<void> {
  for (let round = 0; round < 5; round += 1)
    for (const { id } of await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    ))
      await deliverOutbox({ database, clock, settings, files }, topics, id)
}

/** A week of an agency; `person`, its administrator, is the client’s invoice contact, too. */
async function bothSides() {
  const { agency, client } = await seedWeek(world)
  const person = agency.admin
  const colleague = await seedContact(world, agency.provider.admin, agency.id, 'Amos', 'agency_user')
  const at_client = await alsoAt(world, agency.provider.admin, person, client.id, 'invoice_contact')
  const send = async (by: Viewer, signer: Viewer, more: object) => {
    const { file_url, sha256, size_bytes } = await files.put(onePagePdf('Terms of business'))
    const attachment_id = newUuid(clock)
    await sql(
      `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
         size_bytes, sha256, created_by, provider_id, agency_id)
       values ($1, $2, 'business.client', $3, 'terms.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
      ...[attachment_id, agency.id, client.id, file_url, size_bytes, sha256, by.user_id, agency.provider.id],
    )
    const { id } = await act<{ id: string }>(world, by, 'platform.document.create', {
      parent_entity: 'business.client',
      parent_id: client.id,
      attachment_id,
      title: 'Terms',
      signers: [{ contact_id: signer.business_contact_id }],
      ...more,
    })
    await act(world, by, 'platform.document.send', { id })
    await deliver()
    return id
  }
  const sign = (by: Viewer, id: string) =>
    act(world, by, 'platform.document.sign', { id, consent: true, signature })
  return { agency, client, person, colleague, at_client, send, sign }
}

const refused = { code: 'not_allowed', message: 'You asked for these terms, so somebody else signs them' }

test('payment terms: their asker does not sign them for the client, on screen or by the mailed link', async () => {
  const { client, person, colleague, at_client, send, sign } = await bothSides()
  const terms = await act<{ id: string }>(world, person, 'config.payment_terms.create', {
    client_id: client.id,
    placement_type: 'temp_placement',
    payment_terms: 90,
    effective_from: clock.today(),
  })
  const kind = { type: 'payment_terms', payment_terms_id: terms.id }
  const id = await send(colleague, at_client, kind)
  expect(await refusalOf(sign(at_client, id))).toMatchObject(refused)
  const link = present(await mailedLink(database, settings, at_client.email), 'a link')
  const signed = await app.inject({
    method: 'POST',
    url: '/api/sign/sign',
    headers: { host, token: present(/\/sign\/([\w-]+)$/.exec(link)?.[1], 'a token') },
    payload: { consent: true, signature },
  })
  expect([signed.statusCode, signed.json<{ message: string }>().message]).toEqual([403, refused.message])
  await act(world, colleague, 'platform.document.void', { id, comment: 'Another signer' })
  await sign(client.invoice_contact, await send(colleague, client.invoice_contact, kind))
  await deliver()
  expect(
    await sql(
      `select temp_payment_terms as days from business.service where from_business_id = $1 and type = 'client-agency'`,
      client.id,
    ),
  ).toEqual([{ days: 90 }])
})

test.each([
  ['its sender', 'inprogress'],
  ['another person of the client', 'completed'],
])('terms of business signed by %s for the client: the paper is %s', async (who, status) => {
  const { client, person, at_client, send, sign } = await bothSides()
  const signer = who === 'its sender' ? at_client : client.invoice_contact
  await sign(signer, await send(person, signer, { type: 'client_terms' }))
  await deliver()
  expect(
    await sql(
      `select status from platform.document where type = 'terms_of_business' and business_id = $1`,
      client.id,
    ),
  ).toEqual([{ status }])
})
