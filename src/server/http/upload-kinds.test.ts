import { describe, expect, test } from 'vitest'
import { foreign_files, good_files, spoiled_files } from '#test/fixtures/files.ts'
import { kindOf, safeFileName, upload_kinds } from './upload-kinds.ts'

const isTaken = (name: string, bytes: Buffer) => !('message' in kindOf(name, bytes))
const same = [
  ['jpg', 'jpeg'],
  ['msg', 'msgw'],
]
const alike = (a: string, b: string) => a === b || same.some((pair) => pair.includes(a) && pair.includes(b))

test('a file of each kind of the specification is taken, and is of the type that we say', () => {
  expect(Object.keys(upload_kinds).sort()).toEqual(Object.keys(good_files).sort())
  for (const [ending, bytes] of Object.entries(good_files)) {
    expect(isTaken(`evidence.${ending}`, bytes), ending).toBe(true)
    expect(isTaken(`EVIDENCE.${ending.toUpperCase()}`, bytes), ending).toBe(true)
  }
})

test('nothing else is, whatever it is called: the corpus of every content under every ending', () => {
  let files = 0
  for (const ending of Object.keys(upload_kinds)) {
    for (const [what, bytes] of Object.entries(foreign_files)) {
      expect(isTaken(`a.${ending}`, bytes), `${what} as ${ending}`).toBe(false)
      files += 1
    }
    for (const [other, bytes] of Object.entries(good_files)) {
      if (alike(other, ending)) continue
      expect(isTaken(`a.${ending}`, bytes), `${other} as ${ending}`).toBe(false)
      files += 1
    }
    expect(isTaken(`a.${ending}`, Buffer.alloc(0))).toBe(false)
  }
  for (const [what, bytes] of Object.entries({ ...foreign_files, ...good_files })) {
    for (const name of ['a', 'a.', 'a.svg', 'a.html', 'a.pdf.exe', 'a.js', 'a.constructor', 'a.xlsx', 'pdf'])
      expect(isTaken(name, bytes), `${what} as ${name}`).toBe(false)
    files += 9
  }
  expect(files).toBeGreaterThan(150)
})

test.each(spoiled_files)('%s is not taken', (_what, ending, bytes) => {
  expect(isTaken(`a.${ending}`, bytes)).toBe(false)
})

test('random changes never break the look at a file', () => {
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  for (let i = 0; i < 4000; i += 1) {
    const names = Object.keys(good_files)
    const ending = names[next(names.length)] ?? 'png'
    const bytes = Buffer.from(good_files[ending] ?? [])
    for (let change = next(6); change >= 0; change -= 1) bytes[next(bytes.length)] = next(256)
    const cut = next(3) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes
    expect(() => kindOf(`a.${ending}`, cut)).not.toThrow()
  }
})

describe('a name', () => {
  test.each([
    ['Week 23.pdf', 'Week 23.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['..\\..\\windows\\x.pdf', 'x.pdf'],
    ['/absolute.pdf', 'absolute.pdf'],
    ['a\0b.pdf', 'ab.pdf'],
    ['invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['\u200fعقد.pdf', 'عقد.pdf'],
    ['e\u0301.pdf', '\u00e9.pdf'],
    ['a<b>:"|?*.pdf', 'a_b______.pdf'],
    ['  .hidden.pdf ', 'hidden.pdf'],
    ['....pdf', 'pdf'],
    ['con.pdf', '_con.pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'aSet-Cookie_ x.pdf'],
    ['100%.pdf', '100_.pdf'],
    ['', 'file'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
  ])('%j is kept as %j', (given, kept) => {
    expect(safeFileName(given)).toBe(kept)
    expect(safeFileName(kept)).toBe(kept)
  })
})
