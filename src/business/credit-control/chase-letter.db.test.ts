import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf, seedPaid } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { chaseLetterPdf } from './chase-letter-pdf.server.ts'

const { database, world } = await freshWorld()
afterAll(stopPdf)

const printed = (viewer: Viewer, id: string) =>
  inTransaction(database, (tx) => chaseLetterPdf(tx, viewer, id)).then((page) => page.print())

test('reminder as PDF: prints the sent address, words, documents, sum and account, also after money has come in', async () => {
  const placement = await seedWeek(world)
  const { agency } = placement
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  const bill = present(documents['provider-client'], 'the bill')
  await database.owner.query('update transaction.invoice set due_date = raised_date - 30 where id = $1', [
    bill.id,
  ])
  await act(world, agency.admin, 'transaction.invoice.chase', {
    ids: [bill.id],
    subject: 'Overdue for {client} <b>#now</b>',
    body: 'Please pay {agency}.\n\nThe second paragraph.',
  })
  const { rows } = await database.owner.query<{
    id: string
    client: string
    agency: string
    owed: string
    holder: string
  }>(
    `select h.id, c.name as client, a.name as agency, i.outstanding_balance as owed, b.account_holder_name as holder
     from transaction.chase h join business.business c on c.id = h.client_id join business.business a on a.id = h.agency_id
     join transaction.chase_invoice n on n.chase_id = h.id join transaction.invoice i on i.id = n.invoice_id
     join business.bank_account b on b.id = i.payable_bank_account_id
     where h.kind = 'manual'`,
  )
  const letter = present(rows[0], 'the letter')
  const file = await printed(agency.admin, letter.id)
  expect(file.file_name).toMatch(/^Letter CLI.* 2025-06-15\.pdf$/)
  const text = await pdfText(file.bytes)
  for (const said of [
    // What people typed is text and never markup.
    `Overdue for ${letter.client} <b>#now</b>`,
    `Please pay ${letter.agency}.`,
    'The second paragraph.',
    bill.human_id,
    'Together',
    letter.holder,
    'Figures of 15/06/2025',
  ])
    expect(text).toContain(said)
  expect(text.replaceAll(',', '')).toContain(letter.owed)

  // The client pays, and the letter stays what it was.
  await seedPaid(world, placement, bill)
  expect((await printed(agency.provider.operations, letter.id)).sha256).toBe(file.sha256)
})

test('letter as PDF: for its readers only; a call has none', async () => {
  const placement = await seedWeek(world)
  const { agency, client } = placement
  const documents = await documentsOf(database, await seedApprovedTimesheet(world, placement))
  const bill = present(documents['provider-client'], 'the bill')
  await database.owner.query('update transaction.invoice set due_date = raised_date - 30 where id = $1', [
    bill.id,
  ])
  await act(world, agency.admin, 'transaction.invoice.chase', { ids: [bill.id] })
  await act(world, agency.admin, 'transaction.chase.record_call', {
    client_id: client.id,
    person: 'Ada',
    on_date: world.clock.today(),
    note: 'Will pay',
  })
  const { rows } = await database.owner.query<{ id: string; kind: string }>(
    'select id, kind from transaction.chase where agency_id = $1',
    [agency.id],
  )
  const of = (kind: string) =>
    present(
      rows.find((one) => one.kind === kind),
      kind,
    ).id
  const stranger = await seedAgency(world, agency.provider)
  for (const by of [client.invoice_contact, stranger.admin])
    expect((await refusalOf(printed(by, of('manual')))).code).toMatch(/not_found|not_allowed/)
  expect((await refusalOf(printed(agency.admin, of('call')))).code).toBe('precondition')
})
