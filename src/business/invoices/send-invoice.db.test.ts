import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { type DocumentRow, documentsOf } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, type SeededPlacement, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'

const { database, world } = await freshWorld()
const { files, deliverAll } = outboxOf(database, world.clock)
let placement: SeededPlacement
let documents: Record<string, DocumentRow>

beforeAll(async () => {
  placement = await seedWeek(world)
  documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  await deliverAll()
})
afterAll(stopPdf)

const document = (type: string) => present(documents[type], type)
const send = (viewer: SeededPlacement['agency']['admin'], type: string, to?: string[]) =>
  act<{ to: string[] }>(world, viewer, 'transaction.invoice.send', {
    id: document(type).id,
    ...(to ? { to } : {}),
  })
const mailsTo = async (to: string) =>
  (await database.owner.query('select * from log.mail where "to" = $1 order by created_at', [to])).rows

test("the client's invoice contact is mailed the PDF, readable in the mail log, with the figures of the database", async () => {
  const { provider } = placement.agency
  const contact = placement.client.invoice_contact
  expect((await send(provider.operations, 'provider-client')).to).toEqual([contact.email])
  await deliverAll()
  const [mail] = await mailsTo(contact.email)
  const bill = document('provider-client')
  expect(mail).toMatchObject({
    status: 'kept',
    parent_id: bill.id,
    provider_id: provider.id,
    agency_id: placement.agency.id,
    sender_business_id: provider.id,
    communication_id: null,
  })
  expect(mail.subject).toContain(`VAT invoice ${bill.human_id} from Provider`)
  expect(mail.body_text).toContain('Total: £1,125.00')
  expect(mail.body_text).toContain('Due: 15/07/2025')
  const { rows } = await database.owner.query('select * from log.mail_attachment where mail_id = $1', [
    mail.id,
  ])
  expect(rows).toMatchObject([{ file_name: `${bill.human_id}.pdf`, content_type: 'application/pdf' }])
  const file = present(await files.read(rows[0].file_url), 'the file')
  const text = await pdfText(new Uint8Array(await buffer(file.stream)))
  expect(text).toContain(bill.human_id)
  for (const figure of ['37.5 Hours', '£937.50', '£187.50', '£1,125.00']) expect(text).toContain(figure)
})

test('a contact that waits for the provider’s check gets no document, also where nobody else is there', async () => {
  const { agency, client } = placement
  const { id } = await act<{ id: string }>(world, agency.admin, 'business.business_contact.create', {
    business_id: client.id,
    first_name: 'Wanda',
    last_name: 'Waiting',
    email: 'wanda@client.test',
    roles: ['invoice_contact'],
  })
  const waits = async (contact_id: string, status: string | null) =>
    database.owner.query('update business.business_contact set check_status = $2 where id = $1', [
      contact_id,
      status,
    ])
  const known = client.invoice_contact
  expect((await send(agency.provider.operations, 'provider-client')).to).toEqual([known.email])
  await waits(known.business_contact_id, 'pending_check')
  const { to } = await send(agency.provider.operations, 'provider-client')
  expect(to.filter((one) => [known.email, 'wanda@client.test'].includes(one))).toEqual([])
  await waits(known.business_contact_id, null)
  await database.owner.query('update business.business_contact set is_active = false where id = $1', [id])
})

test('sent once a day and address; again on another day', async () => {
  const { provider } = placement.agency
  const contact = placement.client.invoice_contact
  const before = (await mailsTo(contact.email)).length
  await send(provider.operations, 'provider-client')
  await deliverAll()
  expect(await mailsTo(contact.email)).toHaveLength(before)
  world.clock.advance({ days: 1 })
  await send(provider.operations, 'provider-client')
  await deliverAll()
  expect(await mailsTo(contact.email)).toHaveLength(before + 1)
})

test('self-bill: sent to the contractor by the agency', async () => {
  const { agency, contractor } = placement
  expect((await send(agency.user, 'contractor-agency')).to).toEqual([contractor.viewer.email])
  await deliverAll()
  const [mail] = await mailsTo(contractor.viewer.email)
  expect(mail.body_text).toContain('The VAT shown is your output tax due to HMRC')
})

test('to other addresses when they are named, each its own mail', async () => {
  await send(placement.agency.provider.admin, 'provider-client', [
    'Books@Example.org',
    'second@example.org',
    'books@example.org',
  ])
  await deliverAll()
  expect(await mailsTo('books@example.org')).toHaveLength(1)
  expect(await mailsTo('second@example.org')).toHaveLength(1)
  await expect(send(placement.agency.provider.admin, 'provider-client', ['nobody'])).rejects.toMatchObject({
    errors: { 'to.0': 'Please enter a valid Email' },
  })
})

test('sending: for the issuer only; strangers get not found', async () => {
  const { agency, client, contractor } = placement
  await expect(send(agency.admin, 'provider-client')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(send(agency.provider.operations, 'contractor-agency')).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(send(client.invoice_contact, 'provider-client')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(send(contractor.viewer, 'contractor-agency')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(send(agency.reader, 'contractor-agency')).rejects.toMatchObject({ code: 'not_allowed' })
  const stranger = await seedWeek(world)
  await expect(send(stranger.agency.provider.operations, 'provider-client')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('sending: the audit log has sender and recipient', async () => {
  const { rows } = await database.owner.query(
    `select new_values from log.audit where action_id = 'transaction.invoice.send' and entity_id = $1 order by id limit 1`,
    [document('provider-client').id],
  )
  expect(rows[0].new_values).toEqual({ sent_to: [placement.client.invoice_contact.email] })
})
