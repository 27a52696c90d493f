/**
 * A debt goes back to its agency and is taken again: who carries its risk reads what that does before it is done, and it does
 * just that; what the agency owes is set off against its next earnings, and goes back to them when the debt is taken back.
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, parseMoney } from '#kernel/money.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { figure } from './figure.ts'
import { card, field, gone, menu, messageOf, rowsOf, see, toast } from './look.ts'
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
      `select (select p.human_id from transaction.invoice p where p.invoice_set_id = i.invoice_set_id and p.type = 'agency-funder'
           order by p.human_id limit 1) as human_id, recourse_amount::text as recourse, disallowed_amount::text as disallowed,
         reassigned_on is not null as is_reassigned from transaction.invoice i where id = $1`,
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
  const rows = await rowsOf(dialog().getByRole('region', { name: 'Effect' }).getByRole('table'))
  const row = rows.find(([id]) => id === human_id)
  // The amount; the reason stands below it in the same cell.
  return { recourse: plain(row?.[2]), disallowed: plain(/^[^A-Z]*/.exec(row?.[4] ?? '')?.[0]) }
}

test('reassignment: two debts in turn, each with the previewed effects', async () => {
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

test('reassignment: the list shows the reason and filters by it', async () => {
  await page.goto('/funder/report/funding_debt')
  await page.locator('button[aria-pressed]').filter({ hasText: 'Reassigned' }).click()
  const [all] = await stint.sql<{ n: number }>(
    `select count(*)::int as n from transaction.invoice i
     join business.business p on p.id = transaction.principal_of(i.type, i.provider_id, i.funder_id) and p.name like 'Harbourline%'
     where i.reassigned_on is not null and i.status = 'open'`,
  )
  await see(page.getByText(`Matched Records: ${all?.n} of`))
  for (const { human_id } of debts) {
    const row = page.getByRole('row').filter({ hasText: human_id })
    await see(row.getByText(`The client has gone quiet about ${human_id}`))
  }
  await figure(page, 'funder-debts')
})

test('taking back: mirrors the agency’s debt; a second window gets a conflict', async () => {
  const [first] = debts
  if (!first) throw new Error('no debt')
  const other = await funder.context.newPage()
  const there = other.getByRole('dialog')
  for (const one of [page, other]) {
    await one.goto('/funder/report/funding_debt')
    await one.getByRole('row').filter({ hasText: first.human_id }).getByRole('checkbox').check()
    await one.getByRole('button', { name: 'Take back', exact: true }).click()
    await see(one.getByRole('dialog').getByText(`Take ${first.human_id} back from its agency`))
  }
  const then = await foreseen(first.human_id)
  await field(dialog(), 'Reason').fill('The client has promised and paid a part')
  await dialog().getByRole('button', { name: 'Take back', exact: true }).click()
  await see(toast(page, `${first.human_id} is at your risk again`))
  await gone(dialog())
  expect(await debtOf(first.id)).toEqual({ human_id: first.human_id, ...then, is_reassigned: false })
  await field(there, 'Reason').fill('The same again')
  await there.getByRole('button', { name: 'Take back', exact: true }).click()
  await see(toast(other, `${first.human_id} is not reassigned`))
  expect(await field(there, 'Reason').inputValue()).toBe('The same again')
  await other.close()
})

test('reassignment: the funder’s analyst only reads; the agency reads its debt', async () => {
  const analyst = await signIn(browser, stint, 'funder_analyst', { viewport: { width: 768, height: 1024 } })
  await analyst.open('/funder/report/funding_debt')
  await see(analyst.page.getByText(debts[1]?.human_id ?? ''))
  await analyst.page
    .getByRole('row')
    .filter({ hasText: debts[1]?.human_id ?? '' })
    .getByRole('checkbox')
    .check()
  await see(analyst.page.getByRole('toolbar', { name: 'Selected records' }))
  for (const name of ['Reassign', 'Take back'])
    expect(await analyst.page.getByRole('button', { name, exact: true }).count()).toBe(0)
  const refused = await analyst.act('transaction.invoice.reassign', { id: debts[0]?.id, reason: 'Try' })
  expect(refused).toMatchObject({ success: false, message: 'You do not have permission to do this' })
  await analyst.context.close()
})

describe('an advance that the client never pays', () => {
  type Advance = {
    id: string
    human_id: string
    owed: string
    earning_id: string
    earning: string
    earned: string
    agency: string
  }
  let advance: Advance
  let admin: Person
  let maker: Person
  let batch: string
  /** Set off against it in all, and of that by the one earning. */
  let taken: string
  let of_earning: string

  const invoice_path = (category: string) => `/${category}/transaction/invoice/${advance.id}`
  const pounds = (text: string) => displayMoney(parseMoney(text, GBP))
  const recourse = (of: Page) => card(of, 'Recourse')
  /** Of rows of what was taken off earnings. */
  const total = (rows: readonly string[][]) =>
    rows.reduce((sum, row) => sum + Number(row[3]?.replace(/[£,]/g, '')), 0).toFixed(2)
  const note = async () =>
    (
      await stint.sql<{ human_id: string; amount: string; recovered: string; cured: string; status: string }>(
        `select human_id, amount::text, recovered_amount::text as recovered, cured_amount::text as cured, status
         from transaction.collection_note where invoice_id = $1 order by created_at desc limit 1`,
        advance.id,
      )
    )[0]

  /** A batch of what is due today, made on the screen. */
  async function makeBatch(): Promise<string> {
    await maker.open('/provider/payment/new_batch')
    await maker.page.getByRole('button', { name: 'Create batch' }).click()
    await see(maker.page.getByRole('button', { name: 'Submit for review' }))
    return new URL(maker.page.url()).pathname
  }

  beforeAll(async () => {
    // Paid to contractor and agency, and nothing of it by the client; another earning of the agency waits for its client.
    const [found] = await stint.sql<
      Advance & { paid_id: string; client_id: string; paid: string; account_id: string }
    >(
      `select i.id, i.human_id, e.id as earning_id, e.human_id as earning, e.outstanding_balance::text as earned, a.name as agency,
         b.id as paid_id, b.client_id, b.total_amount::text as paid, k.id as account_id, p.owed::text as owed
       from transaction.invoice e
       join business.business a on a.id = e.agency_id and a.name = 'Larkfield Talent Limited'
       join transaction.invoice_set s on s.id = e.invoice_set_id and s.funding_model <> 'indirect'
       join platform.currency y on y.id = e.currency_id and y.alpha_code = 'GBP'
       join business.bank_account k on k.business_id = s.provider_id and k.currency_id = e.currency_id and k.purpose = 'trust'
         and k.status = 'confirmed'
       join transaction.invoice b on b.invoice_set_id = e.invoice_set_id and b.type = 'provider-client' and b.status = 'open'
         and not b.is_disputed and b.outstanding_balance = b.total_amount
       join transaction.invoice i on i.agency_id = e.agency_id and i.currency_id = e.currency_id and i.type = 'provider-client'
         and i.status = 'open' and not i.is_credit_note and not i.is_disputed and i.reassigned_on is null
         and i.outstanding_balance = i.total_amount and i.invoice_set_id <> e.invoice_set_id
       cross join lateral (select least(i.outstanding_balance, sum(o.paid_amount)) as owed from transaction.invoice o
         where o.invoice_set_id = i.invoice_set_id and o.type in ('contractor-agency', 'agency_earnings', 'provider-agency')) p
       where e.type = 'agency_earnings' and e.status = 'open' and e.release_condition = 'client_receipt'
         and e.outstanding_balance > 0 and e.funding_status <> 'held'
         and not exists (select from payment.payment_batch_item t where t.invoice_id = e.id and t.status in ('included', 'held'))
         and exists (select from transaction.invoice o where o.invoice_set_id = i.invoice_set_id and o.type = 'contractor-agency'
           and o.paid_amount = o.total_amount)
       order by p.owed desc, e.outstanding_balance, i.human_id, e.human_id limit 1`,
    )
    if (!found) throw new Error('no advance and earning of one agency')
    advance = found
    admin = await signIn(browser, stint, 'provider_admin')
    maker = await signIn(browser, stint, 'provider_operations')
    // The other client pays: what the agency earned of that is released.
    const receipt = await maker.act<{ id: string }>('transaction.payment_receipt.record', {
      bank_account_id: found.account_id,
      transaction_date: (await maker.session()).today,
      amount: found.paid,
      reference: 'Paid in full',
      counterparty: 'THE OTHER CLIENT',
      for_business_id: found.client_id,
    })
    const matched = await maker.act('transaction.payment_receipt.match', {
      id: receipt.data?.id,
      matches: [{ invoice_id: found.paid_id, amount: found.paid }],
    })
    if (matched.success !== true) throw new Error(matched.message)
  })

  test('is the agency’s to pay: all that went out for it and its fees, no more than is outstanding', async () => {
    await admin.open(invoice_path('provider'))
    await admin.page.getByRole('button', { name: 'Reassign', exact: true }).click()
    const asked = admin.page.getByRole('dialog')
    const rows = await rowsOf(asked.getByRole('region', { name: 'Effect' }).getByRole('table'))
    expect(rows.find(([id]) => id === advance.human_id)?.slice(1, 3)).toEqual(['£0.00', pounds(advance.owed)])
    await field(asked, 'Reason').fill('The client is in administration')
    await asked.getByRole('button', { name: 'Reassign', exact: true }).dblclick()
    await see(toast(admin.page, `${advance.human_id} is the agency’s again`))
    await see(
      recourse(admin.page).getByText(pounds(advance.owed), { exact: true }),
      recourse(admin.page).getByText('owed by the agency, out of its next earnings'),
      recourse(admin.page).getByText(/The client is in administration/),
    )
    expect(await note()).toMatchObject({
      amount: advance.owed,
      recovered: '0.00',
      cured: '0.00',
      status: 'open',
    })
  })

  test('is set off against its next earnings before they are paid, and the agency reads how much is left', async () => {
    batch = await makeBatch()
    const rows = await rowsOf(card(maker.page, 'Deducted from agency earnings').getByRole('table'))
    const for_it = rows.filter((row) => row[2] === `${advance.human_id}: reassigned to the agency`)
    taken = (await note())?.recovered ?? ''
    expect(new Set(for_it.map((row) => row[0]))).toEqual(new Set([advance.agency]))
    expect(total(for_it)).toBe(taken)
    of_earning = total(for_it.filter((row) => row[1] === advance.earning))
    expect(Number(of_earning)).toBeGreaterThan(0)
    // The earning is used up: what it does not pay of this it pays of older notes, and nothing of it is paid out.
    expect(total(rows.filter((row) => row[1] === advance.earning))).toBe(advance.earned)
    expect(await card(maker.page, 'Items').getByText(advance.earning).count()).toBe(0)
    const agency = await signIn(browser, stint, 'agency_admin')
    await agency.open(invoice_path('agency'))
    const of = await note()
    const left = (Number(advance.owed) - Number(taken)).toFixed(2)
    const [notes] = await rowsOf(recourse(agency.page).getByRole('table').first())
    expect(notes).toEqual([of?.human_id, 'Open', pounds(advance.owed), pounds(taken), '£0.00', pounds(left)])
    await agency.context.close()
  })

  test('taking back a set-off: reopens the earning, and the next batch pays it', async () => {
    await admin.open(invoice_path('provider'))
    await admin.page.getByRole('button', { name: 'Take back', exact: true }).click()
    const asked = admin.page.getByRole('dialog')
    await see(asked.getByText(`The next run pays ${pounds(taken)} back to the agency.`))
    await field(asked, 'Reason').fill('The administrator has promised to pay')
    await asked.getByRole('button', { name: 'Take back', exact: true }).dblclick()
    await see(toast(admin.page, `${advance.human_id} is at your risk again`))
    await see(recourse(admin.page).getByText(/taken back .*: The administrator has promised to pay/))
    expect(await note()).toMatchObject({ cured: advance.owed, recovered: '0.00', status: 'closed' })
    const [earning] = await stint.sql<{ owed: string; status: string }>(
      'select outstanding_balance::text as owed, status from transaction.invoice where id = $1',
      advance.earning_id,
    )
    expect(earning).toEqual({ owed: of_earning, status: 'open' })
    await maker.open(batch)
    const card_of = card(maker.page, 'Deducted from agency earnings')
    await expect
      .poll(
        async () =>
          (await rowsOf(card_of.getByRole('table'))).find((row) => row[2]?.startsWith(advance.human_id))?.[4],
      )
      .toMatch(/\d{4}$/)
    await makeBatch()
    const items = await rowsOf(card(maker.page, 'Items').getByRole('table'))
    const item = items.find((row) => row[1]?.startsWith(advance.earning))
    expect(item?.[4]).toBe('Included')
    expect(item?.[5]).toBe(pounds(of_earning))
  })
})

test('over-advance: approved in the form, shown with its last day, ended by zero', async () => {
  const approver = await signIn(browser, stint, 'provider_approver')
  await approver.open('/provider/report/funding_portfolio')
  const button = card(approver.page, 'EUR by agency').getByRole('button', {
    name: /^Over-advance of Copper Beech/,
  })
  const approve = async (amount: string) => {
    await button.click()
    const form = approver.page.getByRole('dialog')
    await field(form, 'Amount').fill(amount)
    await field(form, 'Reason').fill('The client pays soon')
    await form.getByRole('button', { name: 'Approve over-advance' }).click()
    await see(toast(approver.page, /^Over-advance of Copper Beech .* approved$/))
    await gone(form)
  }
  await approve('1750.00')
  await see(button.getByText(/until \d{2} \w{3} \d{4}/), button.getByText('1,750.00'))
  await approve('0.00')
  await gone(button.getByText(/until/))
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
