import { describe, expect, it } from 'vitest'
import { entity } from '#entity/entity.ts'
import { decodeListState } from '#entity/url-codec.ts'
import type { Session } from '#web/core/session.ts'
import type { ListAddress } from './dropped.ts'
import { droppedParts, droppedText } from './dropped.ts'
import { list } from './list.ts'
import { shapeList } from './shape.ts'

const placement = entity({
  module: 'contract',
  name: 'placement',
  label: 'Placement',
  plural: 'Placements',
  fields: {
    id: { kind: 'uuid', label: 'Id' },
    human_id: { kind: 'human_id', label: 'Placement', searchable: true },
    status: {
      kind: 'choice',
      label: 'Status',
      choices: [
        { value: 'active', label: 'Active' },
        { value: 'expired', label: 'Expired' },
      ],
    },
    margin: { kind: 'money', label: 'Margin' },
  },
})
const placements = list({
  entity: placement,
  title: 'Placements',
  first_run: 'Rows show here.',
  columns: [{ field: 'human_id' }, { field: 'status' }, { field: 'margin', only: ['agency'] }],
  filters: [{ field: 'status' }, { field: 'margin', only: ['agency'] }],
  groups: [{ field: 'status' }],
  sort: { id: 'human_id', desc: true },
  link: () => null,
  card: { title: 'human_id' },
})
const as = (category: string) => ({ category, roles: [], allowed_actions: [] }) as unknown as Session
const dropped = (address: ListAddress, category = 'contractor') => {
  const shaped = shapeList({ 'contract.placement': placement }, placements, as(category))
  return droppedParts(shaped, address, decodeListState(shaped.url, address))
}

describe('unknown parts of an address', () => {
  it.each([
    [{ filter_by: '{broken' }, ['the filter, which cannot be read']],
    [{ filter_by: '[]' }, ['the filter, which cannot be read']],
    [{ filter_by: '{"salary":{"from":"1"}}' }, ['the filter “salary”']],
    [{ filter_by: '{"constructor":{"in":["1"]}}' }, ['the filter “constructor”']],
    [{ filter_by: '{"status":{"in":["active","stolen"]}}' }, ['a value of the filter “Status”']],
    [{ filter_by: '{"status":{"in":["stolen"]}}' }, ['the value of the filter “Status”']],
    [{ sort_by: '{"id":"salary","desc":true}' }, ['sorting by “salary”']],
    [{ sort_by: 'x' }, ['the sorting, which cannot be read']],
    [{ group_by: 'salary__1' }, ['the group “salary”']],
    [{ group_by: 'status__stolen' }, ['the group “stolen”']],
    [{ columns: 'human_id,salary,status' }, ['the column “salary”']],
    [{ search: '   ' }, ['a search of wildcards only']],
    [{ search: 'x'.repeat(21) }, ['the search text beyond 20 characters']],
  ])('%j', (address, parts) => {
    expect(dropped(address)).toEqual(parts)
  })

  it('a field that is another’s reads like one that does not exist', () => {
    const address = {
      filter_by: '{"margin":{"from":"1"}}',
      sort_by: '{"id":"margin","desc":true}',
      columns: 'human_id,margin',
    }
    expect(dropped(address)).toEqual(['the filter “margin”', 'sorting by “margin”', 'the column “margin”'])
    expect(dropped(address, 'agency')).toEqual([])
  })

  it('is silent for a clean address, and brief for many parts', () => {
    expect(dropped({ filter_by: '{"status":{"in":["active"]}}', group_by: 'status__active' })).toEqual([])
    expect(dropped({ columns: 'x'.repeat(90) })).toEqual([`the column “${'x'.repeat(40)}…”`])
    expect(droppedText(['the filter “a”', 'the column “b”'])).toBe(
      'Not available in this list or to you: the filter “a” and the column “b”.',
    )
  })
})
