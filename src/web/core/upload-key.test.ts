import { expect, test } from 'vitest'
import { uploadKey } from './upload-key.ts'

function storage(start: string | null = null) {
  let text = start
  return {
    getItem: () => text,
    setItem: (_key: string, next: string) => {
      text = next
    },
  }
}
const file = (content: string, name = 'clients.csv') => new File([content], name)
const about = ['contact', '/api/storage/bulkUpload', 'business.client.create']

test('the same file for the same thing has one key until there is an answer', async () => {
  const kept = storage()
  const first = await uploadKey(about, file('a,b'), kept)
  expect((await uploadKey(about, file('a,b'), kept)).key).toBe(first.key)
  first.answered()
  expect((await uploadKey(about, file('a,b'), kept)).key).not.toBe(first.key)
})

test('another content, name, purpose or person is another key', async () => {
  const kept = storage()
  const keys = [
    await uploadKey(about, file('a,b'), kept),
    await uploadKey(about, file('a,c'), kept),
    await uploadKey(about, file('a,b', 'others.csv'), kept),
    await uploadKey(['contact', '/api/storage/bulkUpload', 'business.contractor.create'], file('a,b'), kept),
    await uploadKey(['another', '/api/storage/bulkUpload', 'business.client.create'], file('a,b'), kept),
  ]
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
  keys[0]?.answered()
  expect((await uploadKey(about, file('a,c'), kept)).key).toBe(keys[1]?.key)
})

test('foreign entries are no keys, and at most twenty are kept', async () => {
  for (const text of ['{', '{"a":1}', '[1,["x",2]]']) {
    const kept = storage(text)
    const first = await uploadKey(about, file('a'), kept)
    expect((await uploadKey(about, file('a'), kept)).key).toBe(first.key)
  }
  const kept = storage()
  for (let n = 0; n < 30; n += 1) await uploadKey(about, file(String(n)), kept)
  expect(JSON.parse(kept.getItem() ?? '')).toHaveLength(20)
})

test('where nothing can be kept, a file is sent all the same', async () => {
  const kept = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect((await uploadKey(about, file('a'), kept)).key).toMatch(/^[0-9a-f-]{36}$/)
})
