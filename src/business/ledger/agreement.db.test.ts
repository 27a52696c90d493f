/** Every report says that it agrees with the ledger where it does, and by how much it differs once a row was changed. */
import { describe, expect, test } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { functions } from '#data/schema/functions.ts'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { expectVerified } from '#test/fixtures/corrections.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { type ReportWorld, seedReportWorld } from '#test/fixtures/report-world.ts'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })
const made = await seedReportWorld(world, database)

type Line = {
  measure: string
  on_day: string
  alpha_code: string
  reported: number
  posted: number
  difference: number
}

async function agreementOf(viewer: Viewer, name: string, args = ''): Promise<Line[]> {
  const query = `{ lines: ${name}${args && `(args: {${args}})`} { measure on_day alpha_code reported posted difference } }`
  const answer = JSON.parse(await endpoint.execute(viewer, { query }))
  expect(answer.errors).toBeUndefined()
  return answer.data.lines
}

type Who = (made: ReportWorld) => Viewer
const direct: Who = (one) => one.direct.admin
const billed: Who = (one) => one.billed.admin
const indirect: Who = (one) => one.indirect.admin
const provider: Who = (one) => one.provider.admin
const funder: Who = (one) => present(one.indirect.funder, 'a funder').admin
const client: Who = (one) => present(one.placements[0], 'a placement').client.invoice_contact

/** A change of one row that the report adds up, by hand and past the triggers. */
const open_bill = `update transaction.invoice set outstanding_balance = outstanding_balance + 0.01 where id = (
  select id from transaction.invoice where status = 'open' and outstanding_balance > 0 and $1 in (agency_id, client_id)
    and type in ('provider-client', 'agency-client', 'funder-client') order by human_id limit 1)`
const tampering = {
  total: (
    types: string,
  ) => `update transaction.invoice set amount = amount + 0.01, total_amount = total_amount + 0.01 where id = (
    select id from transaction.invoice where agency_id = $1 and type in (${types}) and status = 'open' order by human_id limit 1)`,
  receipt: `update transaction.payment_receipt_summary set amount = amount + 0.01 where id = (
    select id from transaction.payment_receipt_summary where agency_id = $1 and type = 'receipt'
      and status in ('allocated', 'partially_matched') order by human_id limit 1)`,
  tax: `update transaction.invoice set tax_amount = tax_amount + 0.01, amount = amount - 0.01 where id = (
    select id from transaction.invoice where agency_id = $1 and type = 'contractor-agency' and tax_amount > 0 order by human_id limit 1)`,
  set: `update transaction.invoice_set set agency_gross = agency_gross + 0.01, agency_net = agency_net + 0.01,
    fee_gross = fee_gross - 0.01, fee_net = fee_net - 0.01 where id = (
    select id from transaction.invoice_set where agency_id = $1 order by id limit 1)`,
  paid: `update transaction.invoice set paid_amount = paid_amount + 0.01 where id = (
    select id from transaction.invoice where agency_id = $1 and type = 'agency_earnings' and paid_amount > 0 order by human_id limit 1)`,
  detail: `update transaction.payment_receipt_detail set amount = amount + 0.01 where id = (
    select d.id from transaction.payment_receipt_detail d join transaction.invoice i on i.id = d.invoice_id
    where d.agency_id = $1 and i.type = 'contractor-agency' and i.payment_company_type <> 'contractor' order by d.id limit 1)`,
  batch: `update payment.payment_batch set amount = amount + 0.01 where id = (
    select s.payment_batch_id from transaction.payment_receipt_summary s
    where s.agency_id = $1 and s.payment_batch_id is not null order by s.id limit 1)`,
} as const

const reports: readonly {
  name: string
  who: readonly Who[]
  args?: string
  measures: readonly string[]
  tamper: string
  off: Readonly<Record<string, number>>
}[] = [
  {
    name: 'get_client_statement_agreement',
    who: [direct, billed, indirect],
    measures: ['net_outstanding_balance', 'unallocated_amount'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_agency_sales_ledger_agreement',
    who: [direct, billed, indirect],
    measures: ['net_outstanding_balance', 'unallocated_amount'],
    tamper: tampering.receipt,
    off: { unallocated_amount: 0.01 },
  },
  {
    name: 'get_funder_sales_ledger_agreement',
    who: [funder],
    measures: ['net_outstanding_balance'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_provider_sales_ledger_agreement',
    who: [provider],
    measures: ['net_outstanding_balance'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_client_sales_ledger_agreement',
    who: [provider],
    measures: ['net_outstanding_balance'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_own_sales_ledger_agreement',
    who: [client],
    measures: ['net_outstanding_balance'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_funding_portfolio_agreement',
    who: [provider, funder],
    measures: ['net_outstanding_balance'],
    tamper: open_bill,
    off: { net_outstanding_balance: 0.01 },
  },
  {
    name: 'get_payment_batch_agreement',
    who: [provider],
    measures: ['payments'],
    tamper: tampering.batch,
    off: { payments: 0.01 },
  },
  {
    name: 'get_agency_retrospective_agreement',
    who: [direct, billed, indirect],
    measures: ['net_outstanding_balance'],
    tamper: tampering.total(`'provider-client', 'agency-client', 'funder-client'`),
    off: { net_outstanding_balance: 0.02 },
  },
  {
    name: 'get_provider_retrospective_agreement',
    who: [provider],
    measures: ['net_outstanding_balance'],
    tamper: tampering.total(`'provider-client', 'agency-client', 'funder-client'`),
    off: { net_outstanding_balance: 0.02 },
  },
  {
    name: 'get_agency_vat_agreement',
    who: [direct, billed, indirect],
    args: `currency_id: "${sterling}", stagger: 3`,
    measures: ['input_tax', 'output_tax', 'vat_liability'],
    tamper: tampering.tax,
    off: { input_tax: 0.01, vat_liability: -0.01 },
  },
  {
    name: 'get_agency_commission_agreement',
    who: [direct, billed, indirect],
    measures: ['agency_gross', 'client_gross', 'contractor_gross', 'fee_gross', 'on_costs'],
    tamper: tampering.set,
    off: { agency_gross: 0.01, fee_gross: -0.01 },
  },
  {
    name: 'get_agency_earnings_agreement',
    who: [direct, billed, indirect],
    measures: ['paid_amount', 'total_amount'],
    tamper: tampering.paid,
    off: { paid_amount: 0.01 },
  },
  {
    name: 'get_contractor_payments_agreement',
    who: [direct, billed],
    args: 'without_paye: true',
    measures: ['amount'],
    tamper: tampering.detail,
    off: { amount: 0.01 },
  },
  {
    name: 'get_provider_fee_agreement',
    who: [provider],
    measures: ['fee_gross'],
    tamper: tampering.set,
    off: { fee_gross: -0.01 },
  },
  {
    name: 'get_agency_fee_agreement',
    who: [direct, billed, indirect],
    measures: ['fee_gross'],
    tamper: tampering.set,
    off: { fee_gross: -0.01 },
  },
  {
    name: 'get_accounting_export_agreement',
    who: [direct, indirect],
    measures: ['agency', 'client', 'contractor', 'fee'],
    tamper: tampering.total(`'contractor-agency'`),
    off: { contractor: 0.01 },
  },
]

/** Differences by measure, in pence summed over days; equal ones are left out. */
function differences(lines: readonly Pick<Line, 'measure' | 'difference'>[]): Record<string, number> {
  const pence: Record<string, number> = {}
  for (const { measure, difference } of lines)
    pence[measure] = (pence[measure] ?? 0) + Math.round(Number(difference) * 100)
  return Object.fromEntries(Object.entries(pence).flatMap(([name, n]) => (n === 0 ? [] : [[name, n / 100]])))
}

test('the world that is reported on is sound', async () => {
  await expectVerified(database)
})

test('covers every agreement of the data endpoint', () => {
  const named = functions.filter(({ name }) => name.endsWith('_agreement')).map(({ name }) => name)
  expect(reports.map(({ name }) => name).sort()).toEqual(named.sort())
})

describe.each(reports)('$name', ({ name, who, args = '', measures, tamper, off }) => {
  test('agrees to the penny and names its figures', async () => {
    for (const of of who) {
      const lines = await agreementOf(of(made), name, args)
      expect(lines.filter((line) => line.difference !== 0)).toEqual([])
      expect(new Set(lines.map((line) => line.measure))).toEqual(new Set(measures))
      expect(lines.some((line) => line.reported !== 0)).toBe(true)
    }
  })

  test('differs once a row that it adds up was changed', async () => {
    const viewer = present(who[0], 'a viewer')(made)
    const subject =
      who[0] === funder ? made.indirect.id : who[0] === client ? viewer.business_id : made.direct.id
    const root = present(
      functions.find((one) => one.name === name),
      'the function',
    )
    const owner = await database.owner.connect()
    try {
      await owner.query('begin')
      // Past the triggers that keep documents as they are: somebody at the database itself.
      await owner.query('set local session_replication_role = replica')
      const changed = await owner.query(tamper, [subject])
      expect(changed.rowCount).toBe(1)
      const scope = Object.keys(root.forced).find((key) => key !== 'today') ?? ''
      const more = args && `, ${args.replaceAll(':', ' =>').replaceAll('"', "'")}`
      const { rows } = await owner.query<Line>(
        `select measure, difference::float from ${root.sql}(${scope} => $1, today => $2${more})`,
        [viewer.business_id, world.clock.today()],
      )
      expect(differences(rows)).toEqual(off)
    } finally {
      await owner.query('rollback')
      owner.release()
    }
  })
})

describe('a period', () => {
  test.each([
    ['get_agency_commission_agreement', 'raised'],
    ['get_agency_earnings_agreement', 'raised'],
    ['get_agency_fee_agreement', 'raised'],
    ['get_accounting_export_agreement', 'raised'],
    ['get_contractor_payments_agreement', 'paid'],
  ] as const)('%s agrees in every month, and the months add up to the whole', async (name, days) => {
    const pence = (lines: readonly Line[]) =>
      [...Map.groupBy(lines, (line) => line.measure)].map(
        ([measure, of]) =>
          [measure, of.reduce((sum, one) => sum + Math.round(one.reported * 100), 0)] as const,
      )
    const whole = new Map(pence(await agreementOf(made.direct.admin, name)))
    const parts = new Map<string, number>()
    for (const [from, to] of [
      ['2025-06-01', '2025-06-30'],
      ['2025-07-01', '2025-07-31'],
      ['2025-08-01', '2025-12-31'],
    ]) {
      const lines = await agreementOf(
        made.direct.admin,
        name,
        `${days}_from: "${from}", ${days}_to: "${to}", currency_id: "${sterling}"`,
      )
      expect(lines.filter((line) => line.difference !== 0)).toEqual([])
      for (const [measure, n] of pence(lines)) parts.set(measure, (parts.get(measure) ?? 0) + n)
    }
    expect(Object.fromEntries(parts)).toEqual(Object.fromEntries(whole))
  })
})

test('the funding portfolio agrees as of any day, and each batch by itself', async () => {
  for (const as_of of ['2025-06-20', '2025-06-30', '2025-07-21', '2025-08-10']) {
    for (const of of [provider, funder]) {
      const lines = await agreementOf(of(made), 'get_funding_portfolio_agreement', `as_of: "${as_of}"`)
      expect(lines).toMatchObject([{ on_day: as_of, difference: 0 }])
      expect(lines[0]?.reported).toBeGreaterThan(0)
    }
  }
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from payment.payment_batch where status = 'completed' and amount > 0`,
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { id } of rows) {
    const lines = await agreementOf(provider(made), 'get_payment_batch_agreement', `batch_id: "${id}"`)
    expect(lines).toMatchObject([{ measure: 'payments', difference: 0 }])
  }
})
