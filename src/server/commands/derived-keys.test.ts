import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptText, encryptText } from '../data-key.ts'
import { derivedKeys } from './derived-keys.ts'

const hmac = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')

test('derived keys: a short text is stretched, so that no key is one HMAC of it', () => {
  const { roleSecret, sessionSecret, dataKey } = derivedKeys('orange-lion-42', 'stint')
  expect(roleSecret).toMatch(/^[0-9a-f]{64}$/)
  expect(sessionSecret).not.toBe(hmac('orange-lion-42', 'stint sessions'))
  expect(dataKey).not.toBe(hmac('orange-lion-42', 'stint data'))
  expect(derivedKeys('orange-lion-42', 'stint')).toMatchObject({ roleSecret, sessionSecret, dataKey })
  expect(derivedKeys('orange-lion-42', 'other').roleSecret).not.toBe(roleSecret)
})

test('derived keys: a long random text keeps its keys', () => {
  const text = 'f'.repeat(32)
  expect(derivedKeys(text, 'stint')).toEqual({
    roleSecret: text,
    sessionSecret: hmac(text, 'stint sessions'),
    dataKey: hmac(text, 'stint data'),
    dataKeyBefore: null,
  })
})

test('derived keys: values from before the stretching still open, and new ones take the new key', () => {
  const before = { dataKey: hmac('orange-lion-42', 'stint data'), dataKeyOld: null }
  const { dataKey, dataKeyBefore } = derivedKeys('orange-lion-42', 'stint')
  const kept = encryptText(before, 'a webhook secret', 'platform.webhook.secret_enc')
  const now = { dataKey, dataKeyOld: dataKeyBefore }
  expect(decryptText(now, kept, 'platform.webhook.secret_enc')).toBe('a webhook secret')
  const fresh = encryptText(now, 'another', 'platform.webhook.secret_enc')
  expect(() => decryptText(before, fresh, 'platform.webhook.secret_enc')).toThrow(/another key/)
})
