/**
 * The status of companies at Companies House: at submission, at approval, every day, and its effect on funding. The
 * register is a server behind Prism, which judges calls and answers by the published definition.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { present } from '#kernel/assert.ts'
import { runDaily } from '#server/daily.server.ts'
import { deliverOutbox } from '#server/mail/outbox-deliver.server.ts'
import { topics } from '#server/mail/outbox-topics.ts'
import { parseSettings, type Settings } from '#server/settings.ts'
import { openFiles } from '#server/storage.server.ts'
import { freshDatabase } from '#test/database.ts'
import { expectSound } from '#test/fixtures/cash.ts'
import { prismProxy } from '#test/fixtures/prism.ts'
import { refusalOf } from '#test/fixtures/refusal.ts'
import { workerInput } from '#test/fixtures/worker-input.ts'
import {
  act,
  companyInput,
  type SeededAgency,
  type SeededPlacement,
  seedAgency,
  seedApprovedTimesheet,
  seedContact,
  seedNextWeek,
  seedProvider,
  seedWeek,
  worldOn,
} from '#test/fixtures/world.ts'
import { queueDueLookups } from './company-status.job.ts'

const database = await freshDatabase()
const { sql } = database
const base = worldOn(database)
const { clock } = base

/** Companies House: every company is active, unless its number has another status or answer. */
const statuses = new Map<string, { company_status?: string; company_status_detail?: string } | number>()
let asked: string[] = []
const house = createServer((request, response) => {
  const number = present((request.url ?? '').split('/')[2], 'a number')
  asked.push(number)
  const found = statuses.get(number) ?? { company_status: 'active' }
  if (typeof found === 'number')
    return void response.writeHead(found, { 'content-type': 'application/json' }).end('{"errors":[]}')
  const company = {
    company_number: number,
    company_name: `Company ${number}`,
    type: 'ltd',
    can_file: true,
    links: { self: `/company/${number}` },
    ...found,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(company))
})
await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve))
afterAll(() => house.close())
const address = `http://127.0.0.1:${(house.address() as AddressInfo).port}`
const settingsAt = (url: string): Settings =>
  parseSettings({ COMPANIES_HOUSE_URL: url, COMPANIES_HOUSE_KEY: 'a-key-of-companies-house' })
const contract = new URL('../../../../test/fixtures/companies-house.openapi.json', import.meta.url)
/** Answers that the definition does not know, such as 429, come from the server itself. */
const bare = settingsAt(address)
const settings = settingsAt(await prismProxy(contract, address))
const world = {
  ...base,
  settings: { ...base.settings, companiesHouse: settings.companiesHouse },
} as typeof base
const keyless = { ...base, settings: { ...base.settings, companiesHouse: null } } as typeof base
const silent = { ...base, settings: { ...base.settings, companiesHouse: bare.companiesHouse } } as typeof base

let agency: SeededAgency
beforeAll(async () => {
  agency = await seedAgency(base, await seedProvider(base))
})
beforeEach(() => {
  statuses.clear()
  asked = []
})

type Row = {
  readonly id: string
  readonly brn: string
  readonly name: string
  readonly register_standing: string
  readonly register_words: string | null
  readonly register_checked_at: string | null
}
const companyOf = async (business_id: string): Promise<Row> =>
  present(
    (
      await sql<Row>(
        `select c.id, c.brn, b.name, c.register_standing, c.register_words, c.register_checked_at
         from business.company c join business.business b on b.company_id = c.id where b.id = $1`,
        business_id,
      )
    )[0],
    'the company',
  )

async function deliver(at: Settings = settings, topic = 'company_standing'): Promise<string[]> {
  const deps = { database, clock, settings: at, files: openFiles(at.files) }
  const rows = await sql<{ id: string }>(
    'select id from platform.outbox where delivered_at is null and topic = $1 order by id',
    topic,
  )
  const reasons: string[] = []
  for (const { id } of rows)
    await deliverOutbox(deps, topics, id).catch((error: unknown) => void reasons.push(String(error)))
  return reasons
}

/** The server looks for due look-ups, and makes them. */
async function round(at: Settings = settings): Promise<string[]> {
  for (let i = 0; i < 5; i += 1) await queueDueLookups({ database, clock, settings: at })
  return deliver(at)
}

const submit = (company: object, in_world = world) =>
  act<{ id: string; status: string }>(in_world, agency.user, 'business.party.submit', {
    kind: 'client',
    legal_form: 'charity',
    company,
    temp_payment_terms: 30,
  })
const approve = (id: string, in_world = world) =>
  act<{ status: string }>(in_world, agency.provider.admin, 'business.party.approve', { id })
const tasksOf = async (id: string) =>
  (
    await sql<{ type: string; fact: string }>(
      `select distinct b.type from log.notification_log n join business.business b on b.id = n.business_id
       where n.kind = 'company_status_changed' and n.entity_id = $1 and n.state <> 'done' order by b.type`,
      id,
    )
  ).map(({ type }) => type)
const flagsOf = async (id: string) =>
  (
    await act<{ flags: { rule: string; facts: string }[] }>(
      world,
      agency.provider.operations,
      'funding.risk_flag.read',
      { entity: 'business.business', entity_id: id },
    )
  ).flags.filter(({ rule }) => rule === 'company_status')
async function acceptStatus(id: string): Promise<void> {
  for (const { rule, facts } of await flagsOf(id))
    await act(world, agency.provider.operations, 'funding.risk_flag.accept', {
      entity: 'business.business',
      entity_id: id,
      rule,
      facts,
      comment: 'The administrator pays its workers',
    })
}

describe('at submission', () => {
  test('a company in order is taken on, and its status is kept', async () => {
    const company = companyInput('Client')
    const { id } = await submit(company)
    expect(asked).toEqual([company.brn])
    expect(await companyOf(id)).toMatchObject({ register_standing: 'in_order', register_words: 'active' })
  })

  test.each([
    ['dissolved', 'dissolved'],
    ['converted-closed', 'converted and closed'],
    ['removed', 'removed'],
    ['closed', 'closed'],
  ])(
    'a company that is %s is refused under its number, and nothing is kept',
    async (company_status, words) => {
      const company = companyInput('Client')
      statuses.set(company.brn, { company_status })
      const refusal = await refusalOf(submit(company))
      expect(refusal.errors).toEqual({
        'company.brn': `${company.name} is ${words} at Companies House, so it cannot be taken on`,
      })
      expect(await sql('select 1 from business.company where brn = $1', company.brn)).toEqual([])
    },
  )

  test('a dissolved company of a worker is refused under its own field', async () => {
    const company = companyInput('Own company')
    statuses.set(company.brn, { company_status: 'dissolved' })
    const refusal = await refusalOf(
      act(world, agency.user, 'business.party.submit', {
        kind: 'contractor',
        ...workerInput('Ada', 'Byron'),
        payment_type: 'limited',
        payment_company: company,
      }),
    )
    expect(Object.keys(refusal.errors ?? {})).toEqual(['payment_company.brn'])
  })

  test('an unknown number, a company abroad and one without a number go on', async () => {
    const unknown = companyInput('Client')
    statuses.set(unknown.brn, 404)
    expect(await companyOf((await submit(unknown)).id)).toMatchObject({ register_standing: 'unknown_number' })
    asked = []
    const abroad = companyInput('Client', { country_code: 'DE' })
    statuses.set(abroad.brn, { company_status: 'dissolved' })
    expect(await companyOf((await submit(abroad)).id)).toMatchObject({ register_standing: 'unchecked' })
    const { brn: _, ...without } = companyInput('Client')
    expect((await submit(without)).status).toBe('submitted')
    expect(asked).toEqual([])
  })

  test.each([429, 500, 503])(
    'a register that answers %s hinders nobody, and is asked again',
    async (status) => {
      const company = companyInput('Client')
      statuses.set(company.brn, status)
      const { id } = await submit(company, silent)
      expect(await companyOf(id)).toMatchObject({ register_standing: 'unavailable', register_words: null })
      expect((await approve(id, silent)).status).toBe('approved')
      statuses.clear()
      clock.advance({ days: 1 })
      await round()
      expect(await companyOf(id)).toMatchObject({ register_standing: 'in_order', register_words: 'active' })
    },
  )

  test('without a key nobody is asked', async () => {
    const { id } = await submit(companyInput('Client'), keyless)
    expect(await companyOf(id)).toMatchObject({ register_standing: 'unchecked' })
    await queueDueLookups({ database, clock, settings: { companiesHouse: null } })
    expect(asked).toEqual([])
    const check = { business_id: id }
    expect(
      (await refusalOf(act(keyless, agency.user, 'business.company.check_standing', check))).message,
    ).toBe('This installation does not look up companies')
    await round()
  })
})

describe('at approval', () => {
  test('a company dissolved since its submission is refused, by its present status', async () => {
    const company = companyInput('Client')
    const { id } = await submit(company)
    statuses.set(company.brn, { company_status: 'dissolved' })
    expect((await refusalOf(approve(id))).message).toBe(
      `${company.name} is dissolved at Companies House, so it cannot be taken on`,
    )
    await round()
    clock.advance({ days: 1 })
    await round()
    expect(await companyOf(id)).toMatchObject({ register_standing: 'closed' })
    // The kept answer holds while the register is silent, and its flag is no way in.
    statuses.set(company.brn, 429)
    await acceptStatus(id)
    expect((await refusalOf(approve(id, silent))).message).toContain('is dissolved at Companies House')
  })

  test('a company dissolved after its approval is not brought into force, by hand or at night', async () => {
    const company = companyInput('Client')
    const { id } = await submit(company)
    expect((await approve(id)).status).toBe('approved')
    statuses.set(company.brn, { company_status: 'dissolved' })
    clock.advance({ days: 1 })
    await round()
    await sql('delete from business.company_officer')
    await runDaily({ database, clock })
    expect(await sql('select status from business.business where id = $1', id)).toEqual([
      { status: 'approved' },
    ])
  })

  test('a company in liquidation waits until another person accepts its flag', async () => {
    const company = companyInput('Client')
    statuses.set(company.brn, { company_status: 'liquidation' })
    const { id } = await submit(company)
    const facts = `${company.name} is in liquidation at Companies House`
    expect(await flagsOf(id)).toMatchObject([{ facts }])
    expect((await refusalOf(approve(id))).message).toContain('Its flags are open')
    await acceptStatus(id)
    expect((await approve(id)).status).toBe('approved')
  })
})

test('check again: asks at once, and a silent register keeps the answer before', async () => {
  const company = companyInput('Client')
  const { id } = await submit(company)
  statuses.set(company.brn, {
    company_status: 'active',
    company_status_detail: 'active-proposal-to-strike-off',
  })
  const check = (in_world = world) =>
    act(in_world, agency.user, 'business.company.check_standing', { business_id: id })
  expect(await check()).toMatchObject({ register_standing: 'insolvent' })
  const before = await companyOf(id)
  expect(before).toMatchObject({ register_words: 'about to be struck off' })
  statuses.set(company.brn, 429)
  expect(await check(silent)).toMatchObject({ register_standing: 'insolvent', is_answered: false })
  expect(await companyOf(id)).toEqual(before)
  const other = await seedAgency(base, await seedProvider(base))
  const foreign = act(world, other.admin, 'business.company.check_standing', { business_id: id })
  expect((await refusalOf(foreign)).code).toBe('not_found')
})

describe('in force', () => {
  const funding = (placement: SeededPlacement) =>
    sql<{ says: string }>(
      `select distinct funding_status || coalesce(': ' || funding_hold_reason, '') as says from transaction.invoice
       where client_id = $1 and type = 'provider-client' order by 1`,
      placement.client.id,
    ).then((rows) => rows.map(({ says }) => says))

  test('every day a company is read once, also while the register is silent', async () => {
    const { client } = await seedWeek(base)
    const { brn } = await companyOf(client.id)
    await round()
    expect(asked.filter((one) => one === brn)).toHaveLength(1)
    await round()
    expect(asked.filter((one) => one === brn)).toHaveLength(1)
    clock.advance({ days: 1 })
    statuses.set(brn, 429)
    expect(await round(bare)).toContain('RegisterDown: status 429')
    expect(await companyOf(client.id)).toMatchObject({ register_standing: 'in_order' })
    statuses.clear()
    expect(await deliver()).toEqual([])
    expect(await companyOf(client.id)).toMatchObject({ register_standing: 'in_order' })
  })

  test('an insolvent client: a task, no new advance, and both end with the decision of the provider', async () => {
    const placement = await seedWeek(base)
    const { client } = placement
    const { brn, name } = await companyOf(client.id)
    await seedApprovedTimesheet(base, placement)
    expect(await funding(placement)).toEqual(['pending'])
    clock.advance({ days: 1 })
    statuses.set(brn, { company_status: 'administration' })
    await round()
    expect(await tasksOf(client.id)).toEqual(['agency', 'provider'])
    const { provider } = placement.agency
    const second = await seedContact(base, provider.admin, provider.id, 'Ben', 'provider_operations')
    await seedNextWeek(base, placement)
    expect(await funding(placement)).toEqual(['held: Status at Companies House not decided', 'pending'])

    const record = { entity: 'business.business', entity_id: client.id }
    const read = await act<{ flags: { rule: string; facts: string }[] }>(
      base,
      second,
      'funding.risk_flag.read',
      record,
    )
    const flag = present(
      read.flags.find(({ rule }) => rule === 'company_status'),
      'its flag',
    )
    expect(flag.facts).toBe(`${name} is in administration at Companies House`)
    const { rule, facts } = flag
    await act(base, second, 'funding.risk_flag.accept', {
      ...record,
      rule,
      facts,
      comment: 'Paid in advance',
    })
    expect(await tasksOf(client.id)).toEqual([])
    expect(await deliver(settings, 'company_standing_decided')).toEqual([])
    expect(await funding(placement)).toEqual(['pending'])

    // Another status is another decision.
    clock.advance({ days: 1 })
    statuses.set(brn, { company_status: 'liquidation' })
    await round()
    expect(await tasksOf(client.id)).toEqual(['agency', 'provider'])
    // It recovers: nothing waits any longer.
    clock.advance({ days: 1 })
    statuses.clear()
    await round()
    expect(await tasksOf(client.id)).toEqual([])
    await expectSound(database)
  })
})
