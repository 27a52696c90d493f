/**
 * Fourteen scripts of self-payment, each played from its first verb to the payment batch (quality R17). Honest
 * people do their part in each; one rule stops it, and nothing is advanced or paid.
 */
import { describe, expect, test } from 'vitest'
import { keepOfficers } from '#business/parties/self-dealing/keep-officers.server.ts'
import { inTransaction } from '#server/tx.ts'
import { freshDatabase } from '../database.ts'
import { expectSound } from '../fixtures/cash.ts'
import { seedEvidence } from '../fixtures/evidence.ts'
import { placementInput } from '../fixtures/placement-input.ts'
import { act, seedAgency, seedClient, seedContractor, seedLimit, seedParties } from '../fixtures/world.ts'
import { joined, type Played, playOn, type Script } from './self-dealing-play.ts'

const database = await freshDatabase()

const honest: Script['play'] = async (stage) => {
  const parties = await seedParties(stage.world, { provider: stage.provider })
  const placement = await stage.place(parties)
  await stage.work(placement)
}

const scripts: readonly Script[] = [
  {
    name: 'one person: makes client, worker and placement, and states both approvals with a file of their own',
    rule: 'verified_with: Mandatory',
    async play({ world, provider, tryTo, work }) {
      const agency = await seedAgency(world, provider)
      const me = agency.admin
      const client = await seedClient(world, agency)
      const contractor = await seedContractor(world, agency)
      const { id, group_ids } = await act<{ id: string; group_ids: string[] }>(
        world,
        me,
        'contract.temp_placement.create',
        placementInput({ client, contractor }, { start_date: '2025-06-09', contractor_payment_terms: 0 }),
      )
      const step = (action: string, by = me, more: object = {}) =>
        tryTo(act(world, by, `contract.temp_placement.${action}`, { id, ...more }))
      await step('submit')
      for (const side of ['client', 'contractor']) {
        await step('approve')
        const file = await seedEvidence(world, me, id, 'contract.temp_placement')
        await step('approve_by_evidence', me, {
          method: 'email',
          approved_by_name: `Somebody of the ${side}`,
          approved_on: world.clock.today(),
          attachment_ids: [file.id],
          comment: 'By mail',
        })
      }
      await step('activate')
      await step('activate', provider.operations)
      const placement = {
        id,
        human_id: '',
        group_id: group_ids[0] ?? '',
        group_ids,
        agency,
        client,
        contractor,
      }
      await work(placement, { by: me, approver: me })
    },
  },
  {
    name: 'two colleagues: one enters the hours, the other approves them by hand with a file of their own',
    rule: 'Evidence of approval not accepted',
    async play({ world, provider, tryTo, place, work }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const placement = await place({ agency, client, contractor }, { manual_timesheet_approval: true })
      const sheet = await work(placement, { approver: agency.user })
      await seedEvidence(world, agency.user, sheet?.id ?? '')
      await tryTo(act(world, agency.admin, 'transaction.timesheet.approve', { ids: [sheet?.id] }))
      await tryTo(act(world, agency.admin, 'transaction.timesheet.accept_evidence', { id: sheet?.id }))
    },
  },
  {
    name: 'shared account: the company of the worker is paid to the account of the agency',
    rule: 'Its flags are open: accept each with a reason, or send it back',
    async play({ world, provider, tryTo, place, work, sql }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const [own] = await sql<{ account_number: string; sort_code: string }>(
        `select account_number, sort_code from business.bank_account where business_id = $1 and purpose = 'payout'`,
        agency.id,
      )
      await sql(
        'update business.bank_account set status = $2 where business_id = $1',
        contractor.payment_company_id,
        'retired',
      )
      const account = await act<{ id: string }>(world, agency.user, 'business.bank_account.create', {
        business_id: contractor.payment_company_id,
        bank_name: 'Bank of Leeds',
        account_holder_name: 'The worker',
        purpose: 'payout',
        ...own,
      })
      for (const by of [agency.admin, provider.operations])
        await tryTo(act(world, by, 'business.bank_account.confirm', { id: account.id }))
      const placement = await tryTo(place({ agency, client, contractor }))
      if (placement) await work(placement)
    },
  },
  {
    name: 'own approver: a colleague becomes the approver of the client',
    rule: "email: A client's approver cannot be one of your own people",
    async play({ world, provider, tryTo, place, work }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const contact = await tryTo(
        act<{ id: string }>(world, agency.admin, 'business.business_contact.create', {
          business_id: client.id,
          first_name: 'Una',
          last_name: 'Own',
          email: agency.user.email,
          roles: ['timesheet_approver'],
        }),
      )
      const placement = await place({ agency, client, contractor })
      await work(placement, { by: agency.admin, approver: await joined(world, contact, agency.user) })
    },
  },
  {
    name: 'early certificate: the week is approved before its days',
    rule: 'Last worked day not passed',
    now: '2025-06-09T08:00:00.000Z',
    play: honest,
  },
  {
    name: 'invented approver: a person with an address of a mail provider',
    rule: 'waits for a check',
    async play({ world, provider, place, work, said }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const contact = await act<{ id: string; waits_for: string | null }>(
        world,
        agency.admin,
        'business.business_contact.create',
        {
          business_id: client.id,
          first_name: 'Ivy',
          last_name: 'Invented',
          email: `${crypto.randomUUID()}@gmail.com`,
          roles: ['timesheet_approver'],
        },
      )
      said.push(`waits for a ${contact.waits_for}`)
      const placement = await place({ agency, client, contractor })
      await work(placement, { approver: await joined(world, contact, agency.user) })
    },
  },
  {
    name: 'two seats: the approver of the client has the phone of a user of the agency',
    rule: 'The same person cannot act for both sides',
    async play({ world, provider, tryTo, place, work }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const seat = (business_id: string, role: string) =>
        act<{ id: string }>(world, provider.admin, 'business.business_contact.create', {
          business_id,
          first_name: 'Tess',
          last_name: 'Twice',
          email: `${crypto.randomUUID()}@example.org`,
          contact_phone: '020 7946 0018',
          roles: [role],
        })
      const user = await joined(world, await seat(agency.id, 'agency_user'), agency.user)
      const approver = await joined(world, await seat(client.id, 'timesheet_approver'), agency.user)
      const placement = await tryTo(place({ agency, client, contractor }))
      if (placement) await work(placement, { by: user, approver })
    },
  },
  {
    name: 'own pay: the worker approves their week as a person of the client',
    rule: 'This pays a business of yours, so somebody else approves it',
    async play({ world, provider, place, work }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const seat = await act<{ id: string }>(world, provider.admin, 'business.business_contact.create', {
        business_id: client.id,
        first_name: 'Carla',
        last_name: 'Twice',
        email: contractor.viewer.email,
        roles: ['timesheet_approver'],
      })
      const placement = await place({ agency, client, contractor })
      await work(placement, { approver: await joined(world, seat, agency.user) })
    },
  },
  {
    name: 'own client: a director of the client is a user of the agency',
    rule: 'still needs: A decision on each flag',
    async play({ world, provider, tryTo, place, work, sql }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const [company] = await sql<{ number: string; name: string }>(
        `select k.brn as number, upper(u.last_name) || ', ' || u.first_name as name from business.business c
         join business.company k on k.id = c.company_id, business.business_contact u where c.id = $1 and u.id = $2`,
        client.id,
        agency.user.business_contact_id,
      )
      const officers = company ? [{ number: company.number, officers: [{ name: company.name }] }] : []
      await inTransaction(world.database, (tx) => keepOfficers(tx, officers, world.clock.now()))
      const placement = await tryTo(place({ agency, client, contractor }))
      if (placement) await work(placement)
    },
  },
  {
    name: 'unusual rate: almost nothing of a high charge reaches the worker',
    rule: 'still needs: A decision on each flag',
    async play({ world, provider, tryTo, place, work }) {
      const parties = await seedParties(world, { provider })
      const rates = [{ name: 'Standard', contractor_rate: '20.00', client_rate: '400.00' }]
      const placement = await tryTo(place(parties, { rates }))
      if (placement) await work(placement)
    },
  },
  {
    name: 'long week: eighty-four hours on two timesheets of one week',
    rule: 'Unusual hours not accepted',
    async play({ world, provider, place, work, fair }) {
      const parties = await seedParties(world, { provider })
      const [first, second] = [await place(parties), await place(parties)]
      const sheet = await work(first, { hours: '6', days: 7 })
      fair.push(sheet?.id ?? '')
      world.clock.advance({ minutes: 1 })
      await work(second, { hours: '6', days: 7 })
    },
  },
  {
    name: 'own bills: the agency chooses to bill its client itself',
    rule: 'funding_model: Your provider sets the funding model',
    async play({ world, provider, tryTo, place, work }) {
      const parties = await seedParties(world, { provider })
      const placement = await tryTo(place(parties, { funding_model: 'agency_billed' }))
      if (placement) await work(placement)
    },
  },
  {
    name: 'house worker: the worker has an address at the mail domain of the agency',
    rule: 'still needs: A decision on each flag',
    async play({ world, provider, tryTo, place, work }) {
      const { agency, client, contractor } = await seedParties(world, { provider })
      const seat = (business_id: string, role: string) =>
        act(world, provider.admin, 'business.business_contact.create', {
          business_id,
          first_name: 'Hal',
          last_name: 'House',
          email: `${crypto.randomUUID()}@larch-talent.co.uk`,
          roles: [role],
        })
      await seat(agency.id, 'agency_read_only')
      await seat(contractor.id, 'contractor')
      const placement = await tryTo(place({ agency, client, contractor }))
      if (placement) await work(placement)
    },
  },
  {
    name: 'invented client: nobody at it knows of the work',
    rule: 'First invoice not verified',
    async play({ world, provider, place, work }) {
      const { agency, client, contractor } = await seedParties(world, {
        provider,
        client: { is_unproven: true },
      })
      await seedLimit(world, agency, client.id)
      const placement = await place({ agency, client, contractor })
      await work(placement)
    },
  },
]

test('an honest week: advanced and paid on the same stage', async () => {
  const { said, funded } = await playOn(database, { play: honest })
  expect(said).toEqual([])
  expect(funded).toEqual(['advanced provider-client', 'paid agency_earnings', 'paid contractor-agency'])
})

describe('self-dealing', () => {
  const played: Played[] = []
  test.each(scripts)('$name', async (script) => {
    const one = await playOn(database, script)
    played.push(one)
    expect(one.funded).toEqual([])
    expect(one.said).toEqual(expect.arrayContaining([expect.stringContaining(script.rule)]))
  })

  test('0 of 14 scripts are funded, and the books are sound', async () => {
    expect(played).toHaveLength(14)
    expect(played.filter(({ funded }) => funded.length > 0)).toHaveLength(0)
    await expectSound(database)
  })
})
