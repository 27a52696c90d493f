import { expect, it } from 'vitest'
import { addsHours } from './added-hours.rules.ts'

const cell = (date: string, units: string, rates = ['20.0000', '25.0000']) => ({
  date,
  group_id: 'standard',
  units,
  contractor_rate: rates[0] ?? '',
  client_rate: rates[1] ?? '',
})
const monday = cell('2025-06-02', '7.5000')
const tuesday = cell('2025-06-03', '7.5000')

it.each([
  ['the same hours', [monday, tuesday], false],
  ['fewer hours', [monday, cell('2025-06-03', '7.4999')], false],
  ['a day taken off', [monday], false],
  ['more hours', [monday, cell('2025-06-03', '7.5001')], true],
  ['hours moved to another day', [cell('2025-06-02', '8.5'), cell('2025-06-03', '6.5')], true],
  ['another day', [monday, tuesday, cell('2025-06-04', '0.5')], true],
  ['another day without hours', [monday, tuesday, cell('2025-06-04', '0')], false],
  ['another rate', [monday, tuesday, { ...monday, group_id: 'overtime' }], true],
  ['a higher rate of the contractor', [monday, cell('2025-06-03', '7.5', ['20.0001', '25.0000'])], true],
  ['a higher rate of the client', [monday, cell('2025-06-03', '7.5', ['20.0000', '25.0001'])], true],
  ['fewer hours at a higher rate', [monday, cell('2025-06-03', '1', ['40.0000', '50.0000'])], true],
  ['a lower rate', [monday, cell('2025-06-03', '7.5', ['19.0000', '24.0000'])], false],
])('added hours: %s', (_what, wanted, adds) => {
  expect(addsHours([monday, tuesday], wanted)).toBe(adds)
})
