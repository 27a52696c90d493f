import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { clientDueDate, contractorDueDate, nextRunDay, statutoryDueDate } from './due-date.rules.ts'

const terms = {
  client_payment_terms: 30,
  contractor_payment_terms: 7,
  is_extended_contractor_payment_terms: false,
}

test.each([
  // day            client due     contractor due  extended
  ['2026-03-09', '2026-04-08', '2026-03-16', '2026-04-08'],
  ['2026-12-31', '2027-01-30', '2027-01-07', '2027-01-30'],
  ['2028-02-15', '2028-03-16', '2028-02-22', '2028-03-16'],
])('from %s', (from, client, contractor, extended) => {
  expect(clientDueDate(day(from), terms)).toBe(client)
  expect(contractorDueDate(day(from), terms)).toBe(contractor)
  expect(contractorDueDate(day(from), { ...terms, is_extended_contractor_payment_terms: true })).toBe(
    extended,
  )
})

test('extended terms never shorten', () => {
  const slow = { ...terms, contractor_payment_terms: 45, is_extended_contractor_payment_terms: true }
  expect(contractorDueDate(day('2026-03-09'), slow)).toBe('2026-04-23')
})

test.each([
  // pay day       due to HMRC
  ['2026-04-05', '2026-04-22'],
  ['2026-04-06', '2026-05-22'],
  ['2026-05-05', '2026-05-22'],
  ['2026-12-31', '2027-01-22'],
])('pay on %s is due to HMRC on %s', (pay_day, due) => {
  expect(statutoryDueDate(day(pay_day))).toBe(due)
})

test.each([
  ['2026-03-09', 5, '2026-03-13'],
  ['2026-03-13', 5, '2026-03-13'],
  ['2026-03-14', 5, '2026-03-20'],
])('the run after %s on weekday %i is %s', (from, run_weekday, run) => {
  expect(nextRunDay(day(from), run_weekday)).toBe(run)
})
