/** The end of the signing certificate is kept for its task, and the operator is warned. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addDays, type Day, day } from '#kernel/day.ts'
import { londonDay } from '#kernel/instant.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { parseSettings } from '../settings.ts'
import { certificateWarning, keepCertificateEnd } from './signing-end.server.ts'
import { openSigningKey } from './signing-key.ts'

const home = mkdtempSync(join(tmpdir(), 'stint-certificate-'))
afterAll(() => rmSync(home, { recursive: true }))

test.each<[Day, string | null]>([
  [day('2026-01-01'), null],
  [day('2026-01-30'), null],
  [day('2026-01-31'), 'The signing certificate ends on 01/04/2026: set SIGNING_P12 to a new one before'],
  [day('2026-04-01'), 'The signing certificate ends on 01/04/2026: set SIGNING_P12 to a new one before'],
  [day('2026-04-02'), 'The signing certificate ended on 01/04/2026: set SIGNING_P12 to a new one'],
])('on %s the operator reads %s', (today, words) =>
  expect(certificateWarning(day('2026-04-01'), today)).toBe(words),
)

test('signing certificate: the last day is kept once there is a key, and the warning follows the clock', async () => {
  const { database, world } = await freshWorld('2025-06-15T11:00:00.000Z')
  const { clock } = world
  const settings = parseSettings({ STINT_HOME: home })
  const warnings: string[] = []
  const log = { warn: (words: string) => void warnings.push(words) }
  const keep = () => keepCertificateEnd({ database, clock, settings, log: log as never })
  const kept = () =>
    database.sql<{ value: string }>(
      `select value from platform.setting where key = 'signing_certificate_ends'`,
    )
  await keep()
  expect([await kept(), existsSync(settings.signing.own_key_file)]).toEqual([[], false])
  const { ends_at } = await openSigningKey(settings.signing, clock.now())
  await keep()
  expect([await kept(), warnings]).toEqual([[{ value: londonDay(ends_at) }], []])
  const days = 10 * 365 - 30
  clock.advance({ days })
  await keep()
  expect(addDays(clock.today(), 60) >= londonDay(ends_at)).toBe(true)
  expect(warnings).toHaveLength(1)
})
