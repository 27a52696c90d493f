import { describe, expect, expectTypeOf, test } from 'vitest'
import { entity } from './entity.ts'
import * as f from './fields.ts'
import { type Exact, type NewRow, type RowChange, writtenColumns } from './new-row.ts'

const sample = entity({
  module: 'test',
  name: 'sample',
  label: 'Sample',
  plural: 'Samples',
  fixed: { type: 'small' },
  fields: {
    id: f.uuid('Id'),
    type: f.choice('Type', ['small', 'large']),
    name: f.text('Name'),
    note: f.nullable(f.text('Note')),
    status: f.defaulted(f.choice('Status', ['open', 'closed'])),
    total: f.generated(f.money('Total')),
    age: f.computed(f.integer('Age'), 'test.age', 'name'),
    tags: f.tags('Tags'),
  },
  unread: { secret: f.text('Secret') },
})

type Row = NewRow<typeof sample>
type Inserts<V> = [V] extends [Row & Exact<V, Row>] ? true : false
type Change = RowChange<typeof sample>
type Updates<V> = [V] extends [Change & Exact<V, Change>] ? true : false
type Whole = { name: string; note: null; tags: string[]; secret: string }

describe('new row', () => {
  test('takes every column that has no default', () => {
    expectTypeOf<Inserts<Whole>>().toEqualTypeOf<true>()
    expectTypeOf<Inserts<Whole & { id: string; status: 'open' }>>().toEqualTypeOf<true>()
  })

  test('does not compile without a column, a nullable or an unread one included', () => {
    expectTypeOf<Inserts<Omit<Whole, 'name'>>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Omit<Whole, 'note'>>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Omit<Whole, 'secret'>>>().toEqualTypeOf<false>()
  })

  test('does not compile with a column that the entity does not have', () => {
    expectTypeOf<Inserts<Whole & { colour: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Whole & Record<string, unknown>>>().toEqualTypeOf<false>()
  })

  test('does not compile with a fixed, generated or derived column, or a value of another kind', () => {
    expectTypeOf<Inserts<Whole & { type: 'small' }>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Whole & { total: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Whole & { age: number }>>().toEqualTypeOf<false>()
    expectTypeOf<Inserts<Whole & { status: 'lost' }>>().toEqualTypeOf<false>()
  })

  test('change: takes some columns and none that are unknown', () => {
    expectTypeOf<Updates<{ note: null }>>().toEqualTypeOf<true>()
    expectTypeOf<Updates<{ note: null; deleted_at: string }>>().toEqualTypeOf<true>()
    expectTypeOf<Updates<{ colour: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Updates<{ id: string }>>().toEqualTypeOf<false>()
  })

  test('columns to write: names with their SQL types, unknown ones refused', () => {
    expect(writtenColumns(sample, ['name', 'tags'])).toEqual([
      { name: 'name', type: 'text' },
      { name: 'tags', type: 'text[]' },
    ])
    for (const name of ['colour', 'type', 'total', 'age'])
      expect(() => writtenColumns(sample, [name])).toThrow(`test.sample has a column ${name} to write`)
  })
})
