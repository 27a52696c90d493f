/** What a record names leads there, for whoever has a page of it: no page is a dead end (experience.md, evidence chain). */
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { expense_record } from '#business/expenses/expense.page.tsx'
import { payment_record } from '#business/payments/payment.page.tsx'
import type { Category } from '#entity/access.ts'
import { recordQuery, shapeRecord } from '#web/blocks/record.ts'
import type { Session } from '#web/core/session.ts'

const agency_id = '019a7c72-0ea8-7000-8002-acf31aa952ac'
const row = {
  id: 'x',
  agency: { id: agency_id, name: 'Alpha' },
  client: { id: 'c', name: 'Beta' },
  contractor: { id: 'k', name: 'Gamma' },
  payment_batch: { id: 'b', human_id: 'BAT000001' },
}

/** Where each fact of the page leads, by its field. */
function leads(screen: typeof expense_record, category: Category): Record<string, string | null> {
  // A screen reads no more of the session than the category and the roles.
  const shaped = shapeRecord(entities, screen, { category, roles: [] } as unknown as Session)
  const facts = shaped.cards.flatMap((card) => card.facts)
  return Object.fromEntries(
    facts.flatMap((fact) => (fact.link ? [[fact.field, fact.link(row, category)]] : [])),
  )
}

test('the provider’s expense links to every party', () => {
  expect(leads(expense_record, 'provider')).toEqual({
    'agency.name': `/provider/business/agency/${agency_id}`,
    'client.name': '/provider/business/client/c',
    'contractor.name': '/provider/business/contractor/k',
  })
})

test('no link to a page that the reader lacks', () => {
  expect(Object.keys(leads(expense_record, 'contractor'))).toEqual([])
  expect(Object.keys(leads(expense_record, 'client'))).toEqual([])
  expect(Object.keys(leads(payment_record, 'agency'))).toEqual(['contractor.name'])
})

test('a payment leads to the batch that it went out with, and asks for its id', () => {
  expect(leads(payment_record, 'provider')['payment_batch.human_id']).toBe(
    '/provider/payment/payment_batch/b',
  )
  const session = { category: 'provider', roles: [] } as unknown as Session
  expect(recordQuery(shapeRecord(entities, payment_record, session))).toMatch(
    /payment_batch \{ human_id id \}|payment_batch \{ id human_id \}/,
  )
})

test('a missing record has no link', () => {
  const session = { category: 'provider', roles: [] } as unknown as Session
  const { cards } = shapeRecord(entities, payment_record, session)
  const batch = cards.flatMap(({ facts }) => facts).find(({ field }) => field === 'payment_batch.human_id')
  expect(batch?.link?.({ id: 'x', payment_batch: null }, 'provider')).toBe(null)
})
