/** Money that goes out: a refund that is asked for and kept after all, and a batch with an item held, made by one and paid by another. */
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { addDays, day, formatDay, weekday } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { card, confirm, confirmPayment, field, gone, identity, menu, messageOf, see } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const patience = { timeout: 60_000 }
const dialog = (page: Page) => page.getByRole('dialog')

let maker: Person
let checker: Person
let today: string

beforeAll(async () => {
  maker = await signIn(browser, stint, 'provider_admin')
  checker = await signIn(browser, stint, 'provider_approver')
  today = (await maker.session()).today
})

describe('money that was paid too much', () => {
  let receipt: { id: string; human_id: string }

  const refunds = () =>
    stint.sql<{ status: string; amount: string }>(
      'select status, amount::text from transaction.refund where payment_receipt_summary_id = $1 order by created_at',
      receipt.id,
    )

  test('refund: no more than the rest, and once by two clicks', async () => {
    const [account] = await stint.sql<{ id: string; client_id: string }>(
      `select a.id, c.id as client_id from business.bank_account a
       join business.business p on p.id = a.business_id and p.name like 'Tideway%'
       join platform.currency y on y.id = a.currency_id and y.alpha_code = 'GBP'
       join business.business c on c.name = 'Brightwater Analytics Limited'
       where a.purpose in ('trust', 'receipt') and a.status = 'confirmed' limit 1`,
    )
    const made = await maker.act<typeof receipt>('transaction.payment_receipt.record', {
      bank_account_id: account?.id,
      transaction_date: today,
      amount: '500.00',
      reference: 'Paid twice',
      counterparty: 'BRIGHTWATER',
      for_business_id: account?.client_id,
    })
    if (!made.data) throw new Error(made.message)
    receipt = made.data
    const { page, open } = maker
    await open(`/provider/transaction/receipts/${receipt.id}`)
    await card(page, 'Refunds').getByRole('button', { name: 'Refund', exact: true }).click()
    const send = dialog(page).getByRole('button', { name: 'Refund', exact: true })
    expect(await field(dialog(page), 'Amount').inputValue()).toBe('500.00')
    await send.click()
    expect(await messageOf(field(dialog(page), 'Reason'))).toBe(validationText.specify_reason)
    await field(dialog(page), 'Reason').fill('Paid twice by the client')
    await field(dialog(page), 'Amount').fill('500.01')
    await send.click()
    expect(await messageOf(field(dialog(page), 'Amount'))).toBe('Only £500.00 of the receipt is unmatched')
    expect(await field(dialog(page), 'Reason').inputValue()).toBe('Paid twice by the client')
    await field(dialog(page), 'Amount').fill('120.00')
    await send.dblclick()
    await see(card(page, 'Refunds').getByText('Requested', { exact: true }))
    await gone(dialog(page))
    expect(await refunds()).toEqual([{ status: 'requested', amount: '120.00' }])
  })

  test('and is kept after all, with a reason', async () => {
    const { page } = maker
    await card(page, 'Refunds').getByRole('button', { name: 'Cancel refund' }).click()
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await see(dialog(page).getByText(validationText.specify_reason))
    await confirm(page, 'They want it on account')
    await see(card(page, 'Refunds').getByText('Cancelled', { exact: true }))
    expect(await refunds()).toEqual([{ status: 'cancelled', amount: '120.00' }])
  })
})

describe('a payment batch', () => {
  let path: string
  let id: string

  const items = (page: Page): Locator => card(page, 'Items').getByRole('table').locator('tbody tr')
  const batch = async () =>
    (
      await stint.sql<{ status: string; amount: string; items: string }>(
        `select b.status, b.amount::text,
           (select coalesce(sum(i.amount), 0) from payment.payment_batch_item i
             where i.payment_batch_id = b.id and i.status in ('included', 'paid'))::text as items
         from payment.payment_batch b where b.id = $1`,
        id,
      )
    )[0]

  test('is not made for a day that is none, or that has gone; made once by two clicks', async () => {
    const { page, open } = maker
    await open('/')
    await menu(page, 'Payment Batches').click()
    await page.getByRole('link', { name: 'New batch' }).click()
    const run_date = page.getByRole('textbox', { name: 'Run date' })
    const make = page.getByRole('button', { name: 'Create batch' })
    for (const [typed, said] of [
      ['next Sunday', validationText.matches],
      // The last day that is too early: today itself may be chosen.
      [formatDay(addDays(day(today), -1)), validationText.min_date(formatDay(addDays(day(today), -1)))],
    ] as const) {
      await run_date.fill(typed)
      await make.click()
      await expect.poll(() => messageOf(run_date), patience).toBe(said)
      expect(new URL(page.url()).pathname).toMatch(/new_batch$/)
    }
    const before = await stint.sql('select id from payment.payment_batch')
    // Far enough that contractors are due, too.
    await run_date.fill(formatDay(addDays(day(today), 28 - weekday(day(today)))))
    await make.dblclick()
    await see(page.getByRole('button', { name: 'Submit for review' }))
    path = new URL(page.url()).pathname
    id = path.split('/').at(-1) ?? ''
    expect(await stint.sql('select id from payment.payment_batch')).toHaveLength(before.length + 1)
  })

  test('batch item: held with a required reason and left out of the payment', async () => {
    const { page } = maker
    const before = await batch()
    const row = items(page).filter({ hasText: 'Included' }).first()
    const document = await row.getByRole('link').first().innerText()
    await row.getByRole('button', { name: 'Hold', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await see(dialog(page).getByText(validationText.specify_reason))
    await confirm(page, 'The contractor has asked us to wait')
    const held = items(page).filter({ hasText: document })
    await see(held.getByText('Held', { exact: true }), held.getByText('The contractor has asked us to wait'))
    const after = await batch()
    expect(Number(after?.amount)).toBeLessThan(Number(before?.amount))
    expect(after?.amount).toBe(after?.items)
  })

  test('batch: its maker cannot review it; button and server say why', async () => {
    const { page } = maker
    // The second click of a double click does not close the question.
    await page.getByRole('button', { name: 'Submit for review' }).dblclick()
    await confirm(page)
    const review = page.getByRole('button', { name: 'Mark as reviewed' })
    await see(review)
    expect(await review.getAttribute('aria-disabled')).toBe('true')
    expect(await maker.act('payment.payment_batch.review', { id })).toMatchObject({
      success: false,
      message: 'A batch is reviewed by somebody other than its maker',
    })
    expect((await batch())?.status).toBe('under_review')
  })

  test('batch: another person reviews and completes it on a phone', async () => {
    await checker.page.setViewportSize({ width: 360, height: 740 })
    const { page, open } = checker
    await open(path)
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await confirm(page)
    await page.getByRole('button', { name: 'Complete and pay' }).click()
    await see(dialog(page).getByText(/^Pay £[\d,.]+ to \d+ payees? from .+ ••\d{4}\?/))
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await identity(page).getByRole('button', { name: 'Cancel' }).click()
    await gone(identity(page))
    expect((await batch())?.status).toBe('reviewed')
    await confirmPayment(page)
    await expect.poll(async () => (await batch())?.status, patience).toBe('completed')
    await checker.page.setViewportSize({ width: 1440, height: 900 })
    const held = await stint.sql(
      `select id from payment.payment_batch_item where payment_batch_id = $1 and status = 'held'`,
      id,
    )
    expect(held).toEqual([])
  })
})

test('a payee’s account that equals a client’s: its payments wait until the provider accepts the flag', async () => {
  const [account] = await stint.sql<{
    id: string
    client_id: string
    account_number: string
    sort_code: string
  }>(
    `select a.id, c.client_id, a.account_number, a.sort_code from business.bank_account a
     join business.business b on b.id = a.business_id and b.type = 'limited'
     join business.business w on w.payment_company_id = b.id
     join contract.contract c on c.contractor_id = w.id and c.status = 'active'
     where a.status = 'confirmed' and a.purpose = 'payout' and a.deleted_at is null and a.sort_code is not null
       and not exists (select from business.bank_account o where o.business_id = c.client_id)
     order by a.id limit 1`,
  )
  const { id, client_id, ...numbers } = present(account, 'an account of a company')
  const entered = await maker.act('business.bank_account.create', {
    business_id: client_id,
    bank_name: 'Harbour Bank',
    account_holder_name: 'Client',
    ...numbers,
    purpose: 'payout',
    currency: 'GBP',
  })
  expect(entered).toMatchObject({ success: true })
  const { page, open } = checker
  await open(`/provider/business/bank_account/${id}`)
  const waits = card(page, 'Bank accounts').getByText(/^The payee's bank account has open flags/)
  const flags = card(page, 'Flags of the account')
  await see(waits, flags.getByText('One bank account'))
  await flags.getByRole('button', { name: 'Accept flag' }).click()
  await confirm(page, 'A joint account, seen on paper')
  await see(flags.getByText(/^Accepted by/))
  await gone(waits)
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
