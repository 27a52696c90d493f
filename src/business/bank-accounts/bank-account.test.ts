import { describe, expect, test } from 'vitest'
import { ibanFault, isAchRouting, plainIban, swift_form, ukPartsOf } from '../shared/bank-details.rules.ts'
import { sharesReceiptsAndTrust } from './bank-account.rules.ts'
import { isUkAccount } from './bank-account-input.server.ts'

describe('registers.md §4.3: vectors', () => {
  test.each([
    'GB29NWBK60161331926819',
    'GB82WEST12345698765432',
    'GB33BUKB20201555555555',
    'IE29AIBK93115212345678',
  ])('IBAN %s', (iban) => {
    expect(ibanFault(iban)).toBeNull()
    // Any one digit changed is found.
    for (let at = 4; at < iban.length; at += 1) {
      const digit = iban[at] ?? ''
      if (!/\d/.test(digit)) continue
      const wrong = `${iban.slice(0, at)}${(Number(digit) + 1) % 10}${iban.slice(at + 1)}`
      expect(ibanFault(wrong)).not.toBeNull()
    }
  })

  test('spaces and small letters are how people write one', () => {
    expect(plainIban('gb29 nwbk 6016 1331 9268 19')).toBe('GB29NWBK60161331926819')
    expect(ukPartsOf('GB29NWBK60161331926819')).toEqual({ sort_code: '601613', account_number: '31926819' })
  })

  test('BIC and routing number', () => {
    expect(swift_form.test('NWBKGB2L')).toBe(true)
    expect(swift_form.test('NWBKGB2')).toBe(false)
    expect(isAchRouting('021000021')).toBe(true)
    expect(isAchRouting('021000022')).toBe(false)
  })
})

/** Published cases of the modulus check, one or more an exception. */
test.each([
  ['089999', '66374958', true],
  ['107999', '88837491', true],
  ['202959', '63748472', true],
  ['871427', '46238510', true],
  ['872427', '46238510', true],
  ['871427', '09123496', true],
  ['871427', '99123496', true],
  ['820000', '73688637', true],
  ['827999', '73988638', true],
  ['827101', '28748352', true],
  ['134020', '63849203', true],
  ['118765', '64371389', true],
  ['200915', '41011166', true],
  ['938611', '07806039', true],
  ['938600', '42368003', true],
  ['938063', '55065200', true],
  ['772798', '99345694', true],
  ['086090', '06774744', true],
  ['309070', '02355688', true],
  ['309070', '12345668', true],
  ['309070', '12345677', true],
  ['309070', '99345694', true],
  ['180002', '00000190', true],
  ['938063', '15764273', false],
  ['938063', '15764264', false],
  ['938063', '15763217', false],
  ['118765', '64371388', false],
  ['203099', '66831036', false],
  ['203099', '58716970', false],
  ['089999', '66374959', false],
  ['107999', '88837493', false],
  // No bank has this sort code: nothing to check it by.
  ['001000', '12345678', true],
])('%s %s exists: %s', (sort_code, account_number, exists) => {
  expect(isUkAccount(sort_code, account_number)).toBe(exists)
})

const kept = { status: 'confirmed', sort_code: '200000', account_number: '55779911', iban: null } as const
const receipt = { ...kept, purpose: 'receipt' } as const
const trust = { ...kept, purpose: 'trust' } as const
const same_iban = { sort_code: null, account_number: null, iban: 'GB72BARC20000055779911' } as const
test.each([
  [[receipt, trust], true],
  [[receipt, { ...trust, status: 'pending' as const }], true],
  [[receipt, { ...trust, status: 'retired' as const }], false],
  [[receipt, { ...trust, account_number: '55779912' }], false],
  [[receipt, { ...trust, ...same_iban }], true],
  [[receipt, { ...trust, ...same_iban, iban: 'IE29AIBK93115212345678' }], false],
  [[receipt, receipt], false],
  [[], false],
])('accounts %j: receipts and money of clients share one: %j', (accounts, shares) => {
  expect(sharesReceiptsAndTrust(accounts)).toBe(shares)
})
