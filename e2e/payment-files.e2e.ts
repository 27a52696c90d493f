/**
 * Money out to the bank and back: the file of a batch in each form, taken by who may and once; a payment that the bank
 * sends back, what payee and agency read of it, and how it is made good.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { currency, displayMoney, GBP, parseMoney } from '#kernel/money.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { card, confirm, confirmPayment, field, gone, messageOf, rowsOf, see, toast } from './look.ts'
import { openBrowser, type Person, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

const patience = { timeout: 60_000 }
const dialog = (page: Page) => page.getByRole('dialog')
const batch_path = (id: string) => `/provider/payment/payment_batch/${id}`
const pence = (text: string | undefined) => Math.round(Number(text) * 100)
const pounds = (text: string | undefined) => displayMoney(parseMoney(text ?? '', GBP))

/** Makes batches and records what comes back; she takes no file. */
let maker: Person
/** Releases payments, and alone takes the file to the bank. */
let checker: Person
let today: string

beforeAll(async () => {
  maker = await signIn(browser, stint, 'provider_operations')
  checker = await signIn(browser, stint, 'provider_approver')
  today = (await maker.session()).today
})

describe('the file of a completed batch', () => {
  type Batch = {
    id: string
    human_id: string
    amount: string
    sort_code: string
    account_number: string
    iban: string
  }
  type Pay = { to: string; pence: number; reference: string }
  /** What a file says, read by the positions and names that banks go by (registers.md §5). */
  type Said = { pays: Pay[]; from: string; count: number; pence: number }

  /** The provider's own completed batches in a currency that no file is made of, the newest first. */
  const unfiled = (code: string) =>
    stint.sql<Batch>(
      `select b.id, b.human_id, b.amount::text, a.sort_code, a.account_number, a.iban from payment.payment_batch b
       join platform.currency y on y.id = b.currency_id and y.alpha_code = $1
       join business.bank_account a on a.business_id = b.principal_id and a.currency_id = b.currency_id
         and a.purpose = 'trust' and a.status = 'confirmed'
       where b.status = 'completed' and b.principal_id = b.provider_id
         and not exists (select from payment.payment_file f where f.payment_batch_id = b.id)
       order by b.run_date desc, b.human_id desc`,
      code,
    )
  /** Its payments as the books have them, into which account. */
  const paid = async (batch: Batch, account: 'sort_code' | 'iban') =>
    stint.sql<{ to: string; pence: number; reference: string; name: string }>(
      `select ${account === 'iban' ? 'k.iban' : 'k.sort_code || k.account_number'} as to, (s.amount * 100)::int as pence, s.reference,
         k.account_holder_name as name
       from transaction.payment_receipt_summary s join business.bank_account k on k.id = s.bank_account_id
       where s.payment_batch_id = $1 and s.type = 'payment' order by s.human_id`,
      batch.id,
    )
  const files = (batch: Batch) =>
    stint.sql<{ sha256: string; amount: string; format: string }>(
      'select sha256, amount::text, format from payment.payment_file where payment_batch_id = $1',
      batch.id,
    )
  const fileCard = (page: Page) => card(page, 'Payment file')
  const downloadButton = (page: Page) => fileCard(page).getByRole('button', { name: 'Download', exact: true })

  async function taken(page: Page): Promise<{ name: string; text: string }> {
    const saved: Promise<Download> = page.waitForEvent('download')
    await downloadButton(page).dblclick()
    const download = await saved
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
  }

  /** The screen, the books and the file say the same amount, and so does the number of payments. */
  async function agrees(page: Page, batch: Batch, said: Said, shown: string): Promise<void> {
    expect(said.pays.reduce((sum, one) => sum + one.pence, 0)).toBe(pence(batch.amount))
    expect(said.pence).toBe(pence(batch.amount))
    expect(said.count).toBe(said.pays.length)
    await see(
      card(page, 'Batch').getByText(shown, { exact: true }),
      fileCard(page).getByText(shown, { exact: true }),
      fileCard(page).getByText(String(said.count), { exact: true }),
    )
  }

  function bacs(text: string): Said {
    const lines = text.split('\r\n')
    expect(lines.pop()).toBe('')
    const data = lines.filter((line) => line.length === 100)
    const credits = data.filter((line) => line.slice(15, 17) === '99')
    const contra = data.filter((line) => line.slice(15, 17) === '17')
    const total = lines.at(-1) ?? ''
    expect(lines.map((line) => line.slice(0, 4)).filter((name) => /^[A-Z]{3}\d$/.test(name))).toEqual([
      'VOL1',
      'HDR1',
      'HDR2',
      'UHL1',
      'EOF1',
      'EOF2',
      'UTL1',
    ])
    expect(contra).toHaveLength(1)
    // One debit that balances the credits, from the account that every credit names.
    expect(contra[0]?.slice(35, 46)).toBe(total.slice(19, 30))
    expect(total.slice(4, 17)).toBe(total.slice(17, 30))
    expect(new Set(data.map((line) => line.slice(17, 31)))).toEqual(new Set([contra[0]?.slice(0, 14)]))
    return {
      pays: credits.map((line) => ({
        to: line.slice(0, 14),
        pence: Number(line.slice(35, 46)),
        reference: line.slice(64, 82).trim(),
      })),
      from: contra[0]?.slice(0, 14) ?? '',
      count: Number(total.slice(37, 44)),
      pence: Number(total.slice(17, 30)),
    }
  }

  function pain(text: string): Said {
    const inside = (name: string, of: string) =>
      [...of.matchAll(new RegExp(`<${name}(?: [^>]*)?>\\s*([^<]*?)\\s*</${name}>`, 'g'))].map(
        (found) => found[1] ?? '',
      )
    const [head = '', ...transfers] = text.split('<CdtTrfTxInf>')
    // Once for the message and once for its only debit.
    expect(new Set(inside('CtrlSum', head)).size).toBe(1)
    expect(new Set(inside('NbOfTxs', head)).size).toBe(1)
    return {
      pays: transfers.map((one) => ({
        to: inside('IBAN', one)[0] ?? '',
        pence: pence(inside('InstdAmt', one)[0]),
        reference: inside('Ustrd', one)[0] ?? '',
      })),
      from: inside('IBAN', head)[0] ?? '',
      count: Number(inside('NbOfTxs', head)[0]),
      pence: pence(inside('CtrlSum', head)[0]),
    }
  }

  test('BACS: faults unfold their fields; two clicks and a second window make one file, always the same', async () => {
    const [batch] = await unfiled('GBP')
    if (!batch) throw new Error('no batch without a file')
    const { page, open, context } = checker
    await open(batch_path(batch.id))
    const file = fileCard(page)
    const make = file.getByRole('button', { name: 'Create file' })
    const user_number = field(file, 'Service user number')
    await user_number.fill('')
    await make.click()
    expect(await messageOf(user_number)).toBe(validationText.required)
    await user_number.fill('123456')
    await file.getByText('Bank-specific options').click()
    await field(file, 'Volume serial number').fill('ab')
    await file.getByText('Bank-specific options').click()
    await make.click()
    expect(await messageOf(field(file, 'Volume serial number'))).toBe(
      'Six capitals or digits, not all of them zero',
    )
    expect(await user_number.inputValue()).toBe('123456')
    await field(file, 'Volume serial number').fill('AB1234')
    const stale = await context.newPage()
    await stale.goto(batch_path(batch.id))
    await field(fileCard(stale), 'Service user number').fill('654321')
    await make.dblclick()
    await see(downloadButton(page))
    await fileCard(stale).getByRole('button', { name: 'Create file' }).click()
    await see(
      toast(stale, `The file of batch ${batch.human_id} was made before: a second one would pay twice`),
    )
    await stale.close()

    const first = await taken(page)
    const said = bacs(first.text)
    await agrees(page, batch, said, pounds(batch.amount))
    expect(said.pays).toEqual((await paid(batch, 'sort_code')).map(({ name: _, ...pay }) => pay))
    expect(said.from).toBe(`${batch.sort_code}${batch.account_number}`)
    expect(first.text.slice(0, 10)).toBe('VOL1AB1234')
    expect(first.text).toContain('HDR1A123456S')
    expect(first.name).toMatch(new RegExp(`^${batch.human_id}-\\d{4}-\\d\\d-\\d\\d\\.txt$`))
    await open(batch_path(batch.id))
    expect(await taken(page)).toEqual(first)
    const kept = await files(batch)
    expect(kept).toEqual([
      { sha256: createHash('sha256').update(first.text).digest('hex'), amount: batch.amount, format: 'bacs' },
    ])
    await see(file.getByText(kept[0]?.sha256 ?? ''))
    // The log says who has taken it, each time: two clicks are once.
    const log = await stint.sql(
      `select l.id from log.audit l join payment.payment_file f on f.id = l.entity_id where f.payment_batch_id = $1
         and l.new_values ? 'downloaded'`,
      batch.id,
    )
    expect(log).toHaveLength(2)
  })

  test('CSV for a portal, and pain.001 for a batch in euro, for which BACS is not offered', async () => {
    const [[sterling], [euro]] = await Promise.all([unfiled('GBP'), unfiled('EUR')])
    if (!sterling || !euro) throw new Error('no batch without a file')
    const { page, open } = checker
    await open(batch_path(sterling.id))
    await field(fileCard(page), 'Format').selectOption({ label: 'CSV' })
    await fileCard(page).getByRole('button', { name: 'Create file' }).click()
    await see(downloadButton(page))
    const table = await taken(page)
    const [head, ...rows] = table.text.trimEnd().split('\r\n')
    expect(head).toBe('sort_code,account_number,iban,swift_code,name,amount,currency,reference')
    const pays = rows.map((row) => {
      const [sort_code, number, , , , amount, code, reference] = row.split(',')
      expect(code).toBe('GBP')
      return { to: `${sort_code}${number}`, pence: pence(amount), reference: reference ?? '' }
    })
    const total = pays.reduce((sum, one) => sum + one.pence, 0)
    await agrees(
      page,
      sterling,
      { pays, from: '', count: rows.length, pence: total },
      pounds(sterling.amount),
    )
    expect(pays).toEqual((await paid(sterling, 'sort_code')).map(({ name: _, ...pay }) => pay))

    await open(batch_path(euro.id))
    const format = field(fileCard(page), 'Format')
    await expect
      .poll(() => format.locator('option').allInnerTexts(), patience)
      .toEqual(['ISO 20022 pain.001', 'CSV'])
    await fileCard(page).getByRole('button', { name: 'Create file' }).click()
    await see(downloadButton(page))
    const message = await taken(page)
    expect(message.name).toMatch(/\.xml$/)
    expect(message.text).toContain('pain.001.001.09')
    expect(message.text).toContain(`<MsgId>${euro.human_id}</MsgId>`)
    const said = pain(message.text)
    await agrees(page, euro, said, displayMoney(parseMoney(euro.amount, currency('EUR'))))
    expect(said.pays).toEqual((await paid(euro, 'iban')).map(({ name: _, ...pay }) => pay))
    expect(said.from).toBe(euro.iban)
  })

  test('payment file: makers of batches and all others get none, by any address', async () => {
    const [filed] = await stint.sql<{ id: string; batch_id: string }>(
      `select f.id, f.payment_batch_id as batch_id from payment.payment_file f where format = 'bacs' limit 1`,
    )
    if (!filed) throw new Error('no file')
    await maker.open(batch_path(filed.batch_id))
    await see(downloadButton(maker.page))
    expect(await downloadButton(maker.page).getAttribute('aria-disabled')).toBe('true')
    // What comes later moves the button away from the pointer.
    await see(maker.page.getByText('Agrees with the ledger.'))
    await see(maker.page.getByRole('heading', { name: 'Items' }))
    await downloadButton(maker.page).hover()
    await see(maker.page.getByText('Only people who release payments can download the file'))
    const [open_batch] = await unfiled('GBP')
    await maker.open(batch_path(open_batch?.id ?? ''))
    await see(fileCard(maker.page).getByText('No file yet. People who release payments create it.'))
    expect(await fileCard(maker.page).getByRole('button').count()).toBe(0)
    const [unfinished] = await stint.sql<{ id: string }>(
      `select id from payment.payment_batch where status in ('under_review', 'reviewed') order by human_id limit 1`,
    )
    await checker.open(batch_path(unfinished?.id ?? ''))
    await see(fileCard(checker.page).getByText('Available once the batch is completed.'))
    const agency = await signIn(browser, stint, 'agency_admin')
    await agency.open(batch_path(filed.batch_id))
    await see(agency.page.getByText('Page not found'))
    expect(await agency.page.getByText('Payment file').count()).toBe(0)
    for (const who of [maker, agency]) {
      expect(await who.act('payment.payment_file.download', { id: filed.id })).toMatchObject({
        success: false,
        message: 'You do not have permission to do this',
      })
      expect(await who.refusal('{ payment_payment_file { content } }')).toMatch(/not found/)
    }
    expect(
      (
        await agency
          .ask<{ rows: unknown[] }>('{ rows: payment_payment_batch { id } }')
          .catch(() => ({ rows: [] }))
      ).rows,
    ).toEqual([])
    await agency.context.close()
  })
})

describe('a payment that the bank sends back', () => {
  type Back = {
    payment_id: string
    payment: string
    amount: string
    batch_id: string
    invoice_id: string
    invoice: string
    bank_account_id: string
    own_account: string
  }
  let back: Back

  const item = (page: Page) => card(page, 'Items').getByRole('row').filter({ hasText: back.invoice })
  const invoice = async () =>
    (
      await stint.sql<{ status: string; owed: string; live: string }>(
        `select i.status, i.outstanding_balance::text as owed,
           coalesce((select sum(d.amount) from transaction.payment_receipt_detail d
             where d.invoice_id = i.id and d.reversal_date is null), 0)::text as live
         from transaction.invoice i where i.id = $1`,
        back.invoice_id,
      )
    )[0]
  const waits = (page: Page) => card(page, 'Awaiting confirmation')

  beforeAll(async () => {
    // The contractor's last pay, which was for one document.
    const [found] = await stint.sql<Back>(
      `select s.id as payment_id, s.human_id as payment, s.amount::text, s.payment_batch_id as batch_id, i.id as invoice_id,
         i.human_id as invoice, s.bank_account_id, a.account_number as own_account
       from transaction.payment_receipt_summary s
       join business.business b on b.id = s.for_business_id and b.name = 'Bell Data Engineering Limited'
       join business.bank_account a on a.business_id = s.principal_id and a.currency_id = s.currency_id and a.purpose = 'trust'
       join transaction.payment_receipt_detail d on d.payment_receipt_summary_id = s.id and d.amount = s.amount
       join transaction.invoice i on i.id = d.invoice_id
       where s.type = 'payment' and s.status = 'matched' order by s.transaction_date desc limit 1`,
    )
    if (!found) throw new Error('the contractor was not paid')
    back = found
  })

  test('returned payment: on the statement, suggested on its batch with reasons, recorded once by two clicks', async () => {
    const { page, open } = maker
    await open('/provider/transaction/import_statement')
    const account = page.getByLabel('Account')
    await expect
      .poll(() => account.locator('option:checked').innerText(), patience)
      .toContain(back.own_account)
    const rows = [
      'Date,Amount,Reference,Name',
      `${today.split('-').reverse().join('/')},${back.amount},ARUCS ${back.payment} AC CLOSED,THE BANK`,
    ]
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    await page.getByRole('button', { name: 'Import 1 line' }).click()
    await see(page.getByRole('heading', { name: 'Auto-match' }))
    await open(batch_path(back.batch_id))
    const suggested = card(page, 'Looks like a returned payment')
      .getByRole('listitem')
      .filter({ hasText: 'AC CLOSED' })
    await see(
      suggested.getByText(`ARUCS ${back.payment} AC CLOSED, THE BANK`),
      suggested.getByText('Payment number in the line'),
      suggested.getByText('The bank says that it was returned'),
      suggested.getByText('Amount is equal'),
    )
    await suggested.getByRole('button', { name: 'Record return' }).click()
    await see(dialog(page).getByText(/^The amount is due to Bell Data Engineering Limited again/))
    const record = dialog(page).getByRole('button', { name: 'Record', exact: true })
    await record.click()
    expect(await messageOf(field(dialog(page), 'Bank’s reason'))).toBe(validationText.required)
    await field(dialog(page), 'Bank’s note').fill('Closed on the 3rd')
    await field(dialog(page), 'Bank’s reason').selectOption({ label: 'Account closed' })
    await record.dblclick()
    await see(toast(page, `Return of ${back.payment} recorded`))
    await gone(dialog(page), suggested)
    await see(
      item(page).getByText('Returned', { exact: true }),
      item(page).getByText('Account closed: Closed on the 3rd'),
      card(page, 'Batch').getByText('Returned', { exact: true }),
      card(page, 'Batch').getByText(pounds(back.amount), { exact: true }),
    )
    expect(await invoice()).toEqual({ status: 'open', owed: back.amount, live: '0' })
    const lines = await stint.sql(
      `select l.id from transaction.bank_line l join transaction.payment_receipt_summary s on s.returned_line_id = l.id
       where s.id = $1 and s.status = 'reversed' and l.amount = s.amount`,
      back.payment_id,
    )
    expect(lines).toHaveLength(1)
  })

  test('returned payment: contractor (on a phone) and agency read the return, its reason and the debt', async () => {
    const contractor = await signIn(browser, stint, 'contractor', { viewport: { width: 360, height: 740 } })
    const { page } = contractor
    await contractor.open('/contractor/payment/payment_company_payment')
    await page
      .getByRole('link', { name: new RegExp(back.payment) })
      .first()
      .click()
    await see(
      page.getByRole('heading', { name: back.payment }),
      page.getByText('Reversed', { exact: true }),
      page.getByText('Account closed: Closed on the 3rd').first(),
    )
    await contractor.open(`/contractor/transaction/invoice/${back.invoice_id}`)
    await see(page.getByRole('heading', { name: back.invoice }), page.getByText('Open', { exact: true }))
    await see(page.getByText(pounds(back.amount), { exact: true }))
    await contractor.context.close()

    const agency = await signIn(browser, stint, 'agency_admin')
    await agency.open(`/agency/transaction/invoice/${back.invoice_id}`)
    await see(agency.page.getByText('Open', { exact: true }))
    const rows = await rowsOf(card(agency.page, 'Payments and receipts').getByRole('table'))
    const line = rows.find((row) => row.join(' ').includes(back.payment))
    expect(line).toContain(pounds(back.amount))
    expect(line?.at(-1)).toContain('Sent back by the bank: Account closed: Closed on the 3rd')
    await agency.context.close()
    const mails = () =>
      stint.sql<{ to: string }>(
        'select distinct m.to from log.mail m where m.subject = $1',
        `Payment ${back.payment} to Bell Data Engineering Limited was sent back`,
      )
    await expect.poll(async () => (await mails()).length, { timeout: 120_000 }).toBeGreaterThan(2)
  })

  test('waits in the next batch until a second person has confirmed the account, and is paid once more', async () => {
    const { page, open } = maker
    await open('/provider/payment/new_batch')
    await page.getByRole('button', { name: 'Create batch' }).click()
    await see(page.getByRole('button', { name: 'Submit for review' }))
    const path = new URL(page.url()).pathname
    const waiting = "The bank sent a payment back: the payee's account waits to be confirmed again"
    await see(item(page).getByText('Held', { exact: true }), item(page).getByText(waiting))
    await item(page).getByRole('button', { name: 'Release', exact: true }).click()
    await dialog(page).getByLabel('Comments Please').fill('He says it is fine')
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await see(toast(page, waiting))
    expect(await dialog(page).getByLabel('Comments Please').inputValue()).toBe('He says it is fine')
    await dialog(page).getByRole('button', { name: 'No' }).click()
    const account = `/provider/business/bank_account/${back.bank_account_id}`
    await open(account)
    await see(waits(page).getByText(/was sent back: Account closed/))
    const again = (of: Page) => waits(of).getByRole('button', { name: 'Confirm again' })
    expect(await again(page).getAttribute('aria-disabled')).toBe('true')
    await checker.open(account)
    await again(checker.page).click()
    await confirm(checker.page)
    await see(toast(checker.page, 'The bank account is confirmed again'))
    await gone(waits(checker.page))

    await open(path)
    await item(page).getByRole('button', { name: 'Release', exact: true }).click()
    await confirm(page, 'Asked by telephone: the account is open again')
    await see(item(page).getByText('Included', { exact: true }))
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await confirm(page)
    await checker.open(path)
    await checker.page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await confirm(checker.page)
    await checker.page.getByRole('button', { name: 'Complete and pay' }).click()
    await confirmPayment(checker.page)
    await see(item(checker.page).getByText('Paid', { exact: true }))
    expect(await invoice()).toEqual({ status: 'closed', owed: '0.00', live: back.amount })
    // The one that came back is in no file any more; what makes it good is.
    await field(card(checker.page, 'Payment file'), 'Format').selectOption({ label: 'CSV' })
    await card(checker.page, 'Payment file').getByRole('button', { name: 'Create file' }).click()
    const download = card(checker.page, 'Payment file').getByRole('button', { name: 'Download', exact: true })
    await see(download)
    const saved = checker.page.waitForEvent('download')
    await download.click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    const [good] = await stint.sql<{ human_id: string; amount: string; number: string }>(
      `select s.human_id, s.amount::text, k.account_number as number from transaction.payment_receipt_detail d
       join transaction.payment_receipt_summary s on s.id = d.payment_receipt_summary_id
       join business.bank_account k on k.id = s.bank_account_id where d.invoice_id = $1 and d.reversal_date is null`,
      back.invoice_id,
    )
    expect(text).not.toContain(back.payment)
    const row = text.split('\r\n').filter((one) => one.split(',')[1] === good?.number)
    expect(row).toHaveLength(1)
    expect(row[0]?.split(',').slice(5)).toEqual([good?.amount, 'GBP', good?.human_id])
  })
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
