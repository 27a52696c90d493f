import { describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import {
  addressDomain,
  canKeep,
  canRequire,
  issuerFault,
  readDomain,
  requiredFrom,
  stateOf,
} from './identity-provider.rules.ts'

describe('domains', () => {
  test.each([
    ['Example.org', 'example.org'],
    [' example.org. ', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a.b-c.example', 'a.b-c.example'],
    ['localhost', null],
    ['10.0.0.1', null],
    ['example.org/x', null],
    ['example.org:443', null],
    ['a@example.org', null],
    ['-a.example', null],
    ['', null],
  ])('%j is %s', (typed, domain) => {
    expect(readDomain(typed)).toBe(domain)
  })

  test('an address leads by what is behind its last @', () => {
    expect(['ada@Firm.example', 'firm.example', '"a@b"@firm.example'].map(addressDomain)).toEqual(
      Array.from({ length: 3 }, () => 'firm.example'),
    )
    expect(addressDomain('ada@')).toBeNull()
  })
})

test.each([
  ['https://login.example.org', true],
  ['https://login.example.org/realms/one', true],
  ['http://127.0.0.1:8080', true],
  ['http://login.example.org', false],
  ['https://user@login.example.org', false],
  ['https://login.example.org?x=1', false],
  ['https://login.example.org#x', false],
  ['javascript:alert(1)', false],
  ['login', false],
])('issuer %s may be entered: %s', (issuer, may) => {
  expect(issuerFault(issuer) === null).toBe(may)
})

describe('requiring', () => {
  const now = instant('2026-11-27T07:30:00.000Z')
  const facts = {
    name: 'Microsoft',
    proven_domains: ['example.org'],
    tested_at: now,
    required: false,
    required_from: null,
  }

  test('needs a proven domain and an own sign-in, once', () => {
    expect(canRequire(facts, true)).toBe(true)
    expect(canRequire(facts, false)).toMatchObject({
      message: 'Sign in with Microsoft first, by Test sign-in',
    })
    expect(canRequire({ ...facts, proven_domains: [] }, true)).toMatchObject({
      message: 'Prove a domain first',
    })
    expect(canRequire({ ...facts, required: true, required_from: now }, true)).toMatchObject({
      code: 'conflict',
    })
    expect(canKeep(true, [])).not.toBe(true)
    expect([canKeep(true, ['example.org']), canKeep(false, [])]).toEqual([true, true])
  })

  test('begins a day later; the card says how far it is', () => {
    const later = requiredFrom(now)
    expect(later).toBe('2026-11-28T07:30:00.000Z')
    expect(stateOf({ ...facts, required: true, required_from: later }, now)).toBe('announced')
    expect(stateOf({ ...facts, required: true, required_from: later }, later)).toBe('required')
    expect(stateOf(facts, now)).toBe('tested')
    expect(stateOf({ ...facts, tested_at: null }, now)).toBe('proven')
    expect(stateOf({ ...facts, proven_domains: [] }, now)).toBe('set_up')
  })
})
