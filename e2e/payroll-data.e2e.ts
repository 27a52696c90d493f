/** An agency enters its PAYE scheme and a worker of it; the tax code of a notice joins the history. */
import { expect, test } from 'vitest'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { card, field, messageOf, pick } from './look.ts'
import { openBrowser, signIn } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()

test('PAYE scheme, employment and tax code: entered and refused where they are wrong', async () => {
  const { page, open, session } = await signIn(browser, stint, 'agency_admin')
  await open('/agency/paye/paye_scheme')
  await page.getByRole('link', { name: 'New PAYE scheme' }).click()
  await field(page, 'PAYE reference').fill('123AB')
  await field(page, 'Accounts office reference').fill('123PA00012345')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => messageOf(field(page, 'PAYE reference'))).toBe(validationText.matches)
  await field(page, 'PAYE reference').fill('123/ab77')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: '123/AB77' }).waitFor()
  await page.getByRole('button', { name: 'Set allowances' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await card(page, 'Tax years').getByText('06 Apr 2026').waitFor()

  await open('/agency/paye/employment')
  await page.getByText('W00').first().waitFor()
  await page.getByRole('link', { name: 'New employment' }).click()
  await pick(page, 'Worker', 'Gareth')
  await pick(page, 'PAYE scheme', '123/AB77')
  await field(page, 'Payroll id').fill('G-1')
  await page.getByRole('button', { name: 'Start employment' }).click()
  await page.getByText(validationText.required).first().waitFor()
  await field(page, 'Starter declaration').selectOption('B')
  await page.getByRole('button', { name: 'Start employment' }).click()
  await page.getByRole('heading', { name: 'Gareth Pugh' }).waitFor()
  await card(page, 'Tax codes').getByText('1257L').waitFor()
  await page.getByRole('button', { name: 'Tax code' }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Tax code').fill('1185')
  await field(dialog, 'Source').selectOption('starter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('A tax code ends in a letter, such as 1257L').waitFor()
  // After the payslips of the demo.
  await field(dialog, 'Applies from pay day').fill(formatDay(addDays(day((await session()).today), 14)))
  await field(dialog, 'Tax code').fill('1185L')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card(page, 'Tax codes').getByText('1185L').waitFor()
  await page.getByRole('button', { name: 'NI category' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Gareth Pugh' }).first().click()
  await card(page, 'Employments').getByText('123/AB77').waitFor()
})
