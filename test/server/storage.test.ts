import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { folderFiles, openFiles } from '#server/storage.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'stint-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const files = folderFiles(folder)
const everything = (of: string) =>
  readdirSync(of, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())

describe('a stored file', () => {
  test('returns the same bytes, under their hash', async () => {
    const stored = await files.put(Buffer.from('a page'))
    expect(stored.file_url).toMatch(/^([0-9a-f]{2})\/\1[0-9a-f]{62}$/)
    expect(stored.size_bytes).toBe(6)
    const found = await files.read(stored.file_url)
    expect(found && (await text(found.stream))).toBe('a page')
  })

  test('is one however often and however simultaneously it is stored, with nothing left beside it', async () => {
    const own = join(folder, 'own')
    const store = folderFiles(own)
    const all = await Promise.all(Array.from({ length: 8 }, () => store.put(Buffer.from('the same'))))
    expect(new Set(all.map((one) => one.file_url)).size).toBe(1)
    expect(everything(own)).toHaveLength(1)
  })

  test('file cut short by a crash: written again', async () => {
    const stored = await files.put(Buffer.from('whole'))
    writeFileSync(join(folder, stored.file_url), 'wh')
    await files.put(Buffer.from('whole'))
    const found = await files.read(stored.file_url)
    expect(found && (await text(found.stream))).toBe('whole')
  })

  test.each([['../../etc/passwd'], ['/etc/passwd'], ['ab/../x'], [''], [`ab/${'0'.repeat(64)}`]])(
    'is not read from %j',
    async (path) => expect(await files.read(path)).toBeNull(),
  )
})

describe('when a file cannot be stored', () => {
  const store = (own: string, size: number, limit: string, how = 'put') =>
    execFileSync(
      'sh',
      [
        '-c',
        `${limit} exec "$0" --disable-warning=ExperimentalWarning test/server/storage-process.ts "$1" "$2" "$3"`,
        process.execPath,
        own,
        String(size),
        how,
      ],
      { encoding: 'utf8' },
    )

  test.each(['put', 'draft'])('by %s for want of room, that is said, and nothing is left behind', (how) => {
    const own = join(folder, `full-${how}`)
    expect(store(own, 1_000_000, 'ulimit -f 16;', how)).toBe(
      'The file could not be stored. There is no room left for files. Nothing was changed.',
    )
    expect(everything(own)).toHaveLength(0)
    expect(store(own, 1_000_000, '', how)).toBe('stored')
    expect(everything(own)).toHaveLength(1)
  })

  test('no room: reported', async () => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, '')
    await expect(folderFiles(blocked).put(Buffer.from('x'))).rejects.toMatchObject({
      code: 'precondition',
      message:
        'The file could not be stored. The place for files cannot be written to at the moment. Nothing was changed.',
    })
    expect(existsSync(blocked)).toBe(true)
  })

  test('settings for a store of another kind are refused at the start', () => {
    const s3 = {
      kind: 's3',
      endpoint: 'https://s3',
      region: '',
      bucket: 'b',
      accessKeyId: '',
      secretAccessKey: '',
    } as const
    expect(() => openFiles(s3)).toThrow('FILES_DIR')
  })
})
