/**
 * A payroll clerk takes a scheme over in mid-year by a file, pays four weeks and two months of workers of each kind, corrects
 * a week, pays workers and HMRC, and gives P45 and P60. Pay days lie in a tax year that is over, so all of it is due.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { books_invariants } from '#business/ledger/invariants-books.server.ts'
import { payroll_invariants } from '#business/ledger/invariants-payroll.server.ts'
import { demo_password } from '#demo/personas.ts'
import { axeFaults } from './axe-faults.ts'
import { card, choose, confirm, field, gone, identity, pick, see } from './look.ts'
import { seedEmployer } from './payroll-clerk-world.ts'
import { openBrowser, type Person, signInByPassword } from './people.ts'
import { startStint } from './serve.ts'

const stint = await startStint()
const browser = await openBrowser()
const employer = await seedEmployer(stint)

const dialog = (page: Page) => page.getByRole('dialog')
const [plain, borrower, leaver, scottish, director] = [
  await employer.worker('Ann', 'Archer'),
  await employer.worker('Bea', 'Baker'),
  await employer.worker('Cleo', 'Carter'),
  await employer.worker('Dee', 'Dunbar'),
  await employer.worker('Eve', 'Ellis'),
] as const
const weekly = [plain, borrower, leaver]
const monthly = [scottish, director]

/** To 6 February: 44 weeks and ten months of the tax tables. */
const columns = [
  ...['Worker Id', 'PAYE Scheme', 'Payroll Id', 'Start Date', 'Paid', 'Last Pay Day', 'Source', 'Tax Code'],
  ...['Gross Pay', 'Taxable Pay', 'Income Tax', 'NI Letter', 'NI Earnings', 'At the Lower Limit'],
  ...['To the Primary Threshold', 'To the Upper Limit', 'Employee NI', 'Employer NI', 'Student Loan Plan'],
  ...['Student Loan Deductions', 'Pension Scheme', 'Pension, Relief at Source', 'Employer Pension'],
  ...['Director From', 'Director’s NI'],
]
const of_week = ['Weekly', '06/02/2026', 'Other payroll, P11', '1257L']
const of_month = ['Monthly', '30/01/2026', 'Other payroll, P11']
const ni = ['A', '26400.00', '5500.00', '5148.00', '15752.00', '1260.16', '3326.40']
const rows = [
  [
    plain.human_id,
    'A-1',
    ...of_week,
    '26400.00',
    '26400.00',
    '3148.00',
    ...ni,
    '',
    '',
    'Workplace',
    '844.80',
    '633.60',
    '',
    '',
  ],
  [
    borrower.human_id,
    'B-1',
    ...of_week,
    '26400.00',
    '26400.00',
    '3148.00',
    ...ni,
    'Plan 2',
    '176.00',
    '',
    '',
    '',
    '',
    '',
  ],
  [leaver.human_id, 'C-1', ...of_week, '26400.00', '26400.00', '3148.00', ...ni, '', '', '', '', '', '', ''],
  [
    scottish.human_id,
    'D-1',
    ...of_month,
    'S1257L',
    '30000.00',
    '30000.00',
    '3950.00',
    'A',
    '30000.00',
    '5420.00',
    '5060.00',
    '19520.00',
    '1561.60',
    '3874.50',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
  ],
  [
    director.human_id,
    'E-1',
    ...of_month,
    '1257L',
    '30000.00',
    '30000.00',
    '3904.60',
    'A',
    '30000.00',
    '6500.00',
    '6070.00',
    '17430.00',
    '1394.40',
    '3750.00',
    '',
    '',
    '',
    '',
    '',
    '06/04/2020',
    'Annual',
  ],
]
const file = [
  columns,
  ...rows.map(([id = '', payroll_id = '', ...more]) => [id, '123/CK77', payroll_id, '02/09/2024', ...more]),
]
  .map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','))
  .join('\r\n')

let clerk: Person
let approver: Person

/** A pay run from its pay day to its return, by its two people. */
async function pay(pay_day: string, frequency: 'week' | 'month', payslips: number): Promise<string> {
  const { page, open } = clerk
  await open('/provider/paye/new_pay_run')
  await pick(page, 'PAYE scheme', '123/CK77')
  await field(page, 'Paid').selectOption(frequency)
  await field(page, 'Pay day').fill(pay_day)
  await page.getByRole('button', { name: 'Open pay run' }).click()
  // A job calculates it, and the page follows.
  await page.getByText('Calculated', { exact: true }).first().waitFor()
  const path = new URL(page.url()).pathname
  await card(page, 'Totals').getByText(String(payslips), { exact: true }).first().waitFor()
  const answer = card(page, 'Checks')
    .getByRole('button', { name: /^Answer/ })
    .first()
  await answer.waitFor()
  await answer.click()
  await dialog(page).getByRole('textbox').fill('Compared with the file of the worker')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await gone(dialog(page))
  await approve(path)
  return path
}

/** A calculated run without open warnings on the clerk's page, by its two people to its return. */
async function approve(path: string): Promise<void> {
  const { page, open } = clerk
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.getByText('Checked', { exact: true }).first().waitFor()
  await approver.open(path)
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await confirm(approver.page)
  // A job approves it, and the page of each reader follows.
  await open(path)
  await page.getByText('Approved', { exact: true }).first().waitFor()
  await approver.page.getByText('Approved', { exact: true }).first().waitFor()
  await card(page, 'Full Payment Submission')
    .getByRole('button', { name: /^Build/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Build' }).click()
  await card(page, 'Full Payment Submission').getByText('Ready to file').waitFor()
}

/** The approver opens the run again, and it is approved once more. */
async function reopened(path: string): Promise<void> {
  const { page, open } = clerk
  await approver.open(path)
  await approver.page.getByRole('button', { name: 'Reopen' }).click()
  await confirm(approver.page, 'The letter of one worker was looked at again')
  // A job opens it, and the page follows. Reasons of warnings that are found again stay.
  await approver.page.getByText('Open', { exact: true }).first().waitFor()
  await open(path)
  await page.getByRole('button', { name: 'Calculate' }).click()
  await page.getByText('Calculated', { exact: true }).first().waitFor()
  await approve(path)
}

/** Pay of the locked year was too much: each line stands beside its sentence before it is kept. */
async function correctedEndedPay(name: string): Promise<void> {
  const { page, open } = clerk
  await employer.fileReturns()
  await open(`${await employmentPath(name)}/ni`)
  await page.getByRole('button', { name: 'Correct ended pay' }).click()
  await dialog(page).getByText('Enter the pay day and the amount to see the differences.').waitFor()
  await field(dialog(page), 'Pay day').fill('06/03/2026')
  await field(dialog(page), 'Difference of gross pay').fill('100')
  const lines = dialog(page).getByRole('region', { name: 'Lines' })
  await lines.getByRole('row', { name: /^Income tax .*£20.00 .*Tax code 1257L, week 48: / }).waitFor()
  await lines.getByRole('row', { name: /^Employee NI .*£8.00 .*NI letter A on/ }).waitFor()
  await lines.getByRole('row', { name: /^Net pay/ }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await field(dialog(page), 'Reason').fill('Half a day was not worked')
  await dialog(page).getByRole('button', { name: 'Correct' }).click()
  await gone(dialog(page))
  const corrections = card(page, 'Corrections of ended tax years')
  await corrections.getByText('2025-26, pay').waitFor()
  await corrections.getByText(/^\d+ lines$/).click()
  await corrections.getByRole('row', { name: /^Net pay/ }).waitFor()
  await corrections.getByRole('button', { name: 'Build return' }).click()
  await corrections.getByRole('link').first().waitFor()
}

test('a clerk takes a scheme over, pays a quarter of its year, and closes it', async () => {
  clerk = await signInByPassword(browser, stint, employer.clerk)
  approver = await signInByPassword(browser, stint, employer.approver)
  const { page, open } = clerk

  // The scheme, where its pay comes from, and its pension.
  await open('/provider/paye/new_paye_scheme')
  await field(page, 'Employer').fill('Agency')
  await page
    .getByRole('option', { name: /^Agency/ })
    .first()
    .click()
  await field(page, 'PAYE reference').fill('123/CK77')
  await field(page, 'Accounts office reference').fill('123PA00012345')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: '123/CK77' }).waitFor()
  await choose(page, 'More', 'Choose pay')
  await field(dialog(page), 'Pay').selectOption('engine')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await gone(dialog(page))
  await choose(page, 'Pension', 'Pension scheme')
  await field(dialog(page), 'Name').fill('Workplace')
  await field(dialog(page), 'Pension provider').fill('Northern Mutual')
  await field(dialog(page), 'Employer reference').fill('NM-1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await gone(dialog(page))

  // Its provider asks for columns of its own.
  await choose(page, 'Pension', 'Pension layout')
  await field(dialog(page), 'Layout').selectOption('own')
  for (let left = 9; left > 2; left -= 1)
    await dialog(page).getByRole('button', { name: 'Remove column 3' }).click()
  await field(dialog(page), 'Column 1').selectOption('payroll_id')
  await field(dialog(page), 'Heading 1').fill('Works number')
  await field(dialog(page), 'Days').selectOption('ymd')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await gone(dialog(page))
  await page.getByRole('cell', { name: 'Own layout' }).waitFor()

  await open('/provider/paye/payroll_takeover')
  await page.getByRole('link', { name: 'Import' }).click()
  await page
    .getByLabel('Employments to take over as CSV')
    .setInputFiles({ name: 'p11.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Import 5 rows' }).click()
  await page.getByRole('button', { name: 'Undo import' }).waitFor()

  // Its debt to HMRC and its payments, as sums to month 10.
  await open(await p32Path())
  await page.getByLabel('Tax year').selectOption('2025-26')
  await page.getByRole('button', { name: 'Month of the payroll before' }).click()
  await field(dialog(page), 'Tax month').selectOption('10')
  await field(dialog(page), 'Source').fill('Other payroll, P32')
  await field(dialog(page), 'Income Tax').fill('17298.60')
  await field(dialog(page), 'Employee NI').fill('6736.48')
  await field(dialog(page), 'Employer NI').fill('17603.70')
  await field(dialog(page), 'Student Loans').fill('176')
  await field(dialog(page), 'Paid to HMRC').fill('41814.78')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await gone(dialog(page))
  await card(page, 'Payment record').getByRole('link', { name: 'Payroll before' }).waitFor()

  // An order that the other payroll deducted goes on here.
  await open(`${await employmentPath(borrower.name)}/orders`)
  await page.getByRole('button', { name: 'Add order' }).click()
  await field(dialog(page), 'Kind').selectOption('dea')
  await field(dialog(page), 'Authority').fill('Department for Work and Pensions')
  await field(dialog(page), 'Reference').fill('DEA-1')
  await field(dialog(page), 'Date of the order').fill('05/01/2026')
  await field(dialog(page), 'Received on').fill('12/01/2026')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await card(page, 'Attachment orders').getByText('Department for Work').waitFor()

  // Four weeks and two months; the second week corrects the first, and one worker leaves after it.
  await allWork(weekly, '2026-02-02')
  await allWork(monthly, '2026-02-02')
  await reopened(await pay('13/02/2026', 'week', 3))
  await open(await payslipPath(plain.name, '2026-02-13'))
  await page
    .getByText(/week 45: £27,296.56 to date, £26,400.00 of it by Other payroll, P11, to 06\/02\/2026/)
    .waitFor()
  await allWork(weekly, '2026-02-09')
  await employer.correct(plain.placement, '2026-02-02', '7')
  await pay('20/02/2026', 'week', 3)
  await open(await payslipPath(plain.name, '2026-02-20'))
  await page
    .getByText(/13\/02\/2026/)
    .first()
    .waitFor()
  await open(await employmentPath(leaver.name))
  await page.getByRole('button', { name: 'End employment' }).click()
  await field(dialog(page), 'Leave date').fill('20/02/2026')
  await dialog(page).getByRole('button', { name: 'End employment' }).click()
  await gone(dialog(page))
  await allWork([plain, borrower, ...monthly], '2026-02-16')
  await pay('27/02/2026', 'week', 2)
  await pay('27/02/2026', 'month', 2)
  await allWork([plain, borrower], '2026-02-23')
  await pay('06/03/2026', 'week', 2)
  await allWork(monthly, '2026-03-09')
  await pay('31/03/2026', 'month', 2)

  await everyFigureExplained()

  // Net pay leaves with one batch; then the months are closed, and HMRC, pension and order are paid with another.
  await payDue()
  await open(await p32Path())
  await page.getByLabel('Tax year').selectOption('2025-26')
  for (const month of [/^11: to/, /^12: to/]) {
    await page.getByRole('button', { name: month }).click()
    await page.getByRole('button', { name: 'Close month' }).click()
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await gone(dialog(page))
  }
  await employer.openAccounts()
  await payDue()
  await open(await p32Path())
  await page.getByLabel('Tax year').selectOption('2025-26')
  await page.getByText(/they agree with the balance/).waitFor()

  await issueForm(leaver.name, 'p45')
  await issueForm(plain.name, 'p60')
  // The year is over: nothing more is paid in it.
  await open('/provider/paye/new_pay_run')
  await pick(page, 'PAYE scheme', '123/CK77')
  await field(page, 'Pay day').fill('02/04/2026')
  await page.getByRole('button', { name: 'Open pay run' }).click()
  await page.getByText('The tax year 2025-26 is locked: its last month is closed').first().waitFor()
  await correctedEndedPay(plain.name)
  const checks = [...payroll_invariants, ...books_invariants].filter(({ is_note }) => !is_note)
  for (const { says, sql } of checks) expect(await stint.sql(sql), says).toEqual([])
})

type Worker = Awaited<ReturnType<typeof employer.worker>>

async function allWork(workers: readonly Worker[], monday: Parameters<typeof employer.work>[1]) {
  for (const { placement } of workers) await employer.work(placement, monday)
}

const idOf = async (text: string, ...values: unknown[]) =>
  (await stint.sql<{ id: string }>(text, ...values))[0]?.id ?? ''

const employmentPath = async (name: string) =>
  `/provider/paye/employment/${await idOf('select e.id from business.employment e join business.business b on b.id = e.contractor_id where b.name = $1', name)}`
const payslipPath = async (name: string, pay_day: string) =>
  `/provider/paye/pay_run_payslip/${await idOf('select p.id from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id join business.business b on b.id = p.contractor_id where b.name = $1 and r.pay_day = $2 and p.withdrawn_as is null', name, pay_day)}`
const p32Path = async () =>
  `/provider/paye/p32/${await idOf("select id from business.paye_scheme where employer_reference = '123/CK77'")}`

/** Sentences of a worker's payslip, each for its own kind of pay and deduction. */
const sentences: readonly (readonly [string, string, readonly RegExp[]])[] = [
  [plain.name, '2026-02-20', [/For 13\/02\/2026: NI letter A on/, /relief|provider adds the tax relief/]],
  [
    borrower.name,
    '2026-03-06',
    [/Plan 2: 9 % of £[\d.,]+ above/, /Direct earnings attachment: .* of net earnings/],
  ],
  [leaver.name, '2026-02-20', [/Tax code 1257L, week 46:/]],
  [scottish.name, '2026-03-31', [/Tax code S1257L, month 12:/]],
  [director.name, '2026-03-31', [/NI letter A on £[\d.,]+: 8 % of .* was taken before/]],
]

/** Each line of each payslip of the scheme has a sentence, and the page shows it beside the amount. */
async function everyFigureExplained(): Promise<void> {
  const { page, open } = clerk
  for (const [name, pay_day, words] of sentences) {
    await open(await payslipPath(name, pay_day))
    const rows = card(page, 'How it was calculated').getByRole('row')
    await rows.nth(1).waitFor()
    for (const said of words) await rows.filter({ hasText: said }).first().waitFor()
  }
  const silent = `select p.id from transaction.pay_run_payslip p cross join lateral jsonb_array_elements(p.lines) l
    where coalesce(l ->> 'why', '') = ''`
  expect(await stint.sql(silent)).toEqual([])
}

/** All that is due, by one person who makes the batch and another who pays it. */
async function payDue(): Promise<void> {
  const { page, open } = clerk
  await open('/provider/payment/new_batch')
  await page.getByRole('button', { name: 'Create batch' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await confirm(page)
  await page.getByRole('button', { name: 'Mark as reviewed' }).waitFor()
  await approver.open(new URL(page.url()).pathname)
  await approver.page.getByRole('button', { name: 'Mark as reviewed' }).click()
  await confirm(approver.page)
  await approver.page.getByRole('button', { name: 'Complete and pay' }).click()
  await dialog(approver.page).getByRole('button', { name: 'Yes' }).click()
  await identity(approver.page).getByLabel('Your password').fill(demo_password)
  await identity(approver.page).getByRole('button', { name: 'Confirm' }).click()
  const last = 'select status from payment.payment_batch order by created_at desc limit 1'
  await expect.poll(() => stint.sql(last), { timeout: 60_000 }).toEqual([{ status: 'completed' }])
}

async function issueForm(name: string, kind: 'p45' | 'p60'): Promise<void> {
  const { page, open } = clerk
  await open(`${await employmentPath(name)}/tax`)
  const forms = card(page, 'P45 and P60')
  await forms.getByRole('button', { name: 'Issue' }).click()
  await field(dialog(page), 'Form').selectOption(kind)
  if (kind === 'p60') await field(dialog(page), 'Tax year').selectOption('2025-26')
  await dialog(page).getByRole('button', { name: 'Issue' }).click()
  await forms.getByRole('link', { name: kind.toUpperCase() }).click()
  await see(page.getByRole('link', { name: 'Download' }))
}
