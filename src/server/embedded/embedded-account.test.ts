import { chmodSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { canEnter, parsePasswd } from './embedded-account.ts'
import { makeLinks } from './embedded-binaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-account-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('accounts are read from a passwd file, broken lines left aside', () => {
  const text = 'root:x:0:0::/:/bin/sh\n\nnonsense\nnobody:x:65534:65534::/:/bin/false\n'
  expect(parsePasswd(text).get('nobody')).toEqual({ name: 'nobody', uid: 65534, gid: 65534 })
  expect([...parsePasswd(text).keys()]).toEqual(['root', 'nobody'])
})

test('an account enters a folder only if every folder on the way is open to it', () => {
  const stranger = { name: 'stranger', uid: 64321, gid: 64321 }
  const { uid, gid } = statSync(folder)
  const inner = join(folder, 'shut', 'inner')
  mkdirSync(inner, { recursive: true })
  expect(canEnter(stranger, inner)).toBe(true)
  chmodSync(join(folder, 'shut'), 0o700)
  expect(canEnter(stranger, inner)).toBe(false)
  expect(canEnter(stranger, join(inner, 'not-there-yet'))).toBe(false)
  expect(canEnter({ name: 'owner', uid, gid }, inner)).toBe(true)
  chmodSync(join(folder, 'shut'), 0o710)
  expect(canEnter({ ...stranger, gid }, inner)).toBe(true)
})

test('library links that a blocked install script left out are made, and those that are there kept', () => {
  const native = join(folder, 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '')
  const links = ['native/lib/libpq.so', 'native/lib/libpq.so.5'].map((target) => ({
    source: 'native/lib/libpq.so.5.18',
    target,
  }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  makeLinks(native)
  makeLinks(native)
  expect(readlinkSync(join(native, 'lib', 'libpq.so'))).toBe('libpq.so.5.18')
  expect(readlinkSync(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
})
