/** Readings of tax codes are kept in the security log, with the workers whose employments the reader sees. */
import { beforeEach, expect, test } from 'vitest'
import { entities } from '#business/entities.ts'
import { logged_fields } from '#data/logged-fields.ts'

import { rootName } from '#entity/entity.ts'
import { openLog } from '#server/log.ts'
import { openCodeReadings } from '#server/security/code-readings.server.ts'
import type { SecurityEvent } from '#server/security/security-write.server.ts'
import { freshDatabase } from '../database.ts'
import { payRunsOn } from '../fixtures/pay-runs.ts'
import { act, seedAgency } from '../fixtures/world.ts'
import { Browser, testApp } from './harness.ts'
import { samplePerson, testClock } from './sample.ts'

const database = await freshDatabase()
const clock = testClock()
const { app } = await testApp(database, clock)
const runs = await payRunsOn(database)
const { employment_id, contractor_id } = await runs.employed()
const other = await runs.employed()
const [worker] = await runs.sql<{ name: string }>(
  'select name from business.business where id = $1',
  contractor_id,
)
const name = worker?.name ?? ''
const person = await samplePerson(database, clock, runs.agency.id, ['agency_admin'])

let browser: Browser
let serial = 0
beforeEach(async () => {
  clock.advance({ minutes: 30 })
  browser = new Browser(app, `192.0.2.${++serial}`)
  await browser.login(person.email)
})

async function kept(work: () => Promise<unknown>, kind = 'tax_code_read'): Promise<string[]> {
  const before = await runs.sql<{ id: string }>('select id from log.security_event')
  await work()
  const rows = await runs.sql<{ says: string; user_id: string; business_id: string }>(
    `select says, user_id, business_id from log.security_event where kind = $2 and id <> all ($1) order by id`,
    before.map(({ id }) => id),
    kind,
  )
  for (const row of rows) expect(row).toMatchObject({ user_id: person.user_id, business_id: runs.agency.id })
  return rows.map(({ says }) => says)
}

const codes = `query codes($id: uuid!) { business_tax_code(where: { employment_id: { _eq: $id } }) { code } }`
const read = (query: string, variables: object = {}) => browser.post('/graphql', { query, variables })

test('a reading of a worker’s tax code: kept once with the worker, again after a while', async () => {
  const reading = () => read(codes, { id: employment_id })
  expect(await kept(reading)).toEqual([`Tax Codes: ${name}`])
  expect(await kept(reading)).toEqual([])
  clock.advance({ minutes: 11 })
  expect(await kept(reading)).toEqual([`Tax Codes: ${name}`])
})

test('code readings: lists, aggregates and other names are kept; what shows no code is not', async () => {
  expect(await kept(() => read('{ business_tax_code { text: code } }'))).toEqual(['Tax Codes: a list'])
  clock.advance({ minutes: 11 })
  const highest = '{ business_tax_code_aggregate { aggregate { max { code } } } }'
  expect(await kept(() => read(highest))).toEqual(['Tax Codes: a list'])
  expect(await kept(() => read('{ business_tax_code { source } }'))).toEqual([])
  expect(await kept(() => read(codes, { id: runs.agency.id }))).toEqual([])
})

test.each([
  ['filter', '{ business_tax_code_aggregate(where: { code: { _eq: "1257L" } }) { aggregate { count } } }'],
  ['order', '{ business_tax_code(order_by: { code: asc }) { employment_id } }'],
  ['count', '{ business_tax_code_aggregate { aggregate { count(columns: code, distinct: true) } } }'],
  ['related records', '{ business_employment(where: { tax_codes: { code: { _like: "12%" } } }) { id } }'],
  ['distinct rows', '{ business_tax_code(distinct_on: code) { employment_id } }'],
])('a question by the code is kept, although the answer shows none: %s', async (_, query) => {
  expect(await kept(() => read(query))).toEqual(['Tax Codes: a list'])
})

test('code readings: two records with codes under one name are both kept', async () => {
  const both = '{ business_tax_code { code } business_employment { code: p45_tax_code } }'
  const [says] = await kept(() => read(both))
  expect(says).toContain('Tax Codes')
  expect(says).toContain('Employments')
})

test('code readings: workers of another agency have no name in the log', async () => {
  const stranger = await seedAgency(runs.world, runs.provider)
  const events: SecurityEvent[] = []
  const readings = openCodeReadings({
    database,
    clock,
    log: openLog('silent'),
    security: { note: async (event) => void events.push(event) },
  })
  const request = { variables: { ids: [employment_id, other.employment_id] } }
  await readings.note(stranger.admin, { what: 'Tax Codes', request })
  await readings.note(runs.provider.operations, { what: 'Tax Codes', request })
  expect(events.map(({ says }) => says?.includes(name))).toEqual([false, true])
  expect(events[0]?.says).toBe('Tax Codes: a list')
})

test('code readings: a worker’s reading of their own code is not kept, a calculation is', async () => {
  const events: SecurityEvent[] = []
  const readings = openCodeReadings({
    database,
    clock,
    log: openLog('silent'),
    security: { note: async (event) => void events.push(event) },
  })
  await readings.note(other.placement.contractor.viewer, { what: 'Calculated Payslips', request: other })
  expect(events).toEqual([])
  const input = { employment_id, pay_day: '2025-06-13', pay: '800' }
  expect(await kept(() => browser.act('business.employment.what_if', input))).toEqual([`What if: ${name}`])
})

test('readings of a National Insurance number, an order and an absence are kept with the worker', async () => {
  await act(runs.world, runs.agency.admin, 'business.attachment_order.add', {
    ...{ employment_id, kind: 'council_tax', authority: 'Leeds', reference: 'LE-1', rate: 'table' },
    ...{ order_date: '2025-06-01', received_on: '2025-06-02' },
  })
  await runs.sql(
    `update business.individual set ni_number = 'QQ123456C' where id = (select individual_id from business.business where id = $1)`,
    contractor_id,
  )
  const data = (query: string, id: string) => kept(() => read(query, { id }), 'payroll_data_read')
  const orders = `query orders($id: uuid!) { business_attachment_order(where: { employment_id: { _eq: $id } }) { authority } }`
  expect(await data(orders, employment_id)).toEqual([`Attachment Orders: ${name}`])
  const number = `query person($id: uuid!) { business_contractor_by_pk(id: $id) { individual { ni_number } } }`
  expect(await data(number, contractor_id)).toEqual([`Individuals: ${name}`])
  expect(await data(number, other.contractor_id)).toEqual([])
  const absences = `query absences($id: uuid!) { transaction_statutory_absence(where: { employment_id: { _eq: $id } }, order_by: { kind: asc }) { first_day } }`
  expect(await data(absences, employment_id)).toEqual([`Absences: ${name}`])
  expect(await kept(() => read(codes, { id: employment_id }), 'payroll_data_read')).toEqual([])
})

test('code readings: each logged field is a field of an entity, and each tax code is logged', () => {
  const names = Object.values(entities).flatMap((entity) =>
    Object.keys(entity.fields).map((field) => `${rootName(entity)}.${field}`),
  )
  expect([...logged_fields].filter((one) => !names.includes(one))).toEqual([])
  const personal = /\.((p45_)?tax_code|ni_number)$/
  expect(names.filter((one) => personal.test(one) && !logged_fields.has(one))).toEqual([])
})
