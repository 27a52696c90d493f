import { expect, test } from 'vitest'
import { againstP32, no_pay, plus } from './year-to-date.rules.ts'

const workers = {
  ...no_pay,
  income_tax: 1_116_00,
  employee_ni: 446_40,
  employer_ni: 1_056_00,
  student_loan: 29_00,
}

test('the year of the workers beside the P32: one sentence where they agree, else one for each figure', () => {
  expect(againstP32(workers, workers)).toEqual(['Tax, National Insurance and loans agree with the P32'])
  expect(againstP32(workers, { ...workers, income_tax: 1_100_00, student_loan: 0 })).toEqual([
    'Income tax of the workers is £1,116.00, on the P32 £1,100.00',
    'Loan repayment of the workers is £29.00, on the P32 £0.00',
  ])
})

test('figures are added one by one', () => {
  expect(plus(workers, workers)).toMatchObject({ income_tax: 2_232_00, net_pay: 0 })
})
