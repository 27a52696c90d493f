import { expect, test } from 'vitest'
import { readNetwork, trustedProxies } from './client-address.ts'

test.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['proxy.example.org', false],
  ['', false],
])('network %j can be trusted: %s', (text, expected) => expect(readNetwork(text) !== null).toBe(expected))

test.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['11.0.0.1', false],
  ['2001:db8::5', true],
  [undefined, false],
  ['no address', false],
])('peer %s is a proxy of 10.0.0.0/8 and 2001:db8::/32: %s', (peer, expected) => {
  expect(trustedProxies(['10.0.0.0/8', '2001:db8::/32'])(peer)).toBe(expected)
  expect(trustedProxies([])(peer)).toBe(false)
})
