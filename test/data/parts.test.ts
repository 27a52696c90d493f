import { describe, expect, it } from 'vitest'
import { Allowance } from '#data/allowance.ts'
import { faultOf } from '#data/fault.ts'
import { Lru } from '#data/lru.ts'

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
    expect(faultOf(thrown('23505', 'business_contact_email')).message).toBe('Duplicate Email')
    expect(faultOf(thrown('23505', 'user_email_key')).message).toBe('Email already exists')
    expect(faultOf(thrown('23505', 'other')).message).toBe('a record with these values exists already')
  })
})
