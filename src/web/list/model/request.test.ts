import { describe, expect, it } from 'vitest'
import { entity } from '#entity/entity.ts'
import type { FilterBy } from '#entity/filter.ts'
import { empty_list_state, type ListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { currency, in_currency, invoice_names, open_or_closed } from '#test/fixtures/listed-entities.ts'
import type { Session } from '#web/core/session.ts'
import { conditionText } from '#web/kinds/condition-text.ts'
import { exportInput } from './export-request.ts'
import { list } from './list.ts'
import { countsRequest, footerText, recordsRequest } from './request.ts'
import { shapeList } from './shape.ts'

const invoice = entity({
  ...invoice_names,
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    human_id: { kind: 'human_id', label: 'Invoice Id', searchable: true },
    status: open_or_closed,
    total_amount: { kind: 'money', label: 'Total' },
    fee: { kind: 'money', label: 'Fee' },
    due_date: { kind: 'day', label: 'Due' },
  },
  relations: in_currency,
})
const entities = { 'platform.currency': currency, 'transaction.invoice': invoice }
const invoices = list({
  entity: invoice,
  title: 'Invoices',
  first_run: 'Rows show here.',
  where: { human_id: { _neq: 'X' } },
  columns: [
    { field: 'human_id' },
    { field: 'status' },
    { field: 'total_amount' },
    { field: 'fee', only: ['agency_admin'] },
  ],
  filters: [{ field: 'status' }, { field: 'due_date' }],
  groups: [{ field: 'status' }],
  tags: [{ id: 'open', label: 'Open', filter: { status: { in: ['open'] } } }],
  sort: { id: 'human_id', desc: true },
  default_filter: { status: { in: ['open'] } },
  link: () => null,
  card: { title: 'human_id' },
})
// A list reads no more of the session than the category and the roles.
const as = (role: string) => ({ category: 'agency', roles: [role] }) as unknown as Session
const shaped = shapeList(entities, invoices, as('agency_user'))
const asked = (state: Partial<ListState> = {}) => ({
  entities,
  shaped,
  state: { ...empty_list_state, ...state },
  base: { human_id: { _neq: 'X' } },
  today: day('2025-11-21'),
})

describe('the request of a list', () => {
  it('asks once for total, count and the first page of ten', () => {
    const { query, variables } = recordsRequest(asked(), 0)
    expect(query).toContain('total: transaction_invoice_aggregate(where: $base, limit: 10000)')
    expect(query).toContain('count: transaction_invoice_aggregate(where: $where, limit: 10000)')
    expect(query).toContain('{ id human_id status total_amount currency { alpha_code } }')
    expect(variables).toEqual({
      base: { human_id: { _neq: 'X' } },
      where: { _and: [{ human_id: { _neq: 'X' } }, { status: { _in: ['open'] } }] },
      order_by: [{ human_id: 'desc' }, { id: 'desc' }],
      limit: 10,
      offset: 0,
    })
  })

  it('loads five pages more, without counting again, and never beyond 9,999 rows', () => {
    const more = recordsRequest(asked(), 10)
    expect(more.query).not.toContain('aggregate')
    expect(more.variables).toMatchObject({ limit: 50, offset: 10 })
    expect(recordsRequest(asked(), 9960).variables).toMatchObject({ limit: 39, offset: 9960 })
  })

  it('exports matches in the shown order and columns, with a currency column', () => {
    const input = exportInput(asked({ sort_by: { id: 'status', desc: false } }), { format: 'excel' })
    expect(input).toEqual({
      entity: 'transaction.invoice',
      title: 'Invoices',
      format: 'excel',
      facts: [],
      where: { _and: [{ human_id: { _neq: 'X' } }, { status: { _in: ['open'] } }] },
      order_by: [{ status: 'asc' }, { id: 'asc' }],
      columns: [
        { field: 'human_id', label: 'Invoice Id' },
        { field: 'status', label: 'Status' },
        { field: 'total_amount', label: 'Total' },
        { field: 'currency.alpha_code', label: 'Currency' },
      ],
    })
  })

  it('asks a role only for its own columns', () => {
    expect(recordsRequest(asked(), 0).query).not.toContain('fee')
    const admin = { ...asked(), shaped: shapeList(entities, invoices, as('agency_admin')) }
    expect(recordsRequest(admin, 0).query).toContain(' fee')
  })

  it('adds filter, group and search, and leaves the default out once it is cleared', () => {
    const state = {
      filter_by: { due_date: { to: 'today' } },
      group_by: { id: 'status', value: 'closed' },
      search: 'inv 1',
    }
    expect(recordsRequest(asked(state), 0).variables.where).toEqual({
      _and: [
        { human_id: { _neq: 'X' } },
        { due_date: { _lte: '2025-11-21' } },
        { status: { _eq: 'closed' } },
        { _or: [{ human_id: { _ilike: '%inv%1%' } }] },
      ],
    })
    expect(recordsRequest(asked({ filter_by: {} }), 0).variables.where).toEqual({ human_id: { _neq: 'X' } })
  })

  it('counts each group option and tag as if pressed', () => {
    const counts = countsRequest(asked(), 'status')
    expect(counts?.keys).toEqual(['group', 'group:open', 'group:closed', 'tag:open'])
    const base = { human_id: { _neq: 'X' } }
    // An option takes the place of the filter on its own field.
    expect(counts?.request.variables).toEqual({
      w0: base,
      w1: { _and: [base, { status: { _eq: 'open' } }] },
      w2: { _and: [base, { status: { _eq: 'closed' } }] },
      w3: { _and: [base, { status: { _in: ['open'] } }] },
    })
    const narrowed = asked({
      filter_by: { status: { in: ['closed'] }, due_date: { to: 'today' } },
      group_by: { id: 'status', value: 'closed' },
      search: 'inv',
    })
    const due = { due_date: { _lte: '2025-11-21' } }
    const found = { _or: [{ human_id: { _ilike: '%inv%' } }] }
    expect(countsRequest(narrowed, 'status')?.request.variables).toMatchObject({
      w0: { _and: [base, due, found] },
      w1: { _and: [base, due, { status: { _eq: 'open' } }, found] },
      // A tag joins the filters and the group that there are.
      w3: { _and: [base, { status: { _in: ['open'] } }, due, { status: { _eq: 'closed' } }, found] },
    })
  })
})

describe('footer, to the letter of the specification', () => {
  it.each([
    [505, 505, false, ['Total Records: 505']],
    [505, 12, true, ['Matched Records: 12 of 505']],
    [9999, 9999, false, ['Total Records: 9999']],
    [10_000, 10_000, false, ['Total Records: 9999', 'Max Records: 9999']],
    [10_000, 12, true, ['Matched Records: 12 of 9999', 'Max Records: 9999']],
    [0, 0, false, ['Total Records: 0']],
  ])('%i in all, %i matched', (total, count, isFiltered, texts) => {
    expect(footerText(total, count, isFiltered)).toEqual(texts)
  })
})

describe('chip text', () => {
  const chip = (field: string, condition: FilterBy[string]) => {
    const filter = shaped.filters.find((one) => one.field === field)
    return filter && conditionText(filter, condition, day('2025-11-21'))
  }
  it.each([
    ['status', { in: ['open', 'closed'] }, 'Open, Closed'],
    ['due_date', { from: 'today-7', to: 'today' }, 'Last 7 days'],
    ['due_date', { from: '2025-11-01', to: '2025-11-30' }, '01 Nov 2025 – 30 Nov 2025'],
    ['due_date', { from: '2025-11-01' }, 'from 01 Nov 2025'],
    ['due_date', { to: 'today' }, 'up to 21 Nov 2025'],
  ])('%s %j', (field, condition, text) => {
    expect(chip(field, condition)).toBe(text)
  })
})
