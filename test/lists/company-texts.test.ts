import { expect, test } from 'vitest'
import { company_texts } from '#business/parties/company.entity.ts'
import { client_list } from '#business/parties/lists/client.list.tsx'

/** The client's page shows these; the list has no room for them. */
const on_the_page_only = ['phone', 'website']

test('client list: has a column for each text of a company', () => {
  const columns: readonly string[] = client_list.columns.map(({ field }) => field)
  const wanted = company_texts.filter((name) => !on_the_page_only.includes(name))
  expect(columns).toEqual(expect.arrayContaining(wanted.map((name) => `from_business.company.${name}`)))
})
