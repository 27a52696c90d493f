/** Whoever opens a figure of a report finds the rows that make it: their sum is the figure, for every figure of every report. */
import { describe, expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import type { Category, Viewer } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { allOf } from '#entity/filter.ts'
import { category_roles } from '#entity/roles.ts'
import { decodeListState, empty_list_state, encodeListState } from '#entity/url-codec.ts'
import { present } from '#kernel/assert.ts'
import { day } from '#kernel/day.ts'
import { sterling } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { seedReportWorld } from '#test/fixtures/report-world.ts'
import { act } from '#test/fixtures/world.ts'
import { lists, sessionOf } from '#test/lists/registry.ts'
import type { List } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { shapeList } from '#web/list/model/shape.ts'
import { vat_document_list } from '../tax/vat-documents.list.tsx'
import { input_tax_types, output_tax_types } from '../tax/vat-liability.entity.ts'
import { commission_list, indirect_commission_list } from './agency-commission.list.tsx'
import { agency_earnings_list } from './agency-earnings.list.tsx'
import { commission_summary_list } from './commission-summary.list.tsx'
import {
  commissionRows,
  type FigureRows,
  invoiceRows,
  ledger_figures,
  ledgerRows,
  retrospectiveRows,
  vatRows,
  weekScope,
} from './figure-rows.rules.ts'
import {
  agency_retrospective_invoice_list,
  provider_retrospective_invoice_list,
} from './retrospective-invoice.list.tsx'
import { sales_ledger_detail_list } from './sales-ledger-detail.list.tsx'

const { database, world } = await freshWorld()
const endpoint = new DataEndpoint({ database, clock: world.clock })
const made = await seedReportWorld(world, database)

type Row = Readonly<Record<string, string | number | null>> & { readonly id: string }

async function ask<D>(viewer: Viewer, query: string, variables: object = {}): Promise<D> {
  const answer = JSON.parse(await endpoint.execute(viewer, { query, variables: { ...variables } }))
  expect(answer.errors).toBeUndefined()
  return answer.data
}
const rowsOf = async (viewer: Viewer, root: string, fields: string, args = '') =>
  (await ask<{ rows: Row[] }>(viewer, `{ rows: ${root}${args && `(args: {${args}})`} { id ${fields} } }`))
    .rows

const pence = (value: unknown) => Math.round(Number(value) * 100)

/** What the list at the end of the link adds up to: the address is written and read again, as the browser does. */
async function linked(viewer: Viewer, list: List, { filter, scope, negated }: FigureRows, field: string) {
  const shaped = shapeList(
    entities,
    list,
    sessionOf(viewer.category as Category, category_roles[viewer.category]),
  )
  const state = decodeListState(shaped.url, encodeListState({ ...empty_list_state, filter_by: filter }))
  expect(state.filter_by, 'the list knows every filter of the link').toEqual(filter)
  const own = typeof list.where === 'function' ? {} : (list.where ?? {})
  const where = matchedWhere({
    entities,
    shaped,
    state,
    base: allOf([own, scope ?? {}]),
    today: day(world.clock.today()),
  })
  const root = rootName(list.entity)
  const { all } = await ask<{ all: { aggregate: { sum: Record<string, number | null> } } }>(
    viewer,
    `query linked($where: ${root}_bool_exp!) { all: ${root}_aggregate(where: $where) { aggregate { sum { ${field} } } } }`,
    { where },
  )
  const sum = pence(all.aggregate.sum[field] ?? 0)
  return negated && sum !== 0 ? -sum : sum
}

let compared = 0
async function same(
  viewer: Viewer,
  list: List,
  rows: FigureRows,
  field: string,
  figure: unknown,
  what: string,
) {
  expect([what, await linked(viewer, list, rows, field)]).toEqual([what, pence(figure)])
  if (pence(figure) !== 0) compared += 1
}

const aged = ledger_figures.join(' ')

describe('agency', () => {
  test('sales ledger: every figure of every currency', async () => {
    for (const agency of [made.direct, made.billed, made.indirect])
      for (const row of await rowsOf(agency.admin, 'get_agency_sales_ledger', `alpha_code ${aged}`))
        for (const figure of ledger_figures) {
          const rows = ledgerRows(figure, String(row.alpha_code))
          await same(agency.admin, sales_ledger_detail_list, rows, 'outstanding_balance', row[figure], figure)
        }
  })
  test('client statement: every figure of every client', async () => {
    const figures = ledger_figures.filter((figure) => figure !== 'overdue_amount')
    for (const row of await rowsOf(
      made.direct.admin,
      'get_client_statement',
      `client_id alpha_code ${figures.join(' ')}`,
    ))
      for (const figure of figures) {
        const rows = ledgerRows(figure, String(row.alpha_code), String(row.client_id))
        await same(
          made.direct.admin,
          sales_ledger_detail_list,
          rows,
          'outstanding_balance',
          row[figure],
          figure,
        )
      }
  })
  test('commission per client, contractor and placement', async () => {
    const sums = ['client_gross', 'contractor_gross', 'fee_gross', 'on_costs', 'agency_gross']
    for (const [agency, list, indirect] of [
      [made.direct, commission_list, false],
      [made.indirect, indirect_commission_list, true],
    ] as const)
      for (const per of ['client', 'contractor', 'placement'] as const)
        for (const row of await rowsOf(
          agency.admin,
          'get_agency_commission_summary',
          `subject_id human_id alpha_code ${sums.join(' ')}`,
          `per: "${per}", indirect: ${indirect}`,
        )) {
          const text = (name: string) => (row[name] === null ? null : String(row[name]))
          const of = { subject_id: text('subject_id'), human_id: text('human_id'), alpha_code: 'GBP' }
          const rows = present(commissionRows(per, of), 'rows of a subject')
          for (const field of sums) await same(agency.admin, list, rows, field, row[field], `${per} ${field}`)
        }
  })
  test('commission of work without a contractor: its row leads to that work alone', async () => {
    const { direct, placements } = made
    const sale = await act<{ id: string }>(world, direct.admin, 'contract.sales_invoice.create', {
      title: 'Training day',
      description: 'A day of training',
      amount: '500.00',
      client_id: present(placements[0], 'a placement').client.id,
      payment_terms: 30,
    })
    await act(world, direct.admin, 'contract.sales_invoice.raise', { id: sale.id })
    const rows = await rowsOf(
      direct.admin,
      'get_agency_commission_summary',
      'subject_id human_id alpha_code client_gross agency_gross work_count',
      'per: "contractor", indirect: false',
    )
    const row = present(
      rows.find(({ subject_id }) => subject_id === null),
      'work without a contractor',
    )
    expect(row.work_count).toBe(1)
    const of = { subject_id: null, human_id: null, alpha_code: String(row.alpha_code) }
    const none = present(commissionRows('contractor', of), 'its rows')
    for (const field of ['client_gross', 'agency_gross'])
      await same(direct.admin, commission_list, none, field, row[field], `none ${field}`)
  })
  test('commission summary: each client leads to its work of all time', async () => {
    const link = present(
      commission_summary_list.columns.find(({ field }) => field === 'agency_gross')?.link,
      'a link of the amount',
    )
    for (const row of await rowsOf(
      made.direct.admin,
      'get_agency_commission_summary',
      'subject_id human_id alpha_code agency_gross',
    )) {
      const address = present(link(row, 'agency'), 'an address')
      const query = Object.fromEntries(new URL(address, 'http://x').searchParams)
      const filter = JSON.parse(present(query.filter_by, 'a filter'))
      await same(made.direct.admin, commission_list, { filter }, 'agency_gross', row.agency_gross, address)
    }
  })
  test('VAT: output, input and liability of every quarter', async () => {
    for (const quarter of await rowsOf(
      made.direct.admin,
      'get_agency_vat_liability',
      'quarter_start quarter_end output_tax input_tax vat_liability',
      `currency_id: "${sterling}"`,
    )) {
      const of = { quarter_start: String(quarter.quarter_start), quarter_end: String(quarter.quarter_end) }
      const scope = { currency_id: { _eq: sterling } }
      const sum = (types: readonly string[] | null) =>
        linked(made.direct.admin, vat_document_list, { ...vatRows(of, types), scope }, 'tax_amount')
      expect(await sum(output_tax_types)).toBe(pence(quarter.output_tax))
      expect(await sum(input_tax_types)).toBe(pence(quarter.input_tax))
      // The liability opens both, and the page adds them up apart.
      expect(await sum(null)).toBe(pence(quarter.output_tax) + pence(quarter.input_tax))
      expect(pence(quarter.vat_liability)).toBe(pence(quarter.output_tax) - pence(quarter.input_tax))
      compared += 3
    }
  })
  test('earnings of every week, also of work without a week of its own', async () => {
    const sums = ['total_amount', 'paid_amount', 'outstanding_balance']
    for (const agency of [made.direct, made.billed])
      for (const week of await rowsOf(
        agency.admin,
        'get_agency_earnings',
        `week_end_date ${sums.join(' ')}`,
      )) {
        const rows = { filter: {}, scope: weekScope(day(String(week.week_end_date))) }
        for (const field of sums)
          await same(
            agency.admin,
            agency_earnings_list,
            rows,
            field,
            week[field],
            `${week.week_end_date} ${field}`,
          )
      }
  })
})

describe('provider and client', () => {
  const figures = ledger_figures.flatMap((figure) => (figure === 'unallocated_amount' ? [] : [figure]))
  test('agency statements, and each client’s debt through each agency', async () => {
    const { admin } = made.provider
    const list = await present(lists['transaction/invoice'], 'the list of invoices')('provider')
    const fields = `agency_id currency_id ${figures.join(' ')}`
    for (const [root, more] of [
      ['get_provider_sales_ledger_summary', ''],
      ['get_client_sales_ledger', 'client_id'],
    ] as const)
      for (const row of await rowsOf(admin, root, `${fields} ${more}`))
        for (const figure of figures) {
          const rows = invoiceRows(figure, {
            currency_id: String(row.currency_id),
            agency_id: String(row.agency_id),
            ...(more ? { client_id: String(row.client_id) } : {}),
          })
          await same(admin, list, rows, 'outstanding_balance', row[figure], `${root} ${figure}`)
        }
  })
  test('a client’s own statement', async () => {
    const viewer = present(made.placements[0], 'a placement').client.invoice_contact
    const list = await present(lists['transaction/invoice'], 'the list of invoices')('client')
    for (const row of await rowsOf(
      viewer,
      'get_own_sales_ledger',
      `agency_id currency_id ${figures.join(' ')}`,
    ))
      for (const figure of figures) {
        const rows = invoiceRows(figure, {
          currency_id: String(row.currency_id),
          agency_id: String(row.agency_id),
          is_client: true,
        })
        await same(viewer, list, rows, 'outstanding_balance', row[figure], figure)
      }
  })
})

/** After all others: the clock goes on. */
test('past month ends: every balance of agency and provider opens its documents of that day', async () => {
  world.clock.advance({ days: 62 })
  const lists_of = [
    [made.direct.admin, 'get_agency_retrospective_ledger', agency_retrospective_invoice_list],
    [made.provider.admin, 'get_provider_retrospective_ledger', provider_retrospective_invoice_list],
  ] as const
  for (const [viewer, root, list] of lists_of) {
    const rows = await rowsOf(
      viewer,
      root,
      'as_of client_id agency_id currency_id invoice_count overdue_amount net_outstanding_balance',
    )
    expect(new Set(rows.map((row) => row.as_of)).size, root).toBeGreaterThan(1)
    for (const row of rows) {
      const of = {
        as_of: String(row.as_of),
        client_id: String(row.client_id),
        currency_id: String(row.currency_id),
        ...(viewer.category === 'provider' ? { agency_id: String(row.agency_id) } : {}),
      }
      const net = retrospectiveRows(of)
      await same(viewer, list, net, 'outstanding_balance', row.net_outstanding_balance, `${root} ${of.as_of}`)
      const late = retrospectiveRows(of, { days_overdue: { from: '1' } })
      await same(viewer, list, late, 'outstanding_balance', row.overdue_amount, `${root} ${of.as_of} late`)
    }
  }
})

test('compared enough non-zero figures', () => {
  expect(compared).toBeGreaterThan(60)
})
