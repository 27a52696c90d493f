import { describe, expect, it } from 'vitest'
import { entity } from '#entity/entity.ts'
import { empty_list_state, type ListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { currency, in_currency } from '#test/fixtures/listed-entities.ts'
import type { Session } from '#web/core/session.ts'
import { exportColumns, exportCountRequest, exportFacts, exportInput, filterIds } from './export-request.ts'
import { list } from './list.ts'
import { shapeList } from './shape.ts'

const sheet = entity({
  module: 'transaction',
  name: 'timesheet',
  label: 'Timesheet',
  plural: 'Timesheets',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    human_id: { kind: 'human_id', label: 'Timesheet Id' },
    client_id: { kind: 'uuid', label: 'Client' },
    status: {
      kind: 'choice',
      label: 'Status',
      choices: [
        { value: 'approved', label: 'Approved' },
        { value: 'suspense', label: 'Suspense' },
      ],
    },
    start_date: { kind: 'day', label: 'Start' },
    net: { kind: 'money', label: 'Net' },
    vat: { kind: 'money', label: 'VAT' },
  },
  relations: in_currency,
})
const entities = { 'transaction.timesheet': sheet, 'platform.currency': currency }
const template = {
  name: 'units',
  title: 'Units',
  list: 'transaction/timesheet',
  entity: 'transaction.timesheet',
  columns: [{ header: 'Id', field: 'human_id', kind: 'human_id' }],
} as const
const sheets = list({
  entity: sheet,
  title: 'Timesheets',
  first_run: 'Rows show here.',
  columns: [{ field: 'human_id' }, { field: 'net' }, { field: 'vat', export_only: true }],
  filters: [
    { field: 'status' },
    { field: 'start_date' },
    { field: 'client_id', pick: { entity: 'business.client', label: 'name' } },
  ],
  groups: [{ field: 'status' }],
  sort: { id: 'human_id', desc: true },
  templates: [template],
  link: () => null,
  card: { title: 'human_id' },
})
// A list reads no more of the session than the category and the roles.
const session = { category: 'agency', roles: ['agency_admin'] } as unknown as Session
const asked = (state: Partial<ListState> = {}, chosen: readonly string[] | null = null) => ({
  entities,
  shaped: shapeList(entities, sheets, session, chosen),
  state: { ...empty_list_state, ...state },
  base: {},
  today: day('2025-11-21'),
})

describe('an export', () => {
  it('adds the columns that only files have, and one currency for all amounts', () => {
    expect(exportColumns(asked())).toEqual({
      shown: [
        { field: 'human_id', label: 'Timesheet Id' },
        { field: 'net', label: 'Net' },
      ],
      file_only: [
        { field: 'vat', label: 'VAT' },
        { field: 'currency.alpha_code', label: 'Currency' },
      ],
    })
  })

  it('has the columns and the order that the reader chose', () => {
    const { shown } = exportColumns(asked({}, ['net', 'human_id']))
    expect(shown.map(({ field }) => field)).toEqual(['net', 'human_id'])
  })

  it('as a template names it and leaves the columns to it', () => {
    const input = exportInput(asked(), { template })
    expect(input).toMatchObject({ format: 'csv', template: 'units', entity: 'transaction.timesheet' })
    expect(input).not.toHaveProperty('columns')
  })

  it('counts all matches, and the template’s omissions apart', () => {
    const plain = exportCountRequest(asked(), { format: 'pdf' })
    expect(plain.query).not.toContain('limit')
    expect(plain.query).not.toContain('suspense')
    const state = { filter_by: { status: { in: ['approved', 'suspense'] } } }
    expect(exportCountRequest(asked(state), { template }).variables.suspense).toEqual({
      _and: [{ status: { _in: ['approved', 'suspense'] } }, { status: { _eq: 'suspense' } }],
    })
  })

  it('selected rows: asks by id and shows their number instead of the filter', () => {
    const state = { filter_by: { status: { in: ['approved'] } } }
    const narrowed = { ...asked(state), base: { human_id: { _neq: 'X' } } }
    const facts = exportFacts(narrowed, {}, ['t1', 't2'])
    expect(facts).toEqual([{ label: 'Selected', value: '2 rows' }])
    expect(exportInput(narrowed, { format: 'pdf' }, facts, ['t1', 't2'])).toMatchObject({
      where: { human_id: { _neq: 'X' } },
      ids: ['t1', 't2'],
      facts,
    })
    expect(exportCountRequest(narrowed, { format: 'pdf' }, ['t1']).variables.where).toEqual({
      _and: [{ human_id: { _neq: 'X' } }, { id: { _in: ['t1'] } }],
    })
    expect(exportInput(narrowed, { format: 'pdf' })).not.toHaveProperty('ids')
  })

  it('describes filters, group and search in the screen’s words', () => {
    const state = {
      filter_by: {
        status: { in: ['approved'] },
        start_date: { from: 'today-7', to: 'today' },
        client_id: { in: ['c1'] },
      },
      group_by: { id: 'status', value: 'approved' },
      search: ' tms 1 ',
    }
    expect(filterIds(asked(state))).toEqual([{ root: 'business_client', label: 'name', ids: ['c1'] }])
    const orNone = { filter_by: { client_id: { in: ['c1', 'none'] } } }
    expect(filterIds(asked(orNone))).toEqual([{ root: 'business_client', label: 'name', ids: ['c1'] }])
    expect(exportFacts(asked(orNone), { c1: 'Acme' })).toEqual([{ label: 'Client', value: 'Acme, None' }])
    expect(exportFacts(asked(state), { c1: 'Acme' })).toEqual([
      { label: 'Status', value: 'Approved' },
      { label: 'Start', value: 'Last 7 days' },
      { label: 'Client', value: 'Acme' },
      { label: 'Status', value: 'Approved' },
      { label: 'Search', value: '“tms 1”' },
    ])
  })
})
