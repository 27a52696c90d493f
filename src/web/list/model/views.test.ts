import { expect, it } from 'vitest'
import { empty_list_state } from '#entity/url-codec.ts'
import { isSameSearch, searchOf, viewOf } from './views.ts'

const state = {
  ...empty_list_state,
  group_by: { id: 'status', value: 'open' },
  filter_by: { total_amount: { from: '1000' } },
  sort_by: { id: 'due_date', desc: false },
}

it('a view is the address, with the columns where they are the reader’s own', () => {
  const search = searchOf(state, null)
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    group_by: 'status__open',
    filter_by: '{"total_amount":{"from":"1000"}}',
    sort_by: '{"id":"due_date","desc":false}',
  })
  expect(new URLSearchParams(searchOf(state, ['human_id', 'client.name'])).get('columns')).toBe(
    'human_id,client.name',
  )
  expect(searchOf(empty_list_state, null)).toBe('')
})

it('is found by its address', () => {
  const view = { id: '1', name: 'Large', search: searchOf(state, null) }
  expect(viewOf([view], searchOf(state, null).split('&').reverse().join('&'))).toBe(view)
  expect(viewOf([view], '')).toBeNull()
  expect(isSameSearch('a=1&b=%22x%22', 'b="x"&a=1')).toBe(true)
})
