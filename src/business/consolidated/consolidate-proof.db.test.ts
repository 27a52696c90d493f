import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { findVisibleFile } from '#server/http/api-file.server.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { act, seedApprovedTimesheet, seedTimesheets, seedWeek } from '#test/fixtures/world.ts'
import { outboxOf } from '#test/pdf/deliver.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'

const { database, world } = await freshWorld()
const { files, deliverAll } = outboxOf(database, world.clock)
afterAll(stopPdf)

type Proof = { title: string; type: string; file_url: string; client_id: string | null }

async function generated() {
  const placement = await seedWeek(world)
  const sheets = await seedTimesheets(world, placement)
  for (const sheet of sheets) await seedApprovedTimesheet(world, placement, sheet)
  const { agency, client } = placement
  const made = await act<{ consolidated_invoices: { id: string; human_id: string }[] }>(
    world,
    agency.user,
    'transaction.consolidated_invoice.create',
    { client_id: client.id, period_start: '2025-06-01', period_end: '2025-06-30' },
  )
  const one = present(made.consolidated_invoices[0], 'the draft')
  await act(world, agency.user, 'transaction.consolidated_invoice.generate', { id: one.id })
  const proofs = async () => {
    const { rows } = await database.owner.query<Proof>(
      `select d.title, d.type, a.file_url, d.client_id from transaction.consolidated_invoice c
       join platform.document d on d.id in (c.timesheet_summary_document_id, c.mail_proof_document_id) and d.deleted_at is null
       join platform.attachment a on a.id = d.attachment_id and a.deleted_at is null where c.id = $1 order by d.type`,
      [one.id],
    )
    return rows
  }
  const reads = (viewer: Viewer, { file_url }: Proof) =>
    inTransaction(database, async (tx) => (await findVisibleFile(tx, viewer, file_url)) !== null)
  const textOf = async ({ file_url }: Proof) =>
    pdfText(new Uint8Array(await buffer(present(await files.read(file_url), 'the file').stream)))
  return { placement, sheets, agency, client, one, proofs, reads, textOf }
}

test('timesheet summary: days and approvers, once generated', async () => {
  const { one, sheets, agency, client, proofs, reads, textOf } = await generated()
  expect(await proofs()).toEqual([])
  await deliverAll()
  const [summary] = await proofs()
  expect(summary).toMatchObject({ type: 'timesheet_summary', title: `${one.human_id} timesheets.pdf` })
  const proof = present(summary, 'the summary')
  const text = await textOf(proof)
  const { rows } = await database.owner.query<{ evidence_hash: string }>(
    'select evidence_hash from transaction.timesheet where id = any ($1)',
    [sheets.map((sheet) => sheet.id)],
  )
  expect(text).toContain('Timesheet summary')
  for (const sheet of sheets) expect(text).toContain(sheet.human_id)
  for (const { evidence_hash } of rows) expect(text).toContain(evidence_hash)
  for (const said of ['02/06/2025', 'Standard', '7.5', '37.5', 'Approved by Terry', one.human_id])
    expect(text).toContain(said)
  // It shows no rate and no amount, since timesheet approvers see none.
  expect(text).not.toMatch(/£|20\.00|25\.00/)
  // What has not been sent is not the client's to read yet.
  expect(await reads(agency.user, proof)).toBe(true)
  expect(await reads(client.invoice_contact, proof)).toBe(false)
})

test('mail proof: time, recipient and hash; the client reads the summary and not the proof', async () => {
  const { one, placement, agency, client, proofs, reads, textOf } = await generated()
  // Mailed before anybody looked for the summary: it is made then, and goes along.
  await act(world, agency.user, 'transaction.consolidated_invoice.send', { id: one.id })
  await deliverAll()
  const sent = await database.owner.query<{ file_name: string; sha256: string }>(
    `select a.file_name, a.sha256 from log.mail m join log.mail_attachment a on a.mail_id = m.id where m.parent_id = $1
     order by a.file_name`,
    [one.id],
  )
  expect(sent.rows.map((row) => row.file_name)).toEqual([
    `${one.human_id} timesheets.pdf`,
    `${one.human_id}.pdf`,
  ])
  const [mailed, summary] = await proofs()
  const proof = present(mailed, 'the mail proof')
  expect(proof).toMatchObject({
    type: 'mail_proof',
    title: `${one.human_id} mail proof.pdf`,
    client_id: null,
  })
  const text = await textOf(proof)
  for (const said of [client.invoice_contact.email, 'Kept in the mail log', '15/06/2025 12:00'])
    expect(text).toContain(said)
  for (const { sha256 } of sent.rows) expect(text).toContain(sha256)
  expect(await reads(client.invoice_contact, present(summary, 'the summary'))).toBe(true)
  expect(await reads(client.approver, present(summary, 'the summary'))).toBe(false)
  expect(await reads(placement.contractor.viewer, present(summary, 'the summary'))).toBe(false)
  for (const viewer of [client.invoice_contact, placement.contractor.viewer])
    expect(await reads(viewer, proof)).toBe(false)
  expect(await reads(agency.user, proof)).toBe(true)
  // Sent to somebody else, too: one proof, of both.
  await act(world, agency.user, 'transaction.consolidated_invoice.send', {
    id: one.id,
    to: ['second@example.org'],
  })
  await deliverAll()
  const again = await proofs()
  expect(again.map((row) => row.type)).toEqual(['mail_proof', 'timesheet_summary'])
  const both = await textOf(present(again[0], 'the proof'))
  expect(both).toContain('second@example.org')
  expect(both).toContain(client.invoice_contact.email)
  await expectVerified(database)
})

test('mails of a cancelled consolidated invoice: end at the first try, with their reason and one notice to the sender', async () => {
  const { one, agency } = await generated()
  const to = ['first@example.org', 'second@example.org']
  await act(world, agency.user, 'transaction.consolidated_invoice.send', { id: one.id, to })
  await act(world, agency.user, 'transaction.consolidated_invoice.cancel', { id: one.id, reason: 'Wrong' })
  await deliverAll()
  const reason = `${one.human_id} has no document: it is a draft, or was canceled`
  const { rows: rests } = await database.owner.query(
    `select attempts, last_error, delivered_at is not null as is_over from platform.outbox
     where topic = 'consolidated_invoice_mail' and payload ->> 'consolidated_invoice_id' = $1`,
    [one.id],
  )
  expect(rests).toEqual(to.map(() => ({ attempts: 1, last_error: reason, is_over: true })))
  const { rows: mails } = await database.owner.query(
    'select "to", status, error from log.mail where parent_id = $1 order by status, "to"',
    [one.id],
  )
  expect(mails).toEqual([
    ...to.map((address) => ({ to: address, status: 'failed', error: reason })),
    { to: agency.user.email.toLowerCase(), status: 'kept', error: null },
  ])
  const { rows: notices } = await database.owner.query(
    'select title, message from log.notification_log where user_id = $1',
    [agency.user.user_id],
  )
  expect(notices).toEqual([
    {
      title: `Not sent: ${one.human_id}`,
      message: `Mails about ${one.human_id} were not sent and are not tried again. Reason: ${reason}.`,
    },
  ])
})
