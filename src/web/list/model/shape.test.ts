import { describe, expect, it } from 'vitest'
import { entity } from '#entity/entity.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import type { Session } from '#web/core/session.ts'
import { exportInput } from './export-request.ts'
import { isOffered, list } from './list.ts'
import { changesRequest, orderBy, recordsRequest } from './request.ts'
import { shapeList } from './shape.ts'

const client = entity({
  module: 'business',
  name: 'client',
  label: 'Client',
  plural: 'Clients',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    human_id: { kind: 'human_id', label: 'Client Id' },
    name: { kind: 'text', label: 'Name' },
    margin: { kind: 'percent', label: 'Margin' },
    note: { kind: 'text', label: 'Note' },
    updated_at: { kind: 'instant', label: 'Updated At' },
  },
  relations: {
    invoices: { kind: 'array', to: 'transaction.invoice', from: 'id', key: 'client_id' },
    agency: { kind: 'object', to: 'business.client', from: 'agency_id', key: 'id' },
  },
})
const invoice = entity({
  module: 'transaction',
  name: 'invoice',
  label: 'Invoice',
  plural: 'Invoices',
  fields: { id: { kind: 'uuid', label: 'Id' } },
})
const entities = { 'business.client': client, 'transaction.invoice': invoice }
/** What a declaration of any entity has. */
const bare = {
  title: 'Bare',
  first_run: 'Rows show here.',
  filters: [],
  sort: { id: 'updated_at', desc: false },
  link: () => null,
  card: { title: 'id' },
} as const

const clients = list({
  entity: client,
  title: 'Clients',
  first_run: 'Rows show here.',
  columns: [
    { field: 'human_id' },
    { field: 'name' },
    { field: 'invoices', related: { tab: 'invoices', where: { type: { _neq: 'fee' } } } },
    { field: 'agency.invoices', label: 'Of the agency', related: { tab: 'agency-invoices' } },
    { field: 'note', hidden: true },
    { field: 'margin', export_only: true, only: ['agency'] },
  ],
  filters: [],
  sort: { id: 'updated_at', desc: false, nulls: 'first' },
  page_size: 50,
  link: (row) => `/agency/business/client/${row.id}`,
  card: { title: 'name' },
})
const as = (category: string) =>
  ({ category, roles: [], allowed_actions: ['note.update'] }) as unknown as Session
const shaped = (columns: readonly string[] | null = null, category = 'agency') =>
  shapeList(entities, clients, as(category), columns)
const asked = (columns: readonly string[] | null = null, category = 'agency') => ({
  entities,
  shaped: shaped(columns, category),
  state: empty_list_state,
  base: {},
  today: day('2025-11-21'),
})
const names = (columns: readonly { field: string }[]) => columns.map((column) => column.field)

describe('columns of a list', () => {
  it('are shown as declared but for hidden ones, or as the reader wants them', () => {
    expect(names(shaped().columns)).toEqual(['human_id', 'name', 'invoices', 'agency.invoices'])
    expect(names(shaped().offered)).toEqual(['human_id', 'name', 'invoices', 'agency.invoices', 'note'])
    expect(names(shaped(['note', 'gone', 'name', 'margin', 'name']).columns)).toEqual(['note', 'name'])
    expect(names(shaped(['gone']).columns)).toEqual(names(shaped().columns))
  })

  it('are read where they are shown; a hidden one only when it is chosen', () => {
    expect(shaped().paths).toEqual(['id', 'human_id', 'name'])
    expect(shaped(['note']).paths).toContain('note')
    expect(shaped().url.sortable).toEqual(new Set(['human_id', 'name', 'note']))
  })

  it('count related rows beside the row, capped, with a condition of their own', () => {
    const { query, variables } = recordsRequest(asked(), 0)
    expect(query).toContain(
      'related_invoices: invoices_aggregate(where: $related_0, limit: 10000) { aggregate { count } }',
    )
    expect(query).toContain(
      'agency { related_agency_invoices: invoices_aggregate(limit: 10000) { aggregate { count } } }',
    )
    expect(query).toContain('$related_0: transaction_invoice_bool_exp!')
    expect(variables).toMatchObject({ related_0: { type: { _neq: 'fee' } }, limit: 50 })
    expect(shaped().columns[3]).toMatchObject({
      label: 'Of the agency',
      value_path: 'agency.related_agency_invoices.aggregate.count',
      numeric: true,
      width: 100,
    })
  })

  it('count of a non-relation: a fault of the declaration', () => {
    const wrong = list({
      ...bare,
      entity: client,
      columns: [{ field: 'agency', related: { tab: 'x' } }],
      filters: [],
    })
    expect(() => shapeList(entities, wrong, as('agency'))).toThrow('no relation to many agency')
  })

  it('export-only columns: in files, for their readers', () => {
    expect(exportInput(asked(), { format: 'csv' }).columns).toEqual([
      { field: 'human_id', label: 'Client Id' },
      { field: 'name', label: 'Name' },
      { field: 'margin', label: 'Margin' },
    ])
    expect(exportInput(asked(['name'], 'client'), { format: 'csv' }).columns).toEqual([
      { field: 'name', label: 'Name' },
    ])
  })
})

it('own page size: loads five pages more, and rereads shown rows in one request', () => {
  expect(recordsRequest(asked(), 50).variables).toMatchObject({ limit: 250, offset: 50 })
  expect(recordsRequest(asked(), 0, 300).variables).toMatchObject({ limit: 300, offset: 0 })
  expect(recordsRequest(asked(), 0, 20_000).variables).toMatchObject({ limit: 9999 })
})

it('empty values: placed as declared', () => {
  expect(recordsRequest(asked(), 0).variables.order_by).toEqual([
    { updated_at: 'asc_nulls_first' },
    { id: 'asc' },
  ])
  expect(orderBy({ id: 'name', desc: true })).toEqual([{ name: 'desc' }, { id: 'desc' }])
})

it('changes are followed by the newest row and the count, where rows say when they changed', () => {
  expect(changesRequest(asked(), 10)?.query).toContain(
    'order_by: [{ updated_at: desc }, { id: desc }], limit: 1',
  )
  const others = list({
    ...bare,
    entity: invoice,
    columns: [{ field: 'id' }],
    filters: [],
    card: { title: 'id' },
  })
  expect(changesRequest({ ...asked(), shaped: shapeList(entities, others, as('agency')) }, 10)).toBeNull()
})

it('changes are followed by the shown rows, for readers whose side alone reads some facts', () => {
  for (const category of ['client', 'contractor', 'funder']) {
    const request = changesRequest(asked(null, category), 60)
    expect(request?.query).toContain(
      'shown: business_client(where: $where, order_by: $order_by, limit: $limit) { id',
    )
    expect(request?.query).not.toContain('last:')
    expect(request?.variables).toMatchObject({ limit: 60, related_0: { type: { _neq: 'fee' } } })
  }
  expect(changesRequest(asked(null, 'client'), 3)?.variables.limit).toBe(50)
  expect(changesRequest(asked(), 60)?.query).not.toContain('shown:')
})

it('row action: for viewers with its action code (spec §2)', () => {
  expect(isOffered({ requires: 'note.update' }, as('agency'))).toBe(true)
  expect(isOffered({ requires: 'business.bank_account.update' }, as('agency'))).toBe(false)
  expect(isOffered({ only: ['client'], requires: 'note.update' }, as('agency'))).toBe(false)
})
