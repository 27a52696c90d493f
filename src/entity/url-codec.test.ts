import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from './entity.ts'
import type { ListState, ListUrlShape } from './url-codec.ts'
import { decodeListState, empty_list_state, encodeListState, nextSort } from './url-codec.ts'

const status: Field = {
  kind: 'choice',
  label: 'Status',
  choices: [
    { value: 'open', label: 'Open' },
    { value: 'pending_approval_client', label: 'Pending' },
  ],
}
const shape: ListUrlShape = {
  filters: { status, human_id: { kind: 'human_id', label: 'Id' }, due_date: { kind: 'day', label: 'Due' } },
  groups: { status },
  sortable: new Set(['human_id', 'client.name']),
}
const decode = (query: Parameters<typeof decodeListState>[1]) => decodeListState(shape, query)

describe('list state in the URL', () => {
  it('writes the specification’s three parameters', () => {
    const state: ListState = {
      group_by: { id: 'status', value: 'pending_approval_client' },
      filter_by: { human_id: { contains: 'INV' } },
      sort_by: { id: 'client.name', desc: false },
      search: 'acme',
    }
    expect(encodeListState(state)).toEqual({
      group_by: 'status__pending_approval_client',
      filter_by: '{"human_id":{"contains":"INV"}}',
      sort_by: '{"id":"client.name","desc":false}',
      search: 'acme',
    })
    expect(decode(encodeListState(state))).toEqual(state)
  })

  it('gives the plain list a plain address', () => {
    expect(encodeListState(empty_list_state)).toEqual({})
    expect(decode({})).toEqual(empty_list_state)
  })

  it('distinguishes a cleared filter from an absent one', () => {
    expect(encodeListState({ ...empty_list_state, filter_by: {} })).toEqual({ filter_by: '{}' })
    expect(decode({ filter_by: '{}' }).filter_by).toEqual({})
    expect(decode({}).filter_by).toBeNull()
  })

  it.each([
    [{ group_by: 'status' }, { group_by: null }],
    [{ group_by: 'nope__open' }, { group_by: null }],
    [{ group_by: 'status__stolen' }, { group_by: { id: 'status', value: '' } }],
    [{ group_by: 'constructor__x' }, { group_by: null }],
    [{ filter_by: '{broken' }, { filter_by: null }],
    [{ filter_by: '[1]' }, { filter_by: null }],
    [
      { filter_by: '{"salary":{"is":true},"status":{"in":["open"]}}' },
      { filter_by: { status: { in: ['open'] } } },
    ],
    [{ filter_by: '{"__proto__":{"in":["open"]}}' }, { filter_by: {} }],
    [{ sort_by: '{"id":"salary","desc":true}' }, { sort_by: null }],
    [{ sort_by: '{"id":"human_id"}' }, { sort_by: { id: 'human_id', desc: true } }],
    [{ search: 'x'.repeat(40) }, { search: 'x'.repeat(20) }],
  ])('drops what it does not know: %j', (query, expected) => {
    expect(decode(query)).toEqual({ ...empty_list_state, ...expected })
  })

  it('opens a list for any address, and is stable after one round', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        fc.string(),
        (group_by, filter_by, sort_by, search) => {
          const once = decode({ group_by, filter_by, sort_by, search })
          const again = decode(encodeListState(once))
          expect(again).toEqual({ ...once, search: once.search.trim() ? once.search : '' })
        },
      ),
    )
  })
})

describe('a click on a header', () => {
  const newest = { id: 'updated_at', desc: true }
  const soonest = { id: 'due_date', desc: false }

  it('sorts descending, ascending, then as the list does by itself', () => {
    const first = nextSort(null, 'human_id', newest)
    const second = nextSort(first, 'human_id', newest)
    expect([first, second, nextSort(second, 'human_id', newest)]).toEqual([
      { id: 'human_id', desc: true },
      { id: 'human_id', desc: false },
      null,
    ])
    expect(nextSort(second, 'client.name', newest)).toEqual({ id: 'client.name', desc: true })
  })

  it.each([newest, soonest])(
    'on the column of the list’s own order %o changes the order every time',
    (own) => {
      const turned = nextSort(null, own.id, own)
      expect(turned).toEqual({ id: own.id, desc: !own.desc })
      expect(nextSort(turned, own.id, own)).toBeNull()
    },
  )
})
