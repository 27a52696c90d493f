import { describe, expect, test } from 'vitest'
import { isStintError } from '#kernel/errors.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { newToken, readToken, signToken, tokenOf } from './auth-cookie.ts'
import { isPassword, isStrongPassword } from './auth-password.ts'

const home = { network: 'home', is_known: false, work: 12 }

describe('a password', () => {
  test.each([
    ['copper-kettle-94-lagoon'],
    ['Wir fahren nach Lindau'],
    ['v7#qT!29xLm4'],
    ['заборные гвозди'],
    ['hollyhock quarry'],
  ])('%s is strong', (password) => expect(isStrongPassword(password)).toBe(true))

  test.each([
    ['short', 'v7#qT!29xL'],
    ['too long to be hashed for nothing', 'ab3'.repeat(80)],
    ['one sign', 'aaaaaaaaaaaaaaaa'],
    ['a piece again and again', 'abc123abc123abc1'],
    ['counted up', '12345678901234'],
    ['along the keyboard', 'qwertyuiopasdf'],
    ['backwards', 'zyxwvutsrqponm'],
    ['the word itself', 'passwordpassword'],
    ['the word, decorated', 'P@ssw0rd2024!!'],
    ['two common words', 'SummerSunshine1'],
    ['the most famous comic strip', 'correcthorsebatterystaple'],
    ['a date', '01/01/198001/01/1980'],
  ])('%s is weak', (_what, password) => expect(isStrongPassword(password)).toBe(false))

  test('weak: made of well-known facts of its user', () => {
    expect(isStrongPassword('RobinVale2026!')).toBe(true)
    expect(isStrongPassword('RobinVale2026!', ['Robin Vale', 'robin.vale@example.org'])).toBe(false)
  })

  test('is recognised by its hash, and nothing is without one', async () => {
    const hash = await hashPassword('copper-kettle-94-lagoon', home.work)
    expect(hash).not.toContain('copper')
    expect(await isPassword('copper-kettle-94-lagoon', hash, home)).toBe(true)
    expect(await isPassword('copper-kettle-94-lagooN', hash, home)).toBe(false)
    expect(await isPassword('the password of nobody at all', null, home)).toBe(false)
  })

  test.each([
    ['another network', home],
    ['a browser that the user has used before', { network: 'elsewhere', is_known: true, work: 12 }],
  ])('of %s is checked before waiting guesses', async (_name, origin) => {
    const hash = await hashPassword('copper-kettle-94-lagoon', home.work)
    const order: string[] = []
    const check = (from: typeof home, name: string) =>
      isPassword('wrong', hash, from).then(() => {
        order.push(name)
      })
    // On a busy machine the last ones wait too long, and are refused.
    const guesses = Array.from({ length: 8 }, () =>
      check({ ...home, network: 'elsewhere' }, 'guess').catch((error) => {
        if (!isStintError(error) || error.code !== 'too_many') throw error
      }),
    )
    await check(origin, 'own')
    expect(order.length).toBeLessThan(7)
    await Promise.all(guesses)
    expect(order).toContain('guess')
  })
})

describe('the cookie of a session', () => {
  test('returns its token to the holder of the secret', () => {
    const token = newToken()
    expect(readToken(signToken(token, 'one secret'), 'one secret')).toBe(token)
    expect(readToken(signToken(token, 'one secret'), 'another')).toBeNull()
    expect(
      readToken(`${newToken()}.${signToken(token, 'one secret').split('.')[1]}`, 'one secret'),
    ).toBeNull()
  })

  test.each([[''], ['x'], ['x.'], ['.x'], ['a.b.c'], ['%']])('is not read from %j', (value) => {
    expect(readToken(value, 'one secret')).toBeNull()
  })

  test('is found among others, and only under the name that the connection allows', () => {
    const header = `a=1; stint_session=${signToken('t', 's')}; b=2`
    expect(tokenOf(header, { secret: 's', secure: false })).toBe('t')
    expect(tokenOf(header, { secret: 's', secure: true })).toBeNull()
    expect(tokenOf(undefined, { secret: 's', secure: false })).toBeNull()
  })
})
