import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { fixedClock } from '#kernel/clock.ts'
import { instant } from '#kernel/instant.ts'
import { test_certificate, test_certificate_key } from '#test/fixtures/tls.ts'
import { openRepository } from '../backup/backup-repository.ts'
import { certificateEnd, outsideAges } from './outside-ages.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-ages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const clock = fixedClock(instant('2026-11-22T10:00:00.000Z'))
const backup = { folder: join(folder, 'target'), recipients: [], at: '02:15', keep_days: 7, rate_bytes: 1 }
const ages = (change: Partial<Parameters<typeof outsideAges>[0]>) =>
  outsideAges({ backup, databaseUrl: null, home: folder, publicUrl: null, ...change }, clock)()

test('ages of backups: the newest that is whole, with the log shipped since; none where they are off', async () => {
  expect((await ages({})).backup).toEqual({ full_s: null, is_archiving: true, archive_s: null })
  const target = await openRepository(backup.folder, folder)
  await target.putJson('base/20261121T021500Z/index.json', { stopped_at: '2026-11-21T02:20:00.000Z' })
  await target.putJson('base/20261122T021500Z/index.json', { stopped_at: '2026-11-22T02:20:00.000Z' })
  expect((await ages({})).backup).toMatchObject({ full_s: 27_600 })
  expect((await ages({ databaseUrl: 'postgres://x' })).backup).toMatchObject({ is_archiving: false })
  expect((await ages({ backup: null })).backup).toBeNull()
})

test('the certificate: its last moment, asked at the address that people use', async () => {
  const server = createServer({ cert: test_certificate, key: test_certificate_key }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // Of a TCP server.
  const publicUrl = `https://127.0.0.1:${port}`
  expect(await certificateEnd(publicUrl)).toBe(Date.parse('2120-01-01T00:00:00Z'))
  expect((await ages({ publicUrl })).certificate_days).toBe(34_006)
  server.close()
})

test('the certificate: none without https, none while nobody answers', async () => {
  expect((await ages({ publicUrl: 'http://stint.example.org' })).certificate_days).toBeNull()
  expect(await certificateEnd('https://127.0.0.1:1')).toBeNull()
})
