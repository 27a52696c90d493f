import { describe, expect, test } from 'vitest'
import { readPhone } from './phone.server.ts'

const fault = { fault: 'Please enter a valid number' }

describe('a telephone number', () => {
  test.each([
    ['0113 496 0000', 'GB', '+441134960000'],
    ['020 7946 0018', 'GB', '+442079460018'],
    ['+44 (0)20 7946 0018', 'GB', '+442079460018'],
    ['07700 900123', 'GB', '+447700900123'],
    ['01 555 0204', 'IE', '+35315550204'],
    ['00 353 1 555 0204', 'GB', '+35315550204'],
    ['+353 1 555 0204', 'GB', '+35315550204'],
    ['0113 496 0000', 'no country', '+441134960000'],
    ['0113 496 0000', null, '+441134960000'],
  ])('%s of %s is stored as %s', (typed, country, text) => {
    expect(readPhone(typed, country)).toMatchObject({ text })
  })

  test.each(['abc', '12', '0113 496', '0113 496 0000 ext 12', '01134960000abc', '07701 12345', ''])(
    '%s is refused',
    (typed) => {
      expect(readPhone(typed)).toEqual(fault)
    },
  )

  test('of a foreign land line is refused for the United Kingdom, and read in its country', () => {
    expect(readPhone('0211 555212')).toEqual(fault)
    expect(readPhone('0211 555212', 'DE')).toMatchObject({ text: '+49211555212', country: 'DE' })
  })

  test.each([
    ['07911 123456', true],
    ['07700900123', true],
    ['0113 496 0000', false],
  ])('%s is a mobile number: %s', (typed, is_mobile) => {
    expect(readPhone(typed)).toMatchObject({ is_mobile })
  })
})
