import { expect, test } from 'vitest'
import { parseHumanId } from '#kernel/human-id.ts'
import { validationText } from '#kernel/messages.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { numberingFaults } from '#test/fixtures/numbering-faults.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedClient,
  seedColleague,
  seedEvidence,
  seedProvider,
  seedSubmittedTimesheet,
  seedTimesheets,
  seedWeek,
} from '#test/fixtures/world.ts'
import { raiseInvoiceSets } from './raise-invoice-sets.server.ts'

const { database, world } = await freshWorld()

const { sql } = database

type Set = Record<'client_gross' | 'contractor_gross' | 'fee_gross' | 'agency_gross', string>
const setOf = async (timesheet_id: string): Promise<Set> => {
  const [set] = await sql<Set>(
    'select client_gross, contractor_gross, fee_gross, agency_gross from transaction.invoice_set where timesheet_id = $1',
    timesheet_id,
  )
  if (!set) throw new Error('no invoice set was raised')
  return set
}

type Document = Record<string, string | boolean | null>
const documentsOf = (timesheet_id: string): Promise<Document[]> =>
  sql<Document>(
    `select i.type, f.type as "from", t.type as "to", i.is_self_billed, i.assigned_to_id is not null as is_assigned,
       i.tax_amount, x.type as tax, i.payable_bank_account_id is not null as has_account
     from transaction.invoice i join business.business f on f.id = i.from_business_id
     join business.business t on t.id = i.to_business_id join config.business_tax x on x.id = i.business_tax_id
     where i.timesheet_id = $1 order by i.type`,
    timesheet_id,
  )

async function approved(placement: SeededPlacement): Promise<string> {
  return (await seedApprovedTimesheet(world, placement)).id
}

const types_of = {
  direct: ['agency-provider', 'agency_earnings', 'contractor-agency', 'provider-agency', 'provider-client'],
  agency_billed: ['agency-client', 'agency_earnings', 'contractor-agency', 'provider-agency'],
  indirect: [
    'agency-funder',
    'agency_earnings',
    'contractor-agency',
    'funder-agency',
    'funder-client',
    'platform_fee',
  ],
} as const

const models = ['direct', 'agency_billed', 'indirect'] as const
const payments = ['limited', 'umbrella', 'selfemployed'] as const

test.each(models.flatMap((model) => payments.map((payment) => [model, payment] as const)))(
  '%s with a contractor who is %s: its documents, and the money shared out to the penny',
  async (funding_model, payment_type) => {
    const placement = await seedWeek(world, { agency: { funding_model }, contractor: { payment_type } })
    const id = await approved(placement)
    const documents = await documentsOf(id)
    expect(documents.map((d) => d.type)).toEqual(types_of[funding_model])
    const set = await setOf(id)
    expect(set.client_gross).toBe('1125.00')
    expect(set.contractor_gross).toBe('900.00')
    const self_bill = documents.find((d) => d.type === 'contractor-agency')
    expect(self_bill).toMatchObject({
      from: payment_type,
      to: 'agency',
      is_self_billed: true,
      has_account: true,
    })
    const bill = documents.find((d) => String(d.type).endsWith('-client'))
    // The agency's debt is assigned to its payer; the principal's own is its own.
    expect(bill).toMatchObject({ has_account: true, is_assigned: funding_model === 'agency_billed' })
  },
)

test('keeps every invariant of the books', async () => {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})

test.each([
  ['no VAT number', { is_vat_registered: false }, '750.00', '341.24'],
  ['no self-billing agreement', { self_billing_from: null }, '750.00', '341.24'],
  ['an agreement that begins later', { self_billing_from: '2030-01-01' }, '750.00', '341.24'],
  ['both', {}, '900.00', '191.24'],
])('a contractor company with %s', async (_, contractor, contractor_gross, agency_gross) => {
  const id = await approved(await seedWeek(world, { contractor }))
  expect(await setOf(id)).toMatchObject({ contractor_gross, agency_gross })
})

test('client abroad: charged no VAT; the agency sells to the provider with VAT (money.md §1.4)', async () => {
  const id = await approved(await seedWeek(world, { client: { country_code: 'FR' } }))
  expect(await setOf(id)).toEqual({
    client_gross: '937.50',
    contractor_gross: '900.00',
    fee_gross: '28.13',
    agency_gross: '196.87',
  })
  const bill = (await documentsOf(id)).find((d) => d.type === 'provider-client')
  expect(bill).toMatchObject({ tax_amount: '0.00', tax: 'reverse_charge' })
  const sale = (await documentsOf(id)).find((d) => d.type === 'agency-provider')
  expect(sale).toMatchObject({ tax_amount: '187.50', tax: 'standard' })
})

test('two rates are two lines, Standard first, and a line is rounded once', async () => {
  const placement = await seedWeek(world, {
    placement: {
      rates: [
        { name: 'Overtime', contractor_rate: '30.3333', client_rate: '41.6667' },
        { name: 'Standard', contractor_rate: '20', client_rate: '25' },
      ],
    },
  })
  const [sheet] = await seedTimesheets(world, placement)
  const [overtime, standard] = placement.group_ids
  const days = ['2025-06-02', '2025-06-03', '2025-06-04']
  const details = days.flatMap((date) => [
    { date, group_id: standard, units: '8' },
    { date, group_id: overtime, units: '0.3333' },
  ])
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', { id: sheet?.id, details })
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet?.id] })
  const lines = await sql(
    `select l.rate_name, l.units, l.rate, l.amount from transaction.invoice_line l join transaction.invoice i on i.id = l.invoice_id
     where i.timesheet_id = $1 and i.type = 'provider-client' order by l.position`,
    sheet?.id,
  )
  expect(lines).toEqual([
    { rate_name: 'Standard', units: '24.0000', rate: '25.0000', amount: '600.00' },
    { rate_name: 'Overtime', units: '0.9999', rate: '41.6667', amount: '41.66' },
  ])
  const [sums] = await sql(
    'select client_amount, contractor_amount from transaction.timesheet where id = $1',
    sheet?.id,
  )
  expect(sums).toEqual({ client_amount: '641.66', contractor_amount: '510.33' })
})

test('the terms in force on the day it is raised set the due dates', async () => {
  const placement = await seedWeek(world, { client: { temp_payment_terms: 60 } })
  await database.app.query(
    `update contract.contract_entity set effective_to = '2025-06-10' where contract_id = $1 and type = 'client'`,
    [placement.id],
  )
  await database.app.query(
    `insert into contract.contract_entity (contract_id, business_id, type, payment_terms, effective_from, provider_id, agency_id, client_id, contractor_id)
     select contract_id, business_id, type, 14, '2025-06-11', provider_id, agency_id, client_id, contractor_id
     from contract.contract_entity where contract_id = $1 and type = 'client'`,
    [placement.id],
  )
  const id = await approved(placement)
  const [bill] = await sql(
    `select due_date, payment_terms from transaction.invoice where timesheet_id = $1 and type = 'provider-client'`,
    id,
  )
  expect(bill).toEqual({ due_date: '2025-06-29', payment_terms: 14 })
})

test('client at its limit: documents exist, the advance is held', async () => {
  const placement = await seedWeek(world)
  const { provider } = placement.agency
  await act(world, provider.admin, 'business.credit_limit.set', {
    client_id: placement.client.id,
    amount: '2000',
    effective_from: '2025-01-01',
  })
  const [first, second] = await seedTimesheets(world, placement)
  if (!first || !second) throw new Error('two weeks were expected')
  await seedSubmittedTimesheet(world, placement, first)
  await seedSubmittedTimesheet(world, placement, second)
  // Both in one run: the second is over the limit because the first comes before it.
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [first.id, second.id] })
  const rows = await sql<{ type: string; funding_status: string }>(
    `select type, funding_status from transaction.invoice where contract_id = $1 and funding_status <> 'not_applicable'
     order by type, funding_status desc`,
    placement.id,
  )
  expect(rows.map((row) => `${row.type} ${row.funding_status}`)).toEqual([
    'agency-provider pending',
    'agency-provider held',
    'agency_earnings pending',
    'agency_earnings held',
    'provider-client pending',
    'provider-client held',
  ])
})

test('paid when paid: an opted-out company waits for the client, others are paid on their date', async () => {
  for (const conduct_regs_opt_out of [true, false]) {
    const placement = await seedWeek(world, {
      contractor: { conduct_regs_opt_out },
      placement: { funding_type: 'paid_when_paid' },
    })
    const id = await approved(placement)
    const [row] = await sql<{ release_condition: string }>(
      `select release_condition from transaction.invoice where timesheet_id = $1 and type = 'contractor-agency'`,
      id,
    )
    expect(row?.release_condition).toBe(conduct_regs_opt_out ? 'client_receipt' : 'due_date')
  }
})

test.each<[string, Parameters<typeof seedWeek>[1], string]>([
  ['no fee rule', { agency: { fee: null } }, 'There is no service fee rule in force on 15/06/2025'],
  [
    'an agency that is not registered for VAT while the provider is',
    { agency: { is_vat_registered: false } },
    'The agency and the provider must both be registered for VAT, or neither, for the provider to bill the client',
  ],
])('%s leaves it in suspense', async (_, change, reason) => {
  const id = await approved(await seedWeek(world, change))
  const [row] = await sql('select status, suspense_reason from transaction.timesheet where id = $1', id)
  expect(row).toEqual({ status: 'suspense', suspense_reason: reason })
  expect(await documentsOf(id)).toEqual([])
})

test('a client abroad without evidence of its business: in suspense, raised without VAT once there is', async () => {
  const placement = await seedWeek(world, { client: { country_code: 'FR', has_no_evidence: true } })
  const id = await approved(placement)
  const state = 'select status, suspense_reason from transaction.timesheet where id = $1'
  expect(await sql(state, id)).toEqual([
    {
      status: 'suspense',
      suspense_reason: expect.stringMatching(
        /^There is no evidence that Client \d+ is in business outside the UK$/,
      ),
    },
  ])
  const { agency, client } = placement
  const evidence = { client_id: client.id, kind: 'certificate', checked_on: '2025-06-16' }
  const refused = await refusalOf(
    act(world, agency.provider.admin, 'business.client.set_vat_evidence', evidence),
  )
  expect(refused.errors).toEqual({
    attachment_id: validationText.required,
    checked_on: validationText.max_date('15/06/2025'),
  })
  await seedEvidence(world, agency.provider.admin, client.id)
  await act(world, agency.admin, 'transaction.timesheet.raise', { ids: [id] })
  expect(await sql(state, id)).toEqual([{ status: 'approved', suspense_reason: null }])
  const home = (await seedClient(world, agency)).id
  expect(
    await refusalOf(seedEvidence(world, agency.provider.admin, home)).then(({ message }) => message),
  ).toMatch(/^Client \d+ is in the United Kingdom: it is charged VAT$/)
})

test('provider without a payable account: bills nobody', async () => {
  const placement = await seedWeek(world)
  await database.app.query(`update business.bank_account set status = 'retired' where id = $1`, [
    placement.agency.provider.trust_account_id,
  ])
  const id = await approved(placement)
  const [row] = await sql<{ suspense_reason: string }>(
    'select suspense_reason from transaction.timesheet where id = $1',
    id,
  )
  expect(row?.suspense_reason).toMatch(/has no bank account in GBP for clients to pay into$/)
})

test('raised behind the verbs’ back a second time, the unique fact stops it and nothing is left behind', async () => {
  const placement = await seedWeek(world)
  const id = await approved(placement)
  const before = await sql(
    'select count(*)::int as documents, (select sum(last_number)::int from platform.invoice_series) as numbers from transaction.invoice',
  )
  const again = inTransaction(database, (tx) => raiseInvoiceSets({ tx, clock: world.clock }, [id]))
  await expect(again).rejects.toThrow(/invoice_set_of_timesheet/)
  expect(
    await sql(
      'select count(*)::int as documents, (select sum(last_number)::int from platform.invoice_series) as numbers from transaction.invoice',
    ),
  ).toEqual(before)
})

test('approvals of three agencies at once, some rolled back: every series is gapless and nothing is doubled', async () => {
  const provider = await seedProvider(world)
  const placements: SeededPlacement[] = []
  for (const funding_model of models) {
    const agency = await seedAgency(world, provider, { funding_model })
    const client = await seedClient(world, agency)
    for (let i = 0; i < 2; i += 1) {
      placements.push(await seedColleague(world, { agency, client }))
    }
  }
  const work: { placement: SeededPlacement; sheet: { id: string } }[] = []
  for (const placement of placements) {
    for (const sheet of await seedTimesheets(world, placement)) {
      await seedSubmittedTimesheet(world, placement, sheet)
      work.push({ placement, sheet })
    }
  }
  const approve = (i: number) => {
    const { placement, sheet } = work[i] as (typeof work)[number]
    return act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  }
  const rolledBack = (i: number) =>
    inTransaction(database, async (tx) => {
      const { id } = (work[i] as (typeof work)[number]).sheet
      await tx.run('select from transaction.timesheet where id = $1 for update', [id])
      await raiseInvoiceSets({ tx, clock: world.clock }, [id])
      throw new Error('rolled back')
    }).catch(
      (
        error: Error, // Or the approval was there first.
      ) => expect(error.message).toMatch(/^rolled back$|invoice_set_of_timesheet/),
    )
  const [, { done, refused }] = await Promise.all([
    Promise.all([rolledBack(0), rolledBack(5), rolledBack(9)]),
    outcomesOf(work.map((_, i) => approve(i))),
  ])
  expect([done, refused]).toEqual([work.length, []])
  const documents = await sql<{ human_id: string }>(
    'select human_id from transaction.invoice where provider_id = $1',
    provider.id,
  )
  const series = Map.groupBy(documents, (one) => parseHumanId(one.human_id)?.issuer_number)
  expect(series.size).toBe(3 + 1 + 1 + 6)
  for (const numbered of series.values()) {
    const numbers = numbered.map((one) => parseHumanId(one.human_id)?.number ?? 0)
    expect(numberingFaults(numbers)).toEqual({ missing: [], doubled: [] })
  }
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})

test('equal descriptions of a party share a row; a changed address is a new one and leaves the old as it was', async () => {
  const placement = await seedWeek(world)
  const [first, second] = await seedTimesheets(world, placement)
  if (!first || !second) throw new Error('two weeks were expected')
  await seedApprovedTimesheet(world, placement, first)
  const entities = () =>
    sql<{ invoicing_address: string }>(
      `select distinct e.invoicing_address from transaction.invoice_entity e join transaction.invoice i on i.to_invoice_entity_id = e.id
       where i.contract_id = $1 and i.type = 'provider-client' order by 1`,
      placement.id,
    )
  expect(await entities()).toHaveLength(1)
  // Kept without GB, printed as HMRC asks for it.
  expect(
    await sql(
      `select distinct c.vat_registration_no ~ '^[0-9]{9}$' as is_plain, 'GB' || c.vat_registration_no = e.vat_number as is_printed
       from transaction.invoice_entity e join business.business b on b.id = e.business_id join business.company c on c.id = b.company_id
       join transaction.invoice i on e.id in (i.from_invoice_entity_id, i.to_invoice_entity_id) where i.contract_id = $1
         and c.is_vat_registered`,
      placement.id,
    ),
  ).toEqual([{ is_plain: true, is_printed: true }])
  await database.app.query(
    `update business.address a set line_1 = '99 New Road' from business.company c join business.business b on b.company_id = c.id
     where a.id = c.address_id and b.id = $1`,
    [placement.client.id],
  )
  await seedApprovedTimesheet(world, placement, second)
  const after = await entities()
  expect(after).toHaveLength(2)
  expect(after.some((one) => one.invoicing_address.startsWith('99 New Road'))).toBe(true)
})
