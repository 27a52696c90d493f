/** Facts of PAYE schemes and changes of employments as files: every fault beside its row, all rows or none. */
import { expect, test } from 'vitest'
import { validationText } from '#kernel/messages.ts'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn } from '#test/fixtures/pay-runs.ts'
import { act, seedAgency } from '#test/fixtures/world.ts'
import { csv, importing } from './run.ts'

const database = await freshDatabase()
const { world, provider, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const imports = importing({ ...world, database })
const own = '123/ab45678'

/** The faults of the file, by row; the rows are taken in when there are none. */
async function bring(action_id: string, ...lines: readonly (readonly string[])[]) {
  const checked = await imports.check(agency.admin, action_id, csv(...lines))
  const errors = await imports.errors(checked.id)
  if (checked.faulty_count > 0) return { checked, errors }
  return { checked, errors, done: await imports.apply(agency.admin, checked.id, 'all') }
}

test('pension schemes: entered by a file with the words of their form, and kept by an undo', async () => {
  const action_id = 'business.pension_scheme.add'
  const columns = [
    ...['PAYE Scheme', 'Name', 'Pension Provider', 'Employer Reference', 'Tax Relief', 'Pay That Counts'],
    ...['Employee', 'Employer', 'Payment Day'],
  ]
  const line = (name: string, change: Readonly<Record<number, string>> = {}) =>
    [own, name, 'Sky', 'SKY1', 'Relief at source', 'qualifying', '5', '3', ''].map(
      (cell, at) => change[at] ?? cell,
    )
  const faulty = await bring(
    action_id,
    columns,
    line('Good'),
    line('Stranger', { 0: '999/ZZ1' }),
    line('Low', { 6: '4', 7: '2' }),
    line('Late', { 8: '29' }),
    line('Other words', { 4: 'Gross', 5: '' }),
    line('GOOD', { 0: '123/AB 45678' }),
  )
  expect(faulty.checked).toMatchObject({ template: 'pension_schemes', row_count: 6, faulty_count: 6 })
  expect(faulty.errors).toEqual({
    2: { name: 'Row 7 has the same PAYE scheme and name' },
    3: { 'paye_scheme.employer_reference': 'PAYE scheme not found' },
    4: { 'terms.employer_percent': validationText.min },
    5: { payment_day: validationText.max },
    6: { 'terms.relief': validationText.matches, 'terms.basis': validationText.required },
    7: { name: 'Row 2 has the same PAYE scheme and name' },
  })
  await expect(imports.apply(agency.admin, faulty.checked.id, 'all')).rejects.toThrow()
  const kept = () =>
    sql(
      `select s.name, s.payment_day, t.relief, t.basis, t.employee_percent, t.employer_percent
       from business.pension_scheme s join business.pension_terms t on t.pension_scheme_id = s.id
       where s.paye_scheme_id = $1 and t.deleted_at is null order by s.name`,
      paye_scheme_id,
    )
  expect(await kept()).toEqual([])

  const set_3 = { 4: 'Net pay', 5: 'All pay, set 3', 6: '4.5', 8: '19' }
  const { checked, done } = await bring(action_id, columns, line('Office', set_3), line('Site'))
  expect(done).toMatchObject({ status: 'applied', applied_count: 2 })
  const terms = { employer_percent: '3.0000' }
  expect(await kept()).toEqual([
    {
      ...{ name: 'Office', payment_day: 19, relief: 'net_pay', basis: 'set_3' },
      ...{ employee_percent: '4.5000', ...terms },
    },
    {
      ...{ name: 'Site', payment_day: 22, relief: 'at_source', basis: 'qualifying' },
      ...{ employee_percent: '5.0000', ...terms },
    },
  ])
  expect((await bring(action_id, columns, line('office'))).errors).toEqual({
    2: { name: validationText.unique_existing },
  })
  expect((await imports.undo(agency.admin, checked.id)).message).toMatch(
    /123\/AB45678 stays: put it right on the page of the PAYE scheme/,
  )
  expect(await kept()).toHaveLength(2)
})

test('tax years of a PAYE scheme: set by a file with the words of their form; the same year is replaced', async () => {
  const action_id = 'business.paye_scheme_year.set'
  const columns = [
    ...['PAYE Scheme', 'Tax Year', 'Small Employer', 'Employment Allowance', 'Declared By'],
    'Levy Allowance',
  ]
  const faulty = await bring(
    action_id,
    columns,
    [own, '1999-00', 'No', 'No', '', ''],
    [own, '2025-26', 'Perhaps', 'No', '', ''],
    [own, '2026-27', 'No', 'Yes', '', ''],
    [own, '2025-26', 'No', 'No', '', '15,000.01'],
    ['999/ZZ1', '2025-26', 'No', 'No', '', '-1'],
  )
  expect(faulty.checked).toMatchObject({ template: 'paye_scheme_years', row_count: 5, faulty_count: 5 })
  expect(faulty.errors).toEqual({
    2: { tax_year: 'There are no rates for the tax year 1999-00 yet' },
    3: {
      tax_year: 'Row 5 has the same PAYE scheme and tax year',
      is_small_employer: validationText.matches,
    },
    4: { allowance_declared_by: validationText.required },
    5: {
      tax_year: 'Row 3 has the same PAYE scheme and tax year',
      levy_allowance: validationText.max,
    },
    6: { 'paye_scheme.employer_reference': 'PAYE scheme not found' },
  })
  const years = () =>
    sql(
      `select effective_from::text as day, is_small_employer as small, claims_employment_allowance as claims,
         allowance_declared_by as by, levy_allowance as levy
       from business.paye_scheme_year where paye_scheme_id = $1 and deleted_at is null order by effective_from`,
      paye_scheme_id,
    )
  const before = await years()
  await expect(imports.apply(agency.admin, faulty.checked.id, 'all')).rejects.toThrow()
  expect(await years()).toEqual(before)

  const { done } = await bring(
    action_id,
    columns,
    [own, '2026-27', 'No', 'Yes', 'A Director', '9,000.00'],
    [own, '2025-26', 'Yes', '', '', ''],
  )
  expect(done).toMatchObject({ status: 'applied', applied_count: 2 })
  const first = { day: '2025-04-06', small: true, claims: false, by: null, levy: '15000.00' }
  const second = { day: '2026-04-06', small: false, claims: true, by: 'A Director' }
  expect(await years()).toEqual([first, { ...second, levy: '9000.00' }])
  await bring(action_id, columns, [own, '2026-27', 'No', 'Yes', 'A Director', '8,000.00'])
  expect(await years()).toEqual([first, { ...second, levy: '8000.00' }])
})

test('facts of another agency’s PAYE scheme are refused as unknown', async () => {
  const other = await seedAgency(world, provider)
  const stranger = await imports.check(
    other.admin,
    'business.paye_scheme_year.set',
    csv(['PAYE Scheme', 'Tax Year'], [own, '2025-26']),
  )
  expect(await imports.errors(stranger.id)).toEqual({
    2: { 'paye_scheme.employer_reference': 'PAYE scheme not found' },
  })
  const typed = { paye_scheme_id, tax_year: '2025-26' }
  await expect(act(world, other.admin, 'business.paye_scheme_year.set', typed)).rejects.toThrow()
})

test('changes of employments: an empty cell leaves its fact as it is, each fault is beside its row', async () => {
  const action_id = 'business.employment.change'
  const columns = ['PAYE Scheme', 'Payroll Id', 'Paid', 'Irregular Hours', 'Director From', 'Director’s NI']
  const { employment_id } = await steps.employed()
  await steps.employed()
  const [first, second] = await sql<{ payroll_id: string }>(
    'select payroll_id from business.employment order by (id = $1) desc',
    employment_id,
  )
  const id = first?.payroll_id ?? ''
  const other = second?.payroll_id ?? ''
  const facts = () =>
    sql(
      `select pay_frequency as paid, is_irregular_hours as irregular, is_irregularly_paid as irregularly,
         rolled_up_percent as holiday, workplace_postcode as at, director_from::text, director_method
       from business.employment where id = $1`,
      employment_id,
    )
  await act(world, agency.admin, action_id, {
    ...{ id: employment_id, pay_frequency: 'week', is_irregular_hours: true, is_irregularly_paid: true },
    ...{ rolled_up_percent: '12.07', workplace_postcode: 'M1 1AE' },
  })
  const before = await facts()
  const kept = { irregular: true, irregularly: true, holiday: '12.0700', at: 'M1 1AE' }
  expect(before).toEqual([{ paid: 'week', ...kept, director_from: null, director_method: null }])

  const faulty = await bring(
    action_id,
    columns,
    [own, id, 'Monthly', '', '', ''],
    [own, other, 'Daily', '', '', ''],
    [own, 'W999', 'Monthly', '', '', ''],
    [own, id, '', '', '', ''],
    ['999/ZZ1', other, '', '', '', ''],
  )
  expect(faulty.checked).toMatchObject({ template: 'employment_changes', row_count: 5, faulty_count: 5 })
  expect(faulty.errors).toEqual({
    2: { payroll_id: 'Row 5 has the same employment' },
    3: { pay_frequency: validationText.matches },
    4: { payroll_id: 'Employment not found' },
    5: { payroll_id: 'Row 2 has the same employment' },
    6: { 'paye_scheme.employer_reference': 'PAYE scheme not found' },
  })
  await expect(imports.apply(agency.admin, faulty.checked.id, 'all')).rejects.toThrow()
  // The facts that stay count in the rules of the form: rolled-up holiday is for irregular hours alone.
  const rules = await bring(
    action_id,
    columns,
    [own, id, '', 'No', '', ''],
    [own, other, '', '', '2025-05-01', ''],
  )
  expect(rules.errors).toEqual({
    2: { rolled_up_percent: 'Holiday pay is rolled up only for workers with irregular hours' },
    3: { director_method: validationText.required },
  })
  expect(await facts()).toEqual(before)

  const { done } = await bring(action_id, columns, [own, id, 'Monthly', '', '01/05/2025', 'Annual'])
  expect(done).toMatchObject({ status: 'applied', applied_count: 1 })
  expect(await facts()).toEqual([
    { paid: 'month', ...kept, director_from: '2025-05-01', director_method: 'AN' },
  ])
})
