import { describe, expect, test } from 'vitest'
import { trustedProxies } from './client-address.ts'
import {
  comesEncrypted,
  hostOf,
  isHealthPath,
  isServedHost,
  namesOneHost,
  servedHosts,
} from './served-host.ts'

const places = {
  'no PUBLIC_URL': { publicUrl: null, host: '127.0.0.1' },
  'a concrete HOST': { publicUrl: null, host: '192.0.2.7' },
  'HOST of every address': { publicUrl: null, host: '0.0.0.0' },
  PUBLIC_URL: { publicUrl: 'https://stint.example.org', host: '0.0.0.0' },
} as const

describe('host', () => {
  test.each<[keyof typeof places, string | undefined, boolean]>([
    ['no PUBLIC_URL', 'localhost:8080', true],
    ['no PUBLIC_URL', 'LOCALHOST', true],
    ['no PUBLIC_URL', '127.0.0.1:8080', true],
    ['no PUBLIC_URL', '[::1]:8080', true],
    ['no PUBLIC_URL', 'evil.example:8080', false],
    ['no PUBLIC_URL', 'localhost.evil.example', false],
    ['no PUBLIC_URL', 'evil.example@localhost', false],
    ['no PUBLIC_URL', 'localhost/x', false],
    ['no PUBLIC_URL', 'localhost.', false],
    ['no PUBLIC_URL', '192.0.2.7', false],
    ['no PUBLIC_URL', '', false],
    ['no PUBLIC_URL', undefined, false],
    ['a concrete HOST', '192.0.2.7:8080', true],
    ['a concrete HOST', 'localhost', true],
    ['a concrete HOST', '192.0.2.8', false],
    ['HOST of every address', 'localhost', true],
    ['HOST of every address', '0.0.0.0', false],
    ['HOST of every address', '192.0.2.7', false],
    ['PUBLIC_URL', 'stint.example.org', true],
    ['PUBLIC_URL', 'stint.example.org:443', true],
    ['PUBLIC_URL', 'Stint.Example.org', true],
    ['PUBLIC_URL', 'localhost', false],
    ['PUBLIC_URL', 'other.stint.example.org', false],
  ])('%s: %j is served: %s', (place, host, expected) => {
    expect(isServedHost(host, servedHosts(places[place]))).toBe(expected)
  })

  test.each([
    ['10.0.0.1', { host: 'inside:8080', 'x-forwarded-host': 'stint.example.org' }, 'stint.example.org'],
    [
      '10.0.0.1',
      { host: 'inside:8080', 'x-forwarded-host': 'evil.example, stint.example.org' },
      'stint.example.org',
    ],
    ['10.0.0.1', { host: 'stint.example.org' }, 'stint.example.org'],
    ['192.0.2.7', { host: 'evil.example', 'x-forwarded-host': 'stint.example.org' }, 'evil.example'],
  ])('from %s with %j: %s', (peer, headers, host) => {
    expect(hostOf(headers, peer, trustedProxies(['10.0.0.0/8']))).toBe(host)
  })

  const behind = { publicUrl: 'https://stint.example.org', trustedProxies: ['10.0.0.0/8'] }
  test.each([
    [behind, '10.0.0.1', {}, true],
    [behind, '::ffff:10.0.0.1', { 'x-forwarded-proto': 'https' }, true],
    [behind, '10.0.0.1', { 'x-forwarded-proto': 'https, http' }, true],
    [behind, '10.0.0.1', { 'x-forwarded-proto': 'http' }, false],
    [behind, '192.0.2.7', {}, false],
    [behind, '192.0.2.7', { 'x-forwarded-proto': 'https' }, false],
    [behind, undefined, {}, false],
    [behind, '127.0.0.1', {}, true],
    [behind, '::1', {}, true],
    [{ ...behind, publicUrl: 'http://stint.example.org' }, '192.0.2.7', {}, true],
    [{ ...behind, publicUrl: null }, '192.0.2.7', {}, true],
    [{ ...behind, trustedProxies: [] }, '192.0.2.7', {}, true],
  ])('%j from %s with %j: came encrypted: %s', (settings, peer, headers, expected) => {
    const isProxy = trustedProxies(settings.trustedProxies)
    expect(comesEncrypted(settings, isProxy)(headers, peer)).toBe(expected)
  })

  test.each([
    ['/api/health', true],
    ['/api/health/ready', true],
    ['/livez', true],
    ['/readyz?x', true],
    ['/api/healthy', false],
    ['/', false],
  ])('health: %s answers under any host: %s', (url, expected) => expect(isHealthPath(url)).toBe(expected))
})

test.each([
  ['/api/health', ['Host', 'localhost'], true],
  ['/a', ['Host', 'localhost', 'host', 'evil.example'], false],
  ['/a', ['Host', 'localhost', 'X', 'host'], true],
  ['http://localhost:8080/a', ['Host', 'localhost'], true],
  ['http://evil.example/a', ['Host', 'localhost'], false],
  ['evil.example:443', ['Host', 'localhost'], false],
])('%s with %j names one host: %s', (url, raw, expected) => {
  expect(namesOneHost(url, { host: raw[1] ?? '' }, raw)).toBe(expected)
})
