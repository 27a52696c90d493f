/** Cash and bank accounts as people work with them: a statement comes in, what is certain is matched, an account changes by two. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { verifyDatabase } from '#server/verify.server.ts'
import { axeFaults } from './axe-faults.ts'
import { card, confirm, field, gone, messageOf, pick, see, tabTo } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

/** A statement of one receipt, as a bank would give it. */
const camtOf = (on: string, code: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="${code}">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${code}">56.78</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>
<Ntry><Amt Ccy="${code}">56.78</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>
<NtryDtls><TxDtls><RmtInf><Ustrd>PAID IN ${code}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`

describe('a statement of the bank', () => {
  test('is looked over, imported, and the second time there is nothing new', async () => {
    const { page, open, session, context } = await signIn(browser, stint, 'provider_operations')
    const day = (await session()).today.split('-').reverse().join('/')
    const rows = [
      'Date,Amount,Reference,Name',
      `${day},12.34,E2E STATEMENT,NOBODY WE KNOW`,
      `${day},-1.00,CHARGES,BANK`,
    ]
    const file = { name: 'june.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }
    const choose = async () => {
      await open('/provider/transaction/import_statement')
      await page.getByLabel('Account').locator('option').first().waitFor({ state: 'attached' })
      await page.getByLabel('File').setInputFiles(file)
    }
    await choose()
    await see(page.getByRole('heading', { name: 'CSV: 2 lines, 2 new' }))
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 lines' }).click()
    await see(page.getByRole('heading', { name: 'Auto-match' }), page.getByText('NOBODY WE KNOW'))
    expect(await axeFaults(page)).toEqual([])
    await choose()
    await see(page.getByRole('heading', { name: 'CSV: 2 lines, 0 new' }))
    await context.close()
  })

  const lines = (reference: string) =>
    stint.sql<{ id: string; amount: string; code: string }>(
      `select l.id, l.amount::text, y.alpha_code as code from transaction.bank_line l
       join platform.currency y on y.id = l.currency_id where l.reference = $1`,
      reference,
    )
  const give = (page: Page, name: string, content: string) =>
    field(page, 'File').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  const imports = (page: Page) => page.getByRole('button', { name: /^Import \d/ })

  test('that was cut in the middle is refused whole and under the file; the whole one is taken once, however often it is given', async () => {
    const { page, open, session, context } = await signIn(browser, stint, 'provider_operations')
    const { today } = await session()
    await open('/provider/transaction/import_statement')
    await field(page, 'Account').locator('option').first().waitFor({ state: 'attached' })
    const account = await field(page, 'Account').inputValue()
    const camt = camtOf(today, 'GBP')
    const cut = 'The file ends in the middle. Nothing was stored: please export it again.'
    await give(page, 'statement.xml', camt.slice(0, camt.indexOf('</Ntry>') + 20))
    expect(await messageOf(field(page, 'File'))).toBe(cut)
    const mt940 = [
      ':20:ONE',
      ':25:12345678',
      ':28C:1/1',
      `:60F:C${today.slice(2).replaceAll('-', '')}GBP0,`,
      ':61:26',
    ]
    await give(page, 'cut.sta', mt940.join('\n'))
    await expect.poll(() => messageOf(field(page, 'File'))).toBe(cut)
    expect(await imports(page).count()).toBe(0)
    expect(await lines('PAID IN GBP')).toEqual([])
    expect(await field(page, 'Account').inputValue()).toBe(account)
    // Exported again under its old name, and chosen by a person's own click.
    const chooser = page.waitForEvent('filechooser')
    await field(page, 'File').click()
    const whole = { name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(camt) }
    await (await chooser).setFiles(whole)
    await see(page.getByRole('heading', { name: 'camt.053: 1 line, 1 new' }))
    expect(await field(page, 'File').getAttribute('aria-invalid')).toBe(null)
    await imports(page).dblclick()
    await see(page.getByRole('heading', { name: 'Auto-match' }))
    expect(await lines('PAID IN GBP')).toMatchObject([{ amount: '56.78', code: 'GBP' }])
    await open('/provider/transaction/import_statement')
    await field(page, 'Account').locator('option').first().waitFor({ state: 'attached' })
    await give(page, 'again.xml', camt)
    await see(
      page.getByRole('heading', { name: 'camt.053: 1 line, 0 new' }),
      page.getByText('There already').first(),
    )
    expect(await imports(page).getAttribute('aria-disabled')).toBe('true')
    await imports(page).hover()
    await see(page.getByText('Every line of this statement was imported before'))
    expect(await lines('PAID IN GBP')).toHaveLength(1)
    await context.close()
  })

  test('currencies: a receipt in another currency has its own account and pays no invoice in pounds', async () => {
    const { page, open, session, act, context } = await signIn(browser, stint, 'provider_operations')
    const { today } = await session()
    await open('/provider/transaction/import_statement')
    const account = field(page, 'Account')
    await account.locator('option').first().waitFor({ state: 'attached' })
    await give(page, 'euro.xml', camtOf(today, 'EUR'))
    expect(await messageOf(field(page, 'File'))).toBe('The statement is in EUR, the account in GBP')
    expect(await imports(page).count()).toBe(0)
    // The file stays chosen: the right account is all that is missing.
    const euro = await account
      .locator('option')
      .filter({ hasText: /^Tideway.*EUR/ })
      .first()
      .getAttribute('value')
    await account.selectOption(euro)
    await see(page.getByRole('heading', { name: 'camt.053: 1 line, 1 new' }))
    expect(await field(page, 'File').getAttribute('aria-invalid')).toBe(null)
    await imports(page).click()
    await see(page.getByRole('heading', { name: 'Auto-match' }))
    const [line] = await lines('PAID IN EUR')
    expect(line).toMatchObject({ amount: '56.78', code: 'EUR' })
    await open(`/provider/transaction/bank_line/${line?.id}`)
    await pick(page, 'Paid by', 'Brightwater Analytics')
    await page.getByRole('button', { name: 'Record receipt' }).click()
    await page.waitForURL((url) => url.pathname.includes('/transaction/receipts/'))
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await see(card(page, 'Match with open invoices'))
    const [invoice] = await stint.sql<{ id: string; human_id: string }>(
      `select i.id, i.human_id from transaction.invoice i
       join business.business c on c.id = i.client_id and c.name = 'Brightwater Analytics Limited'
       where i.type = 'provider-client' and i.status = 'open' and not i.is_credit_note order by i.human_id limit 1`,
    )
    expect(await page.getByLabel(`Match ${invoice?.human_id}`).count()).toBe(0)
    const matches = [{ invoice_id: invoice?.id, amount: '10.00' }]
    const refused = await act('transaction.payment_receipt.match', { id, matches })
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused)).toContain('A receipt in EUR cannot pay an invoice in GBP')
    await context.close()
  })
})

test('cash match by keys: a candidate is taken, the difference follows, the pair is taken back', async () => {
  const { page, open, context } = await signIn(browser, stint, 'provider_operations')
  await open('/provider/transaction/cash_match')
  await see(card(page, 'Candidates').getByRole('checkbox'))
  expect(await axeFaults(page)).toEqual([])
  const basket = card(page, 'Basket')
  await page.keyboard.press('1')
  await see(basket.getByLabel(/^Amount for INV-/))
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: /Undo last match/ }))
  await page.keyboard.press('z')
  await see(page.getByText('Last match undone').first())
  // The same by Tab and Space alone, with a button for each step.
  await page.locator('#main').focus()
  await tabTo(page, /^Match INV-/)
  await page.keyboard.press('Space')
  await see(basket.getByLabel(/^Amount for INV-/))
  await tabTo(page, /^Match \d$/)
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: /Undo last match/ })
  await see(undo)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await tabTo(page, /^Undo last match/, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await gone(undo)
  await context.close()
})

test('a bank account changes by two people alone', async () => {
  const maker = await signIn(browser, stint, 'provider_operations')
  const { account } = await maker.ask<{ account: { id: string }[] }>(
    `{ account: business_bank_account(where: { status: { _eq: "confirmed" }, purpose: { _eq: "payout" }, business: { type: { _eq: "limited" } } }, limit: 1) { id } }`,
  )
  const path = `/provider/business/bank_account/${account[0]?.id}`
  await maker.open(path)
  const { page } = maker
  await page.getByRole('button', { name: 'Update bank account' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Sort code').fill('089999')
  await form.getByLabel('Account number').fill('66374959')
  await form.getByRole('button', { name: 'Save' }).last().click()
  expect(await messageOf(form.getByLabel('Account number'))).toBe(
    'This account number does not exist at this sort code: please check both',
  )
  expect(await form.getByLabel('Sort code').inputValue()).toMatch(/^08-?99-?99$/)
  await form.getByLabel('Account number').fill('66374958')
  await form.getByRole('button', { name: 'Save' }).last().click()
  const pending = card(page, 'Changed Data - Pending Approval')
  await see(pending, pending.getByText('Changed', { exact: true }))
  expect(await pending.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true')
  expect(await axeFaults(page)).toEqual([])
  await maker.context.close()

  const checker = await signIn(browser, stint, 'provider_approver', { viewport: { width: 360, height: 740 } })
  await checker.open(path)
  const there = card(checker.page, 'Changed Data - Pending Approval')
  await there.getByRole('button', { name: 'Confirm' }).click()
  await confirm(checker.page)
  await see(card(checker.page, 'Bank accounts').getByText('66374958'))
  expect(await axeFaults(checker.page)).toEqual([])
  await checker.context.close()
})

test('after all of that every invariant holds', async () => {
  expect((await verifyDatabase(stint)).filter(({ broken }) => broken.length > 0)).toEqual([])
})
