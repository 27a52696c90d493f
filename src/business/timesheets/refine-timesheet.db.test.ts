import { expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { freshDatabase } from '#test/database.ts'
import {
  books,
  type DocumentRow,
  match,
  reviewBatch,
  seedBatch,
  seedPaid,
  seedPayout,
} from '#test/fixtures/cash.ts'
import { expectVerified, ledgerOf, netOf } from '#test/fixtures/corrections.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import {
  act,
  seedApprovedTimesheet,
  seedApprovedWeek,
  type seedWeek,
  weekdays,
  worldOn,
} from '#test/fixtures/world.ts'

const database = await freshDatabase()

type Report = {
  rows: { type: string; before: string; after: string; change: string }[]
  words: string[]
}
type Refined = Report & {
  id: string
  human_id: string
  status: string
  differences: { id: string; human_id: string; total_units: string }[]
}

/** The example week: client 1125.00, contractor 900.00, fee 33.76, agency 191.24. */
async function week(change: Parameters<typeof seedWeek>[1] = {}) {
  const world = worldOn(database)
  const { placement, sheet, second } = await seedApprovedWeek(world, change)
  const { provider, user } = placement.agency
  const document = async (type: string, version = 1): Promise<DocumentRow> => {
    const { rows } = await database.owner.query<DocumentRow>(
      `select i.* from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       where i.timesheet_id = $1 and i.type = $2 and not i.is_credit_note and s.version = $3`,
      [sheet.id, type, version],
    )
    return present(rows[0], type)
  }
  const input = (units: string, more: object = {}) => ({
    id: sheet.id,
    mode: 'full',
    details: weekdays(sheet, placement.group_id, units),
    reason: 'Friday was a holiday',
    ...more,
  })
  const refine = (units: string, more: object = {}, key: string | null = null) =>
    act<Refined>(world, user, 'transaction.timesheet.refine', input(units, more), key)
  const preview = (units: string, more: object = {}) =>
    act<Report>(world, provider.operations, 'transaction.timesheet.preview_refinement', input(units, more))
  const approve = (id = sheet.id) =>
    act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [id] })
  /** What version of it was credited: nothing of it is left for any type (identity 5). */
  const netOfVersion = async (version: number) => {
    const { rows } = await database.owner.query<{ type: string; net: string }>(
      `select i.type, sum(i.total_amount) as net from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       where i.timesheet_id = $1 and s.version = $2 group by i.type having sum(i.total_amount) <> 0`,
      [sheet.id, version],
    )
    return rows
  }
  return {
    world,
    placement,
    sheet,
    second,
    provider,
    document,
    refine,
    preview,
    approve,
    netOfVersion,
  }
}

const open = (lines: readonly string[]) => lines.filter((line) => !line.endsWith('closed 0.00'))

test.each(['direct', 'agency_billed', 'indirect'] as const)(
  '%s, unpaid: everything is credited and raised again from the corrected hours',
  async (funding_model) => {
    const { sheet, refine, netOfVersion, world, provider } = await week({ agency: { funding_model } })
    const answer = await refine('6')
    expect(answer).toMatchObject({ status: 'completed', differences: [] })
    expect(await netOfVersion(1)).toEqual([])
    const now = open(await ledgerOf(database, sheet))
    expect(now).toContain('contractor-agency 720.00 open 720.00')
    expect(now.some((line) => line.endsWith('-client 900.00 open 900.00'))).toBe(true)
    const { rows } = await database.owner.query(
      'select version, status, total_units from transaction.timesheet where id = $1',
      [sheet.id],
    )
    expect(rows).toEqual([{ version: 2, status: 'approved', total_units: '30.0000' }])
    await expectVerified(database)
    await seedPayout(world, provider, '2025-07-30').catch(() => undefined)
    await expectVerified(database)
  },
)

test('paid and paid out, more hours: approved again, and only the difference is paid', async () => {
  const { world, placement, provider, sheet, document, refine, approve } = await week()
  const { receipt } = await seedPaid(world, placement, await document('provider-client'))
  await seedPayout(world, provider, '2025-06-25')
  const answer = await refine('8')
  // Fees and earnings are not for every role of the agency (spec §6).
  expect(answer.rows.map(({ type, before, after, change }) => [type, before, after, change]).sort()).toEqual([
    ['agency-provider', '1125.00', '0.00', '-1125.00'],
    ['contractor-agency', '900.00', '0.00', '-900.00'],
    ['provider-client', '1125.00', '0.00', '-1125.00'],
  ])
  expect(answer.words).toContain('£1,125.00 stays on the receipt, unmatched.')
  expect(answer.words.slice(-2)).toEqual([
    'Hours are added, so somebody else approves them first.',
    'New documents are raised when the corrected hours are approved.',
  ])
  expect(open(await ledgerOf(database, sheet)).filter((line) => !line.includes('credit'))).toEqual([])
  await approve()
  await expectVerified(database)
  expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: '72.76' })
  await match(world, provider.operations, receipt, await document('provider-client', 2), '1125.00')
  await seedPaid(world, placement, await document('provider-client', 2))
  expect(open(await ledgerOf(database, sheet))).toEqual([])
  expect(await books(database, provider)).toMatchObject({ bank: '36.00', fee_income: '-30.00' })
  await expectVerified(database)
})

test('paid and paid out, fewer hours: contractor and agency give it back from their next documents', async () => {
  const { world, placement, provider, sheet, second, document, refine } = await week()
  await seedPaid(world, placement, await document('provider-client'))
  await seedPayout(world, provider, '2025-06-25')
  const answer = await refine('6')
  expect(answer.words).toContain('£225.00 stays on the receipt, unmatched.')
  expect(answer.words).toContain(
    '£180.00 was paid to the contractor already and is taken off their next self-bill.',
  )
  expect(open(await ledgerOf(database, sheet))).toEqual([
    'agency-provider credit -1125.00 open -225.00',
    'agency_earnings credit -191.24 open -38.24',
    'contractor-agency credit -900.00 open -180.00',
    'provider-agency credit -33.76 open -6.76',
  ])
  await expectVerified(database)
  await seedApprovedTimesheet(world, placement, second)
  // Of 900.00 and 191.24 of the second week.
  expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: '873.00' })
  expect(open(await ledgerOf(database, sheet))).toEqual([])
  expect(open(await ledgerOf(database, second))).toEqual(['provider-client 1125.00 open 1125.00'])
  await expectVerified(database)
})

test.each(['partly_funded', 'paid_when_paid'] as const)(
  '%s: after a refinement upwards the agency waits for the rest of the client’s money',
  async (funding_type) => {
    const { world, placement, provider, sheet, document, refine, approve } = await week({
      placement: { funding_type },
      contractor: { conduct_regs_opt_out: true },
    })
    const { receipt } = await seedPaid(world, placement, await document('provider-client'))
    await seedPayout(world, provider, '2025-06-25')
    await refine('10')
    await approve()
    await match(world, provider.operations, receipt, await document('provider-client', 2), '1125.00')
    await expectVerified(database)
    // 1500 billed, 1125 received. What is covered goes to the fee of 45, then to the contractor; the agency waits.
    const pays = funding_type === 'partly_funded' ? ['300.00', '63.76'] : ['180.00', '183.76']
    expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: pays[0] })
    await seedPaid(world, placement, await document('provider-client', 2))
    expect((await seedPayout(world, provider, '2025-07-30')).completed).toMatchObject({ amount: pays[1] })
    expect(open(await ledgerOf(database, sheet))).toEqual([])
    await expectVerified(database)
  },
)

test('with re-approval: credited now, raised by the approval, and pay-outs are carried on', async () => {
  const { world, placement, provider, sheet, document, refine } = await week()
  await seedPaid(world, placement, await document('provider-client'))
  await seedPayout(world, provider, '2025-06-25')
  const answer = await refine('8', { re_approval: true })
  expect(answer).toMatchObject({ status: 'pending_approval' })
  expect(answer.words.at(-1)).toBe('New documents are raised when the corrected hours are approved.')
  const status = async () =>
    (
      await database.owner.query(
        `select t.status, t.version, r.status as refinement from transaction.timesheet t
         join transaction.refinement r on r.transaction_id = t.id where t.id = $1`,
        [sheet.id],
      )
    ).rows
  expect(await status()).toEqual([{ status: 'submitted', version: 2, refinement: 'pending_approval' }])
  await expectVerified(database)
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  expect(await status()).toEqual([{ status: 'approved', version: 2, refinement: 'completed' }])
  // The client's money stays on its receipt; nobody knew whether the hours would be approved.
  expect(open(await ledgerOf(database, sheet))).toEqual([
    'agency-provider 1200.00 open 75.00',
    'agency_earnings 204.00 open 12.76',
    'contractor-agency 960.00 open 60.00',
    'provider-agency 36.00 open 2.24',
    'provider-client 1200.00 open 1200.00',
  ])
  await expectVerified(database)
})

test('refined twice, then partly credited, then refined again: every version nets to nothing', async () => {
  const { world, provider, document, refine, approve, netOfVersion, sheet } = await week()
  await refine('6')
  await act(world, provider.operations, 'transaction.invoice.credit', {
    id: (await document('provider-client', 2)).id,
    reason: 'Agreed',
    amount: '33.33',
  })
  await refine('7.25')
  await approve()
  await refine('8')
  await approve()
  expect(await netOfVersion(1)).toEqual([])
  expect(await netOfVersion(2)).toEqual([])
  expect(await netOfVersion(3)).toEqual([])
  expect(open(await ledgerOf(database, sheet))).toHaveLength(5)
  await expectVerified(database)
})

test('difference: added and deducted on timesheets of their own; the original stays', async () => {
  const { world, placement, provider, sheet, refine, approve, document } = await week()
  const cells = weekdays(sheet, placement.group_id, '7.5')
  const [monday, ...others] = cells
  const tuesday = present(others[0], 'Tuesday')
  const details = [
    { ...present(monday, 'Monday'), units: '9.5' },
    { ...tuesday, units: '6.5' },
    ...others.slice(1),
  ]
  const answer = await refine('', { mode: 'difference', details })
  expect(answer.differences.map((one) => one.total_units)).toEqual(['-1.0000', '2.0000'])
  for (const one of answer.differences) await approve(one.id)
  expect(open(await ledgerOf(database, sheet))).toEqual([
    'agency-provider 1125.00 open 1095.00',
    'agency_earnings 191.24 open 186.14',
    'contractor-agency 900.00 open 876.00',
    'provider-agency 33.76 open 32.86',
    'provider-client 1125.00 open 1095.00',
  ])
  const [less, more] = answer.differences
  expect(await ledgerOf(database, present(less, 'what is taken off'))).toEqual([
    'agency-provider credit -30.00 closed 0.00',
    'agency_earnings credit -5.10 closed 0.00',
    'contractor-agency credit -24.00 closed 0.00',
    'provider-agency credit -0.90 closed 0.00',
    'provider-client credit -30.00 closed 0.00',
  ])
  expect(await ledgerOf(database, present(more, 'what is added'))).toEqual([
    'agency-provider 60.00 open 60.00',
    'agency_earnings 10.20 open 10.20',
    'contractor-agency 48.00 open 48.00',
    'provider-agency 1.80 open 1.80',
    'provider-client 60.00 open 60.00',
  ])
  await expectVerified(database)
  expect(await refusalOf(refine('6'))).toMatchObject({ code: 'precondition' })
  expect(await refusalOf(refine('', { mode: 'difference', details }))).toMatchObject({
    errors: { details: 'These are the hours that were invoiced: there is no difference' },
  })
  // A second difference is counted from the first: back to where it began.
  const back = await refine('7.5', { mode: 'difference' })
  for (const one of back.differences) await approve(one.id)
  const { rows } = await database.owner.query(
    'select sum(total_amount) as net from transaction.invoice where contract_id = $1 and type = $2',
    [placement.id, 'provider-client'],
  )
  expect(rows).toEqual([{ net: (await document('provider-client')).total_amount }])
  await expectVerified(database)
  await seedPayout(world, provider, '2025-07-30')
  await expectVerified(database)
})

test('a difference that is to be approved again waits with its approver', async () => {
  const { world, placement, sheet, refine } = await week()
  const answer = await refine('6', { mode: 'difference', re_approval: true })
  const less = present(answer.differences[0], 'what is taken off')
  expect(await ledgerOf(database, less)).toEqual([])
  await expectVerified(database)
  expect((await refusalOf(refine('5', { mode: 'difference' }))).message).toBe(
    `Timesheet ${less.human_id} is a difference to ${sheet.human_id} that is not decided yet`,
  )
  await act(world, placement.client.approver, 'transaction.timesheet.approve', { ids: [less.id] })
  expect(open(await ledgerOf(database, sheet))).toContain('provider-client 1125.00 open 900.00')
  const { rows } = await database.owner.query('select status from transaction.refinement where id = $1', [
    answer.id,
  ])
  expect(rows).toEqual([{ status: 'completed' }])
  await expectVerified(database)
})

test.each(['full', 'difference'] as const)(
  '%s: the preview says what the run does, and does nothing',
  async (mode) => {
    const { world, placement, provider, document, preview, sheet } = await week()
    await seedPaid(world, placement, await document('provider-client'), '500.00')
    await seedPayout(world, provider, '2025-06-25')
    const before = await ledgerOf(database, sheet)
    const counts = () =>
      database.owner.query(
        `select (select count(*) from transaction.invoice) as invoices, (select count(*) from ledger.posting) as postings,
         (select sum(last_number) from platform.invoice_series) as numbers, (select count(*) from log.audit) as audits`,
      )
    const was = (await counts()).rows
    const seen = await preview('6', { mode })
    expect((await counts()).rows).toEqual(was)
    expect(await ledgerOf(database, sheet)).toEqual(before)
    const done = await act<Refined>(world, provider.operations, 'transaction.timesheet.refine', {
      id: sheet.id,
      mode,
      details: weekdays(sheet, placement.group_id, '6'),
      reason: 'Friday was a holiday',
    })
    expect({ rows: done.rows, words: done.words }).toEqual(seen)
    expect(seen.rows.map((row) => row.type)).toContain('agency_earnings')
  },
)

test('refused while a document is under review in a payment batch; a reviewed batch leaves it out', async () => {
  const { world, provider, sheet, refine } = await week()
  const batch = await seedBatch(world, provider, '2025-06-25')
  await act(world, provider.operations, 'payment.payment_batch.submit', { id: batch.id })
  expect((await refusalOf(refine('6'))).message).toMatch(
    new RegExp(`is in payment batch ${batch.human_id}, which is under review`),
  )
  await act(world, provider.operations, 'payment.payment_batch.cancel', {
    id: batch.id,
    reason: 'The run date is wrong',
  })
  const again = await seedBatch(world, provider, '2025-06-25')
  await reviewBatch(world, provider, again)
  await refine('6')
  expect(
    await refusalOf(act(world, provider.approver, 'payment.payment_batch.complete', { id: again.id })),
  ).toMatchObject({ message: `Nothing in batch ${again.human_id} can be paid any more` })
  expect(open(await ledgerOf(database, sheet))).toContain('contractor-agency 720.00 open 720.00')
})

test('two people at once, and the same click twice: one refinement each', async () => {
  const { refine, sheet } = await week()
  const { done, refused } = await outcomesOf([refine('6', { version: 1 }), refine('7', { version: 1 })])
  expect(done).toBe(1)
  expect(refused).toEqual([
    `Somebody else has refined timesheet ${sheet.human_id} meanwhile: please look again`,
  ])
  const one = await week()
  const [a, b] = await Promise.all([one.refine('6', {}, 'same-key-1'), one.refine('6', {}, 'same-key-1')])
  expect(a.id).toBe(b.id)
  const versions = async (id: string) =>
    (await database.owner.query('select version from transaction.timesheet where id = $1', [id])).rows[0]
  expect(await versions(one.sheet.id)).toEqual({ version: 2 })
  expect(await versions(sheet.id)).toEqual({ version: 2 })
  await expectVerified(database)
})

test('unapproved work, invalid hours and other roles: refused in words', async () => {
  const { world, placement, sheet, second, refine } = await week()
  const by = (viewer: typeof placement.agency.user, id: string) =>
    refusalOf(
      act(world, viewer, 'transaction.timesheet.refine', { id, mode: 'full', details: [], reason: 'x' }),
    )
  expect((await by(placement.agency.user, second.id)).message).toBe(
    `Timesheet ${second.human_id} is a draft and cannot be refined`,
  )
  expect(await by(placement.client.approver, sheet.id)).toMatchObject({ code: 'not_allowed' })
  expect(await by(placement.contractor.viewer, sheet.id)).toMatchObject({ code: 'not_allowed' })
  expect(await refusalOf(refine('6', { reason: '' }))).toMatchObject({
    errors: { reason: 'Please specify the reason' },
  })
  expect(await refusalOf(refine('25'))).toMatchObject({
    errors: { 'details.0.units': 'Max number is reached' },
  })
  expect(await refusalOf(refine('0'))).toMatchObject({ code: 'invalid' })
  expect(await netOf(database, 'timesheet_id', sheet.id)).toMatchObject({ 'provider-client': '1125.00' })
})
