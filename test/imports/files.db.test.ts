/** Files as people bring them: broken in two hundred ways, and large. */
import { describe, expect, test } from 'vitest'
import { import_rows_max, stageText } from '#business/imports/import-stage.job.ts'
import { present } from '#kernel/assert.ts'
import { csvText } from '#server/csv-read.ts'
import { good_files, zip } from '#test/fixtures/files.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import { csv, dump, importing } from './run.ts'

const { database, world } = await freshWorld()
const imports = importing(world)
const agency = await seedAgency(world, await seedProvider(world))
const { admin } = agency
const create = 'business.client.create'
/** At night every broken file that has good rows is imported and taken back, by day one in seven. */
const every = process.env.STINT_NIGHTLY ? 1 : 7
const header = 'Name,Address Line 1,Temp Payment Terms'
const good = `${header}\r\nAsh,1 High Street,30\r\nBirch,2 High Street,14\r\n`

describe('a file that cannot be read', () => {
  test.each([
    ['nothing', '', csvText.empty],
    ['blanks', ' \r\n,,\r\n', csvText.empty],
    ['headers alone', `${header}\r\n`, stageText.no_rows],
    ['an Excel file', zip([{ name: 'xl/workbook.xml' }]), csvText.no_csv],
    ['a PDF', present(good_files.pdf, 'a pdf'), csvText.no_csv],
    ['a picture', present(good_files.png, 'a picture'), csvText.no_csv],
    ['a web page', '<!doctype html>\n<html><title>Sign in, please, now</title></html>\n', csvText.no_csv],
    ['an unknown delimiter', good.replaceAll(',', '^'), stageText.one_column],
    ['one column', 'Name\r\nAsh\r\nBirch\r\n', stageText.one_column],
    ['a title above the headers', `Clients of May,,\r\n,,\r\nAll of them\r\n${good}`, stageText.title_above],
    ['a line that never ends', 'xyz,'.repeat(150_000), csvText.too_long(1)],
    ['bytes of no text', Buffer.from([1, 2, 0, 3, 4, 0, 5]), csvText.no_text],
    ['NUL signs', good.replace('Birch', 'Bi\0rch'), csvText.no_text],
    ['an open quote', `${header}\r\n"Ash,1 High Street,30\r\n`, csvText.open_quote(2)],
    [
      'rows without headers',
      'Ash,14,14\r\nBirch,30,30\r\n',
      stageText.no_headers(['Name', 'Address Line 1', 'Temp Payment Terms']),
    ],
    [
      'the same header twice',
      `Name,name ,Address Line 1,Temp Payment Terms\r\nA,B,C,1\r\n`,
      stageText.repeated(['name']),
    ],
    [
      'too many columns',
      `${Array.from({ length: 201 }, (_, i) => `c${i}`).join(',')}\r\n1\r\n`,
      stageText.too_many_columns,
    ],
  ])('%s is refused in words', async (_what, bytes, words) => {
    const before = await dump(database)
    expect(await imports.check(admin, create, bytes)).toMatchObject({ status: 'refused', message: words })
    expect(await dump(database)).toEqual(before)
  })

  test('above 50,000 rows is refused, and leaves no rows', async () => {
    const rows = `A,B,1\r\n`.repeat(import_rows_max + 1)
    const { id, ...refused } = await imports.check(admin, create, `${header}\r\n${rows}`)
    expect(refused).toMatchObject({ status: 'refused', message: stageText.too_many_rows })
    expect(await imports.rows(id)).toEqual([])
  }, 180_000)
})

test('missing columns: named, and a person’s choice is remembered', async () => {
  const file = (name: string) => `Who;Where;Days;Days again\r\n${name};1 High Street;30;1\r\n`
  const first = await imports.check(admin, create, file('Cedar'))
  expect(first).toMatchObject({
    status: 'unmapped',
    delimiter: ';',
    message: 'Columns that are missing: Name, Address Line 1, Temp Payment Terms',
  })
  const map = (mapping: unknown) => act(world, admin, 'platform.import.map', { id: first.id, mapping })
  const [who, where, days] = ['from_party.name', 'from_business.company.address.line_1', 'temp_payment_terms']
  for (const [mapping, words] of [
    [[who, where], 'Please choose a field for each column'],
    [[who, where, days, 'password'], 'Please choose a field for each column'],
    [[who, where, days, days], 'Two columns fill Temp Payment Terms'],
    [[who, null, days, null], 'Columns that are missing: Address Line 1'],
  ] as const)
    expect((await refusalOf(map(mapping))).errors).toEqual({ mapping: words })
  await map([who, where, days, null])
  expect(await imports.run(first.id)).toMatchObject({ status: 'checked', row_count: 1, faulty_count: 0 })
  expect(await imports.check(admin, create, file('Dogwood'))).toMatchObject({
    status: 'checked',
    mapping: [who, where, days, null],
    faulty_count: 0,
  })
  const colleague = await imports.check(agency.user, create, file('Elder'))
  expect(colleague.status).toBe('unmapped')
})

test('other columns: checked again any number of times', async () => {
  const { id, mapping } = await imports.check(
    admin,
    create,
    'Name,Address Line 1,Temp Payment Terms,City\r\nFir,1 High Street,x,9\r\n',
  )
  expect(await imports.errors(id)).toEqual({ 2: { temp_payment_terms: 'Please enter a valid number' } })
  const swapped = [mapping[0], mapping[1], null, 'temp_payment_terms']
  await act(world, admin, 'platform.import.map', { id, mapping: swapped })
  expect(await imports.run(id)).toMatchObject({ status: 'checked', row_count: 1, faulty_count: 0 })
})

test('two hundred broken files each end in words or in rows to look at, and none changes anything; what can be read of one is taken back without a trace', async () => {
  const before = await dump(database)
  let undone = 0
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return (seed >> 4) % below
  }
  const spoil = [
    (text: Buffer) => text.subarray(0, next(text.length)),
    (text: Buffer) => Buffer.concat([text.subarray(0, next(text.length)), Buffer.from('"'), text]),
    (text: Buffer) => Buffer.from(text.map((byte) => (next(12) === 0 ? next(256) : byte))),
    (text: Buffer) =>
      Buffer.from(text.toString().replaceAll(',', () => [';', '\t', ',,', '|', ''][next(5)] ?? '')),
    (text: Buffer) =>
      Buffer.from(text.toString().replaceAll('\r\n', () => ['\n', '\r', '\n\n', '\0'][next(4)] ?? '')),
    (text: Buffer) => Buffer.from(`\ufeff${text.toString()}`, next(2) === 0 ? 'utf16le' : 'utf8'),
    (text: Buffer) =>
      Buffer.from(
        text.toString().replace('30', ['=1+1', '-5', '1e3', 'NaN', '"', '99999999999'][next(6)] ?? ''),
      ),
    (text: Buffer) =>
      Buffer.from(text.toString().replace('Name', ['', 'NAME', 'Nam', "'=Name", 'Name,Name'][next(5)] ?? '')),
  ]
  const ends: Record<string, number> = {}
  for (let i = 0; i < 200; i += 1) {
    const broken = present(spoil[i % spoil.length], 'a way')(Buffer.from(good))
    const found = await imports.check(admin, create, broken)
    ends[found.status] = (ends[found.status] ?? 0) + 1
    expect(['refused', 'unmapped', 'checked'], `${i}`).toContain(found.status)
    if (found.status !== 'checked') expect(found.message, `${i}`).toMatch(/^[A-Z].{10,}/)
    for (const errors of Object.values(await imports.errors(found.id)))
      for (const message of Object.values(errors)) expect(message).toMatch(/^[A-Z].{5,}/)
    if (found.row_count === found.faulty_count || found.status !== 'checked' || i % every !== 0) continue
    const applied = await imports.apply(admin, found.id)
    expect(applied, `${i}`).toMatchObject({
      status: 'applied',
      applied_count: found.row_count - found.faulty_count,
    })
    expect(await imports.undo(admin, found.id), `${i}`).toMatchObject({ status: 'undone' })
    expect(await dump(database), `${i}`).toEqual(before)
    undone += 1
  }
  expect(Object.keys(ends).sort()).toEqual(['checked', 'refused', 'unmapped'])
  expect(undone).toBeGreaterThan(every === 1 ? 50 : 5)
  expect(await dump(database)).toEqual(before)
}, 180_000)

test('formulas stay the text that they are, and are guarded on their way out', async () => {
  const { id } = await imports.check(
    admin,
    create,
    csv(
      ['Name', 'Address Line 1', 'Temp Payment Terms'],
      ['=HYPERLINK("x")', '+1', '7'],
      ['Plain', 'x', '=1+1'],
    ),
  )
  expect(await imports.errors(id)).toEqual({ 3: { temp_payment_terms: 'Please enter a valid number' } })
  await imports.apply(admin, id)
  const made = await imports.sql<{ name: string }>(
    'select b.name from platform.import_row r join business.business b on b.id = r.entity_id where r.import_id = $1',
    id,
  )
  expect(made).toEqual([{ name: '=HYPERLINK("x")' }])
})
