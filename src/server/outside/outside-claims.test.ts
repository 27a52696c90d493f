import { describe, expect, test } from 'vitest'
import { accountOf, companyAccountOf, readClaims, vouchesFor } from './outside-claims.rules.ts'

const said = (more: object) => readClaims({ iss: 'https://issuer', sub: 'one', ...more })
const vouches = (provider: 'google' | 'microsoft', more: object, address = 'ada@firm.example') => {
  const claims = said({ email: 'Ada@Firm.example', ...more })
  return claims !== null && vouchesFor(provider, claims, address)
}

describe('claims of a provider', () => {
  test('name Google’s accounts by issuer and subject, Microsoft’s by tenant and object', () => {
    const claims = said({ tid: 'tenant', oid: 'object', preferred_username: 'ada' })
    expect(claims && accountOf('google', claims)).toMatchObject({ issuer: 'https://issuer', subject: 'one' })
    expect(claims && accountOf('microsoft', claims)).toEqual({
      provider: 'microsoft',
      name: 'Microsoft',
      issuer: 'tenant',
      subject: 'object',
      label: 'ada',
    })
    for (const more of [
      { tid: 'tenant' },
      { oid: 'object' },
      { tid: '', oid: 'object' },
      { tid: 1, oid: 'object' },
    ]) {
      const half = said(more)
      expect(half && accountOf('microsoft', half)).toBeNull()
    }
  })

  test('of a business’s provider belong to its row, and to its tenant or workspace alone', () => {
    const row = { id: 'row', name: 'Login', business_name: 'Larkfield', tenant_id: null, hosted_domain: null }
    const claims = said({ tid: 'tenant', oid: 'object', hd: 'Firm.example' })
    const account = (more: object) =>
      claims &&
      companyAccountOf({ ...row, type: 'oidc', ...more } as Parameters<typeof companyAccountOf>[0], claims) // Each row names its own type.
    const one = { provider: 'business', name: 'Login of Larkfield', issuer: 'row', label: '' }
    expect(account({})).toEqual({ ...one, subject: 'one' })
    expect(account({ type: 'microsoft', tenant_id: 'tenant' })).toEqual({ ...one, subject: 'object' })
    expect(account({ type: 'microsoft', tenant_id: 'another' })).toBeNull()
    expect(account({ type: 'google', hosted_domain: 'firm.example' })).toEqual({ ...one, subject: 'one' })
    expect(account({ type: 'google', hosted_domain: 'other.example' })).toBeNull()
  })

  test('without a subject name nobody', () => {
    for (const raw of [
      {},
      null,
      'x',
      { iss: 'i', sub: '' },
      { iss: 'i', sub: 7 },
      { iss: 'i', sub: 'x'.repeat(256) },
    ])
      expect(readClaims(raw)).toBeNull()
  })

  test('vouch for their own address alone, in any case of letters', () => {
    const google = { email_verified: true, hd: 'Firm.example' }
    expect(vouches('google', google)).toBe(true)
    expect(vouches('google', google, ' ADA@firm.example ')).toBe(true)
    expect(vouches('google', google, 'eve@firm.example')).toBe(false)
    expect(vouches('google', { ...google, email: undefined })).toBe(false)
    expect(vouches('google', { ...google, email_verified: 'true' })).toBe(false)
    // Another domain that ends alike.
    expect(vouches('google', { ...google, hd: 'example' })).toBe(false)
    expect(vouches('google', { email: 'ada@evilgmail.com', email_verified: true }, 'ada@evilgmail.com')).toBe(
      false,
    )
  })

  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['no', false],
    [undefined, false],
  ])('of Microsoft with xms_edov %s vouch: %s', (xms_edov, is_vouched) => {
    expect(vouches('microsoft', { xms_edov, email_verified: true, hd: 'firm.example' })).toBe(is_vouched)
  })
})
