import { expect, test } from 'vitest'
import { decryptText, encryptText, newDataKey } from './data-key.ts'

const first = { dataKey: newDataKey(), dataKeyOld: null }

test('encryption: a value opens again, and two values of one text differ', () => {
  const value = encryptText(first, 'https://stint.example.org/join/abc', 'platform.outbox')
  expect(decryptText(first, value, 'platform.outbox')).toBe('https://stint.example.org/join/abc')
  expect(value).not.toContain('join')
  expect(encryptText(first, 'https://stint.example.org/join/abc', 'platform.outbox')).not.toBe(value)
})

test('encryption: after a change of the key old values open with DATA_KEY_OLD alone', () => {
  const value = encryptText(first, 'secret', 'a')
  const next = { dataKey: newDataKey(), dataKeyOld: first.dataKey }
  expect(decryptText(next, value, 'a')).toBe('secret')
  expect(() => decryptText({ ...next, dataKeyOld: null }, value, 'a')).toThrow('set DATA_KEY_OLD')
})

test('encryption: a changed value does not open, nor one from another place', () => {
  const value = encryptText(first, 'secret', 'auth.factor')
  expect(() => decryptText(first, value, 'platform.outbox')).toThrow()
  const [id, nonce, sealed = ''] = value.split('.')
  const other = sealed.startsWith('A') ? `B${sealed.slice(1)}` : `A${sealed.slice(1)}`
  expect(() => decryptText(first, [id, nonce, other].join('.'), 'auth.factor')).toThrow()
})
