/** Steps 7 to 9: the client's money matched, contractor and agency paid, and the agency's books. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/day.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { card, confirm, confirmPayment, gone, menu, rowsOf, see } from '../look.ts'
import { type Person, signIn } from '../people.ts'
import type { Week } from './story.ts'

export function cash(week: Week): void {
  describe('7 · the provider records and matches the receipt', () => {
    let receipt_path: string

    type State = {
      status: string
      finance_status: string
      outstanding_balance: number
      paid_amount: number
      is_part_paid: boolean
    }
    const state = async () =>
      (
        await week.who('cashier').ask<{ invoice: State }>(
          `query ($id: uuid!) { invoice: transaction_invoice_by_pk(id: $id) {
           status finance_status outstanding_balance paid_amount is_part_paid } }`,
          { id: week.document('provider-client').id },
        )
      ).invoice
    const figures = async (page: Page) => (await card(page, 'Receipt').innerText()).replace(/\s+/g, ' ')

    test('from a bank line', async () => {
      const { page } = week.who('cashier')
      const { human_id } = week.document('provider-client')
      await week.who('cashier').open('/')
      await menu(page, 'Bank Lines').click()
      await page.getByRole('link', { name: 'Import statement' }).click()
      await page.getByRole('button', { name: 'New bank line' }).click()
      const account = page.getByLabel('Bank account').locator('option:checked')
      await expect.poll(() => account.textContent()).toMatch(/^Tideway Workforce Finance.*\(GBP\)$/)
      await page.getByLabel('Amount').fill('1125.00')
      await page.getByLabel('Reference').fill(human_id)
      await page.getByLabel('Counterparty').fill('BRIGHTWATER ANALYTICS')
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await see(page.getByRole('heading', { name: human_id }))
      await page.getByRole('combobox', { name: 'Paid by' }).fill('Brightwater')
      await page.getByRole('option', { name: /Brightwater Analytics/ }).click()
      await page.getByRole('button', { name: 'Record receipt' }).click()
      await see(card(page, 'Match with open invoices'), page.getByText('Nothing is matched yet.'))
      receipt_path = new URL(page.url()).pathname
      expect(await figures(page)).toContain('Amount £1,125.00 Matched £0.00 Unmatched £1,125.00')
      await see(page.getByText('Allocated', { exact: true }))
    })

    async function match(page: Page, amount: string, left: string): Promise<void> {
      const { human_id } = week.document('provider-client')
      await page.getByLabel(`Match ${human_id}`).check()
      await page.getByLabel(`Amount for ${human_id}`).fill(amount)
      await see(page.getByText(`Left unmatched ${left}`))
      await page.getByRole('button', { name: 'Match 1' }).click()
    }

    test('partly', async () => {
      const { page } = week.who('cashier')
      await match(page, '500.00', '£625.00')
      await see(page.getByText('Partially matched', { exact: true }))
      expect(await figures(page)).toContain('Amount £1,125.00 Matched £500.00 Unmatched £625.00')
      expect(await state()).toEqual({
        status: 'open',
        finance_status: 'initiated',
        outstanding_balance: 625,
        paid_amount: 500,
        is_part_paid: true,
      })
    })

    test('taken back: the invoice is owed whole again, and the reversal stays to be read', async () => {
      const { page } = week.who('cashier')
      await page.getByRole('button', { name: 'Unmatch', exact: true }).click()
      await confirm(page, 'Matched with the wrong invoice')
      await see(
        page.getByText('Allocated', { exact: true }),
        page.getByText('Matched with the wrong invoice'),
      )
      expect(await state()).toEqual({
        status: 'open',
        finance_status: 'initiated',
        outstanding_balance: 1125,
        paid_amount: 0,
        is_part_paid: false,
      })
    })

    test('and fully: closed and paid', async () => {
      const { page } = week.who('cashier')
      await match(page, '1125.00', '£0.00')
      await see(page.getByText('Matched', { exact: true }).first())
      await gone(card(page, 'Match with open invoices'))
      expect(await figures(page)).toContain('Amount £1,125.00 Matched £1,125.00 Unmatched £0.00')
      expect(await state()).toEqual({
        status: 'closed',
        finance_status: 'paid',
        outstanding_balance: 0,
        paid_amount: 1125,
        is_part_paid: false,
      })
      // The invoice page keeps what happened: two matches, the first of them taken back.
      await week.who('cashier').open(week.invoicePath('provider', 'provider-client'))
      await see(page.getByText('Paid', { exact: true }))
      const rows = await rowsOf(card(page, 'Payments and receipts').getByRole('table'))
      expect(rows.map((row) => [row[3], (row[4] ?? '').replace(/^.*\d{4} ?/, '')])).toEqual([
        ['£500.00', 'Matched with the wrong invoice'],
        ['£1,125.00', ''],
      ])
      expect(receipt_path).toMatch(/^\/provider\/transaction\/receipts\//)
    })
  })

  describe('8 · the provider pays', () => {
    let maker: Person
    let batch_path: string
    let approved_at: string
    const approvedAt = (at: string) =>
      week.stint.sql('update transaction.timesheet set approved_at = $2 where id = $1', week.sheet.id, at)
    const balanced = async () => {
      const rows = await week.stint.sql(
        'select currency_id from ledger.posting group by currency_id having sum(amount) <> 0',
      )
      expect(rows).toEqual([])
    }
    const itemsOf = async (page: Page) =>
      (await rowsOf(card(page, 'Items').getByRole('table'))).map((row) => [
        row[1]?.match(/^INV-\d+-\d{6}/)?.[0],
        row[0],
        row[4],
        row[5],
      ])

    test('nothing is paid before the last day of the week, where it was approved ahead of it', async () => {
      const [sheet] = await week.stint.sql<{ is_ahead: boolean; approved_at: string }>(
        `select t.approved_at::text, max(d.date) > (t.approved_at at time zone 'Europe/London')::date as is_ahead
         from transaction.timesheet t join transaction.timesheet_detail d on d.timesheet_id = t.id and d.units > 0
         where t.id = $1 group by t.id`,
        week.sheet.id,
      )
      const wait = await week.who('cashier').act('transaction.invoice.read_payment_wait', {
        id: week.document('contractor-agency').id,
      })
      expect(JSON.stringify(wait).includes('it is paid from the day after')).toBe(sheet?.is_ahead)
      // No day passes here: until it is paid, the approval is as if it were of the day after the week.
      approved_at = sheet?.approved_at ?? ''
      await approvedAt(addDays(week.sheet.end_date, 1))
    })

    test('a batch of what is due and released, made by one person', async () => {
      maker = await signIn(week.browser, week.stint, 'provider_admin')
      const { page } = maker
      const [due] = await week.stint.sql<{ due: string }>(
        'select due_date::text as due from transaction.invoice where id = $1',
        week.document('contractor-agency').id,
      )
      await maker.open('/')
      await menu(page, 'Payment Batches').click()
      await page.getByRole('link', { name: 'New batch' }).click()
      const run_date = page.getByRole('textbox', { name: 'Run date' })
      await run_date.fill(due?.due ?? '')
      await run_date.press('Tab')
      await page.getByRole('button', { name: 'Create batch' }).click()
      await see(page.getByRole('button', { name: 'Submit for review' }))
      batch_path = new URL(page.url()).pathname
      const items = await itemsOf(page)
      expect(items).toContainEqual([
        week.document('contractor-agency').human_id,
        // With the agency he works for under his name.
        'Bell Data Engineering LimitedLarkfield Talent Limited',
        'Included',
        '£900.00',
      ])
      expect(items).toContainEqual([
        week.document('agency_earnings').human_id,
        'Larkfield Talent Limited',
        'Included',
        '£191.24',
      ])
      await balanced()
    })

    test('is not reviewed by its maker', async () => {
      const { page } = maker
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await confirm(page)
      await see(page.getByText('Under review', { exact: true }))
      const review = page.getByRole('button', { name: 'Mark as reviewed' })
      await see(review)
      expect(await review.getAttribute('aria-disabled')).toBe('true')
      const refused = await maker.act('payment.payment_batch.review', { id: batch_path.split('/').at(-1) })
      expect(refused).toMatchObject({
        success: false,
        message: 'A batch is reviewed by somebody other than its maker',
      })
    })

    test('but by somebody else, who completes it: contractor and agency are paid', async () => {
      const checker = await signIn(week.browser, week.stint, 'provider_approver')
      const { page } = checker
      await checker.open(batch_path)
      await page.getByRole('button', { name: 'Mark as reviewed' }).click()
      await confirm(page)
      await see(page.getByText('Reviewed', { exact: true }).first())
      await balanced()
      await page.getByRole('button', { name: 'Complete and pay' }).click()
      await confirmPayment(page)
      // The label of who completed it stands there before it is: the documents say when it is done.
      await expect
        .poll(() => itemsOf(page), { timeout: 60_000 })
        .toContainEqual([
          week.document('contractor-agency').human_id,
          'Bell Data Engineering LimitedLarkfield Talent Limited',
          'Paid',
          '£900.00',
        ])
      await approvedAt(approved_at)
      await balanced()
      await checker.context.close()
      await maker.context.close()
    })

    test('every document of the week is settled, and the contractor sees the payment', async () => {
      const left = await week.stint.sql(
        `select type, status, outstanding_balance::text as outstanding from transaction.invoice where timesheet_id = $1 and status <> 'closed'`,
        week.sheet.id,
      )
      expect(left).toEqual([])
      const { page } = week.who('contractor')
      await week.who('contractor').open(week.invoicePath('contractor', 'contractor-agency'))
      await see(page.getByText('Paid', { exact: true }).first())
      expect((await page.getByRole('main').innerText()).replace(/\s+/g, ' ')).toContain('Outstanding £0.00')
    })
  })

  describe('9 · the agency reads its books', () => {
    const buckets = ['Current', '0-30 days', '31-60 days', '61-90 days', '91-120 days', 'Over 120 days']
    /** Worked out from the documents, apart from the reports' own SQL. */
    async function owed(client: string | null): Promise<Record<string, string[]>> {
      const rows = await week.stint.sql<{ code: string; net: string; aged: string[] }>(
        `with open as (
         select y.alpha_code as code, i.outstanding_balance as amount, $2::date - i.due_date as late
         from transaction.invoice i join platform.currency y on y.id = i.currency_id
         join business.business a on a.id = i.agency_id and a.name = 'Larkfield Talent Limited'
         join business.business c on c.id = i.client_id and ($1::text is null or c.name = $1)
         where i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client'))
       select code, sum(amount)::text as net, array[
         coalesce(sum(amount) filter (where late <= 0), 0), coalesce(sum(amount) filter (where late between 1 and 30), 0),
         coalesce(sum(amount) filter (where late between 31 and 60), 0), coalesce(sum(amount) filter (where late between 61 and 90), 0),
         coalesce(sum(amount) filter (where late between 91 and 120), 0), coalesce(sum(amount) filter (where late > 120), 0)]::text[] as aged
       from open group by code order by code`,
        client,
        (await week.who('agency').session()).today,
      )
      return Object.fromEntries(rows.map((row) => [row.code, [row.net, ...row.aged].map(plain)]))
    }
    /** Pennies as text, whatever grouping and sign of currency stand around them. */
    const plain = (text: string) => Number(text.replace(/[^\d.-]/g, '')).toFixed(2)

    async function shown(page: Page, code: string): Promise<string[]> {
      const of = card(page, code)
      await see(of)
      const net = of.locator('dt', { hasText: 'Net outstanding' }).locator('xpath=following-sibling::dd')
      const aged = await of.getByRole('listitem').getByRole('link').allInnerTexts()
      expect(aged.map((text) => text.split('\n')[0]?.trim())).toEqual(buckets)
      return [plain(await net.innerText()), ...aged.map((text) => plain(text.split('\n').at(-1) ?? ''))]
    }
    const pence = (figures: readonly string[]) => figures.map((text) => Math.round(Number(text) * 100))

    test('the sales ledger, per currency and by age', async () => {
      const { page } = week.who('agency')
      await week.who('agency').open('/')
      await menu(page, 'Sales Ledger').click()
      await see(page.getByRole('heading', { name: 'Sales Ledger' }))
      const truth = await owed(null)
      expect(Object.keys(truth)).toEqual(['EUR', 'GBP'])
      for (const [code, figures] of Object.entries(truth)) {
        expect(await shown(page, code)).toEqual(figures)
        const [net, ...aged] = pence(figures)
        expect(aged.reduce((sum, one) => sum + one, 0)).toBe(net)
      }
      // What is paid is in it no longer.
      const { rows } = await week
        .who('agency')
        .ask<{ rows: { human_id: string }[] }>('{ rows: get_agency_sales_ledger_detail { human_id } }')
      expect(rows.map((row) => row.human_id)).not.toContain(week.document('provider-client').human_id)
    })

    test('and the statement of the client says the same', async () => {
      const { page } = week.who('agency')
      await menu(page, 'Client Statement').click()
      await page.getByRole('link', { name: 'Brightwater Analytics Limited' }).first().click()
      await see(page.getByRole('heading', { name: 'Brightwater Analytics Limited' }))
      const truth = await owed('Brightwater Analytics Limited')
      expect(Object.keys(truth)).toEqual(['GBP'])
      expect(await shown(page, 'GBP')).toEqual(truth.GBP)
      // The limit less what is owed.
      const headroom = card(page, 'GBP')
        .locator('dt', { hasText: 'Headroom' })
        .locator('xpath=following-sibling::dd')
      expect(pence([plain(await headroom.innerText())])).toEqual([
        25_000_000 - (pence(truth.GBP ?? [])[0] ?? 0),
      ])
    })

    test('a bucket opens the documents behind it', async () => {
      const { page } = week.who('agency')
      const of = card(page, 'GBP').getByRole('link', { name: /^Current/ })
      const amount = plain((await of.innerText()).split('\n').at(-1) ?? '')
      await of.click()
      const table = page.getByRole('table', { name: 'Open documents' })
      await see(table.getByRole('row'))
      const rows = await week
        .who('agency')
        .ask<{ rows: { outstanding_balance: number }[] }>(
          `query ($id: uuid!) { rows: get_agency_sales_ledger_detail(where: { client_id: { _eq: $id }, age_bucket: { _eq: "current" }, kind: { _neq: "receipt" } }) { outstanding_balance } }`,
          { id: new URL(page.url()).pathname.split('/').at(-1) },
        )
      expect(rows.rows.reduce((sum, row) => sum + Math.round(row.outstanding_balance * 100), 0)).toBe(
        pence([amount])[0],
      )
      await see(page.getByText(`Matched Records: ${rows.rows.length} of`))
    })

    test('and every invariant holds in the database that the week left behind', async () => {
      const broken = (await verifyDatabase(week.stint)).filter((finding) => finding.broken.length > 0)
      expect(broken).toEqual([])
    })
  })
}
