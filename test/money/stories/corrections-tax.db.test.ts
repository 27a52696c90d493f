/** Hours that are taken off carry the tax they were invoiced with (money.md §1.8, §1.10), whoever was registered since. */
import { expect } from 'vitest'
import type { TestDatabase } from '../../database.ts'
import { act, companyInput, seedApprovedTimesheet, seedWeek, weekdays } from '../../fixtures/world.ts'
import { storyTeller } from './funded-tell.ts'
import { storyOn } from './tell.ts'

const story = await storyTeller(3)

/** A week is invoiced, something changes, and three hours and a half come off: six hours a day in place of seven and a half. */
async function shortened(
  database: TestDatabase,
  change: Parameters<typeof seedWeek>[1],
  meanwhile: (
    company: {
      of: (business_id: string, more: object) => Promise<unknown>
      own: (more: object) => Promise<unknown>
    },
    placed: Awaited<ReturnType<typeof seedWeek>>,
  ) => Promise<unknown>,
): Promise<string[]> {
  const told = storyOn(database)
  const placed = await seedWeek(told, change)
  const sheet = await seedApprovedTimesheet(told, placed)
  const { admin, provider } = placed.agency
  const own = (more: object) =>
    act(told, provider.admin, 'business.company.update', {
      ...companyInput('Changed', more),
      business_id: provider.id,
    })
  // A party in force changes by a request.
  const of = async (business_id: string, more: object) => {
    const { address, email: _, ...facts } = companyInput('Changed', more)
    const { id } = await act<{ id: string }>(told, admin, 'request.change_request.create_for_party', {
      ...facts,
      ...address,
      business_id,
      comment: 'A letter of HMRC',
    })
    return act(told, provider.admin, 'request.change_request.approve', { ids: [id] })
  }
  await meanwhile({ of, own }, placed)
  await told.morning('2025-06-16')
  await act(told, placed.agency.user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'difference',
    details: weekdays(sheet, placed.group_id, '6'),
    reason: 'Shorter days',
  })
  const { rows } = await database.owner.query<{ told: string }>(
    `select format('%s %s + %s', type, amount, tax_amount) as told from transaction.invoice
     where agency_id = $1 and is_credit_note order by type`,
    [placed.agency.id],
  )
  return rows.map((row) => row.told)
}

/** A fifth of 937.50 and 750.00 with VAT, of a fee of 28.13 and of 191.24. */
const with_tax = [
  'agency-provider -187.50 + -37.50',
  'agency_earnings -38.24 + 0.00',
  'contractor-agency -150.00 + -30.00',
  'provider-agency -5.63 + -1.13',
  'provider-client -187.50 + -37.50',
]

story('the contractor’s company is registered no longer', async (database) => {
  expect(
    await shortened(database, {}, ({ of }, { contractor }) =>
      of(contractor.payment_company_id, { is_vat_registered: false }),
    ),
  ).toEqual(with_tax)
})

story('the client has moved abroad, and the provider gave up its registration', async (database) => {
  expect(
    await shortened(database, {}, async ({ of, own }, { client }) => {
      await of(client.id, { country_code: 'FR' })
      await own({ is_vat_registered: false })
    }),
  ).toEqual(with_tax)
})

story('the contractor’s company was not registered when it was invoiced', async (database) => {
  expect(
    await shortened(database, { contractor: { is_vat_registered: false } }, ({ of }, { contractor }) =>
      of(contractor.payment_company_id, { is_vat_registered: true }),
    ),
  ).toEqual([
    'agency-provider -187.50 + -37.50',
    'agency_earnings -68.24 + 0.00',
    'contractor-agency -150.00 + 0.00',
    'provider-agency -5.63 + -1.13',
    'provider-client -187.50 + -37.50',
  ])
})
