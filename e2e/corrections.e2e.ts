/** Approved work turns out wrong: the agency refines it with a look first, and reads what was credited and raised anew. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, rowsOf, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

/** A week whose contractor was paid: nothing of it waits in a payment batch. */
const paid_week = `{ weeks: transaction_timesheet(where: { status: { _eq: "approved" }, refines_id: { _is_null: true },
  total_units: { _gt: 20 }
  invoices: { type: { _eq: "contractor-agency" }, status: { _eq: "closed" } } }, order_by: { end_date: asc }, limit: 1) { id human_id } }`

async function weekToRefine(page: Page): Promise<{ id: string; human_id: string }> {
  return page.evaluate(async (query) => {
    const answer = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-stint-csrf': '1' },
      body: JSON.stringify({ query }),
    })
    return (await answer.json()).data.weeks[0]
  }, paid_week)
}

test('refined with a look first; the refinement lists every credit note and what is new', async () => {
  const { page, context } = await signIn(browser, stint, 'agency_admin')
  await page.goto('/agency/dashboard')
  const week = await weekToRefine(page)
  await page.goto(`/agency/transaction/timesheet/${week.id}`)
  await page.getByRole('link', { name: 'Refine', exact: true }).click()
  await see(page.getByRole('heading', { name: `Refine ${week.human_id}` }))
  await page.locator('input[data-cell="0:0"]').fill('5')
  await page.getByRole('button', { name: 'Preview' }).click()
  await see(page.getByText('Mandatory'))
  await page.getByLabel('Reason').fill('Monday was shorter')
  await page.getByRole('button', { name: 'Preview' }).click()
  await see(card(page, 'What changes').getByText(/^The client is billed £/))
  const foreseen = await rowsOf(card(page, 'What changes'))
  await page.getByRole('button', { name: 'Refine', exact: true }).click()
  await see(page.getByText(new RegExp(`${week.human_id} is refined: RFN`)))
  await page.goto('/agency/transaction/refinement')
  await page.getByRole('link', { name: /^RFN/ }).first().click()
  await see(page.getByText('Monday was shorter'))
  const documents = await rowsOf(card(page, 'Documents'))
  for (const [type, , after] of foreseen) {
    const of_type = documents.filter((row) => row[1] === type)
    expect(of_type.some((row) => row[2] !== '' && row[4]?.startsWith('-'))).toBe(true)
    expect(of_type.some((row) => row[2] === '' && row[4] === after)).toBe(true)
  }
  await context.close()
})
