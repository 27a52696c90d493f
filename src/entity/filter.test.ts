import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from '#kernel/day.ts'
import { londonDay } from '#kernel/instant.ts'
import { currency, in_currency, invoice_names, open_or_closed } from '#test/fixtures/listed-entities.ts'
import { entity } from './entity.ts'
import {
  allOf,
  filterWhere,
  likePattern,
  parseCondition,
  resolveDay,
  searchWhere,
  startOfLondonDay,
} from './filter.ts'
import { findField, selectionOf, valueAt } from './path.ts'

const invoice = entity({
  ...invoice_names,
  fields: {
    human_id: { kind: 'human_id', label: 'Invoice', searchable: true },
    status: open_or_closed,
    total_amount: { kind: 'money', label: 'Total' },
    due_date: { kind: 'day', label: 'Due date' },
    created_at: { kind: 'instant', label: 'Created at' },
    age: { kind: 'integer', label: 'Age' },
    is_overdue: { kind: 'boolean', label: 'Overdue' },
    client_id: { kind: 'uuid', label: 'Client' },
    contractor_id: { kind: 'uuid', label: 'Contractor', nullable: true },
  },
  relations: in_currency,
})
const entities = { 'platform.currency': currency, 'transaction.invoice': invoice }
const today = day('2025-11-21')
const some_id = '0190b7a4-0000-7000-8000-000000000001'
const where = (filter: Parameters<typeof filterWhere>[2]) => filterWhere(entities, invoice, filter, today)

describe('a condition follows from the kind of its field', () => {
  it.each([
    ['human_id', { contains: 'INV 12' }, { human_id: { _ilike: '%INV%12%' } }],
    ['status', { in: ['open', 'closed'] }, { status: { _in: ['open', 'closed'] } }],
    ['is_overdue', { is: false }, { is_overdue: { _eq: false } }],
    ['total_amount', { from: '1000', to: '2000.50' }, { total_amount: { _gte: '1000', _lte: '2000.50' } }],
    ['age', { from: '30' }, { age: { _gte: 30 } }],
    [
      'due_date',
      { from: '2025-11-01', to: '2025-11-30' },
      { due_date: { _gte: '2025-11-01', _lte: '2025-11-30' } },
    ],
    ['due_date', { from: 'today-7', to: 'today' }, { due_date: { _gte: '2025-11-14', _lte: '2025-11-21' } }],
    ['contractor_id', { in: [some_id] }, { contractor_id: { _in: [some_id] } }],
    ['contractor_id', { in: ['none'] }, { contractor_id: { _is_null: true } }],
    [
      'contractor_id',
      { in: [some_id, 'none'] },
      { _or: [{ contractor_id: { _in: [some_id] } }, { contractor_id: { _is_null: true } }] },
    ],
    ['currency.alpha_code', { contains: 'GBP' }, { currency: { alpha_code: { _ilike: '%GBP%' } } }],
  ])('%s', (path, condition, expected) => {
    expect(where({ [path]: condition })).toEqual([expected])
  })

  it('takes the last day of a range of moments whole, in London, across the change of the clocks', () => {
    expect(where({ created_at: { from: '2025-10-26', to: '2025-10-26' } })).toEqual([
      { created_at: { _gte: '2025-10-25T23:00:00.000Z', _lt: '2025-10-27T00:00:00.000Z' } },
    ])
  })

  it('leaves out paths the entity does not have, own properties only', () => {
    expect(
      where({
        'client.name': { contains: 'x' },
        constructor: { contains: 'x' },
        'currency.nope': { is: true },
      }),
    ).toEqual([])
  })
})

describe('conditions from outside', () => {
  const parse = (path: string, raw: unknown) => {
    const found = findField(entities, invoice, path)
    return found && parseCondition(found.field, raw)
  }
  it.each([
    ['status', { in: ['open', 'stolen'] }, { in: ['open'] }],
    ['status', { in: ['stolen'] }, null],
    ['status', { in: 'open' }, null],
    ['status', { contains: 'open' }, null],
    ['client_id', { in: ["' or 1=1"] }, null],
    ['client_id', { in: ['none'] }, null],
    ['contractor_id', { in: ['none', 'nobody'] }, { in: ['none'] }],
    ['status', { in: ['none'] }, null],
    ['total_amount', { from: '1e9' }, null],
    ['total_amount', { from: 12 }, null],
    ['total_amount', { from: '12.5', to: 'x' }, { from: '12.5' }],
    ['due_date', { from: '2025-02-30' }, null],
    ['due_date', { from: 'today-30' }, { from: 'today-30' }],
    ['is_overdue', { is: 'yes' }, null],
    ['human_id', { contains: '   ' }, null],
    ['human_id', null, null],
  ])('%s %j gives %j', (path, raw, expected) => {
    expect(parse(path, raw)).toEqual(expected)
  })
})

describe('search', () => {
  it('makes spaces wildcards and signs themselves', () => {
    expect(likePattern('  acme   ltd ')).toBe('%acme%ltd%')
    expect(likePattern('50%_\\')).toBe('%50\\%\\_\\\\%')
  })
  it('asks every searchable path, with at most 20 characters', () => {
    expect(searchWhere(['human_id', 'client.name'], 'abcdefghijklmnopqrstuvwxyz')).toEqual({
      _or: [
        { human_id: { _ilike: '%abcdefghijklmnopqrst%' } },
        { client: { name: { _ilike: '%abcdefghijklmnopqrst%' } } },
      ],
    })
    expect(searchWhere(['human_id'], '   ')).toBeNull()
  })
})

describe('days', () => {
  it.each([
    ['today', '2025-11-21'],
    ['today-30', '2025-10-22'],
    ['today+7', '2025-11-28'],
    ['2025-01-01', '2025-01-01'],
    ['tomorrow', null],
  ])('%s', (text, expected) => {
    expect(resolveDay(text, today)).toBe(expected)
  })
  it.each([
    ['2026-11-30', '2026-12-02'],
    ['2026-12-02', '2026-12-02'],
    ['2026-12-03', '2026-12-09'],
    ['2026-12-06', '2026-12-09'],
  ])('the upcoming Wednesday of %s is %s', (today, expected) => {
    expect(resolveDay('wednesday', day(today))).toBe(expected)
  })
  it('a London day starts at the first moment of that day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1972-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (date) => {
          const of = day(date.toISOString().slice(0, 10))
          expect(londonDay(startOfLondonDay(of))).toBe(of)
        },
      ),
    )
  })
})

describe('paths', () => {
  it('selects each relation once', () => {
    expect(selectionOf(['id', 'client.name', 'currency.alpha_code', 'client.id', 'id'])).toBe(
      'id client { name id } currency { alpha_code }',
    )
  })
  it('reads through absent relations as null', () => {
    expect(valueAt({ client: { name: 'Acme' } }, 'client.name')).toBe('Acme')
    expect(valueAt({ client: null }, 'client.name')).toBeNull()
  })
  it('joins conditions without empty ones', () => {
    expect(allOf([null, {}])).toEqual({})
    expect(allOf([null, { a: 1 }])).toEqual({ a: 1 })
    expect(allOf([{ a: 1 }, { b: 2 }])).toEqual({ _and: [{ a: 1 }, { b: 2 }] })
  })
})
