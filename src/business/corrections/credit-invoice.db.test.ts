import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import {
  billOf,
  books,
  type DocumentRow,
  documentsOf,
  seedBatch,
  seedPaid,
  seedPayout,
} from '#test/fixtures/cash.ts'
import { credit, expectVerified, ledgerOf, shorten } from '#test/fixtures/corrections.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet, seedApprovedWeek, type seedWeek, worldOn } from '#test/fixtures/world.ts'

const database = await freshDatabase()

/** The example week: client 937.50 + 187.50, contractor 750 + 150, fee 28.13 + 5.63, agency 191.24. */
async function week(change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const { placement, sheet, second } = await seedApprovedWeek(world, change)
  const { provider } = placement.agency
  const document = async (type: string): Promise<DocumentRow> => {
    const { rows } = await database.owner.query<DocumentRow>(
      'select * from transaction.invoice where timesheet_id = $1 and type = $2 and not is_credit_note',
      [sheet.id, type],
    )
    return present(rows[0], type)
  }
  return { world, placement, sheet, second, provider, document }
}

test('an unpaid invoice is credited in part: the agency bears it, line by line to the penny', async () => {
  const { world, provider, sheet, document } = await week()
  const note = await credit(world, provider.operations, await document('provider-client'), {
    amount: '112.50',
  })
  expect(note).toMatchObject({ total_amount: '-112.50' })
  expect(note.human_id).toMatch(/^INV-\d+-C000001$/)
  expect(await ledgerOf(database, sheet)).toEqual([
    'agency-provider 1125.00 open 1012.50',
    'agency-provider credit -112.50 closed 0.00',
    'agency_earnings 191.24 open 78.74',
    'agency_earnings credit -112.50 closed 0.00',
    'contractor-agency 900.00 open 900.00',
    'provider-agency 33.76 open 33.76',
    'provider-client 1125.00 open 1012.50',
    'provider-client credit -112.50 closed 0.00',
  ])
  expect((await books(database, provider)).client_receivable).toBe('1012.50')
  await expectVerified(database)
})

test('credited in parts and then in whole: zero is left; more is refused', async () => {
  const { world, provider, document } = await week()
  const invoice = await document('provider-client')
  await credit(world, provider.operations, invoice, { amount: '0.03' })
  await credit(world, provider.operations, invoice, { lines: [{ position: 1, amount: '33.33' }] })
  expect(await refusalOf(credit(world, provider.operations, invoice, { amount: '1085.00' }))).toMatchObject({
    code: 'invalid',
    errors: { amount: 'Only £1,084.98 is left to credit' },
  })
  const rest = await credit(world, provider.operations, invoice)
  expect(rest.total_amount).toBe('-1084.98')
  expect(await document('provider-client')).toMatchObject({ status: 'closed', outstanding_balance: '0.00' })
  expect(await refusalOf(credit(world, provider.operations, invoice))).toMatchObject({
    message: `${invoice.human_id} is credited in full already`,
  })
  const { rows } = await database.owner.query(
    `select sum(l.amount) as net, sum(l.tax_amount) as tax from transaction.invoice_line l
     join transaction.invoice i on i.id = l.invoice_id where i.id = $1 or i.parent_invoice_id = $1`,
    [invoice.id],
  )
  expect(rows).toEqual([{ net: '0.00', tax: '0.00' }])
  await expectVerified(database)
})

test('credit beyond the agency’s earnings: a debit, paid by its next earnings', async () => {
  const { world, placement, provider, sheet, second, document } = await week()
  await credit(world, provider.operations, await document('provider-client'), { amount: '600.00' })
  expect((await ledgerOf(database, sheet)).filter((one) => one.startsWith('agency_earnings'))).toEqual([
    'agency_earnings 191.24 closed 0.00',
    'agency_earnings debit -600.00 open -408.76',
  ])
  await expectVerified(database)
  await seedApprovedTimesheet(world, placement, second)
  const run = await seedPayout(world, provider, '2025-07-30')
  // Both weeks of the contractor; the second week's earnings went against the debit.
  expect(run.completed).toMatchObject({ amount: '1800.00' })
  expect((await ledgerOf(database, sheet)).filter((one) => one.startsWith('agency_earnings debit'))).toEqual([
    'agency_earnings debit -600.00 open -217.52',
  ])
  await expectVerified(database)
})

test('credit on a paid invoice: stays with the client, and the agency gives its pay-out back', async () => {
  const { world, placement, provider, sheet, second, document } = await week()
  await seedPaid(world, placement, await document('provider-client'))
  await seedPayout(world, provider, '2025-06-25')
  await credit(world, provider.operations, await document('provider-client'), { amount: '120.00' })
  expect((await ledgerOf(database, sheet)).filter((one) => one.includes('credit'))).toEqual([
    'agency-provider credit -120.00 open -120.00',
    'agency_earnings credit -120.00 open -120.00',
    'provider-client credit -120.00 open -120.00',
  ])
  expect((await books(database, provider)).client_receivable).toBe('-120.00')
  await expectVerified(database)
  await seedApprovedTimesheet(world, placement, second)
  expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: '971.24' })
  expect((await ledgerOf(database, sheet)).filter((one) => one.includes('credit'))).toEqual([
    'agency-provider credit -120.00 closed 0.00',
    'agency_earnings credit -120.00 closed 0.00',
    'provider-client credit -120.00 open -120.00',
  ])
  // The surplus pays part of the second week's invoice.
  const next = await billOf(database, second)
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from transaction.invoice where timesheet_id = $1 and type = 'provider-client' and is_credit_note`,
    [sheet.id],
  )
  const note = present(rows[0], 'the credit note')
  await act(world, provider.operations, 'transaction.invoice.allocate_credit', {
    id: note.id,
    invoice_id: next.id,
  })
  expect((await documentsOf(database, second))['provider-client']).toMatchObject({
    outstanding_balance: '1005.00',
  })
  expect((await books(database, provider)).client_receivable).toBe('1005.00')
  await expectVerified(database)
})

test.each(['partly_funded', 'paid_when_paid'] as const)(
  '%s: a fee that is given back is the agency’s once the client has paid',
  async (funding_type) => {
    const { world, placement, provider, sheet, document } = await week({
      placement: { funding_type },
      contractor: { conduct_regs_opt_out: true },
    })
    await credit(world, provider.operations, await document('provider-agency'))
    expect((await ledgerOf(database, sheet)).filter((one) => !one.includes('client'))).toEqual([
      'agency-provider 1125.00 open 1125.00',
      'agency_earnings 191.24 open 191.24',
      'agency_earnings 33.76 open 33.76',
      'contractor-agency 900.00 open 900.00',
      'provider-agency 33.76 closed 0.00',
      'provider-agency credit -33.76 closed 0.00',
    ])
    await expectVerified(database)
    const pays = funding_type === 'partly_funded'
    if (pays)
      expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: '900.00' })
    await seedPaid(world, placement, await document('provider-client'))
    expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({
      amount: pays ? '225.00' : '1125.00',
    })
    expect((await ledgerOf(database, sheet)).filter((one) => !one.endsWith('closed 0.00'))).toEqual([])
    await expectVerified(database)
  },
)

test.each(['agency_billed', 'indirect'] as const)(
  '%s: the books of the principal stay balanced',
  async (funding_model) => {
    const { world, placement, sheet, document } = await week({ agency: { funding_model } })
    const type = funding_model === 'indirect' ? 'funder-client' : 'agency-client'
    const by = funding_model === 'indirect' ? placement.agency.provider.operations : placement.agency.user
    await credit(world, by, await document(type), { lines: [{ position: 1, amount: '100.00' }] })
    expect((await ledgerOf(database, sheet)).filter((one) => one.includes('credit'))).toEqual(
      [
        ...(funding_model === 'indirect' ? ['agency-funder credit -120.00 closed 0.00'] : []),
        `${type} credit -120.00 closed 0.00`,
        'agency_earnings credit -120.00 closed 0.00',
      ].sort(),
    )
    await expectVerified(database)
  },
)

test('dependent and foreign documents: not credited alone', async () => {
  const { world, placement, provider, document } = await week()
  const contractors = await document('contractor-agency')
  expect(await refusalOf(credit(world, provider.operations, contractors))).toMatchObject({
    code: 'precondition',
    message: `${contractors.human_id} follows from the work it was raised for: correct that by a refinement`,
  })
  const clients = await document('provider-client')
  expect(await refusalOf(credit(world, placement.agency.admin, clients))).toMatchObject({
    code: 'not_allowed',
    message: 'A document is credited by the business that issues it',
  })
  expect(await refusalOf(credit(world, placement.client.invoice_contact, clients))).toMatchObject({
    code: 'not_allowed',
  })
  expect(await refusalOf(credit(world, provider.operations, clients, { reason: ' ' }))).toMatchObject({
    code: 'invalid',
    errors: { reason: 'Please specify the reason' },
  })
  const note = await credit(world, provider.operations, clients, { amount: '1.00' })
  expect(await refusalOf(credit(world, provider.operations, note))).toMatchObject({
    message: `${note.human_id} is a credit note and cannot be credited`,
  })
})

test('credit: refused while its pay-out is under review, removed from a batch on hold', async () => {
  const { world, provider, document } = await week()
  const invoice = await document('provider-client')
  const batch = await seedBatch(world, provider, '2025-06-25')
  await act(world, provider.operations, 'payment.payment_batch.submit', { id: batch.id })
  expect((await refusalOf(credit(world, provider.operations, invoice, { amount: '12.00' }))).message).toMatch(
    new RegExp(`is in payment batch ${batch.human_id}, which is under review`),
  )
  await act(world, provider.operations, 'payment.payment_batch.cancel', {
    id: batch.id,
    reason: 'The run date is wrong',
  })
  const again = await seedBatch(world, provider, '2025-06-25')
  await credit(world, provider.operations, invoice, { amount: '12.00' })
  const { rows } = await database.owner.query(
    'select amount, item_count from payment.payment_batch where id = $1',
    [again.id],
  )
  expect(rows).toEqual([{ amount: '900.00', item_count: 1 }])
})

test('eight at once: the invoice is credited once, and numbers have no gaps', async () => {
  const { world, provider, document } = await week()
  const invoice = await document('provider-client')
  const tries = Array.from({ length: 8 }, () => credit(world, provider.operations, invoice))
  const { done, refused } = await outcomesOf(tries)
  expect(done).toBe(1)
  expect(new Set(refused)).toEqual(new Set([`${invoice.human_id} is credited in full already`]))
  await expectVerified(database)
})

test('mistaken credit note: reversed by debits; nothing is deleted', async () => {
  const { world, placement, provider, sheet, document } = await week()
  const invoice = await document('provider-client')
  const note = await credit(world, provider.operations, invoice, { amount: '112.50' })
  const reverse = () =>
    act<{ id: string; human_id: string; total_amount: string }>(
      world,
      provider.operations,
      'transaction.invoice.reverse_credit',
      { id: note.id, reason: 'Not agreed after all' },
    )
  const { done } = await outcomesOf([reverse(), reverse()])
  expect(done).toBe(1)
  expect((await ledgerOf(database, sheet)).filter((one) => one.includes('112.50'))).toEqual([
    'agency-provider 112.50 open 112.50',
    'agency-provider credit -112.50 closed 0.00',
    'agency_earnings 112.50 open 112.50',
    'agency_earnings credit -112.50 closed 0.00',
    'provider-client 112.50 open 112.50',
    'provider-client credit -112.50 closed 0.00',
  ])
  await expectVerified(database)
  const { rows } = await database.owner.query<DocumentRow>(
    'select * from transaction.invoice where timesheet_id = $1 and type = $2 and status = $3',
    [sheet.id, 'provider-client', 'open'],
  )
  for (const one of rows) await seedPaid(world, placement, one)
  await seedPayout(world, provider, '2025-07-30')
  expect((await ledgerOf(database, sheet)).filter((one) => !one.endsWith('closed 0.00'))).toEqual([])
  await expectVerified(database)
})

test('reversed credit note: credited and refined again, each sale by its own', async () => {
  const { world, placement, provider, sheet, document } = await week()
  const note = await credit(world, provider.operations, await document('provider-client'))
  const debit = await act<{ id: string }>(world, provider.operations, 'transaction.invoice.reverse_credit', {
    id: note.id,
    reason: 'It was the wrong week',
  })
  await credit(world, provider.operations, debit, { amount: '112.50' })
  await expectVerified(database)
  await shorten(world, placement, sheet)
  await expectVerified(database)
  const { rows } = await database.owner.query<{ told: string }>(
    `select i.type || ' ' || i.total_amount || coalesce(' ' || string_agg(n.total_amount::text, ' ' order by n.human_id), '') as told
     from transaction.invoice i left join transaction.invoice n on n.parent_invoice_id = i.id
     where i.timesheet_id = $1 and i.type in ('agency-provider', 'provider-client') and not i.is_credit_note
     group by i.id order by i.type, i.human_id`,
    [sheet.id],
  )
  expect(rows.map((row) => row.told)).toEqual([
    'agency-provider 1125.00 -1125.00',
    'agency-provider 1125.00 -112.50 -225.00',
    'provider-client 1125.00 -1125.00',
    'provider-client 1125.00 -112.50 -225.00',
  ])
})

test.each(['33.76', '30.00'])(
  'hours are taken off after %s of the fee was given back: no more of it than is left',
  async (given) => {
    const { world, placement, provider, sheet, document } = await week()
    await credit(world, provider.operations, await document('provider-agency'), { amount: given })
    await shorten(world, placement, sheet)
    await expectVerified(database)
    const { rows } = await database.owner.query<{ type: string; total: string }>(
      `select type, sum(total_amount) as total from transaction.invoice where agency_id = $1 group by type order by type`,
      [placement.agency.id],
    )
    expect(rows.map((row) => `${row.type} ${row.total}`)).toEqual([
      'agency-provider 900.00',
      'agency_earnings 180.00',
      'contractor-agency 720.00',
      'provider-agency 0.00',
      'provider-client 900.00',
    ])
  },
)

test('single document: credited with the agency’s share', async () => {
  const { world, placement, provider } = await week()
  const { agency, client } = placement
  const { id } = await act<{ id: string }>(world, agency.admin, 'contract.sales_invoice.create', {
    title: 'Training day',
    description: 'A day of training',
    amount: '500.00',
    client_id: client.id,
    payment_terms: 30,
  })
  await act(world, agency.admin, 'contract.sales_invoice.raise', { id })
  const { rows } = await database.owner.query<DocumentRow>(
    `select * from transaction.invoice where contract_id = $1 and type = 'agency-client'`,
    [id],
  )
  const invoice = present(rows[0], 'the invoice')
  await credit(world, agency.admin, invoice, { amount: '120.00' })
  await credit(world, provider.operations, invoice)
  const { rows: after } = await database.owner.query(
    'select type, total_amount, status, outstanding_balance from transaction.invoice where contract_id = $1 order by created_at, human_id',
    [id],
  )
  expect(after).toMatchObject([
    { type: 'agency-client', total_amount: '600.00', outstanding_balance: '0.00' },
    { type: 'agency_earnings', total_amount: '600.00', outstanding_balance: '0.00' },
    { type: 'agency-client', total_amount: '-120.00', outstanding_balance: '0.00' },
    { type: 'agency-client', total_amount: '-480.00', outstanding_balance: '0.00' },
    { type: 'agency_earnings', total_amount: '-120.00', outstanding_balance: '0.00' },
    { type: 'agency_earnings', total_amount: '-480.00', outstanding_balance: '0.00' },
  ])
  await expectVerified(database)
})
