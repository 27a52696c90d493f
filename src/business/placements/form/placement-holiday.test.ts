import { expect, test } from 'vitest'
import { typedPayFaults } from './placement-holiday.form.tsx'
import { emptyRate } from './placement-rates.form.tsx'

const typed = (contractor_rate: string, client_rate: string, holiday_pay_percent = '') => ({
  holiday_pay_type: holiday_pay_percent === '' ? '' : 'rolled_up_holiday',
  holiday_pay_percent,
  rates: [{ ...emptyRate('Standard'), contractor_rate, client_rate }],
})
const above = { 'rates.0.contractor_rate': 'Contractor rate should be less than Client rate' }

test.each([
  [typed('25.00', '25.00'), {}],
  [typed('25.01', '25.00'), above],
  [typed('', '25.00'), {}],
  [typed('20.00', '22.41', '12.07'), above],
  [typed('20.00', '22.42', '12.07'), {}],
])('rates as typed, %j: %j', (values, faults) => {
  expect(typedPayFaults(values)).toEqual(faults)
})
