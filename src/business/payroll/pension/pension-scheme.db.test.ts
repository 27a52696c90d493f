/** Pension schemes that change and end: paid days keep their terms, and members move with the day. */
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { payRunsOn, weeks } from '#test/fixtures/pay-runs.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act } from '#test/fixtures/world.ts'

const database = await freshDatabase()
const { world, agency, paye_scheme_id, sql, ...steps } = await payRunsOn(database)
const { placement, employment_id } = await steps.employed()
const second = await steps.employed()
const admin = <T = { id: string }>(action: string, input: object) =>
  act<T>(world, agency.admin, action, input)

const facts = { provider: 'Nest', employer_reference: 'EMP1', payment_day: 22 }
const terms = { relief: 'net_pay', basis: 'set_3', employee_percent: '5', employer_percent: '3' }
const add = (name: string, change: object = {}) =>
  admin('business.pension_scheme.add', { paye_scheme_id, name, ...facts, ...terms, ...change })
const { id } = await add('Nest 2025')
await admin('business.pension_membership.enrol', {
  ...{ employment_id, pension_scheme_id: id, entry: 'automatic' },
  ...{ effective_from: '2025-06-02', informed_on: '2025-06-02' },
})

const set = (effective_from: string, change: object = {}) =>
  admin('business.pension_terms.set', { pension_scheme_id: id, effective_from, ...terms, ...change })

async function paid(pay_day: string) {
  const run = await steps.open(pay_day)
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  return run
}

/** Contributions of paid days, with the percentages that they are of gross pay. */
const contributions = () =>
  sql(
    `select r.pay_day::text, round(p.employee_pension * 100 / p.gross_pay)::int as employee,
       round(p.employer_pension * 100 / p.gross_pay)::int as employer
     from transaction.pay_run_payslip p join transaction.pay_run r on r.id = p.pay_run_id
     where p.payslip_id is not null and p.withdrawn_as is null order by r.pay_day`,
  )

const memberships = (of: string) =>
  sql(
    `select s.name, m.entry, m.effective_from::text as "from", m.effective_to::text as "to"
     from business.pension_membership m join business.pension_scheme s on s.id = m.pension_scheme_id
     where m.employment_id = $1 and m.deleted_at is null order by m.effective_from`,
    of,
  )

test('facts: change for payments to come, and a name is in use once', async () => {
  const other = await add('Old pension')
  const update = (name: string, change: object = {}) =>
    admin('business.pension_scheme.update', { id: other.id, name, ...facts, ...change })
  expect((await refusalOf(update('nest 2025'))).errors).toEqual({ name: 'Already Existing' })
  expect((await refusalOf(update('Old pension', { payment_day: 29 }))).errors).toEqual({
    payment_day: 'Max number is reached',
  })
  await update('Other pension', { provider: 'Cushon', payment_day: 19 })
  expect(
    await sql('select name, provider, payment_day from business.pension_scheme where id = $1', other.id),
  ).toEqual([{ name: 'Other pension', provider: 'Cushon', payment_day: 19 }])
})

test('terms: a paid day keeps its own, and a later one has the new ones', async () => {
  await steps.week(placement, weeks.first)
  await paid('2025-06-13')
  expect((await refusalOf(set('2025-06-13'))).errors).toEqual({
    effective_from: 'Should be after 13/06/2025',
  })
  expect((await refusalOf(set('2025-06-20', { employee_percent: '3.9' }))).errors).toEqual({
    employee_percent: 'Min number is reached',
  })
  expect((await refusalOf(set('2030-06-20'))).errors).toEqual({
    effective_from: 'There are no rates for the tax year 2030-31 yet',
  })
  await set('2025-06-20', { employee_percent: '9' })
  await set('2025-06-20', { employee_percent: '8', employer_percent: '6' })
  await steps.week(placement, weeks.second)
  await paid('2025-06-20')
  expect(await contributions()).toEqual([
    { pay_day: '2025-06-13', employee: 5, employer: 3 },
    { pay_day: '2025-06-20', employee: 8, employer: 6 },
  ])
  expect(
    await sql(
      `select employee_percent::float as percent, effective_from::text as "from", effective_to::text as "to",
         deleted_at is not null as replaced
       from business.pension_terms where pension_scheme_id = $1 order by effective_from, created_at, deleted_at`,
      id,
    ),
  ).toEqual([
    { percent: 5, from: '2012-10-01', to: '2025-06-19', replaced: false },
    { percent: 9, from: '2025-06-20', to: null, replaced: true },
    { percent: 8, from: '2025-06-20', to: null, replaced: false },
  ])
})

test('terms: a run that was calculated before a change of its pay day is calculated again', async () => {
  const late = { effective_from: '2025-06-27', employee_percent: '10' }
  await admin('business.pension_membership.enrol', {
    ...{
      employment_id: second.employment_id,
      pension_scheme_id: id,
      entry: 'joined',
      effective_from: '2025-06-02',
    },
  })
  await steps.week(second.placement, weeks.second)
  const run = await steps.open('2025-06-27')
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  await set(late.effective_from, { employee_percent: late.employee_percent })
  expect((await refusalOf(steps.check(run.id))).message).toContain('changed since it was calculated')
  await steps.calculate(run.id)
  await steps.answerAll(run.id)
  await steps.approve(run.id, (await steps.check(run.id)).content_hash)
  expect((await contributions()).at(-1)).toEqual({ pay_day: '2025-06-27', employee: 10, employer: 3 })
})

test('the end: members need a scheme that takes them over, move with the day, and move back', async () => {
  const end = (input: object) => admin<{ moved: number }>('business.pension_scheme.end', { id, ...input })
  const next = await add('Northern Mutual')
  const foreign = await admin('business.paye_scheme.create', {
    ...{ employer_reference: '123/ZZ1', accounts_office_reference: '123PA00012345' },
    ...{ payment_frequency: 'monthly', levy_charge: 'none' },
  })
  const elsewhere = await add('Elsewhere', { paye_scheme_id: foreign.id })
  const from = { effective_from: '2025-07-11' }
  for (const [input, errors] of [
    [
      { effective_from: '2025-06-27', successor_id: next.id },
      { effective_from: 'Should be after 27/06/2025' },
    ],
    [from, { successor_id: '2 workers are members. Choose the pension scheme that takes them over' }],
    [{ ...from, successor_id: elsewhere.id }, { successor_id: 'Pension scheme not found' }],
    [{ ...from, successor_id: id }, { successor_id: 'Pension scheme not found' }],
    [
      { effective_from: '2025-07-01', successor_id: next.id },
      { effective_from: 'A member may opt out until 01/07/2025. Choose a later day' },
    ],
  ] as const)
    expect((await refusalOf(end(input))).errors).toEqual(errors)

  expect(await end({ ...from, successor_id: next.id })).toMatchObject({ moved: 2 })
  const kept = { name: 'Nest 2025', entry: 'automatic', from: '2025-06-02' }
  const moved = { name: 'Northern Mutual', entry: 'moved', from: '2025-07-11', to: null }
  expect(await memberships(employment_id)).toEqual([{ ...kept, to: '2025-07-10' }, moved])
  expect((await refusalOf(end({ ...from, successor_id: next.id }))).message).toBe(
    'Nest 2025 ends on 11/07/2025 already',
  )
  const { employment_id: starter } = await steps.employed()
  const enrol = admin('business.pension_membership.enrol', {
    ...{ employment_id: starter, pension_scheme_id: id, entry: 'joined', effective_from: '2025-06-06' },
  })
  expect((await refusalOf(enrol)).errors).toEqual({
    pension_scheme_id: 'Nest 2025 takes no new members: it ends on 11/07/2025',
  })
  expect((await refusalOf(set('2025-07-11'))).errors).toEqual({
    effective_from: 'Should be before 11/07/2025',
  })
  const opted_out = admin('business.pension_membership.opt_out', { employment_id, received_on: '2025-07-11' })
  expect((await refusalOf(opted_out)).errors).toMatchObject({
    received_on: 'A member who was moved cannot opt out. End the membership',
  })

  const undo = () =>
    admin<{ moved: number }>('business.pension_scheme.undo_end', { id, reason: 'It goes on' })
  expect(await undo()).toMatchObject({ moved: 2 })
  expect(await memberships(employment_id)).toEqual([
    { ...kept, to: '2025-07-10' },
    { ...moved, name: 'Nest 2025' },
  ])
  expect((await refusalOf(undo())).message).toBe('Nest 2025 has not ended')

  expect(await end({ ...from, successor_id: next.id })).toMatchObject({ moved: 2 })
  await steps.week(second.placement, weeks.first)
  await paid('2025-07-11')
  expect((await contributions()).at(-1)).toEqual({ pay_day: '2025-07-11', employee: 5, employer: 3 })
  expect((await refusalOf(undo())).message).toBe(
    'Members were paid under the other pension on 11/07/2025: the end stays',
  )
})
