import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

/** Turns that end when told to, and the order in which they began. */
function gate(turns: FairTurns) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (business: string | null, name: string, signal?: AbortSignal) =>
    turns.take(
      business,
      () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.push(resolve)
        }),
      signal,
    )
  const end = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, ask, end }
}

test('turns: the next goes to a business with none, however many of another wait', async () => {
  const { begun, ask, end } = gate(new FairTurns({ running: 1, waiting: 80 }))
  const all = Array.from({ length: 80 }, (_, n) => ask('a', `a${n}`))
  await new Promise(setImmediate)
  all.push(ask('b', 'b0'), ask('b', 'b1'))
  for (let n = 0; n < 5; n += 1) await end()
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3'])
})

test('turns: the queue of a business has an end, that of our own work has none', async () => {
  const turns = new FairTurns({ running: 1, waiting: 2 })
  const { begun, ask, end } = gate(turns)
  const mine = [ask('a', 'a0'), ask('a', 'a1'), ask('a', 'a2')]
  await expect(ask('a', 'a3')).rejects.toMatchObject({ code: 'too_many', retry_after_seconds: 5 })
  mine.push(ask('b', 'b0'), ask(null, 'own0'), ask(null, 'own1'), ask(null, 'own2'))
  expect(turns.waiting).toBe(6)
  for (let n = 0; n < 7; n += 1) await end()
  await Promise.all(mine)
  expect(begun).toEqual(['a0', 'b0', 'own0', 'a1', 'own1', 'a2', 'own2'])
})

test('turns: a caller who goes away leaves the queue', async () => {
  const turns = new FairTurns({ running: 1, waiting: 1 })
  const { begun, ask, end } = gate(turns)
  const away = new AbortController()
  void ask('a', 'a0')
  const left = ask('a', 'a1', away.signal)
  away.abort()
  await expect(left).rejects.toThrow('went away')
  const later = ask('a', 'a2')
  await end()
  await end()
  await later
  expect(begun).toEqual(['a0', 'a2'])
})
