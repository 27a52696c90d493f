import { expect, test } from 'vitest'
import { FreshReads } from './fresh-reads.ts'

/** Reads that end when they are told to. */
function readsByHand() {
  const begun: {
    readonly key: string
    readonly end: (value: string) => void
    readonly fail: (e: Error) => void
  }[] = []
  const reads = new FreshReads<string>(
    (key) => new Promise((resolve, reject) => begun.push({ key, end: resolve, fail: reject })),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { begun, reads, settle }
}

test('fresh reads: all that ask meanwhile share the next read, which began after they asked', async () => {
  const { begun, reads, settle } = readsByHand()
  const first = reads.ask('a')
  const others = Array.from({ length: 200 }, () => reads.ask('a'))
  expect(begun).toHaveLength(1)
  begun[0]?.end('old')
  await settle()
  expect(begun).toHaveLength(2)
  const later = reads.ask('a')
  begun[1]?.end('new')
  await settle()
  begun[2]?.end('newest')
  expect(await first).toBe('old')
  expect(new Set(await Promise.all(others))).toEqual(new Set(['new']))
  expect(await later).toBe('newest')
  await settle()
  void reads.ask('a')
  expect(begun).toHaveLength(4)
})

test('fresh reads: another key does not wait, and a failed read is no answer to the next', async () => {
  const { begun, reads, settle } = readsByHand()
  const failed = reads.ask('a')
  const next = reads.ask('a')
  void reads.ask('b')
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  begun[0]?.fail(new Error('no'))
  await expect(failed).rejects.toThrow('no')
  await settle()
  begun[2]?.end('yes')
  expect(await next).toBe('yes')
})
