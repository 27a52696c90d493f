/** A debt goes back to its agency: the funder reads what that does before it is done, and it does just that. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { field, gone, menu, messageOf, rowsOf, see, toast } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

type Debt = {
  human_id: string
  recourse: string
  disallowed: string
  is_reassigned: boolean
}

let funder: Person
let page: Page
let debts: { id: string; human_id: string }[]

beforeAll(async () => {
  funder = await signIn(browser, stint, 'funder_admin')
  page = funder.page
  const { rows } = await funder.ask<{ rows: { id: string; human_id: string }[] }>(
    `{ rows: get_funding_documents(where: { is_credit_note: { _eq: false } }, order_by: [{ days_overdue: desc }, { id: asc }], limit: 2) { id human_id } }`,
  )
  debts = rows
})

const debtOf = async (id: string | undefined): Promise<Debt | undefined> =>
  (
    await stint.sql<Debt>(
      `select human_id, recourse_amount::text as recourse, disallowed_amount::text as disallowed,
         reassigned_on is not null as is_reassigned from transaction.invoice where id = $1`,
      id,
    )
  )[0]
const plain = (text: string | undefined) => Number((text ?? '').replace(/[^\d.-]/g, '')).toFixed(2)
const bar = () => page.getByRole('toolbar', { name: 'Selected records' })
const dialog = () => page.getByRole('dialog')

async function choose(...human_ids: readonly string[]): Promise<void> {
  for (const human_id of human_ids) {
    const row = page.getByRole('row').filter({ hasText: human_id })
    await row.getByRole('checkbox').check()
  }
}

/** Of the preview: what the agency owes and what is disallowed, then. */
async function foreseen(human_id: string): Promise<{ recourse: string; disallowed: string }> {
  const rows = await rowsOf(dialog().getByRole('region', { name: 'What it does' }).getByRole('table'))
  const row = rows.find(([id]) => id === human_id)
  // The amount; the reason stands below it in the same cell.
  return { recourse: plain(row?.[2]), disallowed: plain(/^[^A-Z]*/.exec(row?.[4] ?? '')?.[0]) }
}

test('two debts go back one after the other, each with its effects, and do what was foreseen', async () => {
  await funder.open('/')
  await menu(page, 'Funding Debts').click()
  const [first, second] = debts
  if (!first || !second) throw new Error('too few debts')
  await choose(first.human_id, second.human_id)
  await bar().getByRole('button', { name: 'Reassign', exact: true }).click()
  for (const debt of [first, second]) {
    await see(dialog().getByText(`Reassign ${debt.human_id} to its agency`))
    const then = await foreseen(debt.human_id)
    const send = dialog().getByRole('button', { name: 'Reassign', exact: true })
    await send.click()
    expect(await messageOf(field(dialog(), 'Reason'))).toBe(validationText.specify_reason)
    expect((await debtOf(debt.id))?.is_reassigned).toBe(false)
    await field(dialog(), 'Reason').fill(`The client has gone quiet about ${debt.human_id}`)
    await send.dblclick()
    await see(toast(page, `${debt.human_id} is the agency’s again`))
    await expect
      .poll(() => debtOf(debt.id), { timeout: 60_000 })
      .toEqual({ human_id: debt.human_id, ...then, is_reassigned: true })
  }
  await gone(dialog())
})
