import { afterAll, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf, seedPaid, seedPayout } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { collection_mail_topic } from './collection-note-pdf.rules.ts'
import { collectionNotePdf } from './collection-note-pdf.server.ts'

const { database, world } = await freshWorld()
const { deliverAll } = outboxOf(database, world.clock, { PUBLIC_URL: 'https://stint.example' })
afterAll(stopPdf)

const printed = (viewer: Parameters<typeof collectionNotePdf>[1], id: string) =>
  inTransaction(database, (tx) => collectionNotePdf(tx, viewer, id)).then((page) => page.print())

test('collection note: printed and mailed to the agency with its open amount', async () => {
  const placement = await seedWeek(world, { placement: { funding_type: 'partly_funded' } })
  const { agency } = placement
  const { provider } = agency
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  const { receipt } = await seedPaid(world, placement, present(documents['provider-client'], 'the bill'))
  await seedPayout(world, provider, '2025-06-22')
  await act(world, provider.operations, 'transaction.payment_receipt.reverse', {
    id: receipt.id,
    reason: 'Bounced',
  })
  const { rows } = await database.owner.query<{ id: string; human_id: string }>(
    'select id, human_id from transaction.collection_note where agency_id = $1',
    [agency.id],
  )
  const note = present(rows[0], 'the note')
  const { bytes, file_name } = await printed(agency.admin, note.id)
  expect(file_name).toBe(`${note.human_id}.pdf`)
  const text = await pdfText(bytes)
  const earnings = present(documents.agency_earnings, 'the earnings').human_id
  for (const said of [
    'Collection note',
    note.human_id,
    'Owed by',
    '£191.24',
    earnings,
    `receipt ${receipt.human_id} was taken back`,
    'deducted from the next agency earnings',
    'not a VAT invoice',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('Still owed')

  // Asked twice on one day it goes once.
  const sent = await act<{ to: string[] }>(world, provider.operations, 'transaction.collection_note.send', {
    id: note.id,
  })
  expect(sent.to).toContain(agency.admin.email)
  await act(world, provider.operations, 'transaction.collection_note.send', { id: note.id })
  await deliverAll()
  const mails = await database.owner.query(
    `select m.subject, m.body_text, a.file_name from log.mail m join log.mail_attachment a on a.mail_id = m.id
     where m.parent_id = $1 and m."to" = $2`,
    [note.id, agency.admin.email],
  )
  expect(mails.rows).toMatchObject([{ file_name: `${note.human_id}.pdf` }])
  expect(mails.rows[0].subject).toContain(`Collection note ${note.human_id} from Provider`)
  expect(mails.rows[0].body_text).toContain('Still owed: £191.24')
})

test('collection note: printed for its readers, sent by the provider, never once cancelled', async () => {
  const placement = await seedWeek(world)
  const { agency } = placement
  const { operations } = agency.provider
  const note = await act<{ id: string; human_id: string }>(
    world,
    operations,
    'transaction.collection_note.create',
    {
      agency_id: agency.id,
      amount: '25.00',
      reason: 'Bank charges\n#import "x" $1$ <b>',
    },
  )
  const other = await seedAgency(world, agency.provider)
  for (const viewer of [other.admin, placement.client.invoice_contact, placement.contractor.viewer])
    expect((await refusalOf(printed(viewer, note.id))).code).toBe('not_found')
  // An agency's earnings are not for every role of it (spec §6), and neither are amounts taken from them.
  expect((await refusalOf(printed(agency.user, note.id))).code).toBe('not_found')
  const text = await pdfText((await printed(agency.admin, note.id)).bytes)
  expect(text).toContain('#import "x" $1$ <b>')
  const send = (viewer: typeof operations) =>
    refusalOf(act(world, viewer, 'transaction.collection_note.send', { id: note.id }))
  expect(await send(agency.admin)).toMatchObject({ code: 'not_allowed' })
  await act(world, operations, 'transaction.collection_note.cancel', { id: note.id, reason: 'Twice' })
  expect(await send(operations)).toMatchObject({
    message: `${note.human_id} is cancelled and cannot be sent`,
  })
  expect(await pdfText((await printed(operations, note.id)).bytes)).toContain('This note is cancelled')
})

test('collection notes in one mail: each with a link and its PDF', async () => {
  const { agency } = await seedWeek(world)
  const note = (amount: string) =>
    act<{ id: string; human_id: string }>(
      world,
      agency.provider.operations,
      'transaction.collection_note.create',
      { agency_id: agency.id, amount, reason: 'Bank charges' },
    )
  const notes = [await note('25.00'), await note('31.50')]
  const lone = await note('7.00')
  const tell = (fact_key: string, payload: object) =>
    database.owner.query('insert into platform.outbox (topic, fact_key, payload) values ($1, $2, $3)', [
      collection_mail_topic,
      fact_key,
      { ...payload, to: 'accounts@agency.example' },
    ])
  await tell('night:several', { collection_note_ids: notes.map(({ id }) => id) })
  await tell('night:one', { collection_note_id: lone.id })
  await deliverAll()
  const mailed = async (fact_key: string) =>
    (
      await database.owner.query<{ body_text: string; files: string[] }>(
        `select m.body_text, array(select a.file_name from log.mail_attachment a where a.mail_id = m.id order by 1) as files
         from log.mail m where m.fact_key = $1`,
        [fact_key],
      )
    ).rows[0]
  const pages = (text = '') => text.match(/https:\S+/g)
  const pageOf = ({ id }: { id: string }) => `https://stint.example/agency/transaction/collection_note/${id}`
  const several = await mailed('night:several')
  expect(pages(several?.body_text)).toEqual(notes.map(pageOf))
  expect(several?.files).toEqual(notes.map(({ human_id }) => `${human_id}.pdf`).sort())
  expect(pages((await mailed('night:one'))?.body_text)).toEqual([pageOf(lone)])
})
