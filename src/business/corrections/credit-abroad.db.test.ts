/** Credits of work for a client abroad: the agency's sale carries VAT that the client is not charged (money.md §1.4). */
import { expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { documentsOf, seedPaid, seedPayout } from '#test/fixtures/cash.ts'
import { credit, expectVerified, ledgerOf, shorten } from '#test/fixtures/corrections.ts'
import { act, seedApprovedTimesheet, seedWeek, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()

async function weekAbroad(funding_model: 'direct' | 'indirect') {
  const world = worldOn(database)
  const placement = await seedWeek(world, { agency: { funding_model }, client: { country_code: 'US' } })
  const sheet = await seedApprovedTimesheet(world, placement)
  return { world, placement, sheet, provider: placement.agency.provider }
}
const noted = async () =>
  (await verifyDatabase(database)).flatMap((one) =>
    (one.notes ?? []).filter((note) => !note.includes('were sealed at upgrade')),
  )

test.each(['direct', 'indirect'] as const)(
  'client abroad, %s: a credit takes the VAT of the sale back from the agency, and its reversal gives it again',
  async (funding_model) => {
    const { world, placement, sheet, provider } = await weekAbroad(funding_model)
    const [client, sale] =
      funding_model === 'direct' ? ['provider-client', 'agency-provider'] : ['funder-client', 'agency-funder']
    const bill = (await documentsOf(database, sheet))[client]
    const note = await credit(world, provider.operations, { id: bill?.id ?? '' }, { amount: '100.00' })
    expect((await ledgerOf(database, sheet)).filter((one) => one.includes('credit'))).toEqual(
      [
        `${sale} credit -120.00 closed 0.00`,
        'agency_earnings credit -120.00 closed 0.00',
        `${client} credit -100.00 closed 0.00`,
      ].sort(),
    )
    await expectVerified(database)
    await act(world, provider.operations, 'transaction.invoice.reverse_credit', { id: note.id, reason: 'No' })
    await expectVerified(database)
    await shorten(world, placement, sheet)
    await expectVerified(database)
    expect(await noted()).toEqual([])
  },
)

test('client abroad: paid in full, the agency has all of its sale and no advance is out', async () => {
  const { world, placement, sheet, provider } = await weekAbroad('direct')
  const documents = await documentsOf(database, sheet)
  expect(documents.agency_earnings).toMatchObject({ total_amount: '196.87' })
  world.clock.set(instant('2025-06-25T09:00:00.000Z'))
  await seedPayout(world, provider, '2025-06-25')
  const advanced = async () =>
    (
      await database.owner.query(`select amount from report.funds_in_use($1, $2::date, null, $3, null)`, [
        provider.id,
        world.clock.today(),
        placement.agency.id,
      ])
    ).rows
  // 900.00 and 196.87 went out; 187.50 of it is VAT that HMRC repays to the provider.
  expect(await advanced()).toEqual([{ amount: '909.37' }])
  await seedPaid(world, placement, documents['provider-client'] ?? (() => expect.unreachable())())
  expect(await advanced()).toEqual([])
  await expectVerified(database)
})

test('sale without VAT of an earlier release: verify names it, and calls it no fault', async () => {
  const { sheet } = await weekAbroad('direct')
  const client = await database.owner.connect()
  try {
    await client.query('begin')
    await client.query('alter table transaction.invoice_line disable trigger user')
    await client.query(
      `update transaction.invoice_line set tax_type = 'outside_scope' from transaction.invoice i
       where i.id = invoice_id and i.timesheet_id = $1 and i.type = 'agency-provider'`,
      [sheet.id],
    )
    await client.query('alter table transaction.invoice_line enable trigger user')
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await noted()).toEqual([
    expect.stringMatching(/^Agency \d+: 1 sales of 937\.50 GBP in all carry no VAT: INV-\d+-\d+$/),
  ])
})
