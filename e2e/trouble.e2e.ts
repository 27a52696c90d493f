/**
 * Bad input and trouble, as people meet it: a clear sentence, and nothing lost or doubled. What needs no browser and no
 * running server is proved closer to its cause; this is where each case stands:
 *
 * | trouble                           | here | and in                                                                  |
 * | --------------------------------- | ---- | ----------------------------------------------------------------------- |
 * | wrong password                    | yes  | test/server/session.db.test.ts                                          |
 * | unknown entity in an address      | yes  | test/server/http.db.test.ts                                             |
 * | another tenant's id               | yes  | test/access/matrix.db.test.ts, test/data/visible.db.test.ts             |
 * | approved twice                    | yes  | approve-timesheets.db.test.ts                                           |
 * | two approvers at once             | yes  | approve-timesheets.db.test.ts (eight at once)                           |
 * | approved after a rejection        | yes  | approve-timesheets.db.test.ts                                           |
 * | matched above what is outstanding | yes  | match-receipt.db.test.ts                                                |
 * | matched across currencies         | yes  | match-receipt.db.test.ts                                                |
 * | matched while it is reversed      | yes  | match-receipt.db.test.ts                                                |
 * | a batch completed twice           | yes  | payment-batch.db.test.ts                                                |
 * | the database away and back        | yes  | test/server/outage.db.test.ts, embedded-database.db.test.ts, nightly/kill |
 * | no room for files                 | yes  | test/server/storage.test.ts                                             |
 * | connection lost in an action      | yes  | test/server/perform.db.test.ts                                          |
 */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, day, weekday } from '#kernel/day.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { Cable } from '#test/server/cable.ts'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, gone, identity, see } from './look.ts'
import { openBrowser, openWindow, type Person, signIn, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

let cable: Cable | undefined
const stint = await startStint({
  through: (url) => {
    cable = new Cable(url)
    return cable.plug()
  },
  // A file of more than 4 KiB finds no room.
  limit: 'ulimit -f 8',
})
const browser = await openBrowser()

type Sheet = { id: string; human_id: string }
/** Submitted timesheets of the client whose approver signs in; each test takes its own. */
const waiting: Sheet[] = []
let approver: Person
let cashier: Person

beforeAll(async () => {
  approver = await signIn(browser, stint, 'timesheet_approver')
  cashier = await signIn(browser, stint, 'provider_operations')
  const drafts = await stint.sql<
    Sheet & { email: string; group_id: string; start_date: string; status: string }
  >(
    `select distinct on (t.human_id) t.id, t.human_id, t.status, t.start_date::text, u.email, k.group_id from transaction.timesheet t
     join business.business b on b.id = t.client_id and b.name = 'Brightwater Analytics Limited'
     join business.business_contact c on c.business_id = t.contractor_id join platform."user" u on u.id = c.user_id
     join contract.rate k on k.contract_id = t.contract_id and k.name = 'Standard' and k.sub_type = 'contractor_rate'
     where t.status in ('draft', 'rejected', 'submitted') order by t.human_id, k.effective_from desc`,
  )
  for (const { email, group_id, start_date, status, ...sheet } of drafts) {
    if (status !== 'submitted') {
      const contractor = await signInByPassword(browser, stint, email)
      const first = day(start_date)
      const details = [0, 1, 2].map((n) => ({ date: addDays(first, n), group_id, units: 's' }))
      const done = await contractor.act('transaction.timesheet.submit', { id: sheet.id, details })
      expect(done).toMatchObject({ success: true })
      await contractor.context.close()
    }
    waiting.push(sheet)
  }
})

function nextSheet(): Sheet {
  const sheet = waiting.pop()
  if (!sheet) throw new Error('the demo world has too few timesheets for these tests')
  return sheet
}

const setsOf = async (sheet: Sheet) =>
  (
    await stint.sql<{ n: number }>(
      'select count(*)::int as n from transaction.invoice_set where timesheet_id = $1',
      sheet.id,
    )
  )[0]?.n

const toast = (page: Page, text: string | RegExp) => page.getByLabel('Messages, Alt T').getByText(text)

describe('signing in', () => {
  test('sign-in: the same message for a wrong password and an unknown user', async () => {
    const window = await openWindow(browser, stint)
    const page = await window.newPage()
    await page.goto('/')
    for (const email of ['nobody@nowhere.example', (await approver.session()).user.email]) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill('not the password of anybody')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await see(page.getByRole('alert').getByText('The email or the password is not right'))
      await page.reload()
    }
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    await window.close()
  })

  test('a program that does not arrive: a sentence and a way on, no white page', async () => {
    const window = await openWindow(browser, stint)
    const page = await window.newPage()
    const lost = '**/assets/*.js'
    await page.route(lost, (route) => route.abort())
    await page.goto('/')
    await see(page.getByRole('alert').getByText('Check your connection, then try again.'))
    expect(await axeFaults(page)).toEqual([])
    await page.unroute(lost)
    await page.getByRole('button', { name: 'Try again' }).click()
    await see(page.getByLabel('Password'))
    await window.close()
  })
})

describe('an address', () => {
  const nobody = '00000000-0000-4000-8000-000000000000'

  test.each([
    ['/client/transaction/nonsense', 'Page not found'],
    ['/client/nonsense', 'Page not found'],
    ['/nonsense/transaction/timesheet', 'Page not found'],
    ['/agency/transaction/timesheet', 'Page not found'],
    ['/client/transaction/__proto__', 'Page not found'],
    ['/client/constructor/toString', 'Page not found'],
    [`/client/transaction/timesheet/${nobody}`, 'Timesheet not found'],
    ['/client/transaction/timesheet/TMS000001', 'Page not found'],
    ["/client/transaction/timesheet/' or 1=1 --", 'Page not found'],
  ])('%s reads %s', async (path, said) => {
    await approver.open(path)
    await see(approver.page.getByText(said))
    expect(await approver.page.getByText('Something went wrong').count()).toBe(0)
  })

  test('of another tenant reads the same as one that does not exist, everywhere', async () => {
    const stranger = await signIn(browser, stint, 'meridian_admin')
    const rows = await stint.sql<Record<string, string>>(
      `select i.id as invoice, i.timesheet_id as timesheet, i.contract_id as placement, i.client_id as client, i.contractor_id as contractor
       from transaction.invoice i join business.business a on a.id = i.agency_id and a.name = 'Larkfield Talent Limited'
       where i.type = 'provider-client' and i.status = 'open' and i.timesheet_id is not null limit 1`,
    )
    const his = rows[0] ?? {}
    const screens = {
      invoice: 'transaction/invoice',
      timesheet: 'transaction/timesheet',
      placement: 'contract/temp_placement',
      client: 'business/client',
      contractor: 'business/contractor',
    }
    for (const [what, screen] of Object.entries(screens)) {
      const read: string[] = []
      for (const id of [his[what], nobody]) {
        await stranger.open(`/agency/${screen}/${id}`)
        await see(stranger.page.getByText(/not found$/))
        read.push(await stranger.page.getByRole('main').innerText())
      }
      expect(read[0]).toBe(read[1])
      expect(read[0]).not.toMatch(/forbidden|permission|allowed/i)
    }
    // And without a page: files, actions and data.
    for (const id of [his.invoice, nobody]) {
      const pdf = await stranger.context.request.get(`/api/pdf/invoice/${id}`)
      expect([pdf.status(), await pdf.json()]).toEqual([
        404,
        { success: false, message: 'Invoice not found', code: 'not_found' },
      ])
      const sent = await stranger.act('transaction.invoice.send', { id })
      expect(sent).toMatchObject({ status: 404, message: 'Invoice not found', code: 'not_found' })
    }
    for (const id of [his.timesheet, nobody]) {
      const done = await stranger.act('transaction.timesheet.approve', { ids: [id] })
      expect(done).toMatchObject({ status: 404, code: 'not_found' })
    }
    await stranger.context.close()
  })
})

describe('an approval', () => {
  async function opened(person: Person, sheet: Sheet): Promise<Page> {
    const page = await person.context.newPage()
    await page.goto(`/client/transaction/timesheet/${sheet.id}`)
    await see(approve(page))
    return page
  }
  const approve = (page: Page) => page.getByRole('button', { name: /^Approve/ })

  test('clicked twice is one', async () => {
    const sheet = nextSheet()
    const page = await opened(approver, sheet)
    await approve(page).dblclick()
    await see(page.getByText(/^Approved by/))
    expect(await setsOf(sheet)).toBe(1)
    await page.close()
  })

  test('of two approvers at once is one, and the other reads why', async () => {
    const sheet = nextSheet()
    const other = await signIn(browser, stint, 'timesheet_approver')
    const pages = [await opened(approver, sheet), await opened(other, sheet)]
    const undo = (page: Page) => page.getByRole('button', { name: `Undo: Approved ${sheet.human_id}` })
    const refused = (page: Page) => toast(page, /is just deciding this$/)
    await Promise.all(
      pages.map(async (page) => {
        await approve(page).click()
        await see(undo(page).or(refused(page)))
      }),
    )
    for (const page of pages) await see(page.getByText(/^Approved by/))
    expect(await setsOf(sheet)).toBe(1)
    for (const page of pages) await page.close()
    await other.context.close()
  })

  test('after a rejection is refused with the reason, and raises nothing', async () => {
    const sheet = nextSheet()
    const stale = await opened(approver, sheet)
    const page = await opened(approver, sheet)
    await page.getByRole('button', { name: /^Reject/ }).click()
    await confirm(page, 'Thursday was a holiday')
    await see(page.getByText('Rejected', { exact: true }))
    await approve(stale).click()
    await see(toast(stale, `Timesheet ${sheet.human_id} is rejected and cannot be approved`))
    // What was shown is old: the page reads again by itself.
    await see(stale.getByText('Rejected', { exact: true }))
    expect(await setsOf(sheet)).toBe(0)
    await stale.close()
    await page.close()
  })

  test('lost answer: made once, and answered at the second try', async () => {
    const sheet = nextSheet()
    const page = await opened(approver, sheet)
    let asked = 0
    await page.route('**/api/permission/action', async (route) => {
      if (!route.request().postData()?.includes('hold_decision')) return route.continue()
      asked += 1
      if (asked > 1) return route.continue()
      // The server does it; nobody hears of it.
      await route.fetch()
      await route.abort('connectionreset')
    })
    await approve(page).click()
    await see(page.getByText(/^Approved by/))
    expect(asked).toBe(2)
    expect(await setsOf(sheet)).toBe(1)
    const told = await stint.sql(
      `select from transaction.timesheet_activity where timesheet_id = $1 and new_status = 'approved'`,
      sheet.id,
    )
    expect(told).toHaveLength(1)
    await page.close()
  })

  test('no connection: not made, says so, and works when it is back', async () => {
    const sheet = nextSheet()
    const page = await opened(approver, sheet)
    await page.getByLabel('Messages, Alt T').waitFor({ state: 'attached' })
    await approver.context.setOffline(true)
    try {
      // Watched from before the click: on a busy machine the toast may have gone when the click returns.
      await Promise.all([
        see(
          page.getByText("You're offline"),
          toast(page, 'No connection. Your entries are kept. Please try again.'),
        ),
        approve(page).click(),
      ])
      expect(await setsOf(sheet)).toBe(0)
    } finally {
      await approver.context.setOffline(false)
    }
    await gone(page.getByText("You're offline"))
    await approve(page).click()
    await see(page.getByText(/^Approved by/))
    expect(await setsOf(sheet)).toBe(1)
    await page.close()
  })
})

describe('a receipt', () => {
  type Receipt = { id: string; human_id: string }
  type Open = { id: string; human_id: string; outstanding_balance: string }

  /** Money of the client, recorded and not matched. */
  async function receipt(amount: string, reference: string): Promise<Receipt> {
    const [account] = await stint.sql<{ id: string; client_id: string; today: string }>(
      `select a.id, c.id as client_id from business.bank_account a
       join business.business p on p.id = a.business_id and p.name like 'Tideway%'
       join platform.currency y on y.id = a.currency_id and y.alpha_code = 'GBP'
       join business.business c on c.name = 'Brightwater Analytics Limited'
       where a.purpose in ('trust', 'receipt') and a.status = 'confirmed' limit 1`,
    )
    const done = await cashier.act<Receipt>('transaction.payment_receipt.record', {
      bank_account_id: account?.id,
      transaction_date: (await cashier.session()).today,
      amount,
      reference,
      counterparty: 'BRIGHTWATER',
      for_business_id: account?.client_id,
    })
    expect(done).toMatchObject({ success: true })
    return done.data as Receipt // The verb's own answer.
  }
  const openInvoices = (code: string) =>
    stint.sql<Open>(
      `select i.id, i.human_id, i.outstanding_balance::text from transaction.invoice i
       join platform.currency y on y.id = i.currency_id and y.alpha_code = $1
       where i.type = 'provider-client' and i.status = 'open' and not i.is_disputed
         and ($1 <> 'GBP' or i.client_id in (select id from business.business where name = 'Brightwater Analytics Limited'))
       order by i.human_id`,
      code,
    )
  const linesOf = async ({ id }: Receipt) =>
    (
      await stint.sql<{ n: number }>(
        'select count(*)::int as n from transaction.payment_receipt_detail where payment_receipt_summary_id = $1 and reversal_date is null',
        id,
      )
    )[0]?.n

  async function taking(money: Receipt, invoice: Open, amount?: string): Promise<Page> {
    const page = await cashier.context.newPage()
    await page.goto(`/provider/transaction/receipts/${money.id}`)
    await page.getByLabel('Find by invoice or client').fill(invoice.human_id)
    await page.getByLabel(`Match ${invoice.human_id}`).check()
    if (amount) await page.getByLabel(`Amount for ${invoice.human_id}`).fill(amount)
    return page
  }

  test('match: not above the outstanding amount', async () => {
    const [invoice] = await openInvoices('GBP')
    if (!invoice) throw new Error('no open invoice')
    const money = await receipt('9000.00', 'above')
    const above = (Number(invoice.outstanding_balance) + 0.01).toFixed(2)
    const page = await taking(money, invoice, above)
    await page.getByRole('button', { name: 'Match 1' }).click()
    await see(page.getByRole('alert').getByText(new RegExp(`^${invoice.human_id}: `)))
    expect(await linesOf(money)).toBe(0)
    await page.close()
  })

  test('match: not across currencies, neither offered nor accepted', async () => {
    const [euro] = await openInvoices('EUR')
    if (!euro) throw new Error('no open invoice in euro')
    const money = await receipt('50.00', euro.human_id)
    const page = await cashier.context.newPage()
    await page.goto(`/provider/transaction/receipts/${money.id}`)
    await page.getByLabel('Find by invoice or client').fill(euro.human_id)
    await see(card(page, 'Match with open invoices').getByText('No Records Found'))
    const done = await cashier.act('transaction.payment_receipt.match', {
      id: money.id,
      matches: [{ invoice_id: euro.id, amount: '50.00' }],
    })
    expect(done).toMatchObject({
      success: false,
      errors: { 'matches.0.amount': expect.stringContaining(euro.human_id) },
    })
    expect(await linesOf(money)).toBe(0)
    await page.close()
  })

  test('is not matched while it is being reversed', async () => {
    const [invoice] = await openInvoices('GBP')
    if (!invoice) throw new Error('no open invoice')
    const money = await receipt('10.00', 'bounces')
    const stale = await taking(money, invoice, '10.00')
    const page = await cashier.context.newPage()
    await page.goto(`/provider/transaction/receipts/${money.id}`)
    await page.getByRole('button', { name: 'Reverse receipt' }).click()
    await confirm(page, 'Refer to drawer')
    await see(page.getByText('Reversed', { exact: true }).first())
    await stale.getByRole('button', { name: 'Match 1' }).click()
    await see(toast(stale, /reversed/i))
    expect(await linesOf(money)).toBe(0)
    await page.close()
    await stale.close()
    // Both at the same moment: whichever comes first, the books agree.
    const racing = await receipt('10.00', 'races')
    const outcomes = await Promise.all([
      cashier.act('transaction.payment_receipt.match', {
        id: racing.id,
        matches: [{ invoice_id: invoice.id, amount: '10.00' }],
      }),
      cashier.act('transaction.payment_receipt.reverse', { id: racing.id, reason: 'Refer to drawer' }),
    ])
    expect(outcomes[1]?.success).toBe(true)
    expect(await linesOf(racing)).toBe(0)
  })
})

describe('a payment batch', () => {
  test('completed by two at once pays once, and the other reads why', async () => {
    const maker = await signIn(browser, stint, 'provider_admin')
    const checkers = [
      await signIn(browser, stint, 'provider_approver'),
      await signIn(browser, stint, 'provider_approver'),
    ]
    const [currency] = await stint.sql<{ id: string }>(
      `select id from platform.currency where alpha_code = 'GBP'`,
    )
    const today = day((await maker.session()).today)
    const made = await maker.act<{ id: string; human_id: string; item_count: number }>(
      'payment.payment_batch.create',
      {
        run_date: addDays(today, 28 - weekday(today)),
        currency_id: currency?.id,
      },
    )
    const { id = '', human_id = '' } = made.data ?? {}
    expect(made).toMatchObject({ success: true })
    expect(await maker.act('payment.payment_batch.submit', { id })).toMatchObject({ success: true })
    expect(await checkers[0]?.act('payment.payment_batch.review', { id })).toMatchObject({ success: true })
    for (const { open, page } of checkers) {
      await open(`/provider/payment/payment_batch/${id}`)
      await page.getByRole('button', { name: 'Complete and pay' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
      await see(identity(page).getByRole('button', { name: 'Confirm' }))
    }
    const said = await Promise.all(
      checkers.map(async ({ page }) => {
        await identity(page).getByRole('button', { name: 'Confirm' }).click()
        const one = toast(page, new RegExp(`${human_id} is (already )?completed`)).first()
        return one.innerText()
      }),
    )
    expect(said.sort()).toEqual([`Batch ${human_id} is already completed`, `${human_id} is completed`].sort())
    const twice = await stint.sql(
      `select i.invoice_id from payment.payment_batch_item i
       join transaction.payment_receipt_detail d on d.invoice_id = i.invoice_id and d.reversal_date is null
       join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id and s.type = 'payment'
         and s.payment_batch_id = i.payment_batch_id
       where i.payment_batch_id = $1 group by i.invoice_id having count(distinct s.id) > 1`,
      id,
    )
    expect(twice).toEqual([])
    for (const one of [maker, ...checkers]) await one.context.close()
  })
})

describe('lost database', () => {
  test('shows on screen, does nothing meanwhile, and works when it is back', async () => {
    const sheet = nextSheet()
    const { page } = approver
    await approver.open(`/client/transaction/timesheet/${sheet.id}`)
    const approve = page.getByRole('button', { name: /^Approve/ })
    await see(approve)
    await cable?.pull()
    await approve.click()
    await see(
      toast(
        page,
        'The database cannot be reached at the moment. Nothing was changed. Please try again shortly.',
      ),
    )
    // A page opened meanwhile says that it could not load; it does not pretend that there is nothing.
    const other = await approver.context.newPage()
    await other.goto('/client/transaction/timesheet')
    await see(other.getByRole('alert').or(other.getByText(/could not|cannot be reached/i)))
    expect(await other.getByText('No Records Found').count()).toBe(0)
    await cable?.plug()
    expect(await setsOf(sheet)).toBe(0)
    await approve.click()
    await see(page.getByText(/^Approved by/))
    expect(await setsOf(sheet)).toBe(1)
    await other.getByRole('button', { name: /Retry|Try again|Reload/ }).click()
    await see(other.getByRole('heading', { name: 'Timesheets' }), other.getByRole('link', { name: /^TMS/ }))
    await other.close()
  })
})

describe('no room for files', () => {
  test('full disk: the mail of a document waits with the reason and goes out once when there is room', async () => {
    const [invoice] = await stint.sql<{ id: string; human_id: string }>(
      `select i.id, i.human_id from transaction.invoice i
       where i.type = 'provider-client' and i.status = 'open' and not exists (select from log.mail m where m.parent_id = i.id)
       order by i.human_id limit 1`,
    )
    if (!invoice) throw new Error('no invoice that was not mailed yet')
    const sent = await cashier.act<{ to: string[] }>('transaction.invoice.send', { id: invoice.id })
    expect(sent).toMatchObject({ success: true })
    const wanted = sent.data?.to.length ?? 0
    expect(wanted).toBeGreaterThan(0)
    const waits = () =>
      stint.sql<{ last_error: string | null; is_delivered: boolean }>(
        `select last_error, delivered_at is not null as is_delivered from platform.outbox where payload ->> 'invoice_id' = $1`,
        invoice.id,
      )
    const mails = () =>
      stint.sql(
        'select m.id from log.mail m join log.mail_attachment a on a.mail_id = m.id where m.parent_id = $1',
        invoice.id,
      )
    await expect
      .poll(async () => (await waits()).map((one) => one.last_error), { timeout: 60_000 })
      .toContain('The file could not be stored. There is no room left for files. Nothing was changed.')
    expect(await mails()).toEqual([])
    // Reading it needs no room.
    const pdf = await cashier.context.request.get(`/api/pdf/invoice/${invoice.id}`)
    expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    await stint.again()
    await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBe(wanted)
    await expect
      .poll(async () => (await waits()).every((one) => one.is_delivered), { timeout: 60_000 })
      .toBe(true)
    expect(await mails()).toHaveLength(wanted)
  })
})

test('after all of that every invariant holds', async () => {
  const broken = (await verifyDatabase(stint)).filter((finding) => finding.broken.length > 0)
  expect(broken).toEqual([])
})
