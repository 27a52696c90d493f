import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { documentsOf } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { type SeededPlacement, seedApprovedTimesheet, seedWeek } from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { invoicePdf } from './invoice-pdf.server.ts'

const { database, world } = await freshWorld()
afterAll(stopPdf)

const no_files = { read: () => Promise.resolve(null) }
const pdfFor = (viewer: Viewer, id: string) =>
  inTransaction(database, (tx) => invoicePdf(tx, viewer, id, no_files)).then((page) => page.print())

async function week(change: Parameters<typeof seedWeek>[1] = {}): Promise<{
  placement: SeededPlacement
  documents: Awaited<ReturnType<typeof documentsOf>>
}> {
  const placement = await seedWeek(world, change)
  return { placement, documents: await documentsOf(database, await seedApprovedTimesheet(world, placement)) }
}

test.each(['direct', 'agency_billed', 'indirect'] as const)(
  'every document of a %s set prints its own totals, lines and parties',
  async (funding_model) => {
    const { placement, documents } = await week({ agency: { funding_model } })
    const { provider } = placement.agency
    for (const document of Object.values(documents)) {
      const file = await pdfFor(provider.admin, document.id)
      expect(file.file_name).toBe(`${document.human_id}.pdf`)
      const text = await pdfText(file.bytes)
      const gbp = currency('GBP')
      const { rows } = await database.owner.query(
        `select l.description, l.amount, l.tax_amount, l.total_amount, i.amount as net, i.tax_amount as tax, i.total_amount as total
         from transaction.invoice_line l join transaction.invoice i on i.id = l.invoice_id where i.id = $1`,
        [document.id],
      )
      for (const row of rows) {
        for (const figure of [row.amount, row.tax_amount, row.total_amount, row.net, row.tax, row.total]) {
          expect(text).toContain(displayMoney(parseMoney(figure, gbp)))
        }
      }
      expect(text).toContain(document.human_id)
    }
  },
)

test('assigned debt: the invoice says so', async () => {
  const { placement, documents } = await week({ agency: { funding_model: 'agency_billed' } })
  const text = await pdfText(
    (await pdfFor(placement.client.invoice_contact, present(documents['agency-client'], 'a bill').id)).bytes,
  )
  expect(text).toContain('has been assigned to Provider')
  expect(text).toContain('VAT invoice')
})

test('a self-bill carries its statement; without a VAT number it is no VAT invoice', async () => {
  const registered = await week()
  const self_bill = present(registered.documents['contractor-agency'], 'a self-bill')
  const text = await pdfText((await pdfFor(registered.placement.contractor.viewer, self_bill.id)).bytes)
  expect(text).toContain('Self-billing invoice')
  expect(text).toContain('The VAT shown is your output tax due to HMRC')
  expect(text).toContain(registered.placement.contractor.name)
  const plain = await week({ contractor: { is_vat_registered: false } })
  const without = present(plain.documents['contractor-agency'], 'a self-bill')
  const other = await pdfText((await pdfFor(plain.placement.contractor.viewer, without.id)).bytes)
  expect(other).toContain('is not registered for VAT')
  expect(other).not.toContain('HMRC')
})

test('an overseas client reads of the reverse charge', async () => {
  const { placement, documents } = await week({ client: { country_code: 'US' } })
  const bill = present(documents['provider-client'], 'a bill')
  const text = await pdfText((await pdfFor(placement.client.invoice_contact, bill.id)).bytes)
  expect(text).toContain('Reverse charge')
})

test('invoice PDF: hidden documents read as missing', async () => {
  const { placement, documents } = await week()
  const stranger = await week()
  const bill = present(documents['provider-client'], 'a bill').id
  const self_bill = present(documents['contractor-agency'], 'a self-bill').id
  const { agency, client, contractor } = placement
  const refused: [Viewer, string][] = [
    [contractor.viewer, bill],
    [client.invoice_contact, self_bill],
    [client.approver, bill],
    [stranger.placement.agency.admin, bill],
    [stranger.placement.client.invoice_contact, bill],
    [stranger.placement.contractor.viewer, self_bill],
    [stranger.placement.agency.provider.admin, bill],
    [agency.admin, '00000000-0000-7000-8000-000000000000'],
    [agency.admin, 'not an id'],
  ]
  for (const [viewer, id] of refused) {
    await expect(pdfFor(viewer, id)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Invoice not found',
    })
  }
  expect((await pdfFor(agency.admin, bill)).bytes.length).toBeGreaterThan(1000)
})

test('the same document is the same file, before and after it is paid', async () => {
  const { placement, documents } = await week()
  const id = present(documents['provider-client'], 'a bill').id
  const first = await pdfFor(placement.agency.admin, id)
  await database.owner.query(
    `update transaction.invoice set is_disputed = true, last_payment_date = '2025-06-20' where id = $1`,
    [id],
  )
  expect((await pdfFor(placement.client.invoice_contact, id)).sha256).toBe(first.sha256)
})
