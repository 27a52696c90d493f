import { expect, test } from 'vitest'
import { domainOf, isAtDomain, isOwnAddress } from './own-people.rules.ts'

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

test.each([
  ['a colleague', 'Lena@gmail.com', true],
  ['a stranger at the mail provider of a colleague', 'terry@gmail.com', false],
  ['a stranger at the domain of a colleague', 'terry@larch.example', true],
  ['a stranger at the domain of the website', 'terry@larch-talent.example', true],
  ['a person elsewhere', 'terry@harbour.example', false],
])('%s: %s is one of the own people: %s', (_, email, is_own) => {
  const agency = {
    website: 'https://larch-talent.example',
    colleagues: ['lena@gmail.com', 'ann@Larch.example'],
  }
  expect(isOwnAddress(email, agency)).toBe(is_own)
})
