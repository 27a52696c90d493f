import { expect, test } from 'vitest'
import { requestRates, TokenBuckets } from './request-rates.ts'
import type { TurnLimits } from './turn-classes.ts'
import { type Asker, Turns } from './turns.ts'

const limits: TurnLimits = {
  session: 100,
  business: 100,
  process: 100,
  waiting: 100,
  waiting_of: 'business',
  // Longer than any run: work that a test leaves waiting is never refused.
  longest_wait_ms: 3_600_000,
}
const of = (business: string, session = business, category = 'agency'): Asker => ({
  business_id: business,
  session_id: session,
  category,
})
const settle = () => new Promise(setImmediate)

/** Turns that end when told to, and the order in which they began. */
function gate(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (asker: Asker | null, name: string, signal?: AbortSignal) =>
    turns.take(
      asker,
      () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.set(name, resolve)
        }),
      signal ? { gone: () => signal } : {},
    )
  /** Ends the oldest, or the named one. */
  const end = async (name = [...ends.keys()][0] ?? '') => {
    ends.get(name)?.()
    ends.delete(name)
    await settle()
  }
  return { begun, ask, end }
}

test('turns: the next goes to a business with none, however many of another wait', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, process: 1 }))
  const all = Array.from({ length: 80 }, (_, n) => ask(of('a'), `a${n}`))
  await settle()
  all.push(ask(of('b'), 'b0'), ask(of('b'), 'b1'))
  for (let n = 0; n < 5; n += 1) await end()
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'a3'])
})

test('turns: one that asks once goes before a crowd that was never served and asks often', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, process: 1 }))
  const all = [ask(of('first'), 'first')]
  for (let n = 0; n < 20; n += 1) for (let m = 0; m < 3; m += 1) all.push(ask(of(`n${n}`), `n${n}`))
  await settle()
  all.push(ask(of('alone'), 'alone'))
  await end()
  expect(begun).toEqual(['first', 'alone'])
  expect(all).toHaveLength(62)
})

test('turns: the next goes to the business with the fewest under way', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, process: 3 }))
  void Promise.all([ask(of('a'), 'a0'), ask(of('a'), 'a1'), ask(of('b'), 'b0')])
  void Promise.all([ask(of('a'), 'a2'), ask(of('b'), 'b1'), ask(of('b'), 'b2')])
  await settle()
  await end('a0')
  expect(begun.at(-1)).toBe('a2')
  await end('a1')
  expect(begun.at(-1)).toBe('b1')
})

test('turns: a session and a business have a limit each, and others go on meanwhile', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, session: 1, business: 2 }))
  void Promise.all([ask(of('a', 's'), 's0'), ask(of('a', 's'), 's1'), ask(of('a', 't'), 't0')])
  void Promise.all([ask(of('a', 'u'), 'u0'), ask(of('b'), 'b0')])
  await settle()
  expect(begun).toEqual(['s0', 't0', 'b0'])
  await end('t0')
  expect(begun.at(-1)).toBe('u0')
  await end('s0')
  expect(begun.at(-1)).toBe('s1')
})

test('turns: the provider has four times the limit of a business', async () => {
  const { begun, ask } = gate(new Turns({ ...limits, business: 1, waiting: 1 }))
  const asked = ['0', '1', '2', '3', '4'].map((n) => ask(of('p', n, 'provider'), n))
  await settle()
  expect(begun).toEqual(['0', '1', '2', '3'])
  expect(asked).toHaveLength(5)
})

test('turns: servers share the limit of a business, and each keeps the least', async () => {
  let nodes = 3
  const turns = new Turns({ ...limits, business: 12, shared: { least: 4 } }, () => nodes)
  const held = Array.from({ length: 4 }, () => turns.hold(of('a')))
  expect(() => turns.hold(of('a'))).toThrow('Too much at once')
  nodes = 2
  held.push(turns.hold(of('a')), turns.hold(of('a')))
  expect(() => turns.hold(of('a'))).toThrow('Too much at once')
  held.pop()?.()
  turns.hold(of('a'))
})

test('turns: the queue of a business is limited, the queue of our own work is not', async () => {
  const turns = new Turns({ ...limits, process: 1, waiting: 2, longest_wait_ms: 60_000 })
  const { begun, ask, end } = gate(turns)
  const mine = [ask(of('a'), 'a0'), ask(of('a'), 'a1'), ask(of('a'), 'a2')]
  const refused = (await ask(of('a'), 'a3').catch((error: unknown) => error)) as Error & {
    retry_after_seconds: number
  } // A StintError: its parts are compared next.
  expect(refused).toMatchObject({
    code: 'too_many',
    message: `Too much at once. Please try again in ${refused.retry_after_seconds} seconds`,
  })
  expect(refused.retry_after_seconds).toBeGreaterThanOrEqual(1)
  expect(refused.retry_after_seconds).toBeLessThanOrEqual(62)
  mine.push(ask(of('b'), 'b0'), ask(null, 'own0'), ask(null, 'own1'), ask(null, 'own2'))
  expect(turns.waiting).toBe(6)
  for (let n = 0; n < 7; n += 1) await end()
  await Promise.all(mine)
  expect(begun).toEqual(['a0', 'b0', 'own0', 'a1', 'own1', 'a2', 'own2'])
})

test('turns: each session of a business has its own limit of waiting work', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, process: 1, waiting: 1, waiting_of: 'session' }))
  void Promise.all([ask(of('a', 's'), 's0'), ask(of('a', 's'), 's1'), ask(of('a', 't'), 't0')])
  await expect(ask(of('a', 's'), 's2')).rejects.toMatchObject({ code: 'too_many' })
  await end()
  await end()
  expect(begun).toEqual(['s0', 's1', 't0'])
})

test('turns: the longest wait ends in a refusal, and the queue goes on', async () => {
  const { begun, ask, end } = gate(new Turns({ ...limits, process: 1, longest_wait_ms: 1 }))
  void ask(of('a'), 'a0')
  await expect(ask(of('b'), 'b0')).rejects.toMatchObject({ code: 'too_many' })
  await end()
  void ask(of('b'), 'b1')
  await settle()
  expect(begun).toEqual(['a0', 'b1'])
})

test('turns: a caller who goes away leaves the queue', async () => {
  const turns = new Turns({ ...limits, process: 1, waiting: 1 })
  const { begun, ask, end } = gate(turns)
  const away = new AbortController()
  void ask(of('a'), 'a0')
  const left = ask(of('a'), 'a1', away.signal)
  away.abort()
  await expect(left).rejects.toThrow('went away')
  const later = ask(of('a'), 'a2')
  await end()
  await end()
  await later
  expect([begun, turns.waiting]).toEqual([['a0', 'a2'], 0])
})

test('turns: failed work gives its turn back, and a turn ends once', async () => {
  const turns = new Turns({ ...limits, process: 1, waiting: 0 })
  const fails = () => turns.take(of('a'), () => Promise.reject(new Error('no')))
  await expect(fails()).rejects.toThrow('no')
  await expect(fails()).rejects.toThrow('no')
  const first = turns.hold(of('a'))
  first()
  first()
  turns.hold(of('a'))
  expect(() => turns.hold(of('b'))).toThrow('Too much at once')
})

test('rates: a burst, then so many a second; idle callers leave no trace', () => {
  let now_ms = 0
  const buckets = new TokenBuckets(() => now_ms)
  const take = (key: string) => buckets.take(key, { a_second: 10, burst: 3 })
  expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(100)
  expect(take('b')).toBe(0)
  now_ms = 100
  expect([take('a'), take('a')]).toEqual([0, 100])
  now_ms = 60_000
  expect([take('c'), buckets.size]).toEqual([0, 1])
})

test('rates: a refusal is delayed, so that a caller that does not wait costs little', async () => {
  const rates = requestRates({ a_second: 5, nodes: () => 1, now: () => 0 })
  for (let n = 0; n < 6; n += 1) await rates.address('a')
  let isTold = false
  const refused = rates.address('a').finally(() => {
    isTold = true
  })
  refused.catch(() => undefined)
  await settle()
  expect(isTold).toBe(false)
  await expect(refused).rejects.toMatchObject({ code: 'too_many' })
})
