import { expect, test } from 'vitest'
import { domainsFault, domainsIn, isOutside, waitsForCheck } from './mail-domains.rules.ts'

test('mail domains: as they are typed', () => {
  expect(domainsIn(' @Harbour.example, homes.example;homes.example')).toEqual([
    'harbour.example',
    'homes.example',
  ])
  expect(domainsFault('harbour.example')).toBeNull()
  expect(domainsFault('')).toBeNull()
  for (const typed of ['harbour', 'terry@harbour.example', 'a..b', '-a.example', 'https://a.example'])
    expect(domainsFault(typed)).toBe('Please enter a valid Input')
})

test('a contact: outside of the domains, at one, below one', () => {
  expect(isOutside('terry@other.example', ['harbour.example'])).toBe(true)
  expect(isOutside('terry@notharbour.example', ['harbour.example'])).toBe(true)
  expect(isOutside('terry@it.Harbour.example', ['harbour.example'])).toBe(false)
  expect(isOutside('terry@other.example', [])).toBe(false)
})

test.each([
  ['agency', 'client', 'terry@harbour.example', true, false],
  ['agency', 'client', 'terry@harbour.example', false, true],
  ['agency', 'client', 'terry@other.example', true, true],
  ['agency', 'contractor', 'terry@other.example', true, false],
  ['provider', 'client', 'terry@other.example', false, false],
] as const)(
  'a check: %s enters a person of a %s, %s',
  (category, type, email, are_domains_confirmed, waits) => {
    const business = { type, email_domains: ['harbour.example'], are_domains_confirmed }
    expect(waitsForCheck(category, business, email)).toBe(waits)
  },
)
