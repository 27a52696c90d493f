/** Cash and bank accounts as people work with them: a statement comes in, what is certain is matched, an account changes by two. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { card, confirm, see } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

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
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 lines' }).click()
    await see(page.getByRole('heading', { name: 'Match what is certain' }), page.getByText('NOBODY WE KNOW'))
    expect(await faults(page)).toEqual([])
    await choose()
    await see(page.getByRole('heading', { name: 'CSV: 2 lines, 0 new' }))
    await context.close()
  })
})

test('cash match by keys: a candidate is taken, the difference follows, the pair is taken back', async () => {
  const { page, open, context } = await signIn(browser, stint, 'provider_operations')
  await open('/provider/transaction/cash_match')
  await see(card(page, 'Candidates').getByRole('checkbox'))
  expect(await faults(page)).toEqual([])
  const basket = card(page, 'Basket')
  await page.keyboard.press('1')
  await see(basket.getByLabel(/^Amount for INV-/))
  await page.keyboard.press('Enter')
  await see(page.getByRole('button', { name: /Take the last pair back/ }))
  await page.keyboard.press('z')
  await see(page.getByText('The last pair is taken back').first())
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
  await see(form.getByText('This account number does not exist at this sort code: please check both'))
  await form.getByLabel('Account number').fill('66374958')
  await form.getByRole('button', { name: 'Save' }).last().click()
  const pending = card(page, 'Changed Data - Pending Approval')
  await see(pending, pending.getByText('Changed', { exact: true }))
  expect(await pending.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true')
  expect(await faults(page)).toEqual([])
  await maker.context.close()

  const checker = await signIn(browser, stint, 'provider_approver', { viewport: { width: 360, height: 740 } })
  await checker.open(path)
  const there = card(checker.page, 'Changed Data - Pending Approval')
  await there.getByRole('button', { name: 'Confirm' }).click()
  await confirm(checker.page)
  await see(card(checker.page, 'Bank accounts').getByText('66374958'))
  expect(await faults(checker.page)).toEqual([])
  await checker.context.close()
})
