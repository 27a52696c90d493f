import { expect, test } from 'vitest'
import { forgetFields, keepFields, keptFields } from './kept-fields.ts'
import type { PlainField } from './plain-field.ts'

const fields: readonly PlainField[] = [
  { name: 'first_name', label: 'First name' },
  { name: 'is_vat_registered', label: 'Registered for VAT', type: 'check' },
  { name: 'password', label: 'Password', type: 'password' },
]

function tab() {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  }
}

test('typed fields are there after a reload, without the password', () => {
  const storage = tab()
  const typed = { first_name: 'Ada', is_vat_registered: true, password: 'a long secret phrase' }
  keepFields('you', fields, typed, storage)
  expect([...storage.rows.values()].join()).not.toContain('secret')
  expect(keptFields('you', fields, storage)).toEqual({ first_name: 'Ada', is_vat_registered: true })
  expect(keptFields('business', fields, storage)).toEqual({})
  forgetFields('you', storage)
  expect(keptFields('you', fields, storage)).toEqual({})
})

test.each(['null', 'x', '[1]', '{"other":"1","first_name":{}}'])('kept text %j fills no field', (text) => {
  const storage = tab()
  storage.setItem('form:you', text)
  expect(keptFields('you', fields, storage)).toEqual({})
})

test('a browser that forbids storage has a form all the same', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  const storage = { getItem: denied, setItem: denied, removeItem: denied }
  expect(() => {
    keepFields('you', fields, { first_name: 'Ada' }, storage)
    forgetFields('you', storage)
  }).not.toThrow()
  expect(keptFields('you', fields, storage)).toEqual({})
})
