/** Cards of a phone: for each of their readers they say whom a row is about, not only its number (experience.md, page 2). */
import { expect, test } from 'vitest'
import { everyList, type Listed } from './registry.ts'

/** Columns that name somebody. */
const names =
  /^(client|contractor|agency|funder|business|payee|(to|from|for)_business|from_party)\.name$|^(candidate_)?name$/

const shownOf = ({ list, shaped }: Pick<Listed, 'list' | 'shaped'>): string[] => {
  const offered = new Set(shaped.offered.map((column) => column.field))
  return Object.values(list.card)
    .flat()
    .filter((field) => offered.has(field))
}

const listed = await everyList()

test('a card names a party wherever the table does', () => {
  const silent = listed.filter(
    (one) =>
      one.shaped.offered.some((column) => names.test(column.field)) &&
      !shownOf(one).some((field) => names.test(field)),
  )
  expect(silent.map(({ at, category }) => `${category}/${at}`)).toEqual([])
})

test('each side of a placement sees the other one on its card', () => {
  const of = (category: string, at: string) =>
    shownOf(listed.find((one) => one.category === category && one.at === at) ?? never(at))
  expect(of('client', 'contract/temp_placement')).toContain('contractor.name')
  expect(of('contractor', 'contract/temp_placement')).toContain('client.name')
  expect(of('client', 'config/payment_terms')).toContain('agency.name')
  expect(of('client', 'transaction/invoice')).toContain('contractor.name')
  expect(of('contractor', 'transaction/invoice')).not.toContain('contractor.name')
})

function never(at: string): never {
  throw new Error(`no list ${at}`)
}
