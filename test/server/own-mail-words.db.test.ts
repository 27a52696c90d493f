/** Mails that go by themselves begin with the words of their sender, and with the product's where it has none. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { automaticMail } from '#business/platform/mails/automatic-mail.rules.ts'
import { present } from '#kernel/assert.ts'
import { newUuid } from '#kernel/uuid.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { type DocumentRow, documentsOf, seedPaid, seedPayout } from '../fixtures/cash.ts'
import { freshWorld } from '../fixtures/fresh-world.ts'
import { onePagePdf } from '../fixtures/one-page-pdf.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '../fixtures/world.ts'
import { outboxOf } from '../pdf/deliver.ts'
import { TEST_DATA_KEY } from './sample.ts'

const { database, world } = await freshWorld()
const { sql } = database
const { files, deliverAll } = outboxOf(database, world.clock, {
  DATA_KEY: TEST_DATA_KEY,
  PUBLIC_URL: 'https://stint.example.org',
})
let placement: SeededPlacement
let documents: Record<string, DocumentRow>

beforeAll(async () => {
  placement = await seedWeek(world)
  documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  await deliverAll()
})
afterAll(stopPdf)

const editor = (side: 'agency' | 'provider') =>
  side === 'agency' ? placement.agency.admin : placement.agency.provider.admin
const save = (side: 'agency' | 'provider', template: string, subject: string, text: string) =>
  act<{ id: string }>(world, editor(side), 'config.mail_template.save', { template, subject, text })
const reset = (side: 'agency' | 'provider', template: string) =>
  act(world, editor(side), 'config.mail_template.reset', { template })

/** The newest mail to the address. */
async function mailTo(email: string): Promise<{ subject: string; body_text: string }> {
  world.clock.advance({ seconds: 1 })
  await deliverAll()
  const [mail] = await sql<{ subject: string; body_text: string }>(
    'select subject, body_text from log.mail where "to" = $1 order by created_at desc, id desc limit 1',
    email,
  )
  return present(mail, `a mail to ${email}`)
}

const document = (type: string) => present(documents[type], type)

async function sendDocument(type: string, other?: string): Promise<{ subject: string; body_text: string }> {
  const sender = type === 'provider-client' ? placement.agency.provider.operations : placement.agency.user
  const { to } = await act<{ to: string[] }>(world, sender, 'transaction.invoice.send', {
    id: document(type).id,
    ...(other === undefined ? {} : { to: [other] }),
  })
  return mailTo(present(to[0], 'an address'))
}

test('own words: the maker of an invoice writes its opening, and the facts stay', async () => {
  const { human_id } = document('provider-client')
  await save('agency', 'invoice', 'Of the agency', 'Of the agency')
  await save('provider', 'invoice', '{{document.number}}: {{document.total}}', 'Dear {{recipient.name}},')
  const mail = await sendDocument('provider-client')
  expect(mail.subject).toBe(`${human_id}: £1,125.00`)
  expect(mail.body_text).toMatch(/^Dear Client.*,\n\nFrom: Provider/)
  expect(mail.body_text).toContain(`quote ${human_id} as the reference.\n\nKind regards\nProvider`)
  await reset('provider', 'invoice')
  expect((await sendDocument('provider-client', 'second@example.org')).body_text).toMatch(
    new RegExp(`^Hello,\n\nVAT invoice ${human_id} of 15/06/2025 is attached.`),
  )
})

test('own words: a self-bill has the words of the agency that makes it, a statement those of its agency', async () => {
  await save('agency', 'self_bill', 'Your pay: {{document.number}}', 'Paid by {{business.name}}.')
  expect(await sendDocument('contractor-agency')).toMatchObject({
    subject: `Your pay: ${document('contractor-agency').human_id}`,
    body_text: expect.stringMatching(/^Paid by Agency.*\.\n\nFrom: /),
  })
  await save('agency', 'statement', 'Account of {{recipient.name}}', 'What {{recipient.name}} owes:')
  const { admin } = placement.agency
  const client_id = placement.client.id
  const preview = await act<{ subject: string }>(world, admin, 'business.client_statement_schedule.preview', {
    client_id,
  })
  expect(preview.subject).toMatch(/^Account of Client/)
  await act(world, admin, 'report.client_statement.send', { client_id })
  expect(await mailTo(placement.client.invoice_contact.email)).toMatchObject({
    subject: preview.subject,
    body_text: expect.stringMatching(/^Hello,\n\nWhat Client.* owes:\n\n/),
  })
})

test('own words: a payment advice has those of its payer', async () => {
  const { provider } = placement.agency
  await save(
    'provider',
    'payment_advice',
    'Paid: {{payment.total}}',
    'On {{payment.date}}: {{payment.total}}.',
  )
  await seedPaid(world, placement, document('provider-client'))
  await seedPayout(world, provider, '2025-06-25')
  expect(await mailTo(placement.contractor.viewer.email)).toMatchObject({
    subject: 'Paid: £900.00',
    body_text: expect.stringMatching(/^On \d\d\/\d\d\/\d{4}: £900\.00\.\n\nAccount: .*\nReference: /),
  })
})

test('own words: an invitation and a link to a contractor have those of the inviting agency, and the link once', async () => {
  const { admin, user } = placement.agency
  await save(
    'agency',
    'invitation',
    'Join {{business.name}}',
    'Hi {{person.first_name}}, as {{invitation.roles}}',
  )
  await act(world, admin, 'business.business_contact.create', {
    business_id: admin.business_id,
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@example.org',
    roles: ['agency_user'],
  })
  const invited = await mailTo('ada@example.org')
  expect(invited.subject).toMatch(/^Join Agency/)
  expect(invited.body_text).toMatch(/^Hi Ada, as Agency user\n\nOpen this link to join/)
  await save('agency', 'details_link', 'Your details', 'Dear {{person.name}}, {{sender.name}} asks.')
  await act(world, user, 'business.party.send_link', {
    first_name: 'Mo',
    last_name: 'Reed',
    email: 'mo@example.org',
  })
  const asked = await mailTo('mo@example.org')
  expect(asked.body_text).toMatch(/^Dear Mo Reed, .* asks\.\n\nOpen this link/)
  for (const { body_text } of [invited, asked]) expect(body_text.match(/\[one-time link\]/g)).toHaveLength(1)
  expect(
    (await refusalOf(save('agency', 'invitation', 'Join', 'Here: [one-time link]'))).errors,
  ).toMatchObject({ text: expect.stringContaining('one-time link') })
})

/** A file of the agency on its client, put where uploads are. */
async function clientFile(): Promise<string> {
  const id = newUuid(world.clock)
  const { file_url, sha256, size_bytes } = await files.put(onePagePdf('Terms of business'))
  await sql(
    `insert into platform.attachment (id, business_id, parent_entity, parent_id, file_name, file_url, content_type,
       size_bytes, sha256, created_by, provider_id, agency_id)
     values ($1, $2, 'business.client', $3, 'terms.pdf', $4, 'application/pdf', $5, $6, $7, $8, $2)`,
    id,
    placement.agency.id,
    placement.client.id,
    file_url,
    size_bytes,
    sha256,
    placement.agency.admin.user_id,
    placement.agency.provider.id,
  )
  return id
}

test('own words: a signer is asked and reminded with those of the sender, and the link follows', async () => {
  const { admin } = placement.agency
  await save(
    'agency',
    'signature_request',
    'Sign: {{document.title}}',
    'Dear {{person.name}}, please {{signature.act}}.',
  )
  await save('agency', 'signature_reminder', 'Still to sign', '{{sender.name}} of {{business.name}} waits.')
  const { id } = await act<{ id: string }>(world, admin, 'platform.document.create', {
    parent_entity: 'business.client',
    parent_id: placement.client.id,
    attachment_id: await clientFile(),
    title: 'Terms of business',
    type: 'client_terms',
    signers: [
      { name: 'Cleo Finch', email: 'cleo@example.org', party: 'client', position: 1 },
      { contact_id: admin.business_contact_id, position: 2 },
    ],
  })
  await act(world, admin, 'platform.document.send', { id })
  const asked = await mailTo('cleo@example.org')
  expect(asked.subject).toBe('Sign: Terms of business')
  expect(asked.body_text).toMatch(
    /^Dear Cleo Finch, please sign\.\n\nOpen this link to read it[\s\S]*\n\n\[one-time link\]\n/,
  )
  world.clock.advance({ days: 2 })
  const [signer] = await sql<{ id: string }>(
    'select id from platform.signer where document_id = $1 and position = 1',
    id,
  )
  await act(world, admin, 'platform.document.remind', { signer_id: signer?.id })
  const reminded = await mailTo('cleo@example.org')
  expect(reminded.subject).toBe('Still to sign')
  expect(reminded.body_text).toMatch(/^.* of Agency.* waits\.\n\nOpen this link/)
})

test('own words: an approver of work has those of the agency, and its link decides', async () => {
  await save(
    'agency',
    'work_to_approve',
    'Hours: {{work.about}}',
    'Hi {{person.first_name}}, for {{placement.title}}.',
  )
  await seedSubmittedTimesheet(world, placement, (await seedTimesheets(world, placement))[0])
  const mail = await mailTo(placement.client.approver.email)
  expect(mail.subject).toMatch(/^Hours: 37\.5 hours of Carla Worker\d+, 09 Jun 2025 – 15 Jun 2025$/)
  expect(mail.body_text).toMatch(/^Hi Terry, for Site engineer\.\n\nOpen this link to approve or reject it/)
})

test('own words: a change has those of its asker, for the client and then for the worker', async () => {
  await save('agency', 'change_to_agree', '{{request.number}}', 'Please agree: {{request.about}}.')
  const { id, human_id } = await act<{ id: string; human_id: string }>(
    world,
    placement.agency.admin,
    'request.change_request.create',
    { contract_id: placement.id, comment: 'As agreed', end_date: '2035-12-31' },
  )
  const about = `Please agree: placement Site engineer (${placement.human_id}).`
  const asked = { subject: human_id, body_text: expect.stringMatching(/^Please agree: .*\n\nSign in, open /) }
  const to_client = await mailTo(placement.client.manager.email)
  expect(to_client).toMatchObject(asked)
  expect(to_client.body_text).toContain(about)
  await act(world, placement.client.manager, 'request.change_request.approve', { ids: [id] })
  expect(await mailTo(placement.contractor.viewer.email)).toMatchObject(asked)
})

test('own words: words that apply already are no new version', async () => {
  const fault = { text: 'These words apply already: change the subject or the text' }
  const { subject, text } = automaticMail('change_to_agree').words
  expect((await refusalOf(save('provider', 'change_to_agree', subject, ` ${text} `))).errors).toEqual(fault)
  await save('provider', 'change_to_agree', subject, 'Please agree.')
  expect((await refusalOf(save('provider', 'change_to_agree', subject, 'Please agree.'))).errors).toEqual(
    fault,
  )
  await save('provider', 'change_to_agree', subject, text)
})

test('own words: each save is a version, a published one never changes, and no other business reads it', async () => {
  const first = await save('agency', 'credit_note', 'One', 'One')
  const second = await save('agency', 'credit_note', 'Two', 'Two')
  await reset('agency', 'credit_note')
  await save('agency', 'credit_note', 'Three', 'Three')
  const versions = await sql(
    `select version, status, subject from config.mail_template where business_id = $1 and template = 'credit_note' order by version`,
    placement.agency.id,
  )
  expect(versions).toEqual([
    { version: 1, status: 'archived', subject: 'One' },
    { version: 2, status: 'archived', subject: 'Two' },
    { version: 3, status: 'published', subject: 'Three' },
  ])
  expect(first.id).not.toBe(second.id)
  await expect(
    database.owner.query(`update config.mail_template set subject = 'Other' where id = $1`, [first.id]),
  ).rejects.toThrow('a published version of a mail never changes')
  const stranger = await seedAgency(world, placement.agency.provider)
  expect(
    (await refusalOf(act(world, stranger.admin, 'config.mail_template.reset', { template: 'credit_note' })))
      .message,
  ).toBe('This mail has the standard words already')
})

test('own words: two saves at once are two versions, one of them published', async () => {
  await Promise.all(['A', 'B', 'C'].map((word) => save('provider', 'credit_note', word, word)))
  const rows = await sql<{ version: number; status: string }>(
    `select version, status from config.mail_template where business_id = $1 and template = 'credit_note' order by version`,
    placement.agency.provider.id,
  )
  expect(rows).toEqual([
    { version: 1, status: 'archived' },
    { version: 2, status: 'archived' },
    { version: 3, status: 'published' },
  ])
})
