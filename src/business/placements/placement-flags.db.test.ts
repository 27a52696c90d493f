import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { seedPerm, seedPermFeature } from '#test/fixtures/documents.ts'
import { freshWorld } from '#test/fixtures/fresh-world.ts'
import { placementInput } from '#test/fixtures/placement-input.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { act, seedAgency, seedApprovals, seedClient, seedParties } from '#test/fixtures/world.ts'

const { database, world } = await freshWorld()
const { provider, agency, client, contractor } = await seedParties(world)
const comment = 'Seen with the client'

const step = (viewer: Viewer, action: string, id: string) =>
  act(world, viewer, `contract.temp_placement.${action}`, { id })

test('a placement with flags: its sides learn nothing, and the provider accepts each before it activates', async () => {
  const { owner } = database
  const { rows } = await owner.query<{ payee: string; brn: string; first_name: string; last_name: string }>(
    `select w.payment_company_id as payee, k.brn, u.first_name, u.last_name
     from business.business w, business.business c join business.company k on k.id = c.company_id, business.business_contact u
     where w.id = $1 and c.id = $2 and u.id = $3`,
    [contractor.id, client.id, agency.user.business_contact_id],
  )
  const [{ payee = '', brn = '', first_name = '', last_name = '' } = {}] = rows
  await owner.query('insert into business.company_officer (brn, name, found_at) values ($1, $2, now())', [
    brn,
    `${last_name.toUpperCase()}, ${first_name} Ann`,
  ])
  // The client's own account, which the agency does not read.
  await owner.query(
    `insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id, status)
     select $1, 'Harbour Bank', 'Client', account_number, sort_code, currency_id, 'confirmed'
     from business.bank_account where business_id = $2 and status = 'confirmed'`,
    [client.id, payee],
  )
  const { id, human_id } = await act<{ id: string; human_id: string }>(
    world,
    agency.user,
    'contract.temp_placement.create',
    placementInput(
      { client, contractor },
      {
        standard_units: '13',
        rates: [{ name: 'Standard', contractor_rate: '160.00', client_rate: '500.00' }],
      },
    ),
  )
  await seedApprovals(world, { agency, client, contractor }, id)
  const { rows: placed } = await owner.query(
    'select status, open_checks from contract.contract where id = $1',
    [id],
  )
  expect(placed).toEqual([{ status: 'pending_raise_approval', open_checks: [] }])
  const record = { entity: 'contract.temp_placement', entity_id: id }
  expect((await refusalOf(act(world, agency.admin, 'funding.risk_flag.read', record))).code).toBe(
    'not_allowed',
  )
  expect((await refusalOf(step(provider.admin, 'activate', id))).message).toBe(
    `Placement ${human_id} still needs: A decision on each flag`,
  )
  const { flags } = await act<{ flags: { rule: string; facts: string }[] }>(
    world,
    provider.admin,
    'funding.risk_flag.read',
    record,
  )
  expect(flags.map(({ rule }) => rule)).toEqual([
    'same_account',
    'same_person',
    'high_margin',
    'high_pay',
    'long_hours',
  ])
  for (const { rule, facts } of flags)
    await act(world, provider.approver, 'funding.risk_flag.accept', { ...record, rule, facts, comment })
  const [{ rule, facts } = { rule: '', facts: '' }] = flags
  expect(
    (
      await refusalOf(
        act(world, provider.approver, 'funding.risk_flag.accept', { ...record, rule, facts, comment }),
      )
    ).message,
  ).toBe('This flag is already accepted')
  await step(provider.admin, 'activate', id)
})

test('a permanent placement with flags: the client’s account and officer are the agency’s, and the provider accepts each', async () => {
  const other = await seedAgency(world, provider)
  const buyer = await seedClient(world, other)
  await seedPermFeature(world, other)
  await database.owner.query(
    `insert into business.company_officer (brn, name, found_at)
     select k.brn, upper(u.last_name) || ', ' || u.first_name, now()
     from business.business c join business.company k on k.id = c.company_id, business.business_contact u
     where c.id = $1 and u.id = $2`,
    [buyer.id, other.user.business_contact_id],
  )
  await database.owner.query(
    `insert into business.bank_account (business_id, bank_name, account_holder_name, account_number, sort_code, currency_id, status)
     select $1, 'Harbour Bank', 'Client', account_number, sort_code, currency_id, 'confirmed'
     from business.bank_account where business_id = $2 and status = 'confirmed'`,
    [buyer.id, other.id],
  )
  const { id } = await seedPerm(world, { agency: other, client: buyer })
  await act(world, other.admin, 'contract.perm_placement.submit', { id })
  await act(world, buyer.manager, 'contract.perm_placement.approve', { id })
  const activate = () => act(world, provider.approver, 'contract.perm_placement.activate', { id })
  expect(await refusalOf(activate())).toMatchObject({
    code: 'precondition',
    message: 'Its flags are open: accept each with a reason, or send it back',
  })
  const record = { entity: 'contract.perm_placement', entity_id: id }
  const { flags } = await act<{ flags: { rule: string; facts: string }[] }>(
    world,
    provider.admin,
    'funding.risk_flag.read',
    record,
  )
  expect(flags.map(({ rule }) => rule)).toEqual(['same_account', 'same_person'])
  for (const { rule, facts } of flags)
    await act(world, provider.admin, 'funding.risk_flag.accept', { ...record, rule, facts, comment })
  await activate()
})
