import { describe, expect, test } from 'vitest'
import { phoneFormFault, shownPhone } from './phone-text.ts'

const fault = 'Please enter a valid number'

describe('in the browser', () => {
  test.each([
    ['0113 496 0000', null],
    ['+44 (0)113-496/0000', null],
    ['abc', fault],
    ['0113 49600a', fault],
    ['12', fault],
  ])('the form of %s: %s', (typed, found) => {
    expect(phoneFormFault(typed)).toBe(found)
  })

  test.each([
    ['+441134960000', '+441134960000', 'tel:+441134960000'],
    ['+44 161 496 0000', '+44 161 496 0000', 'tel:+441614960000'],
    ['447700900123', '+447700900123', 'tel:+447700900123'],
    ['0113 496 0000', '0113 496 0000', null],
    ['abc', 'abc', null],
  ])('a stored %s shows as %s, with the link %s', (stored, text, link) => {
    expect(shownPhone(stored)).toEqual({ text, link })
  })
})
