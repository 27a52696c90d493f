/** The summary above a document to sign holds what its signer reads. */
import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { openFiles } from '#server/storage.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { onePagePdf } from '#test/fixtures/one-page-pdf.ts'
import { act, seedWeek } from '#test/fixtures/world.ts'
import { testApp } from '#test/server/harness.ts'
import { mailedLink } from '#test/server/mailed-link.ts'
import { openSignLink } from './sign-link.http.ts'
import { readSigningView } from './signing-view.http.ts'

const { database, world } = await freshWorld('2025-10-20T11:00:00.000Z')
const { clock } = world
const { sql } = database
const { settings } = await testApp(database, clock, { PUBLIC_URL: 'http://stint.example.org' })
const files = openFiles(settings.files)

test('a contract: parties, days and the rates of its reader; a typed address gets no summary', async () => {
  const { id: placement, agency, client, contractor } = await seedWeek(world)
  const labelsFor = async (signer: object, email: string): Promise<string[]> => {
    const { file_url, sha256, size_bytes } = await files.put(onePagePdf('Contract'))
    const attachment_id = newUuid(clock)
    await sql(
      `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
         size_bytes, sha256, created_by, provider_id, agency_id)
       values ($1, $2, 'contract.temp_placement', $3, 'contract.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
      ...[attachment_id, agency.id, placement, file_url, size_bytes, sha256],
      ...[agency.admin.user_id, agency.provider.id],
    )
    const { id } = await act<{ id: string }>(world, agency.admin, 'platform.document.create', {
      parent_entity: 'contract.temp_placement',
      parent_id: placement,
      attachment_id,
      title: 'Contract',
      type: 'contract',
      signers: [signer],
    })
    await act(world, agency.admin, 'platform.document.send', { id })
    for (const { id: message } of await sql<{ id: string }>(
      `select id from platform.outbox where delivered_at is null and topic like 'signature_%' order by created_at, id`,
    ))
      await deliverOutbox({ database, clock, settings, files }, topics, message)
    const link = present(await mailedLink(database, settings, email), 'a link')
    const token = present(/\/sign\/([\w-]+)$/.exec(link)?.[1], 'a token')
    const view = await inTransaction(database, async (tx) =>
      readSigningView(tx, clock, present(await openSignLink(tx, clock.now(), token), 'the link')),
    )
    return view.agreed.map(({ label }) => label)
  }
  for (const [viewer, rate] of [
    [contractor.viewer, 'Contractor Rate, Standard'],
    [client.invoice_contact, 'Client Rate, Standard'],
  ] as const) {
    const labels = await labelsFor({ contact_id: viewer.business_contact_id }, viewer.email)
    expect(labels).toEqual(expect.arrayContaining(['Agency', 'Client', 'Placement', 'Start Date']))
    expect(labels.filter((label) => label.includes(' Rate'))).toEqual([rate])
  }
  const typed = { name: 'Cleo Finch', email: 'cleo@example.org', party: 'client' }
  expect(await labelsFor(typed, typed.email)).toEqual([])
})
