/** Approved work turns out wrong: the agency refines it with a look first, and reads what was credited and raised anew. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { card, gone, rowsOf, see } from './look.ts'
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

test('refinement: previewed first; lists every credit note and new document', async () => {
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

type Week = {
  id: string
  human_id: string
  contractor_id: string
  monday: string
  tuesday: string
  client_pence: number
  contractor_pence: number
}

/** The contractor's oldest week that nobody has corrected and no batch holds: two days with hours, at one rate. */
async function weekOfHis(): Promise<Week> {
  const [week] = await stint.sql<Week>(
    `select t.id, t.human_id, t.contractor_id,
       trim_scale(a.units)::text as monday, trim_scale(b.units)::text as tuesday,
       (a.client_rate * 100)::int as client_pence, (a.contractor_rate * 100)::int as contractor_pence
     from transaction.timesheet t
     join business.business c on c.id = t.contractor_id and c.name = 'Marcus Bell'
     join transaction.timesheet_detail a on a.timesheet_id = t.id and a.date = t.start_date and a.units >= 3.5
     join transaction.timesheet_detail b on b.timesheet_id = t.id and b.date = t.start_date + 1 and b.group_id = a.group_id
       and b.client_rate = a.client_rate and b.units between 1.5 and 12
     where t.status = 'approved' and t.refines_id is null
       and not exists (select from transaction.refinement r where r.transaction_id = t.id)
       and exists (select from transaction.invoice i where i.timesheet_id = t.id and i.type = 'contractor-agency')
       and not exists (select from transaction.invoice i where i.timesheet_id = t.id and i.is_credit_note)
       and not exists (select from transaction.invoice i join payment.payment_batch_item p on p.invoice_id = i.id
         where i.timesheet_id = t.id and p.status in ('included', 'held'))
     order by t.end_date limit 1`,
  )
  if (!week) throw new Error('no week to correct')
  return week
}

const pence = (text: string | undefined) => Math.round(Number((text ?? '').replace(/[^\d.-]/g, '')) * 100)
const inPounds = (amount: number) => displayMoney(money(amount, GBP))

test('refinement by difference: the preview equals the result; leaving asks before typed text is lost', async () => {
  const { page, context } = await signIn(browser, stint, 'agency_admin', {
    viewport: { width: 768, height: 1024 },
  })
  const week = await weekOfHis()
  const place = `/agency/transaction/refine/${week.id}`
  await page.goto(`/agency/transaction/timesheet/${week.id}`)
  await page.getByRole('link', { name: 'Refine', exact: true }).click()
  const monday = page.locator('input[data-cell="0:0"]')
  const tuesday = page.locator('input[data-cell="0:1"]')
  const hours = [String(Number(week.monday) - 3), String(Number(week.tuesday) - 1)] as const
  await monday.fill(hours[0])
  await page.getByLabel('Reason').fill('Three hours of Monday were another client’s')
  await page.getByRole('radio', { name: 'Only the difference' }).check()
  await page.getByRole('link', { name: week.human_id }).first().click()
  const asked = page.getByRole('dialog')
  await see(asked.getByText('Your changes are not saved and will be lost.'))
  await asked.getByRole('button', { name: 'No' }).click()
  await gone(asked)
  expect(new URL(page.url()).pathname).toBe(place)
  expect([await monday.inputValue(), await tuesday.inputValue()]).toEqual([hours[0], week.tuesday])
  const refine = page.getByRole('button', { name: 'Refine', exact: true })
  expect(await refine.getAttribute('aria-disabled')).toBe('true')
  const look = page.getByRole('button', { name: 'Preview' })
  await look.click()
  const changes = card(page, 'What changes')
  await see(changes)
  // What is changed after the look is looked at again.
  await tuesday.fill(hours[1])
  await gone(changes)
  expect(await refine.getAttribute('aria-disabled')).toBe('true')
  await look.click()
  // Four hours less in all, with VAT of a fifth: by hand, from the rates of the week.
  const less = (rate: number) => (4 * rate * 6) / 5
  const client = less(week.client_pence)
  const contractor = less(week.contractor_pence)
  await see(
    changes.getByText(new RegExp(`^The client is billed .*: ${inPounds(client)} less\\.$`)),
    changes.getByText(new RegExp(`^The contractor is owed .*: ${inPounds(contractor)} less\\.$`)),
  )
  const foreseen = new Map(
    (await rowsOf(changes)).map(([type, before, after, change]) => {
      expect(pence(after) - pence(before)).toBe(pence(change))
      return [type, pence(change)]
    }),
  )
  expect(foreseen.get('Provider to Client')).toBe(-client)
  expect(foreseen.get('Contractor to Agency')).toBe(-contractor)
  const stood = await stint.sql('select id from transaction.refinement where transaction_id = $1', week.id)
  expect(stood).toEqual([])
  await refine.dblclick()
  await see(page.getByText(new RegExp(`${week.human_id} is refined: RFN`)))
  await page.waitForURL((url) => url.pathname.endsWith(`/transaction/timesheet/${week.id}`))

  const refinements = await stint.sql<{ id: string; human_id: string; mode: string; status: string }>(
    'select id, human_id, mode, status from transaction.refinement where transaction_id = $1',
    week.id,
  )
  expect(refinements).toMatchObject([{ mode: 'difference', status: 'completed' }])
  const [done] = refinements
  const sheets = await stint.sql(
    `select status, trim_scale(total_units)::text as units from transaction.timesheet where refines_id = $1 order by total_units`,
    week.id,
  )
  expect(sheets).toEqual([{ status: 'approved', units: '-4' }])
  const raised = await stint.sql<{ type: string; pence: number; notes: number; n: number }>(
    `select i.type, (sum(i.total_amount) * 100)::int as pence, count(*) filter (where i.is_credit_note)::int as notes, count(*)::int as n
     from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
     join transaction.timesheet t on t.id = s.timesheet_id where t.refines_id = $1 group by i.type order by i.type`,
    week.id,
  )
  const of = (type: string) => raised.find((one) => one.type === type)?.pence ?? 0
  expect(of('provider-client')).toBe(-client)
  expect(of('agency-provider')).toBe(-client)
  expect(of('contractor-agency')).toBe(-contractor)
  // The agency earns what is left of the sale after the contractor and the fee.
  expect(of('agency_earnings')).toBe(-client + contractor - of('provider-agency'))
  expect(raised.every((one) => one.notes === 1 && one.n === 1)).toBe(true)
  expect([...foreseen.values()].toSorted((a, b) => a - b)).toEqual(
    raised.map((one) => one.pence).toSorted((a, b) => a - b),
  )

  await page.goto(`/agency/transaction/refinement/${done?.id}`)
  await see(page.getByText('Three hours of Monday were another client’s'))
  const documents = await rowsOf(card(page, 'Documents'))
  expect(documents).toHaveLength(raised.reduce((sum, one) => sum + one.n, 0))
  for (const [type, change] of foreseen) {
    const shown = documents.filter((row) => row[1] === type).map((row) => pence(row[4]))
    expect(shown.reduce((sum, one) => sum + one, 0)).toBe(change)
  }
  // What was corrected is the beginning of the next correction.
  await page.goto(place)
  await expect.poll(() => monday.inputValue(), { timeout: 60_000 }).toBe(hours[0])
  expect(await tuesday.inputValue()).toBe(hours[1])
  expect(await page.getByRole('radio', { name: 'Only the difference' }).isChecked()).toBe(true)
  // Added hours wait for somebody else, and the preview says so.
  await tuesday.fill(week.tuesday)
  await page.getByLabel('Reason').fill('Tuesday was right')
  await look.click()
  await see(changes.getByText('Hours are added, so somebody else approves them first.'))
  await context.close()

  const his = await signIn(browser, stint, 'contractor', { viewport: { width: 360, height: 740 } })
  await his.open(`/contractor/transaction/refinement/${done?.id}`)
  const own = await rowsOf(card(his.page, 'Documents'))
  // The contractor's own documents, and no other: the client's are not theirs to read.
  expect(own.map((row) => [row[1], pence(row[4])]).toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
    ['Contractor to Agency', (-4 * week.contractor_pence * 6) / 5],
  ])
  await his.context.close()
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
