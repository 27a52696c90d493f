import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import { listSnapshots, makeSnapshot, putSnapshotBack } from './embedded-snapshot.ts'

const home = mkdtempSync(join(tmpdir(), 'stint-snapshots-'))
const data = join(home, 'database')
mkdirSync(join(data, 'base', '1'), { recursive: true, mode: 0o700 })
afterAll(() => rmSync(home, { recursive: true, force: true }))

const write = (text: string) => writeFileSync(join(data, 'base', '1', 'row'), text)
const at = (minute: number) => instant(`2026-11-22T10:0${minute}:00.000Z`)

test('snapshots: the newest two are kept, copies that did not end are removed', () => {
  mkdirSync(join(home, 'snapshots', 'v0.1.0-2026-11-22T09-00-00Z.half'), { recursive: true })
  for (const minute of [1, 2, 3]) {
    write(`minute ${minute}`)
    makeSnapshot(data, null, '0.1.0', at(minute))
  }
  expect(readdirSync(join(home, 'snapshots')).sort()).toEqual([
    'v0.1.0-2026-11-22T10-02-00Z',
    'v0.1.0-2026-11-22T10-03-00Z',
  ])
  expect(listSnapshots(data)[0]).toEqual({
    name: 'v0.1.0-2026-11-22T10-02-00Z',
    version: '0.1.0',
    at: at(2),
  })
})

test('a snapshot that is put back: its rows; the folder of before is kept', () => {
  write('after the upgrade')
  const failed = putSnapshotBack(data, null, 'v0.1.0-2026-11-22T10-02-00Z', at(9))
  expect(readFileSync(join(data, 'base', '1', 'row'), 'utf8')).toBe('minute 2')
  expect(readFileSync(join(failed, 'base', '1', 'row'), 'utf8')).toBe('after the upgrade')
  expect(failed).toBe(`${data}.failed-2026-11-22T10-09-00Z`)
})

test('too little room: a sentence with both figures, and no snapshot', () => {
  expect(() => makeSnapshot(data, null, '0.1.0', at(4), () => 0)).toThrow(
    /^The snapshot needs 0\.1 GB and 0 GB are free\. Free some, or set SNAPSHOT=off after a backup\.$/,
  )
  expect(existsSync(join(home, 'snapshots', 'v0.1.0-2026-11-22T10-04-00Z'))).toBe(false)
})
