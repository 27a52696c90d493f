import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#data/limits.ts'
import type { Viewer } from '#entity/access.ts'
import { openYard } from './endpoint.ts'
import { ids, viewers } from './world.ts'

const { ask, database, endpoint } = await openYard()

beforeEach(async () => {
  await database.owner.query('truncate yard.memo')
})

async function add(
  text: string,
  more: Record<string, unknown> = {},
  viewer: Viewer = viewers.north,
): Promise<string> {
  const { data } = await ask(
    'mutation($o: yard_memo_insert_input!) { insert_yard_memo_one(object: $o) { id } }',
    { o: { text, ...more } },
    viewer,
  )
  const row = data?.insert_yard_memo_one as { id: string } | undefined // The schema says so.
  return row?.id ?? ''
}
async function stored(): Promise<unknown[]> {
  const { rows } = await database.owner.query(
    'select text, user_id, hits, data, deleted_at is not null as deleted from yard.memo order by text',
  )
  return rows
}

describe('insert', () => {
  it('one: forced values come from the viewer, whatever they send', async () => {
    expect(
      await ask(
        'mutation { insert_yard_memo_one(object: {text: "a", hits: 2}) { text user_id hits data created_at __typename } }',
      ),
    ).toEqual({
      data: {
        insert_yard_memo_one: {
          text: 'a',
          user_id: 'user-1',
          hits: 2,
          data: {},
          created_at: '2026-03-01T12:00:00+00:00',
          __typename: 'yard_memo',
        },
      },
    })
    const { rows } = await database.owner.query('select agency_id from yard.memo')
    expect(rows).toEqual([{ agency_id: ids.north }])
  })
  it('many: rows of different shape, with affected_rows and returning', async () => {
    const { data } = await ask(
      'mutation($o: [yard_memo_insert_input!]!) { insert_yard_memo(objects: $o) { affected_rows returning { text hits data bill { human_id } } __typename } }',
      {
        o: [
          { text: 'a', hits: 1 },
          { text: 'b', data: { k: [1] }, bill_id: ids.a1 },
          { text: 'c', bill_id: null },
        ],
      },
    )
    expect(data).toEqual({
      insert_yard_memo: {
        affected_rows: 3,
        returning: [
          { text: 'a', hits: 1, data: {}, bill: null },
          { text: 'b', hits: 0, data: { k: [1] }, bill: { human_id: 'INV1' } },
          { text: 'c', hits: 0, data: {}, bill: null },
        ],
        __typename: 'yard_memo_mutation_response',
      },
    })
  })
  it('takes a single object where a list is wanted, and an empty list', async () => {
    const query =
      'mutation($o: [yard_memo_insert_input!]!) { insert_yard_memo(objects: $o) { affected_rows } }'
    expect(await ask(query, { o: { text: 'a' } })).toEqual({
      data: { insert_yard_memo: { affected_rows: 1 } },
    })
    expect(await ask(query, { o: [] })).toEqual({ data: { insert_yard_memo: { affected_rows: 0 } } })
  })
  it.each([
    [
      'a field that is not to be written',
      '{text: "a", user_id: "user-2"}',
      "field 'user_id' not found in type: 'yard_memo_insert_input'",
    ],
    [
      'another party',
      `{text: "a", agency_id: "${ids.south}"}`,
      "field 'agency_id' not found in type: 'yard_memo_insert_input'",
    ],
    ['a missing value', '{hits: 1}', 'a value that is required is missing'],
    [
      'a reference to nothing',
      `{text: "a", bill_id: "${ids.north}"}`,
      'a record that this one refers to does not exist, or this one is still referred to',
    ],
  ])('refuses %s', async (_what, object, message) => {
    expect(
      (await ask(`mutation { insert_yard_memo_one(object: ${object}) { id } }`)).errors?.[0]?.message,
    ).toBe(message)
    expect(await stored()).toEqual([])
  })
})

describe('on_conflict', () => {
  const query = `mutation($c: yard_memo_on_conflict) { insert_yard_memo(objects: [{text: "a", hits: 9}], on_conflict: $c) { affected_rows returning { hits } } }`
  const constraint = 'yard_memo_agency_id_text_key'.replace('yard_', '')
  it('refuses a second row of one key in words of our own', async () => {
    await add('a')
    expect((await ask(query)).errors?.[0]).toEqual({
      message: 'a record with these values exists already',
      extensions: { path: '$', code: 'constraint-violation' },
    })
  })
  it('on_conflict: refused duplicates are few a minute, so that nobody asks for others’ values by the thousand', async () => {
    const viewer = { ...viewers.north, user_id: 'prober' }
    await add('a')
    const codes: (string | undefined)[] = []
    for (let n = 0; n <= LIMITS.duplicates_a_minute; n += 1)
      codes.push((await ask(query, {}, viewer)).errors?.[0]?.extensions.code)
    expect(codes.slice(0, -1)).toEqual(Array(LIMITS.duplicates_a_minute).fill('constraint-violation'))
    expect(codes.at(-1)).toBe('limit-exceeded')
    const fresh = 'mutation { insert_yard_memo_one(object: {text: "new"}) { text } }'
    expect((await ask(fresh, {}, viewer)).errors?.[0]?.extensions.code).toBe('limit-exceeded')
    expect((await ask(fresh)).data).toBeDefined()
  })
  it('does nothing, or updates the columns it names, where its filter holds', async () => {
    await add('a', { hits: 1 })
    const answer = async (c: unknown) => (await ask(query, { c })).data?.insert_yard_memo
    expect(await answer({ constraint, update_columns: [] })).toEqual({ affected_rows: 0, returning: [] })
    expect(await answer({ constraint, update_columns: ['hits'], where: { hits: { _gt: 5 } } })).toEqual({
      affected_rows: 0,
      returning: [],
    })
    expect(await answer({ constraint, update_columns: ['hits'] })).toEqual({
      affected_rows: 1,
      returning: [{ hits: 9 }],
    })
  })
  it('never updates what is another’s to write', async () => {
    await add('a', { hits: 1 }, viewers.north_user)
    expect(
      (await ask(query, { c: { constraint, update_columns: ['hits'] } })).data?.insert_yard_memo,
    ).toEqual({ affected_rows: 0, returning: [] })
    expect(await stored()).toMatchObject([{ hits: 1 }])
  })
})

describe('update', () => {
  it('by filter, by key and many, with increments and jsonb', async () => {
    const id = await add('a', { data: { x: 1, list: [1, 2] } })
    await add('b')
    // Updated rows come in the order of their keys, which are random here.
    const { rows: inOrder } = await database.owner.query<{ text: string }>(
      'select text from yard.memo order by id',
    )
    const { data } = await ask(
      `mutation($id: uuid!) {
        all: update_yard_memo(where: {}, _inc: {hits: 2}) { affected_rows returning { text hits } }
        one: update_yard_memo_by_pk(pk_columns: {id: $id}, _set: {text: "z"}, _append: {data: {y: 2}}) { text data updated_at }
        key: update_yard_memo_by_pk(pk_columns: {id: $id}, _delete_key: {data: "x"}) { data }
        path: update_yard_memo_by_pk(pk_columns: {id: $id}, _delete_at_path: {data: ["list", "0"]}) { data }
        many: update_yard_memo_many(updates: [{where: {text: {_eq: "b"}}, _set: {hits: 7}}, {where: {text: {_eq: "none"}}, _set: {hits: 8}}]) { affected_rows }
      }`,
      { id },
    )
    expect(data).toEqual({
      all: {
        affected_rows: 2,
        returning: inOrder.map(({ text }) => ({ text, hits: 2 })),
      },
      one: { text: 'z', data: { x: 1, list: [1, 2], y: 2 }, updated_at: '2026-03-01T12:00:00+00:00' },
      key: { data: { list: [1, 2], y: 2 } },
      path: { data: { list: [2], y: 2 } },
      many: [{ affected_rows: 1 }, { affected_rows: 0 }],
    })
  })
  it('takes arguments of variables, null included', async () => {
    const id = await add('a', { bill_id: ids.a1 })
    const set = { hits: 3, data: null }
    expect(
      (
        await ask(
          'mutation($id: uuid!, $s: yard_memo_set_input) { update_yard_memo_by_pk(pk_columns: {id: $id}, _set: $s) { id } }',
          { id, s: set },
        )
      ).errors?.[0]?.message,
    ).toBe('a value that is required is missing')
    expect(
      (
        await ask(
          'mutation($p: yard_memo_pk_columns_input!, $s: yard_memo_set_input!) { update_yard_memo_by_pk(pk_columns: $p, _set: $s) { hits } }',
          { p: { id }, s: { hits: 3 } },
        )
      ).data,
    ).toEqual({
      update_yard_memo_by_pk: { hits: 3 },
    })
  })
  it.each([
    ['of another business', viewers.south],
    ['of a colleague, where only the author may', viewers.north_user],
  ])('does not reach a row %s', async (_what, viewer) => {
    const id = await add('a')
    expect(
      await ask(
        `mutation { update_yard_memo_by_pk(pk_columns: {id: "${id}"}, _set: {text: "x"}) { id } update_yard_memo(where: {}, _set: {text: "x"}) { affected_rows } }`,
        {},
        viewer,
      ),
    ).toEqual({
      data: { update_yard_memo_by_pk: null, update_yard_memo: { affected_rows: 0 } },
    })
    expect(await stored()).toMatchObject([{ text: 'a' }])
  })
  it.each([
    [
      'nothing to set',
      '_set: {}',
      'at least one operator with a column is expected: _set, _inc, _append, _prepend, _delete_key, _delete_elem, _delete_at_path',
    ],
    ['one column twice', '_set: {hits: 1}, _inc: {hits: 1}', "column 'hits' is found in multiple operators"],
    [
      'a field that is not to be written',
      `_set: {bill_id: "${ids.a1}"}`,
      "field 'bill_id' not found in type: 'yard_memo_set_input'",
    ],
  ])('refuses %s', async (_what, set, message) => {
    expect(
      (await ask(`mutation { update_yard_memo(where: {}, ${set}) { affected_rows } }`)).errors?.[0]?.message,
    ).toBe(message)
  })
})

describe('delete', () => {
  it('is soft: the row is answered, then gone for everybody', async () => {
    const id = await add('a')
    expect(await ask(`mutation { delete_yard_memo_by_pk(id: "${id}") { text } }`)).toEqual({
      data: { delete_yard_memo_by_pk: { text: 'a' } },
    })
    expect(await ask(`{ yard_memo { id } yard_memo_by_pk(id: "${id}") { id } }`)).toEqual({
      data: { yard_memo: [], yard_memo_by_pk: null },
    })
    expect(await stored()).toMatchObject([{ deleted: true }])
    expect(
      await ask(
        `mutation { delete_yard_memo_by_pk(id: "${id}") { text } delete_yard_memo(where: {}) { affected_rows } }`,
      ),
    ).toEqual({
      data: { delete_yard_memo_by_pk: null, delete_yard_memo: { affected_rows: 0 } },
    })
  })
  it('is there for the roles that may, and in nobody else’s schema', async () => {
    await add('a')
    expect(
      (await ask('mutation { delete_yard_memo(where: {}) { affected_rows } }', {}, viewers.north_user))
        .errors?.[0]?.message,
    ).toBe("field 'delete_yard_memo' not found in type: 'mutation_root'")
    expect(
      await ask(
        'mutation { delete_yard_memo(where: {text: {_eq: "a"}}) { affected_rows returning { text } } }',
      ),
    ).toEqual({
      data: { delete_yard_memo: { affected_rows: 1, returning: [{ text: 'a' }] } },
    })
  })
  it('asks for a filter', async () => {
    expect((await ask('mutation { delete_yard_memo { affected_rows } }')).errors?.[0]?.message).toBe(
      "missing required field 'where'",
    )
  })
})

describe('a request', () => {
  it('is whole or not at all', async () => {
    expect(
      (
        await ask(
          'mutation { a: insert_yard_memo_one(object: {text: "a"}) { id } b: insert_yard_memo_one(object: {text: "a"}) { id } }',
        )
      ).errors,
    ).toHaveLength(1)
    expect(await stored()).toEqual([])
  })
  it('cannot write what is no plain fact, nor as one who may write nothing', async () => {
    for (const root of [
      'update_yard_bill(where: {}, _set: {status: "closed"}) { affected_rows }',
      'delete_yard_line(where: {}) { affected_rows }',
    ]) {
      expect((await ask(`mutation { ${root} }`)).errors?.[0]?.message).toMatch(
        /^field '\w+' not found in type: 'mutation_root'$/,
      )
    }
    for (const viewer of [viewers.provider, viewers.acme, viewers.funder]) {
      expect(
        (await ask('mutation { insert_yard_memo_one(object: {text: "a"}) { id } }', {}, viewer)).errors?.[0]
          ?.message,
      ).toBe('no mutations exist')
    }
  })
  it('leaves an audit row for each change, old and new', async () => {
    const id = await add('a', { hits: 1 })
    await ask(
      `mutation { update_yard_memo(where: {}, _set: {hits: 2}) { affected_rows } delete_yard_memo(where: {}) { affected_rows } }`,
    )
    const { rows } = await database.owner.query(
      'select action_id, entity, old_values, new_values, user_id from log.audit where entity_id = $1 order by id',
      [id],
    )
    expect(rows).toMatchObject([
      {
        action_id: 'yard.memo.insert',
        entity: 'yard.memo',
        old_values: null,
        new_values: { text: 'a', hits: 1 },
        user_id: 'user-1',
      },
      { action_id: 'yard.memo.update', old_values: { hits: 1 }, new_values: { hits: 2 } },
      { action_id: 'yard.memo.delete', old_values: { deleted_at: null } },
    ])
  })
  it('made under an action is audited under its id', async () => {
    const id = await add('a', { hits: 7 })
    const query = 'mutation { update_yard_memo(where: {}, _set: {text: "b"}) { affected_rows } }'
    await endpoint.execute(viewers.north, { query, action_id: 'yard.memo.reset' })
    const { rows } = await database.owner.query(
      `select action_id, old_values, new_values from log.audit where entity_id = $1 and action_id <> 'yard.memo.insert'`,
      [id],
    )
    expect(rows).toEqual([
      {
        action_id: 'yard.memo.reset',
        old_values: { text: 'a', hits: 7 },
        new_values: { text: 'b', hits: 0 },
      },
    ])
  })
  it('is shown by introspection as it works', () => {
    const schema = endpoint.schemaOf(viewers.north).whole()
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual([
      'insert_yard_memo',
      'insert_yard_memo_one',
      'update_yard_memo',
      'update_yard_memo_many',
      'update_yard_memo_by_pk',
      'delete_yard_memo',
      'delete_yard_memo_by_pk',
    ])
  })
})
