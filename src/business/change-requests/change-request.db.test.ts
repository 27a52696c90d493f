/** Changes of a placement: asked for, compared, agreed to side by side, made (spec §2, §3, §4 Change request). */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { activatePerm, seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { outcomesOf, refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedParties, seedPlacement, seedSubmittedTimesheet } from '#test/fixtures/world.ts'
import type { Compared } from './request/change-request.rules.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const other = await seedAgency(world, provider)

const sql = async <R>(text: string, ...params: unknown[]): Promise<R[]> =>
  (await database.owner.query(text, params)).rows as R[] // The test names the row of its own SQL.
const placed = (change = {}) => seedPlacement(world, { agency, client, contractor }, change)

type Made = { id: string; human_id: string; waits_for: string }
const ask = (contract_id: string, change: Record<string, unknown>, by: Viewer = agency.admin) =>
  act<Made>(world, by, 'request.change_request.create', { contract_id, comment: 'As agreed', ...change })
const compare = (by: Viewer, id: string) => act<Compared>(world, by, 'request.change_request.compare', { id })
type Answer = { requests: { status: string; waits_for: string | null }[] }
const approve = (by: Viewer, id: string) =>
  act<Answer>(world, by, 'request.change_request.approve', { ids: [id] })
const rates = (contract_id: string) =>
  sql<{ side: string; value: string; from: string; to: string | null }>(
    `select sub_type as side, value_numeric::float::text as value, effective_from::text as from, effective_to::text as to
     from contract.rate where contract_id = $1 and deleted_at is null order by sub_type, effective_from`,
    contract_id,
  )
const raise = (group_id: string) => ({
  effective_from: '2025-07-01',
  rates: [{ group_id, contractor_rate: '22.00', client_rate: '28.00' }],
})

test('both sides agree one after the other, then the new rates hold from their day on', async () => {
  const { id: contract_id, group_id } = await placed()
  const made = await ask(contract_id, raise(group_id))
  expect(made.human_id).toMatch(/^CRQ\d{6}$/)
  expect(made.waits_for).toBe('client')
  expect(await refusalOf(approve(contractor.viewer, made.id))).toMatchObject({
    code: 'precondition',
    message: `Change request ${made.human_id} waits for the client`,
  })
  expect((await approve(client.invoice_contact, made.id)).requests).toMatchObject([
    { status: 'pending', waits_for: 'contractor' },
  ])
  expect(await rates(contract_id)).toHaveLength(2)
  expect((await approve(contractor.viewer, made.id)).requests).toMatchObject([
    { status: 'approved', waits_for: null },
  ])
  expect(await rates(contract_id)).toEqual([
    { side: 'client_rate', value: '25', from: '2025-06-02', to: '2025-06-30' },
    { side: 'client_rate', value: '28', from: '2025-07-01', to: null },
    { side: 'contractor_rate', value: '20', from: '2025-06-02', to: '2025-06-30' },
    { side: 'contractor_rate', value: '22', from: '2025-07-01', to: null },
  ])
  const steps = await sql(
    `select old_status, new_status from request.change_request_activity where change_request_id = $1 order by id`,
    made.id,
  )
  expect(steps).toEqual([
    { old_status: null, new_status: 'pending' },
    { old_status: 'pending_approval_client', new_status: 'pending_approval_contractor' },
    { old_status: 'pending_approval_contractor', new_status: 'approved' },
  ])
  expect(await sql('select action_id from log.audit where entity_id = $1 order by id', made.id)).toHaveLength(
    3,
  )
  expect(
    await sql(
      `select action, message from contract.contract_activity where contract_id = $1 and action = 'change'`,
      contract_id,
    ),
  ).toEqual([
    {
      action: 'change',
      message: `Changed by ${made.human_id}: Standard contractor rate, Standard client rate`,
    },
  ])
  expect(await refusalOf(approve(contractor.viewer, made.id))).toMatchObject({ code: 'conflict' })
})

test('change request: rates are decided by an invoice contact of the client, not by a hiring manager', async () => {
  const { id: contract_id, group_id } = await placed()
  const { id } = await ask(contract_id, { ...raise(group_id), title: 'Senior engineer' })
  for (const action of ['approve', 'reject'])
    expect(
      await refusalOf(
        act(world, client.manager, `request.change_request.${action}`, { ids: [id], comment: 'No' }),
      ),
    ).toMatchObject({
      code: 'not_allowed',
      message: 'Rates are decided by an invoice contact of the client',
    })
  expect((await approve(client.invoice_contact, id)).requests).toMatchObject([{ waits_for: 'contractor' }])
})

test('change request: rates of a client without an invoice contact who can sign in are refused, other facts are not', async () => {
  const there = await seedParties(world)
  const { id: contract_id, group_id } = await seedPlacement(world, there)
  const named = await sql<{ name: string }>(
    'select name from business.business where id = $1',
    there.client.id,
  )
  const without = (what: string) =>
    `Name an invoice contact for ${named[0]?.name} who can sign in: ${what} need their approval`
  const { business_contact_id } = there.client.invoice_contact
  const keep = (change: string) =>
    sql(`update business.business_contact set ${change} where id = $1`, business_contact_id)
  const asked = () => refusalOf(ask(contract_id, raise(group_id), there.agency.admin))
  const terms = {
    client_id: there.client.id,
    placement_type: 'temp_placement',
    payment_terms: 45,
    effective_from: '2025-07-01',
  }
  for (const change of [`roles = '{hiring_manager}'`, 'is_active = false', 'joined_at = null']) {
    await keep(change)
    expect(await asked()).toMatchObject({ code: 'conflict', message: without('rates') })
    expect(
      await refusalOf(act(world, there.agency.admin, 'config.payment_terms.create', terms)),
    ).toMatchObject({
      code: 'conflict',
      message: without('terms'),
    })
    await keep(`roles = '{invoice_contact}', is_active = true, joined_at = created_at`)
  }
  await keep('is_active = false')
  const facts = await ask(contract_id, { title: 'Head of engineering' }, there.agency.admin)
  expect(facts.waits_for).toBe('client')
  await act(world, there.agency.admin, 'request.change_request.cancel', { ids: [facts.id], comment: 'Later' })
  const own_side = { effective_from: '2025-07-01', rates: [{ group_id, contractor_rate: '21.00' }] }
  expect((await ask(contract_id, own_side, there.agency.admin)).waits_for).toBe('contractor')
})

test('change request: no side reads the other’s figures, and sides without facts get no notice', async () => {
  const { id: contract_id, group_id } = await placed()
  const { id } = await ask(contract_id, { ...raise(group_id), po_number: 'PO-7', title: 'Senior engineer' })
  const labels = async (by: Viewer) => {
    const { rows, unchanged } = await compare(by, id)
    return [...rows, ...unchanged].map(({ label }) => label).join(' ')
  }
  expect(await labels(client.invoice_contact)).toContain('Standard client rate')
  expect(await labels(client.invoice_contact)).not.toContain('contractor rate')
  expect(await labels(client.manager)).toContain('PO Number')
  expect(await labels(client.manager)).not.toMatch(/rate/)
  expect(await labels(contractor.viewer)).toContain('Standard contractor rate')
  expect(await labels(contractor.viewer)).not.toMatch(/client rate|PO Number/)
  expect((await compare(client.manager, id)).margins).toBeNull()
  expect(await compare(agency.admin, id)).toMatchObject({
    margins: [{ name: 'Standard', before: '5.00', after: '6.00' }],
    timesheets: 0,
  })
  await act(world, agency.admin, 'request.change_request.cancel', { ids: [id], comment: 'Not now' })
  const only_client = await ask(contract_id, {
    effective_from: '2025-07-01',
    rates: [{ group_id, client_rate: '26.00' }],
  })
  expect(await refusalOf(compare(contractor.viewer, only_client.id))).toMatchObject({ code: 'not_found' })
  expect((await approve(client.invoice_contact, only_client.id)).requests[0]?.status).toBe('approved')
})

test('rejection: needs its reason and changes nothing; the next request may follow', async () => {
  const { id: contract_id } = await placed({ end_date: '2025-12-31' })
  const made = await ask(contract_id, { end_date: '2026-03-31' })
  const reject = (comment: string) =>
    act<Answer>(world, client.manager, 'request.change_request.reject', { ids: [made.id], comment })
  expect(await refusalOf(reject(' '))).toMatchObject({ errors: { comment: 'Please specify the reason' } })
  expect((await reject('Too long')).requests).toMatchObject([{ status: 'rejected' }])
  expect(await sql('select end_date::text from contract.contract where id = $1', contract_id)).toEqual([
    { end_date: '2025-12-31' },
  ])
  expect(
    await sql('select status, comment from request.flow_approval where change_request_id = $1', made.id),
  ).toEqual([{ status: 'rejected', comment: 'Too long' }])
  await ask(contract_id, { end_date: '2026-01-31' })
})

test('one open request at a time, also for two at once', async () => {
  const { id: contract_id } = await placed()
  const both = await outcomesOf([
    ask(contract_id, { title: 'Foreman' }),
    ask(contract_id, { title: 'Site manager' }),
  ])
  expect(both.done).toBe(1)
  expect(both.refused[0]).toMatch(/is asked to change already, by CRQ\d{6}$/)
})

test('earlier end: removes empty weeks; a later end keeps the rates', async () => {
  const { id: contract_id } = await placed({ end_date: '2025-06-29' })
  const weeks = () =>
    sql<{ week: string }>(
      `select start_date || ' ' || end_date as week from transaction.timesheet
       where contract_id = $1 and deleted_at is null order by start_date`,
      contract_id,
    )
  expect(await weeks()).toEqual([{ week: '2025-06-02 2025-06-08' }, { week: '2025-06-09 2025-06-15' }])
  const shorter = await ask(contract_id, { end_date: '2025-06-05' })
  await approve(client.manager, shorter.id)
  await approve(contractor.viewer, shorter.id)
  expect(await weeks()).toEqual([{ week: '2025-06-02 2025-06-05' }])
  const status = () => sql('select status from contract.contract where id = $1', contract_id)
  expect(await status()).toEqual([{ status: 'expired' }])
  const longer = await ask(contract_id, { end_date: '2025-08-31' })
  await approve(client.manager, longer.id)
  await approve(contractor.viewer, longer.id)
  expect(await weeks()).toEqual([
    { week: '2025-06-02 2025-06-05' },
    { week: '2025-06-06 2025-06-08' },
    { week: '2025-06-09 2025-06-15' },
  ])
  expect(await rates(contract_id)).toMatchObject([{ to: '2025-08-31' }, { to: '2025-08-31' }])
  expect(await status()).toEqual([{ status: 'active' }])
  const open = await ask(contract_id, { end_date: null })
  await approve(client.manager, open.id)
  await approve(contractor.viewer, open.id)
  expect(await rates(contract_id)).toMatchObject([{ to: null }, { to: null }])
})

test('change under existing work: refused at the request and at the change', async () => {
  const placement = await placed()
  const sheet = await seedSubmittedTimesheet(world, placement)
  const { id: contract_id, group_id } = placement
  expect(
    await refusalOf(ask(contract_id, { ...raise(group_id), effective_from: sheet.end_date })),
  ).toMatchObject({ errors: { effective_from: 'Should be after 08/06/2025' } })
  expect(await refusalOf(ask(contract_id, { end_date: '2025-06-04' }))).toMatchObject({
    errors: { end_date: 'Should be after 05/06/2025' },
  })
  const made = await ask(contract_id, { ...raise(group_id), effective_from: '2025-06-09' })
  await approve(client.invoice_contact, made.id)
  const [next] = await sql<{ id: string }>(
    `select id from transaction.timesheet where contract_id = $1 and start_date = '2025-06-09'`,
    contract_id,
  )
  await act(world, contractor.viewer, 'transaction.timesheet.submit', {
    id: next?.id,
    details: [{ date: '2025-06-09', group_id, units: '7.5' }],
  })
  expect(await refusalOf(approve(contractor.viewer, made.id))).toMatchObject({
    code: 'precondition',
    message: 'Work from the day of the new rates on is submitted already',
  })
})

test('work submitted during the change: gets the new price, or blocks the change', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id: contract_id, group_id } = await placed()
    const made = await ask(contract_id, { ...raise(group_id), effective_from: '2025-06-09' })
    await approve(client.invoice_contact, made.id)
    const [sheet] = await sql<{ id: string }>(
      `select id from transaction.timesheet where contract_id = $1 and start_date = '2025-06-09'`,
      contract_id,
    )
    await outcomesOf([
      approve(contractor.viewer, made.id),
      act(world, contractor.viewer, 'transaction.timesheet.submit', {
        id: sheet?.id,
        details: [{ date: '2025-06-09', group_id, units: '7.5' }],
      }),
    ])
    const [stands] = await sql<{ status: string; price: string; timesheet: string }>(
      `select r.status, d.contractor_rate::float::text as price, t.status as timesheet
       from request.change_request r, transaction.timesheet t
       join transaction.timesheet_detail d on d.timesheet_id = t.id
       where r.id = $1 and t.id = $2`,
      made.id,
      sheet?.id,
    )
    expect(stands?.timesheet).toBe('submitted')
    expect(stands?.price).toBe(stands?.status === 'approved' ? '22' : '20')
  }
})

test('moved base: nobody approves the old picture; it is compared and requested again', async () => {
  const { id: contract_id } = await placed({ po_number: 'PO-1' })
  const made = await ask(contract_id, { title: 'Foreman', po_number: 'PO-2' })
  await approve(client.manager, made.id)
  await database.owner.query(`update contract.contract set po_number = 'PO-9' where id = $1`, [contract_id])
  expect((await compare(agency.admin, made.id)).rows).toMatchObject([
    { label: 'Title' },
    { label: 'PO Number', old: 'PO-1', new: 'PO-2', now: 'PO-9' },
  ])
  expect(await refusalOf(approve(contractor.viewer, made.id))).toMatchObject({
    message: `Data changed since request ${made.human_id}: PO Number. Compare it again.`,
  })
  const refresh = () => act<Made>(world, agency.admin, 'request.change_request.refresh', { id: made.id })
  expect((await refresh()).waits_for).toBe('client')
  expect(
    await sql(
      'select status, is_most_recent from request.flow_approval where change_request_id = $1 order by created_at, id',
      made.id,
    ),
  ).toEqual([
    { status: 'approved', is_most_recent: false },
    { status: 'pending', is_most_recent: false },
    { status: 'pending', is_most_recent: true },
  ])
  await approve(client.manager, made.id)
  await approve(contractor.viewer, made.id)
  expect(await sql('select title, po_number from contract.contract where id = $1', contract_id)).toEqual([
    { title: 'Foreman', po_number: 'PO-2' },
  ])
})

test('provider’s request: the agency approves first', async () => {
  const { id: contract_id } = await placed()
  const made = await ask(contract_id, { work_location: 'York' }, provider.operations)
  expect(made.waits_for).toBe('agency')
  expect((await approve(agency.user, made.id)).requests[0]?.waits_for).toBe('client')
})

test('refused: another agency, a timesheet approver, the requesting side; faults are under their fields', async () => {
  const { id: contract_id, group_id } = await placed()
  expect(await refusalOf(ask(contract_id, { title: 'X' }, other.admin))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(ask(contract_id, { title: 'X' }, client.manager))).toMatchObject({
    code: 'not_allowed',
  })
  expect(await refusalOf(ask(contract_id, { title: 'Site engineer' }))).toMatchObject({
    message: 'Nothing differs from what stands',
  })
  expect(
    await refusalOf(
      ask(contract_id, { effective_from: '2025-07-01', rates: [{ group_id, contractor_rate: '30' }] }),
    ),
  ).toMatchObject({
    errors: { 'rates.0.contractor_rate': 'Contractor rate should be less than Client rate' },
  })
  const made = await ask(contract_id, { title: 'Foreman' })
  expect(await refusalOf(approve(client.approver, made.id))).toMatchObject({ code: 'not_allowed' })
  expect(await refusalOf(approve(agency.admin, made.id))).toMatchObject({ code: 'precondition' })
  expect(await refusalOf(approve(other.admin, made.id))).toMatchObject({ code: 'not_found' })
})

test('change request: mails each approver and leaves amounts out', async () => {
  const { id: contract_id, group_id } = await placed()
  const made = await ask(contract_id, raise(group_id))
  const queued = await sql<{ payload: { to: string; body_text: string } }>(
    `select payload from platform.outbox where topic = 'change_request_mail' and payload->>'change_request_id' = $1`,
    made.id,
  )
  expect(queued.length).toBeGreaterThan(0)
  for (const { payload } of queued) expect(payload.body_text).not.toMatch(/2[028]\.00/)
})

test('change request: a notice changes for both sides, and a new end says what notice it leaves', async () => {
  const { id: contract_id } = await placed()
  const notice = { type: 'single', count: 4, unit: 'week' }
  const bad = await refusalOf(ask(contract_id, { notice: { ...notice, count: 366 } }))
  expect(bad.errors).toEqual({ 'notice.count': 'Max number is reached' })
  expect((await refusalOf(ask(contract_id, { notice: null }))).message).toBe(
    'Nothing differs from what stands',
  )
  expect((await refusalOf(ask(contract_id, { notice }, other.admin))).code).toBe('not_found')
  const { id, waits_for } = await ask(contract_id, { notice, end_date: '2035-12-31' })
  expect(waits_for).toBe('client')
  const compared = await compare(contractor.viewer, id)
  expect(compared.rows.find(({ label }) => label === 'Notice')).toMatchObject({
    old: 'Not agreed',
    new: '4 weeks',
  })
  expect(compared.notice).toBe('after')
  await approve(client.manager, id)
  await approve(contractor.viewer, id)
  expect(
    await sql(
      'select notice_type, notice_period, notice_period_unit, notice_initial from contract.contract where id = $1',
      contract_id,
    ),
  ).toEqual([{ notice_type: 'single', notice_period: 4, notice_period_unit: 'week', notice_initial: null }])
  const none = await ask(contract_id, { notice: { type: 'none' }, no_right_to_serve_notice: true })
  expect((await compare(agency.admin, none.id)).rows).toMatchObject([
    { label: 'Notice', old: '4 weeks', new: 'No notice needed' },
    { label: 'No Right to Serve Notice', old: 'No', new: 'Yes' },
  ])
})

test('permanent placement: the client agrees to start and fee, the provider to the funding; its documents stay', async () => {
  await seedPermFeature(world, agency)
  const { id: contract_id, human_id } = await seedPerm(world, { agency, client })
  expect((await refusalOf(ask(contract_id, { placement_fee: '5500' }))).message).toBe(
    `Placement ${human_id} is draft and cannot be changed`,
  )
  await activatePerm(world, agency, contract_id)
  const faults = { title: 'Head of costs', placement_fee: 'lots', funding_type: 'funded' }
  expect((await refusalOf(ask(contract_id, faults))).errors).toEqual({
    title: 'Please enter a valid Input',
    placement_fee: expect.any(String),
  })
  expect((await refusalOf(ask(contract_id, { placement_fee: '5500' }, other.admin))).code).toBe('not_found')
  const { id, waits_for } = await ask(contract_id, {
    placement_fee: '5500',
    contract_start_date: '2025-06-16',
  })
  expect(waits_for).toBe('client')
  expect(await compare(client.manager, id)).toMatchObject({
    rows: [
      { label: 'Start Date', kind: 'day', old: '2025-06-09', new: '2025-06-16' },
      { label: 'Placement Fee', kind: 'text', old: '5000.00 GBP', new: '5500.00 GBP' },
    ],
    unchanged: [{ label: 'Currency', value: 'GBP' }],
  })
  expect((await refusalOf(approve(agency.admin, id))).message).toContain('waits for the client')
  expect((await approve(client.manager, id)).requests).toMatchObject([{ status: 'approved' }])
  const perm = () =>
    sql(
      `select start_date::text, contract_start_date::text, placement_fee, funding_type from contract.contract where id = $1`,
      contract_id,
    )
  const changed = { start_date: '2025-06-16', contract_start_date: '2025-06-16', placement_fee: '5500.00' }
  expect(await perm()).toMatchObject([changed])

  const funding = await ask(contract_id, { funding_type: 'partly_funded' }, provider.operations)
  expect(funding.waits_for).toBe('agency')
  expect((await compare(agency.admin, funding.id)).rows).toMatchObject([
    { label: 'Funding Type', old: 'Fully funded', new: 'Partly funded' },
  ])
  expect((await approve(agency.admin, funding.id)).requests).toMatchObject([{ waits_for: 'provider' }])
  expect((await refusalOf(approve(provider.operations, funding.id))).code).toBe('not_allowed')
  await approve(provider.admin, funding.id)
  expect(await perm()).toMatchObject([{ ...changed, funding_type: 'partly_funded' }])

  const details = (change: object, by: Viewer = agency.admin) =>
    act(world, by, 'contract.perm_placement.update_details', {
      id: contract_id,
      title: 'Head of costs',
      po_number: 'PO-9',
      ...change,
    })
  const waiting = await act(world, agency.admin, 'business.business_contact.create', {
    business_id: client.id,
    first_name: 'Wanda',
    last_name: 'Unchecked',
    email: 'wanda@unchecked.example',
    roles: ['hiring_manager'],
  })
  expect(waiting).toMatchObject({ waits_for: 'check' })
  await details({})
  expect((await refusalOf(details({}))).message).toBe('Nothing differs from what stands')
  expect((await refusalOf(details({}, other.admin))).code).toBe('not_found')
  expect((await refusalOf(details({}, client.manager))).code).toBe('not_allowed')
  expect(
    await sql(`select distinct payload->>'body_text' like '%PO number: none, now PO-9.%' as told
       from platform.outbox where topic = 'perm_details_mail'`),
  ).toEqual([{ told: true }])
  const told = await sql<{ to: string }>(
    `select payload ->> 'to' as "to" from platform.outbox where topic = 'perm_details_mail'`,
  )
  expect(told.map(({ to }) => to)).toContain(client.manager.email)
  expect(told.map(({ to }) => to)).not.toContain('wanda@unchecked.example')

  const late = await ask(contract_id, { placement_fee: '6000', contract_start_date: '2025-06-02' })
  await sql(`update contract.contract set contract_start_date = '2025-06-02' where id = $1`, contract_id)
  await act(world, agency.admin, 'contract.perm_placement.raise', { ids: [contract_id] })
  const invoiced = `Placement ${human_id} is invoiced: credit its documents instead`
  await sql(`update contract.contract set contract_start_date = '2025-06-16' where id = $1`, contract_id)
  expect((await refusalOf(approve(client.manager, late.id))).message).toBe(invoiced)
  await act(world, agency.admin, 'request.change_request.cancel', { ids: [late.id], comment: 'Invoiced' })
  expect((await refusalOf(ask(contract_id, { placement_fee: '6000' }))).errors).toEqual({
    placement_fee: invoiced,
  })
})

test('placement: IR35 status, funding and frequency hold from a day; work before keeps its funding', async () => {
  const placement = await placed({ title: 'Terms' })
  const sheet = await seedSubmittedTimesheet(world, placement)
  const { id: contract_id } = placement
  const terms = { ir35_status: 'outside', funding_type: 'paid_when_paid', timesheet_frequency: 'month' }
  expect((await refusalOf(ask(contract_id, terms))).errors).toEqual({ effective_from: 'Mandatory' })
  expect((await refusalOf(ask(contract_id, { ...terms, effective_from: '2025-06-05' }))).errors).toEqual({
    effective_from: 'Should be after 06/06/2025',
  })
  const made = await ask(contract_id, { ...terms, effective_from: '2025-06-09' })
  const { rows } = await compare(client.invoice_contact, made.id)
  expect(rows.map(({ label, new: asked }) => [label, asked])).toEqual([
    ['IR35 Status', 'Outside IR35'],
    ['Timesheet Frequency', 'Monthly'],
  ])
  for (const by of [client.invoice_contact, contractor.viewer, provider.approver]) await approve(by, made.id)
  const [row] = await sql<Record<string, unknown>>(
    `select ir35_status, funding_type, timesheet_frequency, former_terms from contract.contract where id = $1`,
    contract_id,
  )
  expect(row).toEqual({
    ...terms,
    former_terms: [
      { until: '2025-06-08', funding_type: 'funded', expense_funding_type: 'funded', ir35_status: null },
    ],
  })
  // The page shows the terms of its day, and those to come.
  const shown = (on: string) =>
    sql(
      `select contract.ir35_status_today(former_terms, ir35_status, $2) as ir35, contract.ir35_to_come(former_terms, ir35_status, $2) as ir35_later,
         contract.funding_type_today(former_terms, funding_type, $2) as funding, contract.funding_to_come(former_terms, funding_type, $2) as funding_later
       from contract.contract where id = $1`,
      contract_id,
      on,
    )
  expect(await shown('2025-06-08')).toEqual([
    {
      ir35: null,
      ir35_later: 'outside from 2025-06-09',
      funding: 'funded',
      funding_later: 'paid_when_paid from 2025-06-09',
    },
  ])
  expect(await shown('2025-06-09')).toEqual([
    { ir35: 'outside', ir35_later: null, funding: 'paid_when_paid', funding_later: null },
  ])
  await act(world, client.approver, 'transaction.timesheet.approve', { ids: [sheet.id] })
  expect(
    await sql(
      `select distinct funding_type from transaction.invoice_set where contract_id = $1 and status = 'live'`,
      contract_id,
    ),
  ).toEqual([{ funding_type: 'funded' }])
})
