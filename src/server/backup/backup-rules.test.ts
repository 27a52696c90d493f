import { describe, expect, test } from 'vitest'
import { type Instant, instant } from '#kernel/instant.ts'
import { firstBlock, lastSegmentOf, nextSegment, readLsn, segmentOf } from './backup-pages.rules.ts'
import type { BaseIndex } from './backup-repository.ts'
import { baseFor, endOf, readMoment } from './backup-restore.ts'
import { isSegmentKept, keptBases } from './backup-retention.ts'
import { newKey, opened, sealed } from './backup-seal.ts'
import { isBackupDue } from './backup-shipper.ts'
import { readTar, tarEnd, tarHeader, tarPadding } from './backup-tar.ts'

const now = instant('2026-11-22T12:00:00Z')

function base(stopped_at: Instant, no: number): BaseIndex {
  const segment = `00000001000000000000${String(no).padStart(4, '0')}`
  return {
    name: stopped_at,
    started_at: stopped_at,
    stopped_at,
    start_lsn: '0/0',
    stop_lsn: '0/0',
    timeline: 1,
    first_segment: segment,
    last_segment: segment,
    recipients: [],
    release: '0.1.0',
    postgres: 18,
    last_migration: '',
    archived: true,
    parts: [],
    secrets: '',
    manifest: '',
    read_bytes: 0,
    kept_bytes: 0,
  }
}

describe('segments', () => {
  test('have names of places in the log', () => {
    expect(segmentOf(1, readLsn('0/2628B70'))).toBe('000000010000000000000002')
    expect(lastSegmentOf(1, readLsn('0/3000000'))).toBe('000000010000000000000002')
    expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000')
  })

  test('pages: only files of relations, each counted from its place', () => {
    expect(firstBlock('base/5/16384')).toBe(0)
    expect(firstBlock('base/5/16384_vm.2')).toBe(262_144)
    expect(firstBlock('global/pg_control')).toBeNull()
  })
})

describe('a moment to restore', () => {
  test.each([
    ['2026-11-22 10:15:00+00', '2026-11-22T10:15:00.000Z'],
    ['2026-11-22 10:15:00Z', '2026-11-22T10:15:00.000Z'],
    ['2026-06-01T10:15+0100', '2026-06-01T09:15:00.000Z'],
  ])('%s', (text, at) => expect(readMoment(text, now)).toBe(at))

  test.each(['yesterday', '2026-11-22 10:15:00', '22/11/2026 10:15+00', '2026-13-22 10:15:00+00'])(
    '%s: refused',
    (text) => expect(() => readMoment(text, now)).toThrow('Write the moment like 2026-11-22 10:15:00+00'),
  )

  test('in the future: refused', () => {
    expect(() => readMoment('2026-11-22 12:00:01+00', now)).toThrow('That moment has not come yet.')
  })

  test('ends at the last transaction of the log, else where the full backup began', () => {
    const started_at = instant('2026-11-22T02:15:00Z')
    expect(endOf(new Date('2026-11-22T10:15:00Z'), { started_at })).toBe('2026-11-22T10:15:00.000Z')
    expect(endOf(null, { started_at })).toBe(started_at)
  })

  test('begins with the newest full backup before it', () => {
    const bases = [base(instant('2026-11-20T02:00:00Z'), 1), base(instant('2026-11-21T02:00:00Z'), 2)]
    expect(baseFor(bases, instant('2026-11-21T01:00:00Z'))).toBe(bases[0])
    expect(baseFor(bases, null)).toBe(bases[1])
    expect(() => baseFor(bases, instant('2026-11-19T01:00:00Z'))).toThrow(
      'The oldest moment is 2026-11-20 02:00:00 UTC.',
    )
  })
})

describe('retention', () => {
  test('every moment of the days, then weeks and months, and always two', () => {
    const days = Array.from({ length: 60 }, (_, no) =>
      base(
        instant(`2026-${no < 30 ? '09' : '10'}-${String((no % 30) + 1).padStart(2, '0')}T02:00:00Z`),
        no + 1,
      ),
    )
    const kept = keptBases(days, 7, instant('2026-10-30T12:00:00Z'))
    const names = kept.bases.map(({ stopped_at }) => stopped_at.slice(5, 10))
    expect(names).toEqual([
      '09-30',
      '10-11',
      '10-18',
      '10-23',
      '10-24',
      '10-25',
      '10-26',
      '10-27',
      '10-28',
      '10-29',
      '10-30',
    ])
    const of = (no: number) => days[no - 1]?.first_segment ?? ''
    // Before the days only the segments of a kept backup itself.
    expect(isSegmentKept(of(53), kept)).toBe(true)
    expect(isSegmentKept(of(52), kept)).toBe(false)
    expect(isSegmentKept(of(48), kept)).toBe(true)
    expect(keptBases(days.slice(0, 2), 1, now).bases).toHaveLength(2)
  })

  test('the night: once after its time in London', () => {
    const due = (last: string | null, at = '2026-11-22T02:20:00Z') =>
      isBackupDue('02:15', instant(at), last === null ? null : instant(last))
    expect(due(null)).toBe(true)
    expect(due('2026-11-21T02:15:10Z')).toBe(true)
    expect(due('2026-11-22T02:15:10Z')).toBe(false)
    expect(due('2026-11-21T02:15:10Z', '2026-11-22T02:10:00Z')).toBe(false)
  })
})

async function whole(source: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const bytes of source) parts.push(bytes)
  return Buffer.concat(parts).toString()
}

test('an archive: packed, compressed, encrypted and opened again', async () => {
  const { identity, recipient } = await newKey()
  const long = `${'folder/'.repeat(20)}file`
  const contents = new Map([
    ['empty', ''],
    ['base/5/1', 'x'.repeat(1000)],
    [long, 'deep'],
  ])
  async function* tar() {
    yield tarHeader({ path: 'base/', mode: 0o700, size: 0 })
    for (const [path, text] of contents) {
      yield tarHeader({ path, mode: 0o600, size: text.length })
      yield Buffer.from(text)
      yield tarPadding(text.length)
    }
    yield tarEnd()
  }
  const form = { compressed: true }
  const found = new Map<string, string>()
  await readTar(opened(sealed(tar(), [recipient], form), [identity], form), async ({ path }, body) => {
    found.set(path, await whole(body))
  })
  expect(found).toEqual(new Map([['base/', ''], ...contents]))
})
