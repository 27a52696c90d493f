import { afterAll, expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import { stopPdf } from '#server/pdf/pdf-render.ts'
import { inTransaction } from '#server/tx.ts'
import { example_4_given_back, hoursOf, seedFigures, seedPayePlacement } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedClient, seedProvider, seedTimesheets } from '#test/fixtures/world.ts'
import { pdfText } from '#test/pdf/pdf-text.ts'
import { payslipPdf } from './payslip-pdf.server.ts'

const { database, world } = await freshWorld()
afterAll(stopPdf)

const days = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06']
const printed = (viewer: Viewer, id: string) =>
  inTransaction(database, (tx) => payslipPdf(tx, viewer, id)).then((page) => page.print())
const textOf = async (viewer: Viewer, id: string) => pdfText((await printed(viewer, id)).bytes)

type Issued = { payslips: { id: string; human_id: string }[] }

/** A week of example 4, approved, with payroll's figures. */
async function payroll() {
  const agency = await seedAgency(world, await seedProvider(world))
  const client = await seedClient(world, agency)
  const placement = await seedPayePlacement(world, { agency, client })
  const sheet = present((await seedTimesheets(world, placement))[0], 'the week')
  await act(world, placement.contractor.viewer, 'transaction.timesheet.submit', {
    id: sheet.id,
    details: hoursOf(placement, days, '8'),
  })
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  const first = await seedFigures(world, agency, sheet.id, { pay_day: '2025-06-20', period_number: 11 })
  const issue = async (...ids: string[]) =>
    (await act<Issued>(world, agency.provider.operations, 'transaction.payslip.issue', { ids })).payslips
  return { agency, client, placement, sheet, first, issue }
}

test('payslip PDF: worker, agency and provider read work, hours, gross to net and the year', async () => {
  const { agency, placement, sheet, first, issue } = await payroll()
  await database.owner.query(
    `update business.individual i set ni_number = 'QQ123456C' from business.business k
     where k.individual_id = i.id and k.id = $1`,
    [placement.contractor.id],
  )
  const slip = present((await issue(first.id))[0], 'the payslip')
  for (const viewer of [placement.contractor.viewer, agency.admin, agency.provider.operations]) {
    const text = await textOf(viewer, slip.id)
    for (const said of [
      `Payslip ${slip.human_id}`,
      'Week 11 of 2025-26',
      '20/06/2025',
      'QQ123456C',
      `${sheet.human_id}, 02/06/2025 to 08/06/2025: Standard 40 hours 22.414 £896.56`,
      'Of which holiday pay',
      '£130.80',
      'Total deductions £243.22 £243.22',
      'Net pay £653.34 £653.34',
      'Tax year since 06/04/2025',
      'Employer NI',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('Other pay')
  }
})

test('payslip PDF: not found for others; a draft is the provider’s only', async () => {
  const { agency, client, placement, first, issue } = await payroll()
  const slip = present((await issue(first.id))[0], 'the payslip')
  const other = await payroll()
  const none = '019a0000-0000-7000-8000-000000000000'
  const colleague = await seedPayePlacement(world, { agency, client })
  for (const viewer of [
    // Payroll data is not this role's.
    agency.user,
    other.agency.admin,
    other.placement.contractor.viewer,
    other.agency.provider.operations,
    colleague.contractor.viewer,
    client.invoice_contact,
  ]) {
    const refusals = [await refusalOf(printed(viewer, slip.id)), await refusalOf(printed(viewer, none))]
    expect(refusals.map(({ code, message }) => [code, message])).toEqual([
      ['not_found', 'Payslip not found'],
      ['not_found', 'Payslip not found'],
    ])
  }
  await database.owner.query(`update transaction.payslip set status = 'draft' where id = $1`, [slip.id])
  expect((await refusalOf(printed(placement.contractor.viewer, slip.id))).code).toBe('not_found')
  expect(await textOf(agency.admin, slip.id)).toContain('This is a draft')
})

test('corrected hours: paid again less the former pay; a difference timesheet is deducted', async () => {
  const { agency, placement, sheet, first, issue } = await payroll()
  await issue(first.id)
  await act(world, agency.user, 'transaction.timesheet.refine', {
    id: sheet.id,
    mode: 'full',
    details: hoursOf(placement, days, '7'),
    reason: 'An hour a day was lunch',
  })
  const figures = {
    gross_pay: '784.49',
    holiday_pay: '84.49',
    income_tax: '108.40',
    employee_ni: '43.39',
    employee_pension: '25.68',
    student_loan: '19.00',
    other_deductions: '20.00',
    net_pay: '568.02',
    employer_ni: '103.27',
    employer_pension: '19.26',
    apprenticeship_levy: '3.92',
    pay_day: '2025-06-27',
    period_number: 12,
  }
  // Nothing is taken off without a word what for.
  expect((await refusalOf(seedFigures(world, agency, sheet.id, figures))).errors).toEqual({
    other_deductions_for: 'Mandatory',
  })
  const again = await seedFigures(world, agency, sheet.id, {
    ...figures,
    other_deductions_for: 'Attachment of earnings <b>',
  })
  const full = await textOf(agency.admin, present((await issue(again.id))[0], 'the second').id)
  expect(full).toContain('Standard 35 hours 22.414 £784.49')
  expect(full).toContain('Standard, paid before -40 hours 22.414 -£896.56')
  expect(full).toContain('Hours paid -5')
  expect(full).toContain('Attachment of earnings <b> £20.00 £20.00')
  expect(full).toContain('Net pay -£85.32 £568.02')
  expect(full).not.toContain('Other pay')
})

test('hours given back as a difference are taken off, line by line', async () => {
  const { agency, placement, sheet, first, issue } = await payroll()
  await issue(first.id)
  const { differences } = await act<{ differences: { id: string }[] }>(
    world,
    agency.user,
    'transaction.timesheet.refine',
    { id: sheet.id, mode: 'difference', details: hoursOf(placement, days, '7'), reason: 'Lunch' },
  )
  const less = await seedFigures(world, agency, present(differences[0], 'what is taken off').id, {
    ...example_4_given_back,
    pay_day: '2025-06-27',
    period_number: 12,
  })
  const text = await textOf(agency.admin, present((await issue(less.id))[0], 'the second').id)
  expect(text).toContain('Standard -5 hours 22.414 -£112.07')
  expect(text).toContain('Hours paid -5')
  expect(text).not.toContain('Other pay')
})
