import { expect, test } from 'vitest'
import { afterNoAnswer, canTakeOn, isRegistered, standingOf, statusFacts } from './company-status.rules.ts'

// Decision 0143.
test.each([
  ['active', '', 'in_order', 'active'],
  ['registered', '', 'in_order', 'registered'],
  ['open', '', 'in_order', 'open'],
  ['', '', 'in_order', 'registered'],
  ['a-status-of-tomorrow', '', 'in_order', 'a-status-of-tomorrow'],
  ['dissolved', '', 'closed', 'dissolved'],
  ['converted-closed', '', 'closed', 'converted and closed'],
  ['removed', '', 'closed', 'removed'],
  ['closed', '', 'closed', 'closed'],
  ['liquidation', '', 'insolvent', 'in liquidation'],
  ['receivership', '', 'insolvent', 'in receivership'],
  ['administration', '', 'insolvent', 'in administration'],
  ['voluntary-arrangement', '', 'insolvent', 'in a voluntary arrangement'],
  ['insolvency-proceedings', '', 'insolvent', 'in insolvency proceedings'],
  ['active', 'active-proposal-to-strike-off', 'insolvent', 'about to be struck off'],
  ['dissolved', 'active-proposal-to-strike-off', 'closed', 'dissolved'],
  ['active', 'transferred-from-uk', 'in_order', 'active'],
])('status %s with detail %s: %s', (status, status_detail, standing, words) => {
  expect(standingOf({ status, status_detail })).toEqual({ standing, words })
})

test('an unknown number and a silent register: neither closes a company', () => {
  for (const [answer, standing] of [
    ['not_found', 'unknown_number'],
    ['unavailable', 'unavailable'],
  ] as const) {
    expect(standingOf(answer)).toEqual({ standing, words: null })
    expect(canTakeOn('Larch Ltd', standingOf(answer))).toBe(true)
  }
})

test('taking on: refused for a closed company alone, by its name', () => {
  expect(canTakeOn('Larch Ltd', { standing: 'closed', words: 'dissolved' })).toMatchObject({
    message: 'Larch Ltd is dissolved at Companies House, so it cannot be taken on',
  })
  expect(canTakeOn('Larch Ltd', { standing: 'insolvent', words: 'in liquidation' })).toBe(true)
  expect(canTakeOn('Larch Ltd', { standing: 'in_order', words: 'active' })).toBe(true)
})

test('silence: keeps the earlier answer', () => {
  expect(afterNoAnswer('unchecked')).toBe('unavailable')
  for (const before of ['in_order', 'insolvent', 'closed', 'unknown_number', 'unavailable'] as const)
    expect(afterNoAnswer(before)).toBe(before)
})

test('company status: the facts of a flag are one sentence', () => {
  expect(statusFacts('Larch Ltd', 'in liquidation')).toBe('Larch Ltd is in liquidation at Companies House')
})

test.each([
  [{ brn: '12345678', country_code: 'GB' }, true],
  [{ brn: '12345678', country_code: null }, true],
  [{ brn: '12345678', country_code: 'DE' }, false],
  [{ brn: null, country_code: 'GB' }, false],
  [{ country_code: 'GB' }, false],
])('a company of %o is looked up: %s', (company, looked_up) => {
  expect(isRegistered(company)).toBe(looked_up)
})
