import { expect, test } from 'vitest'
import { allCountries, countryName, countryOf, isCountryCode } from './country.ts'

test.each([
  ['United Kingdom', 'GB'],
  ['uk', 'GB'],
  ['Scotland', 'GB'],
  ['ireland', 'IE'],
  ['IE', 'IE'],
  ['Croatia', 'HR'],
  ['Atlantis', undefined],
  ['', undefined],
  ['ZZ', undefined],
])('a country: %j has the code %j', (text, code) => {
  expect(countryOf(text)?.code).toBe(code)
})

test('the list: the 249 countries of ISO 3166-1 and Kosovo, by name, once each', () => {
  const codes = allCountries().map(({ code }) => code)
  expect(codes).toHaveLength(250)
  expect(new Set(codes).size).toBe(250)
  expect(allCountries()[0]?.name).toBe('Afghanistan')
  for (const code of ['GB', 'IM', 'JE', 'GG', 'IE', 'US', 'XK']) expect(codes).toContain(code)
})

test.each(['UK', 'XX', 'gb', 'EU', 'EL', 'IC', ' GB', ''])('a code: %j is of no country', (code) => {
  expect(isCountryCode(code)).toBe(false)
})

test('a name: of a code, else the code', () => {
  expect([countryName('DE'), countryName('XX')]).toEqual(['Germany', 'XX'])
})
