import { expect, test } from 'vitest'
import { quarterlyWarning } from './quarterly-bill.rules.ts'

const month = (due: number, payslip_count = 1) => ({ due, payslip_count })

test('a quarterly payer: warned of from an average bill of 1,500 a month on, by months with pay', () => {
  expect(quarterlyWarning('2026-27', [])).toBeNull()
  expect(quarterlyWarning('2026-27', [month(1_499_99)])).toBeNull()
  expect(quarterlyWarning('2026-27', [month(2_000_00), month(900_00), month(0, 0)])).toBeNull()
  expect(quarterlyWarning('2026-27', [month(2_000_00), month(1_000_00), month(0, 0)])).toBe(
    'The average bill of 2026-27 is £1,500.00 a month. Quarterly payment needs an average under £1,500.00.',
  )
})
