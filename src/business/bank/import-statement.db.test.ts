import { expect, test } from 'vitest'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAccount, seedAgency, seedProvider } from '#test/fixtures/world.ts'
import type { StatementPreview } from './statement-preview.rules.ts'

const { database, world } = await freshWorld()

const { sql } = database

const rows = [
  'Date,Amount,Reference,Name',
  '12/06/2025,1125.00,INV-2-000015,Brightwater',
  '12/06/2025,1125.00,INV-2-000015,Brightwater',
  '13/06/2025,-25.00,Charges,Bank',
]
const pieces = (text: string) => text.match(/[\s\S]{1,40}/g) ?? []
type Imported = { id: string; new_count: number; duplicate_count: number; line_count: number }

async function bank() {
  const provider = await seedProvider(world)
  const file = (text = rows.join('\n'), more: object = {}) => ({
    bank_account_id: provider.trust_account_id,
    file_name: 'june.csv',
    content: pieces(text),
    ...more,
  })
  const preview = (text?: string, more?: object) =>
    act<StatementPreview>(world, provider.operations, 'transaction.bank_statement.preview', file(text, more))
  const take = (text?: string, more?: object, key: string | null = null) =>
    act<Imported>(world, provider.operations, 'transaction.bank_statement.import', file(text, more), key)
  const stored = async () =>
    (
      await sql<{ n: number }>(
        'select count(*)::int as n from transaction.bank_line where provider_id = $1',
        provider.id,
      )
    )[0]?.n
  return { provider, file, preview, take, stored }
}

test('import: stores the previewed lines; equal lines of a day stay two', async () => {
  const { preview, take, stored, provider } = await bank()
  const shown = await preview()
  expect(shown).toMatchObject({
    format: 'csv',
    currency: 'GBP',
    line_count: 3,
    duplicate_count: 0,
    money_in: '2250.00',
    money_out: '-25.00',
    faults: [],
    map: {
      date_column: 'Date',
      amount_column: 'Amount',
      reference_columns: ['Reference'],
      counterparty_column: 'Name',
    },
  })
  expect(await stored()).toBe(0)
  expect(await take()).toMatchObject({ new_count: 3, duplicate_count: 0 })
  expect(
    await sql(
      'select transaction_date::text, amount, reference, counterparty from transaction.bank_line where provider_id = $1 order by id',
      provider.id,
    ),
  ).toEqual([
    {
      transaction_date: '2025-06-12',
      amount: '1125.00',
      reference: 'INV-2-000015',
      counterparty: 'Brightwater',
    },
    {
      transaction_date: '2025-06-12',
      amount: '1125.00',
      reference: 'INV-2-000015',
      counterparty: 'Brightwater',
    },
    { transaction_date: '2025-06-13', amount: '-25.00', reference: 'Charges', counterparty: 'Bank' },
  ])
})

test('import twice: all duplicates, nothing doubled; an overlapping file adds its new lines', async () => {
  const { preview, take, stored } = await bank()
  await take()
  expect(await preview()).toMatchObject({ line_count: 3, duplicate_count: 3 })
  expect(await refusalOf(take())).toEqual({
    code: 'precondition',
    message: 'Every line of this statement was imported before',
  })
  const more = [...rows, '14/06/2025,40.00,PO-77,Acme'].join('\n')
  expect(await take(more)).toMatchObject({ new_count: 1, duplicate_count: 3 })
  expect(await stored()).toBe(4)
})

test('repeated bank ids: no line is lost', async () => {
  const { preview, take, stored } = await bank()
  const named = (...of: string[]) => ['Date,Amount,Reference,Transaction Id', ...of].join('\n')
  const monday = named('10/06/2025,100.00,A,1', '10/06/2025,200.00,B,2', '10/06/2025,300.00,B,2')
  expect(await preview(monday)).toMatchObject({ line_count: 3, duplicate_count: 0 })
  expect(await take(monday)).toMatchObject({ new_count: 3, duplicate_count: 0 })
  const tuesday = named('11/06/2025,100.00,C,1', '11/06/2025,200.00,D,2')
  expect(await preview(tuesday)).toMatchObject({ line_count: 2, duplicate_count: 0 })
  expect(await take(tuesday)).toMatchObject({ new_count: 2, duplicate_count: 0 })
  // Whatever comes again is known again, in another order and with another text, too.
  const again = named('10/06/2025,300.00,B,2', '11/06/2025,100.00,C,1', '10/06/2025,100.00,A restated,1')
  expect(await preview(again)).toMatchObject({ line_count: 3, duplicate_count: 3 })
  expect(await stored()).toBe(5)
})

test('a line typed by hand is the same line in a file', async () => {
  const { provider, preview } = await bank()
  await act(world, provider.operations, 'transaction.bank_line.record', {
    bank_account_id: provider.trust_account_id,
    transaction_date: '2025-06-13',
    amount: '-25.00',
    reference: 'Charges',
    counterparty: 'Bank',
  })
  expect((await preview()).lines.map((line) => line.is_duplicate)).toEqual([false, false, true])
})

test('two people import the same file at once, and one clicks twice: one import', async () => {
  const { provider, file, stored } = await bank()
  const take = (viewer: typeof provider.admin, key: string) =>
    act<Imported>(world, viewer, 'transaction.bank_statement.import', file(), key)
  const tries = await Promise.allSettled([
    take(provider.operations, 'click'),
    take(provider.operations, 'click'),
    take(provider.admin, 'other'),
  ])
  expect(await stored()).toBe(3)
  const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(new Set(done).size).toBe(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('precondition')
})

test('an import that dies before its commit leaves nothing, and is done by the next try', async () => {
  const { take, stored, provider } = await bank()
  await sql(
    `create function pg_temp_fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`,
  )
  await sql(
    'create trigger dies after insert on transaction.bank_line for each statement execute function pg_temp_fail()',
  )
  await expect(take(undefined, undefined, 'again')).rejects.toThrow()
  await sql('drop trigger dies on transaction.bank_line')
  await sql('drop function pg_temp_fail')
  expect(await stored()).toBe(0)
  expect(await sql('select id from transaction.bank_statement where provider_id = $1', provider.id)).toEqual(
    [],
  )
  expect(await take(undefined, undefined, 'again')).toMatchObject({ new_count: 3 })
})

test('a line that cannot be read refuses the file whole, by its number', async () => {
  const { preview, take, stored } = await bank()
  const bad = [...rows, '31/06/2025,40.00,PO-77,Acme'].join('\n')
  expect((await preview(bad)).faults).toEqual([{ line: 5, message: '31/06/2025 is no DD/MM/YYYY date' }])
  expect((await refusalOf(take(bad))).errors).toEqual({
    content: 'Line 5: 31/06/2025 is no DD/MM/YYYY date. Nothing was stored.',
  })
  const late = [...rows, '16/06/2025,40.00,PO-77,Acme'].join('\n')
  expect((await refusalOf(take(late))).errors?.content).toContain('a day to come')
  const old = [...rows, '05/04/2024,40.00,PO-77,Acme'].join('\n')
  expect((await refusalOf(take(old))).errors?.content).toBe(
    'Line 5 is of 05/04/2024, before the books begin. Nothing was stored.',
  )
  expect((await preview(old)).notes).toContain('Some lines are before the books begin, on 06/04/2024')
  expect((await refusalOf(take(`${rows.join('\n')}\n13/06/2025,"4`))).errors?.content).toContain(
    'ends in the middle',
  )
  expect(await stored()).toBe(0)
})

test('column map: asked once an account, then reused', async () => {
  const { preview, take } = await bank()
  const odd = (day: string) => `When,How much,What\n${day},12.00,A\n`
  expect(await preview(odd('2025-06-11'))).toMatchObject({ map: null, columns: ['When', 'How much', 'What'] })
  const map = {
    date_column: 'When',
    date_format: 'YYYY-MM-DD',
    amount_column: 'How much',
    in_column: null,
    out_column: null,
    mark_column: null,
    reference_columns: ['What'],
    counterparty_column: null,
    bank_id_column: null,
    balance_column: null,
  }
  expect((await refusalOf(take(odd('2025-06-11')))).errors).toHaveProperty('map')
  await take(odd('2025-06-11'), { map })
  expect(await preview(odd('2025-06-12'))).toMatchObject({ map, line_count: 1 })
  expect(await take(odd('2025-06-12'))).toMatchObject({ new_count: 1 })
})

test('statement in another currency, of another account, or of another tenant: refused', async () => {
  const { provider, file } = await bank()
  const ofx = (code: string, account: string) =>
    `<OFX><STMTRS><CURDEF>${code}<ACCTID>${account}<BANKTRANLIST><STMTTRN><DTPOSTED>20250612<TRNAMT>5.00<FITID>1</STMTTRN></BANKTRANLIST></STMTRS></OFX>`
  const take = (text: string, viewer = provider.operations) =>
    refusalOf(act(world, viewer, 'transaction.bank_statement.import', file(text)))
  expect((await take(ofx('EUR', '1'))).errors?.content).toBe('The statement is in EUR, the account in GBP')
  expect((await take(ofx('GBP', '99998888'))).errors?.content).toBe(
    'The statement is of another account, ending 888',
  )
  expect((await take(rows.join('\n'), provider.approver)).code).toBe('not_allowed')
  const agency = await seedAgency(world, provider)
  expect((await take(rows.join('\n'), agency.admin)).code).toBe('not_allowed')
  const payout = await seedAccount(world, provider.admin, agency.id, 'payout', { currency: 'EUR' })
  const wrong = act(
    world,
    provider.operations,
    'transaction.bank_statement.import',
    file(undefined, { bank_account_id: payout }),
  )
  expect((await refusalOf(wrong)).code).toBe('not_found')
})
