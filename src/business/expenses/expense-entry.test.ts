import { expect, it } from 'vitest'
import { standing, type Typed, type TypedLine } from './expense-entry.rules.ts'

const line = (key: string, amount: string, tax_amount = ''): TypedLine => ({
  key,
  from_date: '2026-03-02',
  type: 'travel',
  description: '',
  amount,
  tax_amount,
  is_disbursement: false,
})
const typed = (...lines: TypedLine[]): Typed => ({ lines, po_number: '', comment: '' })

const judged = typed(line('a', '5'), line('b', '12.345', 'abc'))
const errors = {
  'details.1.amount': 'Please enter a valid number',
  'details.1.tax_amount': 'Please enter a valid number',
}

it('a refusal stands until its own field is changed', () => {
  expect(standing(errors, judged, judged)).toEqual(errors)
  expect(standing(errors, judged, typed(line('a', '5'), line('b', '12.34', 'abc')))).toEqual({
    'details.1.tax_amount': 'Please enter a valid number',
  })
})

it('a refusal goes with its item when one above is removed, and away with the item', () => {
  expect(standing(errors, judged, typed(line('b', '12.345', 'abc')))).toEqual({
    'details.0.amount': 'Please enter a valid number',
    'details.0.tax_amount': 'Please enter a valid number',
  })
  expect(standing(errors, judged, typed(line('a', '5')))).toEqual({})
})

it('what is said of the whole stands until there is an item more or less', () => {
  const none = { details: 'Mandatory', contract_id: 'Mandatory' }
  expect(standing(none, typed(), typed())).toEqual(none)
  expect(standing(none, typed(), typed(line('a', '')))).toEqual({ contract_id: 'Mandatory' })
})
