import { expect, test } from 'vitest'
import { domainOf, isAtDomain } from './own-people.rules.ts'

test.each([
  ['https://www.larch.example/team', 'larch.example'],
  ['Larch.example', 'larch.example'],
  [null, null],
  ['', null],
])('the domain of the website %s: %s', (website, domain) => {
  expect(domainOf(website)).toBe(domain)
})

test.each([
  ['lena@larch.example', true],
  ['lena@mail.LARCH.example', true],
  ['lena@notlarch.example', false],
  ['larch.example@harbour.example', false],
])('%s is at the domain: %s', (email, is_at) => {
  expect(isAtDomain(email, 'larch.example')).toBe(is_at)
  expect(isAtDomain(email, null)).toBe(false)
})
