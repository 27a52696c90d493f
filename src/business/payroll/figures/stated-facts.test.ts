import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { statedFaults, statedTexts } from './stated-facts.rules.ts'

const pay_day = day('2026-06-12')

test('stated facts: kept in one form, absent ones as none', () => {
  expect(statedTexts({ tax_code: ' 1257l w1', ni_letter: 'm' }, pay_day)).toEqual({
    tax_code: '1257L W1/M1',
    ni_letter: 'M',
  })
  expect(statedTexts({ tax_code: '', ni_letter: null }, pay_day)).toEqual({ tax_code: null, ni_letter: null })
})

test('stated facts: refused under their fields', () => {
  expect(statedFaults({ tax_code: '1257', ni_letter: 'Q' }, pay_day)).toEqual({
    tax_code: 'A tax code ends in a letter, such as 1257L',
    ni_letter: 'There is no such National Insurance letter',
  })
  expect(statedFaults({ tax_code: 'S1257L', ni_letter: 'A' }, pay_day)).toEqual({})
  expect(statedFaults({}, pay_day)).toEqual({})
})
