/** Self-bills carry VAT of a number that HMRC or the provider confirms; others carry none, or wait (decision 0118). */
import { beforeEach, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { keepSetting } from '#server/kept-settings.server.ts'
import { inTransaction } from '#server/tx.ts'
import { verifyDatabase } from '#server/verify.server.ts'
import { freshDatabase } from '#test/database.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedApprovedTimesheet } from '#test/fixtures/world.ts'
import { makeStage, place } from '#test/server/example-parts.ts'
import { certifiedCompany } from '#test/server/onboarding-examples.ts'
import { followRecords } from '../inbox/open-tasks.server.ts'

const database = await freshDatabase()
const stage = await makeStage(database)
const { sql } = database
const { provider } = stage.agency

const setChecks = (value: 'on' | 'off') =>
  inTransaction(database, (tx) => keepSetting({ tx, clock: stage.clock }, 'vat_checks', value, null))

/** As the product writes, so that the rows keep their seals. */
const write = <R>(text: string, ...params: unknown[]) =>
  inTransaction(database, (tx) => tx.rows<R>(text, params))

type Status = 'unchecked' | 'valid' | 'not_found' | 'unavailable'

/** As HMRC's answer leaves the company. */
async function answered(business_id: string, status: Status): Promise<string> {
  const [row] = await write<{ id: string }>(
    `update business.company c set vat_check_status = $2, vat_checked_at = case when $2 = 'unchecked' then null else now() end
     from business.business b where b.company_id = c.id and b.id = $1 returning c.id`,
    business_id,
    status,
  )
  return present(row, 'the company').id
}

type Sheet = { status: string; suspense_reason: string | null }
const sheetOf = async (id: string): Promise<Sheet> =>
  present(
    (await sql<Sheet>('select status, suspense_reason from transaction.timesheet where id = $1', id))[0],
    'the timesheet',
  )
/** VAT of the self-bill; null without documents. */
const taxOf = async (id: string): Promise<string | null> =>
  (
    await sql<{ tax_amount: string }>(
      `select i.tax_amount from transaction.invoice i join transaction.invoice_set s on s.id = i.invoice_set_id
       where s.timesheet_id = $1 and i.type = 'contractor-agency'`,
      id,
    )
  )[0]?.tax_amount ?? null

/** An approved week of a worker whose company has this answer. */
async function week(status: Status) {
  const placement = await place(stage)
  const company = placement.contractor.payment_company_id
  await answered(company, status)
  const { id } = await seedApprovedTimesheet(stage, placement)
  return { id, company }
}
const raise = (id: string) => act(stage, stage.agency.user, 'transaction.timesheet.raise', { ids: [id] })

beforeEach(async () => {
  await setChecks('on')
  await answered(stage.agency.id, 'valid')
})

test('a confirmed number: the self-bill carries VAT', async () => {
  const { id } = await week('valid')
  expect([(await sheetOf(id)).status, await taxOf(id)]).toEqual(['approved', '150.00'])
})

test('a number that HMRC does not have: it is paid without VAT, and an issued document stays', async () => {
  const { id, company } = await week('not_found')
  expect([(await sheetOf(id)).status, await taxOf(id)]).toEqual(['approved', '0.00'])
  await answered(company, 'valid')
  expect(await taxOf(id)).toBe('0.00')
})

test.each<Status>(['unchecked', 'unavailable'])(
  'a number that is %s: the work waits for the answer',
  async (status) => {
    const { id, company } = await week(status)
    const [{ name } = { name: '' }] = await sql<{ name: string }>(
      'select c.name from business.company c join business.business b on b.company_id = c.id where b.id = $1',
      company,
    )
    const suspense_reason = `HMRC has not answered about the VAT number of ${name} yet`
    expect(await sheetOf(id)).toEqual({ status: 'suspense', suspense_reason })
    expect(await taxOf(id)).toBeNull()
    expect(await refusalOf(raise(id))).toMatchObject({ code: 'precondition', message: suspense_reason })
    await answered(company, 'valid')
    await raise(id)
    expect([(await sheetOf(id)).status, await taxOf(id)]).toEqual(['approved', '150.00'])
  },
)

test('a number of another country is no number of HMRC: no VAT', async () => {
  const placement = await place(stage)
  await write(
    `update business.company c set vat_registration_no = 'DE811907980' from business.business b
     where b.company_id = c.id and b.id = $1 returning c.id`,
    placement.contractor.payment_company_id,
  )
  const { id } = await seedApprovedTimesheet(stage, placement)
  expect(await taxOf(id)).toBe('0.00')
})

test('where no number is checked, nothing changes', async () => {
  await setChecks('off')
  for (const status of ['unchecked', 'not_found'] as const) {
    const { id } = await week(status)
    expect(await taxOf(id)).toBe('150.00')
  }
})

test('a worker without an agreement, or not registered, waits for no answer', async () => {
  const placement = await place(stage)
  const company = placement.contractor.payment_company_id
  await answered(company, 'unavailable')
  await write(
    `update business.service set self_billing_from = null where from_business_id = $1 returning id`,
    placement.contractor.id,
  )
  const { id } = await seedApprovedTimesheet(stage, placement)
  expect([(await sheetOf(id)).status, await taxOf(id)]).toEqual(['approved', '0.00'])
})

test('the provider answers for a number by a certificate of another person, until the number changes', async () => {
  const { id, company } = await week('unavailable')
  const accept = (by = provider.admin) =>
    act(stage, by, 'business.company.accept_vat_number', {
      business_id: company,
      reason: 'Registered last week',
    })
  expect((await refusalOf(accept())).message).toBe(
    'Add a VAT certificate to the documents first: another person verifies it',
  )
  await certifiedCompany(stage, company)
  expect((await refusalOf(accept(stage.agency.admin))).code).toBe('not_allowed')
  await accept()
  await raise(id)
  expect(await taxOf(id)).toBe('150.00')
  const stateOf = async () =>
    (
      await sql<{ at: string | null }>(
        'select c.vat_override_at as at from business.company c join business.business b on b.company_id = c.id where b.id = $1',
        company,
      )
    )[0]?.at
  expect(await stateOf()).not.toBeNull()
  await write(
    `update business.company c set vat_registration_no = 'GB340804329' from business.business b
     where b.company_id = c.id and b.id = $1 returning c.id`,
    company,
  )
  expect(await stateOf()).toBeNull()
})

test('a certificate that is rejected later no longer counts', async () => {
  const placement = await place(stage)
  const company = placement.contractor.payment_company_id
  await answered(company, 'not_found')
  await certifiedCompany(stage, company)
  await act(stage, provider.admin, 'business.company.accept_vat_number', {
    business_id: company,
    reason: 'Seen',
  })
  const [paper] = await sql<{ id: string }>(
    `select id from platform.document where business_id = $1 and type = 'vat_certificate'`,
    company,
  )
  await act(stage, provider.operations, 'platform.compliance.reject', { id: paper?.id, comment: 'Forged' })
  const { id } = await seedApprovedTimesheet(stage, placement)
  expect(await taxOf(id)).toBe('0.00')
})

test('provider and agency have a task until the number is confirmed', async () => {
  const placement = await place(stage)
  const company = placement.contractor.payment_company_id
  const tasksOf = async (status: Status) => {
    const company_id = await answered(company, status)
    await inTransaction(database, (tx) =>
      followRecords(tx, { at: stage.clock.now(), actor_user_id: null }, 'business.company', [company_id]),
    )
    return sql<{ title: string; message: string; type: string }>(
      `select distinct n.title, n.message, b.type from log.notification_log n
       join business.business_contact p on p.id = n.business_contact_id join business.business b on b.id = p.business_id
       where n.kind = 'vat_number_unconfirmed' and n.entity_id = $1 and n.state <> 'done' order by b.type`,
      company_id,
    )
  }
  const task = {
    title: expect.stringContaining('Not registered at HMRC'),
    message: 'New self-bills carry no VAT',
  }
  expect(await tasksOf('not_found')).toEqual([
    { ...task, type: 'agency' },
    { ...task, type: 'provider' },
  ])
  expect(await tasksOf('valid')).toEqual([])
})

test('keeps every invariant of the books', async () => {
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})
