/** An agency enters its PAYE scheme and a worker of it; the tax code of a notice joins the history. */
import { expect, test } from 'vitest'
import { addDays, day, formatDay } from '#kernel/day.ts'
import { validationText } from '#kernel/messages.ts'
import { axeFaults } from './axe-faults.ts'
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
  const tab = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await tab('Tax')
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
  await tab('Loans')
  await page.getByRole('button', { name: 'Start student loan' }).click()
  await field(dialog, 'Plan').selectOption('plan_2')
  await field(dialog, 'First pay day').fill(formatDay(addDays(day((await session()).today), 14)))
  await dialog.getByRole('button', { name: 'Start' }).click()
  await card(page, 'Student loans').getByText('Plan 2').waitFor()
  await tab('Orders')
  await page.getByRole('button', { name: 'Add order' }).click()
  await field(dialog, 'Kind').selectOption('scottish_arrestment')
  await field(dialog, 'Authority').fill('Sheriff Officers')
  await field(dialog, 'Reference').fill('S-1')
  await field(dialog, 'Date of the order').fill(formatDay(day((await session()).today)))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('is not calculated in this version').waitFor()
  await field(dialog, 'Kind').selectOption('dea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card(page, 'Attachment orders').getByText('Sheriff Officers').waitFor()
  await tab('Overpayment')
  await card(page, 'Overpayment').getByText('No pay was too much.').waitFor()
  await page.getByRole('button', { name: 'Settle' }).click()
  await field(dialog, 'Amount').fill('10')
  await field(dialog, 'Reason').fill('Paid back in cash')
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await expect.poll(() => messageOf(field(dialog, 'Amount'))).toBe('£0.00 is owed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Plan' }).click()
  await field(dialog, 'Amount of a pay day').fill('25')
  await field(dialog, 'Percent of net pay').fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => messageOf(field(dialog, 'Percent of net pay')))
    .toBe('A plan is an amount or a share, and not both')
  await field(dialog, 'Percent of net pay').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await card(page, 'Overpayment').getByText('£25.00 a pay day').waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  const retained = dialog.getByLabel('Retained holiday, %')
  await retained.fill('12')
  await field(dialog, 'Workplace postcode').focus()
  await expect.poll(() => messageOf(retained)).toBe(validationText.holiday_pay_minimum)
  await retained.fill('12.07')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await tab('Holiday')
  await page.getByRole('button', { name: 'Adjust hours' }).click()
  await field(dialog, 'Hours').fill('16')
  await field(dialog, 'Reason').fill('Held before the takeover')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  await card(page, 'Holiday').getByText('16 hours').first().waitFor()
  await tab('History')
  await card(page, 'History').getByText('1185L').first().waitFor()
  await tab('Details')
  const tried = card(page, 'What if')
  await tried.getByRole('button', { name: 'Calculate' }).click()
  await expect.poll(() => messageOf(field(tried, 'Gross pay'))).toBe(validationText.required)
  await field(tried, 'Gross pay').fill('800')
  await tried.getByRole('button', { name: 'Calculate' }).click()
  await tried.getByText('NI letter A on £800.00: 8 % of £558.00 above £242 is £44.64').waitFor()
  await page.getByRole('link', { name: 'Gareth Pugh' }).first().click()
  await card(page, 'Employments').getByText('123/AB77').waitFor()
})

test('a wrong NI letter of paid days: the amounts of each day are shown before it is corrected', async () => {
  const { page, open } = await signIn(browser, stint, 'provider_operations')
  const [paid] = await stint.sql<{ employment_id: string; pay_day: string }>(
    `select p.employment_id, max(r.pay_day)::text as pay_day from transaction.pay_run_payslip p
     join transaction.pay_run r on r.id = p.pay_run_id join business.employment e on e.id = p.employment_id
     where p.payslip_id is not null and p.ni_letter = 'A' and e.leave_date is null and e.director_from is null and not e.off_payroll
       and p.employer_ni > 0
     group by 1 order by max(r.pay_day) desc, 1 limit 1`,
  )
  if (paid === undefined) throw new Error('a worker of the demo was paid under A')
  await open(`/provider/paye/employment/${paid.employment_id}`)
  await page.getByRole('link', { name: 'NI', exact: true }).click()
  await page.getByRole('button', { name: 'Correct letter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Enter the first pay day to see the amounts.').waitFor()
  await field(dialog, 'From pay day').fill(formatDay(day(paid.pay_day)))
  await field(dialog, 'From pay day').press('Tab')
  await dialog.getByText(`Letter A applies on ${formatDay(day(paid.pay_day))} already`).waitFor()
  await field(dialog, 'Right letter').selectOption('M')
  const amounts = dialog.getByRole('status', { name: 'Amounts' })
  await amounts.getByText('letter A before').first().waitFor()
  await amounts.getByText('Difference').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await field(dialog, 'Reason').fill('The birth date was wrong')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await card(page, 'Corrected letters').getByText('Letter M').waitFor()
  expect(await axeFaults(page)).toEqual([])
})

test('P32: a closed month is corrected, closed again, and explained', async () => {
  const { page, open } = await signIn(browser, stint, 'provider_operations')
  const [last] = await stint.sql<{ id: string; scheme: string; due: string }>(
    `select m.id, m.paye_scheme_id as scheme, m.due::text from transaction.tax_month m
     where m.employment_allowance > 0 and m.tax_year = (select max(tax_year) from transaction.tax_month) order by m.tax_month desc limit 1`,
  )
  await open(`/provider/paye/tax_month/${last?.id}`)
  await card(page, 'Figures').getByText('Employer NI to date').waitFor()
  await page.getByRole('button', { name: 'Correct' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('A late notice')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('A late notice').waitFor()
  await page.getByRole('link', { name: '120/LB' }).first().click()
  const record = card(page, 'Payment record')
  await record.getByText('To close').waitFor()
  await record.getByRole('row', { name: 'To close' }).getByRole('button').click()
  await page.getByRole('button', { name: 'Close month' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('is closed').first().waitFor()
  await expect
    .poll(() =>
      stint.sql(
        `select due::text from transaction.tax_month where paye_scheme_id = $1 and status = 'closed' order by created_at desc limit 1`,
        last?.scheme,
      ),
    )
    .toEqual([{ due: last?.due }])
})

test('a bureau’s payslip: each figure stands beside our calculation, with its sentence', async () => {
  const { page, open } = await signIn(browser, stint, 'provider_operations')
  const [slip] = await stint.sql<{ id: string }>(
    `select p.id from transaction.payslip p
     where not exists (select 1 from transaction.pay_run_payslip r where r.payslip_id = p.id) and p.income_tax > 0
     order by p.pay_date, p.id limit 1`,
  )
  await open(`/provider/paye/payslip/${slip?.id}`)
  const compared = card(page, 'Compared with our calculation')
  await compared.getByRole('row', { name: /^Income tax .*Tax code/ }).waitFor()
  await compared.getByText('Nothing is changed.').waitFor()

  // The facts change after the bureau's payslip.
  const [period] = await stint.sql<{ id: string }>(
    `with changed as (
       update business.tax_code c set code = 'BR' from business.employment e, transaction.payslip p
       where p.id = $1 and e.contractor_id = p.contractor_id and c.employment_id = e.id)
     select payslip_period_id as id from transaction.payslip where id = $1`,
    slip?.id,
  )
  await open(`/provider/paye/payslip_period/${period?.id}`)
  const differing = card(page, 'Payslips that differ from our calculation')
  await differing.getByText(/\d+ of \d+ payslips agree in every figure/).waitFor()
  const cause = differing.getByLabel('Cause')
  await cause.selectOption({ index: 1 })
  await differing.getByRole('row', { name: /^PSL/ }).first().waitFor()
  await differing.getByRole('row', { name: /^PSL/ }).first().getByRole('link').click()
  await card(page, 'Compared with our calculation').getByText('Differs').first().waitFor()
})
