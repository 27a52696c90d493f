import { describe, expect, test } from 'vitest'
import { csvText, findCsvForm, readCsv } from './csv-read.ts'

/** The bytes in pieces of so many, so that every sign is once cut in two. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const known = (header: string) => ['Name', 'Units', 'Date'].includes(header)

async function listOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

async function read(bytes: Uint8Array | string, size = 7) {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const form = await findCsvForm(pieces(all, size), known)
  const rows = await listOf(readCsv(pieces(all, size), form))
  return { ...form, rows: rows.map(({ cells }) => cells), numbers: rows.map(({ no }) => no) }
}

const rows = [
  ['Name', 'Units'],
  ['Ångström & Söhne, "Ltd"', '7.5'],
  ['two\r\nlines', '0'],
]
const quoted = (sign: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(sign)).join('\r\n')

describe('a file', () => {
  test.each([[','], [';'], ['\t'], ['|']])('separated by %j is read', async (sign) => {
    expect(await read(quoted(sign))).toMatchObject({ encoding: 'utf-8', delimiter: sign, rows })
  })

  test('reads Excel’s own delimiter line', async () => {
    expect(await read(`sep=;\r\n${quoted(';')}`)).toMatchObject({ delimiter: ';', rows })
  })

  test('with a byte order mark is read without it', async () => {
    expect(await read(`\ufeff${quoted(',')}`)).toMatchObject({ encoding: 'utf-8', rows })
    const wide = Buffer.from(`\ufeff${quoted('\t')}`, 'utf16le')
    expect(await read(wide)).toMatchObject({ encoding: 'utf-16le', delimiter: '\t', rows })
    expect(await read(Buffer.from(wide).swap16())).toMatchObject({ encoding: 'utf-16be', rows })
  })

  test('of two bytes a letter is read without a mark, too', async () => {
    const wide = Buffer.from(quoted(';'), 'utf16le')
    expect(await read(wide)).toMatchObject({ encoding: 'utf-16le', delimiter: ';', rows })
    expect(await read(wide, 4096)).toMatchObject({ encoding: 'utf-16le', rows })
    expect(await read(Buffer.from(wide).swap16())).toMatchObject({ encoding: 'utf-16be', rows })
  })

  test('may hold a sign that some program left behind', async () => {
    const text = `Name,Units\r\nA\x1fB,1\r\n${'C,2\r\n'.repeat(50)}\x1a`
    expect((await read(text)).rows[1]).toEqual(['A\x1fB', '1'])
  })

  test('of Windows is read as Windows wrote it', async () => {
    const bytes = Buffer.from('Name;Units\r\n\x80uro \x96 M\xfcller;1\r\n', 'latin1')
    expect(await read(bytes)).toMatchObject({
      encoding: 'windows-1252',
      rows: [
        ['Name', 'Units'],
        ['€uro – Müller', '1'],
      ],
    })
  })

  test.each(['\n', '\r\n', '\r'])(
    'with the line end %j is read, with or without one at its end',
    async (end) => {
      const wanted = [
        ['Name', 'Units'],
        ['A', '1'],
      ]
      expect((await read(`Name,Units${end}A,1`)).rows).toEqual(wanted)
      expect((await read(`Name,Units${end}A,1${end}`)).rows).toEqual(wanted)
    },
  )

  test('keeps its row numbers where lines are empty', async () => {
    const { rows: read_rows, numbers } = await read('Name,Units\n\nA,1\n,\n" ",\nB,2\n')
    expect(read_rows.map(([first]) => first)).toEqual(['Name', 'A', 'B'])
    expect(numbers).toEqual([1, 3, 6])
  })

  test('takes a comma in a cell for text where semicolons separate known headers', async () => {
    expect(await read('Name;Units\n"a, b, c";7,5\n')).toMatchObject({
      delimiter: ';',
      rows: [
        ['Name', 'Units'],
        ['a, b, c', '7,5'],
      ],
    })
  })

  test('takes the delimiter that knows the headers over one that makes more cells', async () => {
    expect((await read('Name;Date,a,b,c,d\nA,1\n')).delimiter).toBe(';')
    expect((await read('Name,Date;a;b;c\nA,1\n')).delimiter).toBe(',')
  })

  test('may have inches in a cell without quotes', async () => {
    expect((await read('Name,Units\n5" pipe,1\n')).rows[1]).toEqual(['5" pipe', '1'])
  })
})

const wordsOf = async (bytes: Uint8Array | string) =>
  read(bytes).then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('files without a table', () => {
  test.each([
    ['nothing', '', csvText.empty],
    ['an Excel file', Buffer.from('504b030414000600', 'hex'), csvText.no_csv],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), csvText.no_csv],
    ['a PDF', '%PDF-1.7\n', csvText.no_csv],
    ['NUL signs', 'Name,Units\nA\0,1\n', csvText.no_text],
    ['NUL signs far behind', `Name,Units\n${'A,1\n'.repeat(40_000)}A\0,1\n`, csvText.no_text],
    ['an open quote', 'Name,Units\nA,1\n"B,2\nC,3\n', csvText.open_quote(3)],
    ['an open quote far from the end', `Name,Units\n"A,1\n${'B,2\n'.repeat(80_000)}`, csvText.too_long(2)],
    ['a line that does not end', 'Ash,1,'.repeat(80_000), csvText.too_long(1)],
    [
      'machine code',
      Buffer.from(Array.from({ length: 500 }, (_, i) => 1 + ((i * 79) % 255))),
      csvText.no_text,
    ],
    ['JSON', '[{"Name":"A"},{"Name":"B"}]', csvText.no_csv],
    ['one JSON record', '{ "Name": "A" }', csvText.no_csv],
  ])('%s is refused in words', async (_what, bytes, words) => {
    expect(await wordsOf(bytes)).toBe(words)
  })

  test('random bytes are refused in words or read as rows', async () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      let state = seed
      const next = () => {
        state = (state * 1103515245 + 12345) % 2147483648
        return state
      }
      const signs = seed % 2 === 0 ? 256 : 128
      const bytes = Uint8Array.from({ length: 40 + (seed % 400) }, () => (next() >> 8) % signs)
      const words = await wordsOf(bytes)
      expect(
        ['read', csvText.empty, csvText.no_csv, csvText.no_text].includes(words) || /row \d+/.test(words),
      ).toBe(true)
    }
  })
})
