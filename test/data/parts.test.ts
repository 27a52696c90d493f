import { describe, expect, it } from 'vitest'
import { Allowance } from '#data/allowance.ts'
import { DataFault, faultOf } from '#data/fault.ts'
import { Lru } from '#data/lru.ts'
import { ConcurrencyLimiter } from '#server/concurrency-limiter.ts'

/** Work that ends when it is told to. */
function held(): { work: () => Promise<void>; end: () => void; begun: () => boolean } {
  let end = (): void => undefined
  let isBegun = false
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = () => {
    isBegun = true
    return over
  }
  return { work, end, begun: () => isBegun }
}
/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('limiter', () => {
  const refusal = () => new DataFault('busy', 'too many requests at once')
  it('lets one caller run so many at once, the next as soon as one ends, and others meanwhile', async () => {
    const limiter = new ConcurrencyLimiter({ running: 1, waiting: 1, refusal })
    const [first, second, other] = [held(), held(), held()]
    const a = limiter.take('ada', first.work)
    const b = limiter.take('ada', second.work)
    const c = limiter.take('bo', other.work)
    await settle()
    expect([first, second, other].map((one) => one.begun())).toEqual([true, false, true])
    await expect(limiter.take('ada', held().work)).rejects.toMatchObject({ code: 'busy' })
    first.end()
    await a
    await settle()
    expect(second.begun()).toBe(true)
    second.end()
    other.end()
    await Promise.all([b, c])
  })
  it('gives the turn back when the work fails', async () => {
    const limiter = new ConcurrencyLimiter({ running: 1, waiting: 0, refusal })
    const fails = () => limiter.take('ada', () => Promise.reject(new Error('no')))
    await expect(fails()).rejects.toThrow('no')
    await expect(fails()).rejects.toThrow('no')
  })
})

describe('an allowance', () => {
  it('is each caller’s own, and comes back with the next minute', () => {
    let now = 0
    const allowance = new Allowance(2, 'introspections', () => now)
    const take = (caller: string) => () => allowance.take(caller)
    take('ada')()
    take('ada')()
    expect(take('ada')).toThrow('too many introspections')
    expect(take('bo')).not.toThrow()
    now = 60_001
    expect(take('ada')).not.toThrow()
  })
})

describe('the cache', () => {
  it('keeps what is used, forgets what is not, and never grows beyond two generations', () => {
    const cache = new Lru<number>(10)
    cache.set('used', 0)
    for (let n = 1; n <= 100; n += 1) {
      cache.set(`n${n}`, n)
      expect(cache.get('used')).toBe(0)
    }
    expect(cache.get('n1')).toBeUndefined()
    expect(cache.get('n100')).toBe(100)
  })
})

describe('what a caller reads of an error', () => {
  const thrown = (code: string, constraint?: string) =>
    Object.assign(new Error('relation "x" does not exist'), { code, constraint })
  it.each([
    ['57014', 'query took too long'],
    ['42501', 'internal error'],
    ['42P01', 'internal error'],
    ['22P02', 'a value in the request cannot be used here'],
    ['53300', 'the data is not available for a moment, try again'],
    ['ECONNREFUSED', 'the data is not available for a moment, try again'],
  ])('%s', (code, message) => {
    expect(faultOf(thrown(code)).message).toBe(message)
  })
  it('has the specification’s words for its unique keys (spec §8)', () => {
    expect(faultOf(thrown('23505', 'company_brn')).message).toBe('Registration Number already exists')
    expect(faultOf(thrown('23505', 'business_contact_email')).message).toBe('Email already exists')
    expect(faultOf(thrown('23505', 'other')).message).toBe('a record with these values exists already')
  })
})
