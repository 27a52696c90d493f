/**
 * Documents that people make and correct by hand: credit notes and what takes them back, notes, fees, bills and invoices
 * that stand alone, and a client's month as one document.
 */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { displayMoney, GBP, parseMoney } from '#kernel/money.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { card, confirm, field, gone, messageOf, pick, see, toast } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const dialog = (page: Page) => page.getByRole('dialog')
const asPence = (text: string | undefined) => Math.round(Number(text) * 100)
const pounds = (text: string) => displayMoney(parseMoney(text, GBP))

async function fill(page: Page, pairs: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(pairs)) await field(page, label).fill(text)
}

describe('a credit note', () => {
  type Stand = { human_id: string; outstanding: string; status: string }
  let provider: Person
  let invoice: { id: string; human_id: string; outstanding: string }

  const stand = async () =>
    (
      await stint.sql<Stand>(
        'select human_id, outstanding_balance::text as outstanding, status from transaction.invoice where id = $1',
        invoice.id,
      )
    )[0]
  const notes = () =>
    stint.sql<{ total: string; is_credit_note: boolean }>(
      `select total_amount::text as total, is_credit_note from transaction.invoice
       where (parent_invoice_id = $1 or reverses_invoice_id in (select id from transaction.invoice where parent_invoice_id = $1))
         and type = 'provider-client' order by created_at, human_id`,
      invoice.id,
    )

  test('credit note: needs amount and reason; more than is left is refused under the amount', async () => {
    provider = await signIn(browser, stint, 'provider_operations')
    const { page, open } = provider
    const rows = await stint.sql<typeof invoice>(
      `select i.id, i.human_id, i.outstanding_balance::text as outstanding from transaction.invoice i
       join business.business c on c.id = i.client_id and c.name = 'Brightwater Analytics Limited'
       where i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open' and not i.is_credit_note and not i.is_part_paid
         and i.outstanding_balance = i.total_amount and i.timesheet_id is not null
         and not exists (select from payment.payment_batch_item p join transaction.invoice o on o.id = p.invoice_id
           where o.invoice_set_id = i.invoice_set_id and p.status in ('included', 'held'))
       order by i.human_id desc limit 1`,
    )
    if (!rows[0]) throw new Error('no open invoice')
    invoice = rows[0]
    await open(`/provider/transaction/invoice/${invoice.id}`)
    await page.getByRole('button', { name: 'Credit note', exact: true }).click()
    const issue = dialog(page).getByRole('button', { name: 'Issue credit note' })
    await issue.click()
    expect(await messageOf(field(dialog(page), 'Reason'))).toBe(validationText.required)
    await dialog(page).getByRole('radio', { name: 'An amount with VAT' }).check()
    const amount = dialog(page).getByRole('textbox', { name: 'Amount' })
    await field(dialog(page), 'Reason').fill('Two hours were agreed down')
    for (const [typed, said] of [
      ['9999999.00', `Only ${pounds(invoice.outstanding)} is left to credit`],
      ['12,5', validationText.number],
      ['0', validationText.positive],
      ['', validationText.required],
    ] as const) {
      await amount.fill(typed)
      await issue.click()
      await expect.poll(() => messageOf(amount), { timeout: 60_000 }).toBe(said)
      await expect.poll(() => issue.getAttribute('aria-busy'), { timeout: 60_000 }).toBe(null)
      expect(await amount.inputValue()).toBe(typed)
    }
    expect(await notes()).toEqual([])
    await amount.fill('60.00')
    await issue.dblclick()
    await see(toast(page, new RegExp(`credits ${invoice.human_id}$`)))
    await page.waitForURL((url) => !url.pathname.endsWith(invoice.id))
    expect(await notes()).toEqual([{ total: '-60.00', is_credit_note: true }])
    expect(asPence((await stand())?.outstanding)).toBe(asPence(invoice.outstanding) - 6_000)
  })

  test('that should not have been is taken back, with a reason, once', async () => {
    const { page } = provider
    await page.getByRole('button', { name: 'Reverse', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await see(dialog(page).getByText(validationText.specify_reason))
    expect(await notes()).toHaveLength(1)
    const stale = await provider.context.newPage()
    await stale.goto(page.url())
    await stale.getByRole('button', { name: 'Reverse', exact: true }).click()
    await dialog(stale).getByLabel('Comments Please').fill('And once more')
    await confirm(page, 'It was another week')
    await see(toast(page, / takes .* back$/))
    expect(await notes()).toEqual([
      { total: '-60.00', is_credit_note: true },
      { total: '60.00', is_credit_note: false },
    ])
    await dialog(stale).getByRole('button', { name: 'Yes' }).click()
    await see(stale.getByLabel('Messages, Alt T').getByText(/reversed/))
    expect(await notes()).toHaveLength(2)
    await stale.close()
    // What the note took off is owed again, by a document of its own.
    const [both] = await stint.sql<{ owed: string }>(
      `select sum(outstanding_balance)::text as owed from transaction.invoice
       where id = $1 or reverses_invoice_id in (select id from transaction.invoice where parent_invoice_id = $1)`,
      invoice.id,
    )
    expect(both?.owed).toBe(invoice.outstanding)
    await provider.context.close()
  })
})

describe('single documents', () => {
  const kinds = [
    {
      kind: 'sales_invoice',
      persona: 'agency_admin',
      raised_by: 'agency_admin',
      path: '/agency/contract/new_sales_invoice',
      fill: async (page: Page) => {
        await pick(page, 'Client', 'Brightwater')
        await fill(page, {
          Title: 'Interview day',
          'Net amount': '850.00',
          Description: 'Two consultants on site',
        })
      },
      type: 'agency-client',
      total: '1020.00',
    },
    {
      kind: 'purchase_ledger',
      persona: 'agency_admin',
      raised_by: 'provider_operations',
      path: '/agency/contract/new_purchase_ledger',
      fill: async (page: Page) => {
        await pick(page, 'Supplier', 'Bell Data')
        await fill(page, {
          'Number of the bill': 'B-1001',
          'Payment terms': '14',
          Title: 'Laptop hire',
          'Net amount': '100.00',
          Description: 'Hire of one laptop',
        })
      },
      type: 'contractor-agency',
      total: '120.00',
    },
    {
      kind: 'adhoc_fee',
      persona: 'provider_operations',
      raised_by: 'provider_operations',
      path: '/provider/contract/new_adhoc_fee',
      fill: async (page: Page) => {
        await pick(page, 'Agency', 'Larkfield')
        await fill(page, {
          Title: 'Credit report',
          'Net amount': '45.00',
          Description: 'Report on a new client',
        })
      },
      type: 'provider-agency',
      total: '54.00',
    },
  ] as const

  test.each(kinds)(
    '$kind: entered as a draft, raised once by two clicks, and as it was entered',
    async (one) => {
      const person = await signIn(browser, stint, one.persona)
      await person.open(one.path)
      await one.fill(person.page)
      await person.page.getByRole('button', { name: 'Save as draft' }).click()
      await person.page.waitForURL((url) => url.pathname.includes(`/contract/${one.kind}/`))
      const id = new URL(person.page.url()).pathname.split('/').at(-1)
      // Who pays a supplier's bill raises it.
      const raiser = await signIn(browser, stint, one.raised_by)
      const { page } = raiser
      await raiser.open(
        `/${one.raised_by === 'agency_admin' ? 'agency' : 'provider'}/contract/${one.kind}/${id}`,
      )
      await page.getByRole('button', { name: 'Raise', exact: true }).click()
      const raised = () =>
        stint.sql<{ type: string; total: string }>(
          `select i.type, i.total_amount::text as total from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
         where s.contract_id = $1 and i.type = $2`,
          id,
          one.type,
        )
      const once = [{ type: one.type, total: one.total }]
      // The toast may come and go while a busy machine is at the second click.
      await dialog(page).getByRole('button', { name: 'Yes' }).dblclick()
      await expect.poll(raised, { timeout: 60_000 }).toEqual(once)
      await gone(dialog(page), page.getByRole('button', { name: 'Raise', exact: true }))
      expect(await raised()).toEqual(once)
      await person.context.close()
      await raiser.context.close()
    },
  )
})

test('a collection note is made, mailed with its PDF, and cancelled with a reason', async () => {
  const { page, open, context } = await signIn(browser, stint, 'provider_operations')
  await open('/provider/transaction/new_collection_note')
  await field(page, 'Agency').selectOption({ label: 'Copper Beech Recruitment Limited' })
  await fill(page, { Amount: '40.00', Reason: 'Court fee of an old debt' })
  await page.getByRole('button', { name: 'Make the note' }).click()
  await see(toast(page, / will be deducted from the agency’s next earnings$/))
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const pdf = await context.request.get(`/api/pdf/collection_note/${id}`)
  expect(await pdfText(await pdf.body())).toContain('Court fee of an old debt')
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await confirm(page)
  const mails = () =>
    stint.sql(
      'select m.id from log.mail m join log.mail_attachment a on a.mail_id = m.id where m.parent_id = $1',
      id,
    )
  await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Cancel note' }).click()
  await dialog(page).getByRole('button', { name: 'Yes' }).click()
  await see(dialog(page).getByText(validationText.specify_reason))
  await confirm(page, 'The court gave it back')
  await see(page.getByText('Cancelled', { exact: true }))
  expect(await page.getByRole('button', { name: 'Send by mail' }).count()).toBe(0)
  await context.close()
})

test('a client’s month as one document: gathered, generated, sent with its summary, and free of anything else', async () => {
  const { page, open, context } = await signIn(browser, stint, 'agency_admin')
  const [span] = await stint.sql<{ first: string; last: string; n: number; owed: string; early: string }>(
    `select min(i.raised_date)::text as first, max(i.raised_date)::text as last, count(*)::int as n,
       sum(i.total_amount)::text as owed, (min(i.raised_date) - 400)::text as early
     from transaction.invoice i join business.business c on c.id = i.client_id and c.name = 'Brightwater Analytics Limited'
     where i.type in ('provider-client', 'agency-client', 'funder-client') and i.status = 'open' and i.consolidated_invoice_id is null`,
  )
  if (!span || span.n < 2) throw new Error('too few open invoices')
  await open('/agency/transaction/new_consolidated_invoice')
  await field(page, 'Client').selectOption({ label: 'Brightwater Analytics Limited' })
  const gather = card(page, 'Invoices raised in')
  await gather.getByRole('textbox', { name: 'From' }).fill(span.early)
  await gather.getByRole('textbox', { name: 'To' }).fill(span.early)
  await gather.getByRole('button', { name: 'Combine invoices' }).click()
  await see(toast(page, /has no open invoice of .* that is in no consolidated invoice$/))
  expect(await gather.getByRole('textbox', { name: 'From' }).inputValue()).not.toBe('')
  await gather.getByRole('textbox', { name: 'From' }).fill(span.first)
  await gather.getByRole('textbox', { name: 'To' }).fill(span.last)
  await gather.getByRole('button', { name: 'Combine invoices' }).dblclick()
  await see(toast(page, / made$/))
  // One document an account and currency: all that was open stands in exactly one of them, though it was pressed twice.
  const drafts = await stint.sql<{ id: string; n: number; owed: string; total: string }>(
    `select k.id, count(i.id)::int as n, sum(i.total_amount)::text as owed, k.total_amount::text as total
     from transaction.consolidated_invoice k join transaction.invoice i on i.consolidated_invoice_id = k.id
     where k.status = 'draft' and i.raised_date between $1 and $2
       and i.client_id = (select id from business.business where name = 'Brightwater Analytics Limited')
     group by k.id order by count(i.id) desc, k.id`,
    span.first,
    span.last,
  )
  expect(drafts.reduce((sum, one) => sum + one.n, 0)).toBe(span.n)
  expect(drafts.map(({ total }) => total)).toEqual(drafts.map(({ owed }) => owed))
  const [draft] = drafts
  if (!draft) throw new Error('no draft')
  const { id } = draft
  await open(`/agency/transaction/consolidated_invoice/${id}`)
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await see(dialog(page).getByText(`is issued with ${draft.n} invoice`))
  await confirm(page)
  await see(page.getByText('Generated', { exact: true }))
  const pdf = await context.request.get(`/api/pdf/consolidated_invoice/${id}`)
  expect(await pdfText(await pdf.body())).toContain(pounds(draft.owed).replace('£', ''))
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await confirm(page)
  await see(page.getByText('Open', { exact: true }))
  const mails = () =>
    stint.sql<{ n: number }>(
      `select count(a.*)::int as n from log.mail m join log.mail_attachment a on a.mail_id = m.id where m.parent_id = $1 group by m.id`,
      id,
    )
  // The document and the summary of its timesheets.
  await expect.poll(async () => (await mails())[0]?.n, { timeout: 120_000 }).toBe(2)
  expect(await page.getByRole('button', { name: 'Generate', exact: true }).count()).toBe(0)
  await context.close()
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
