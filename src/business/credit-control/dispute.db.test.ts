import { expect, test } from 'vitest'
import { verifyDatabase } from '#server/verify.server.ts'
import { billOf } from '#test/fixtures/cash.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { deliveredMails } from '#test/fixtures/outbox.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedContact, seedNextWeek, seedWeek } from '#test/fixtures/world.ts'
import { dispute_mail_topic } from './dispute-owner.server.ts'

const { database, world } = await freshWorld()
const placement = await seedWeek(world)

const bill = async () => billOf(database, await seedNextWeek(world, placement))

type Row = {
  status: string
  reason: string
  raised_by: string
  owner_name: string | null
  settled_by: string | null
  resolution: string | null
  is_open_on_invoice: boolean
}

async function disputesOf(invoice_id: string): Promise<Row[]> {
  const { rows } = await database.owner.query<Row>(
    `select d.status, d.reason, d.raised_by, d.owner_name, d.settled_by, d.resolution, i.dispute_id is not distinct from d.id as is_open_on_invoice
     from transaction.dispute d join transaction.invoice i on i.id = d.invoice_id where i.id = $1 order by d.created_at, d.id`,
    [invoice_id],
  )
  return rows
}

async function stepsOf(invoice_id: string): Promise<string[]> {
  const { rows } = await database.owner.query<{ told: string }>(
    `select concat_ws(' | ', s.action, s.owner_name, s.comment, s.user_name) as told from transaction.dispute_step s
     join transaction.dispute d on d.id = s.dispute_id where d.invoice_id = $1 order by s.created_at, s.id`,
    [invoice_id],
  )
  return rows.map((row) => row.told)
}

const mailsOf = async (invoice_id: string) =>
  (await deliveredMails({ ...world, database }, dispute_mail_topic, 'dispute-owner:')).filter(
    (mail) => mail.parent_id === invoice_id,
  )

test('dispute: each new owner is mailed once, and its history stays with the invoice', async () => {
  const { agency, client } = placement
  const { provider } = agency
  const { id, human_id } = await bill()
  await act(world, client.invoice_contact, 'transaction.invoice.dispute', {
    id,
    reason: 'Our site was closed',
  })
  expect(await disputesOf(id)).toMatchObject([
    { status: 'open', reason: 'Our site was closed', owner_name: null, is_open_on_invoice: true },
  ])

  await act(world, agency.admin, 'transaction.invoice.assign_dispute', {
    id,
    owner_id: agency.user.business_contact_id,
    comment: 'Ask Terry for the hours',
  })
  world.clock.advance({ minutes: 5 })
  // A person who makes themselves the owner gets no mail.
  await act(world, provider.operations, 'transaction.invoice.assign_dispute', {
    id,
    owner_id: provider.operations.business_contact_id,
  })
  world.clock.advance({ minutes: 5 })
  await act(world, provider.operations, 'transaction.invoice.assign_dispute', {
    id,
    owner_id: agency.admin.business_contact_id,
  })
  const mails = await mailsOf(id)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [agency.user.email, `Please settle the dispute of ${human_id}`],
    [agency.admin.email, `Please settle the dispute of ${human_id}`],
  ])
  expect(mails[0]?.body_text).toContain('Our site was closed')
  expect(mails[0]?.body_text).toContain('Ask Terry for the hours')

  world.clock.advance({ minutes: 5 })
  await act(world, agency.admin, 'transaction.invoice.resolve_dispute', {
    id,
    resolution: 'Two hours credited',
  })
  world.clock.advance({ minutes: 5 })
  await act(world, agency.admin, 'transaction.invoice.dispute', {
    id,
    reason: 'The order number is wrong',
    owner_id: agency.admin.business_contact_id,
  })
  expect(await disputesOf(id)).toMatchObject([
    {
      status: 'settled',
      owner_name: agency.admin.user_name,
      settled_by: agency.admin.user_name,
      resolution: 'Two hours credited',
      is_open_on_invoice: false,
    },
    {
      status: 'open',
      raised_by: agency.admin.user_name,
      owner_name: agency.admin.user_name,
      is_open_on_invoice: true,
    },
  ])
  expect(await stepsOf(id)).toEqual([
    `raised | Our site was closed | ${client.invoice_contact.user_name}`,
    `assigned | ${agency.user.user_name} | Ask Terry for the hours | ${agency.admin.user_name}`,
    `assigned | ${provider.operations.user_name} | ${provider.operations.user_name}`,
    `assigned | ${agency.admin.user_name} | ${provider.operations.user_name}`,
    `settled | Two hours credited | ${agency.admin.user_name}`,
    `raised | The order number is wrong | ${agency.admin.user_name}`,
    `assigned | ${agency.admin.user_name} | ${agency.admin.user_name}`,
  ])
  expect((await verifyDatabase(database)).filter((one) => one.broken.length > 0)).toEqual([])
})

test('dispute owner: not a reader, a foreigner, or a person without sign-in', async () => {
  const { agency, client } = placement
  const { provider } = agency
  const { id } = await bill()
  const assign = (by: typeof agency.admin, owner_id: string) =>
    refusalOf(act(world, by, 'transaction.invoice.assign_dispute', { id, owner_id }))
  const admin_id = agency.admin.business_contact_id
  expect((await assign(agency.admin, admin_id)).message).toMatch(/is not disputed/)
  await act(world, client.invoice_contact, 'transaction.invoice.dispute', { id, reason: 'Wrong hours' })

  const other = await seedAgency(world, provider)
  const wrong = { owner_id: 'Choose somebody of your own business' }
  expect((await assign(agency.admin, other.admin.business_contact_id)).errors).toEqual(wrong)
  expect((await assign(agency.admin, provider.operations.business_contact_id)).errors).toEqual(wrong)
  expect((await assign(agency.admin, client.invoice_contact.business_contact_id)).errors).toEqual(wrong)
  expect((await assign(provider.operations, other.admin.business_contact_id)).errors).toEqual(wrong)
  expect((await assign(agency.admin, agency.reader.business_contact_id)).errors).toEqual({
    owner_id: `${agency.reader.user_name} may only read`,
  })
  expect((await assign(provider.operations, provider.approver.business_contact_id)).errors).toEqual({
    owner_id: `${provider.approver.user_name} may only read`,
  })
  const gone = await seedContact(world, provider.admin, agency.id, 'Gwen', 'agency_user')
  await database.app.query('update business.business_contact set is_active = false where id = $1', [
    gone.business_contact_id,
  ])
  expect((await assign(agency.admin, gone.business_contact_id)).errors).toEqual({
    owner_id: `${gone.user_name} is not active`,
  })
  // The client does not choose the owner; a reader gives nothing away.
  for (const by of [client.invoice_contact, agency.reader, provider.approver]) {
    expect((await assign(by, admin_id)).code).toBe('not_allowed')
  }
  await act(world, agency.admin, 'transaction.invoice.assign_dispute', { id, owner_id: admin_id })
  expect((await assign(agency.user, admin_id)).message).toBe(`It is ${agency.admin.user_name}’s already`)
  expect(await mailsOf(id)).toEqual([])
})

test('dispute by a client: without an owner', async () => {
  const { agency, client } = placement
  const { id } = await bill()
  const refusal = await refusalOf(
    act(world, client.invoice_contact, 'transaction.invoice.dispute', {
      id,
      reason: 'Wrong hours',
      owner_id: agency.admin.business_contact_id,
    }),
  )
  expect(refusal.code).toBe('not_allowed')
  expect(await disputesOf(id)).toEqual([])
})
