/**
 * Every address that a row of a list offers opens something: a page that exists, of a record that its reader may see.
 * Over every list of every category, with the rows of the access matrix's world.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { entities, findEntity } from '#business/entities.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { catalog } from '#data/registry.ts'
import type { Category } from '#entity/access.ts'
import { CATEGORIES } from '#entity/access.ts'
import { type Entity, rootName } from '#entity/entity.ts'
import { valueAt } from '#entity/path.ts'
import { category_roles } from '#entity/roles.ts'
import { empty_list_state } from '#entity/url-codec.ts'
import { fixedClock } from '#kernel/clock.ts'
import { day } from '#kernel/day.ts'
import { instant } from '#kernel/instant.ts'
import { businessId, viewerOf } from '#test/access/world.ts'
import { makeWorld } from '#test/access/world-platform.ts'
import { freshDatabase } from '#test/database.ts'
import { screenAt } from '#web/app/route-access.ts'
import { parsePlace } from '#web/core/place.ts'
import type { ListRow, Only } from '#web/list/model/list.ts'
import { recordsRequest } from '#web/list/model/request.ts'
import { today } from './list-oracle.ts'
import { everyList, keysOf, type Listed } from './registry.ts'

const database = await freshDatabase()
await makeWorld().write(database.owner)
const endpoint = new DataEndpoint({
  database,
  clock: fixedClock(instant(`${today}T12:00:00.000Z`)),
  catalog: catalog(),
})

const who: Readonly<Record<Category, string>> = {
  agency: 'A1',
  client: 'L1',
  contractor: 'C5',
  funder: 'F1',
  provider: 'P1',
}

/** Lists whose rows open nothing, each with the reason. */
const no_page: Readonly<Record<string, string>> = {
  exports: 'the row holds the file itself',
  'log/security_event': 'the row holds all that is known of the event',
  'log/unconfirmed_user': 'the row holds all that is known of somebody who has not confirmed',
}

/** Which record an address of this path shows, where its name does not say so. */
const record_of: Readonly<Record<string, string>> = {
  'config/ask_payment_terms': 'config.payment_terms',
  'paye/employment': 'business.employment',
  'paye/paye_scheme': 'business.paye_scheme',
  'paye/pay_run': 'transaction.pay_run',
  'paye/pay_run_payslip': 'transaction.pay_run_payslip',
  'paye/payroll_payment': 'transaction.payroll_payment',
  'paye/payslip': 'transaction.payslip',
  'paye/p32': 'business.paye_scheme',
  'paye/year_to_date': 'business.paye_scheme',
  'paye/tax_month': 'transaction.tax_month',
  'paye/rti_submission': 'transaction.rti_submission',
  'paye/tax_form': 'transaction.tax_form',
  'paye/umbrella_payslip': 'transaction.umbrella_payslip',
  'paye/payroll_takeover': 'business.payroll_takeover',
  'paye/payslip_period': 'transaction.payslip_period',
  'payment/payment': 'transaction.payment_receipt_summary',
  'payment/payment_company_payment': 'transaction.payment_receipt_summary',
  'platform/import': 'platform.import',
  'request/client_change_request': 'request.change_request',
  'request/contract_change_request': 'request.change_request',
  'request/contractor_change_request': 'request.change_request',
  'request/limited_company': 'request.change_request',
  'request/service_change_request': 'request.change_request',
  'report/client_statement': 'business.client',
  'transaction/receipt': 'transaction.payment_receipt_summary',
  'transaction/receipts': 'transaction.payment_receipt_summary',
}

function entityAt(path: string): Entity {
  const found = findEntity(record_of[path] ?? path.replace('/', '.'))
  if (!found) throw new Error(`which record does ${path} show?`)
  return found
}

async function ask<D>(category: Category, query: string, variables: object = {}): Promise<D> {
  const looking = { label: category, business: who[category], category, roles: category_roles[category] }
  const answer = JSON.parse(
    await endpoint.execute(viewerOf(looking), { query, variables: variables as Record<string, unknown> }),
  )
  if (answer.errors) throw new Error(JSON.stringify(answer.errors))
  return answer.data
}

let addresses = 0
const empty = new Set<string>()
afterAll(() => {
  process.stdout.write(
    `row links: ${addresses} addresses opened; lists without rows: ${[...empty].join(', ')}\n`,
  )
})

/**
 * What the world of the access matrix holds on purpose and a real one does not: rows that name a record which was taken
 * away, is of another kind, or belongs to another provider. Their page says that it is not there.
 */
async function isContrived(category: Category, entity: Entity, id: string): Promise<boolean> {
  const table = entity.table ?? `${entity.module}.${entity.name}`
  const { rows } = await database.owner.query<{ record: Readonly<Record<string, unknown>> }>(
    `select to_jsonb(t) as record from ${table} t where id::text = $1`,
    [id],
  )
  const record = rows[0]?.record
  if (!record) return false
  const is_other_kind = Object.entries(entity.fixed ?? {}).some(([field, value]) => record[field] !== value)
  const is_elsewhere = category === 'provider' && record.provider_id !== businessId(who.provider)
  return (record.deleted_at ?? null) !== null || is_other_kind || is_elsewhere
}

/** What is wrong with an address; null when it opens. */
async function faultOf(category: Category, address: string): Promise<string | null> {
  addresses += 1
  const place = parsePlace(address.split('?')[0] ?? '')
  if (!place || place.category !== category) return `${address} is no address of a ${category}`
  if (place.id === null) {
    const screen = screenAt(place.path)
    return (screen?.page ?? screen?.list) && keysOf(category).includes(place.path)
      ? null
      : `${address} is no page of a ${category}`
  }
  if (!screenAt(place.path)?.record) return `${address} has no page`
  const root = rootName(entityAt(place.path))
  const { record } = await ask<{ record: { id: string } | null }>(
    category,
    `query opened($id: uuid!) { record: ${root}_by_pk(id: $id) { id } }`,
    { id: place.id },
  )
  return record || (await isContrived(category, entityAt(place.path), place.id))
    ? null
    : `${address} is not found`
}

/** Every address that a row offers: its own, those of its cells and counts, those of its actions. */
function addressesOf({ list, shaped, category }: Listed, row: ListRow): string[] {
  const own = list.link(row, category)
  const cells = shaped.columns.flatMap((column) => [
    column.link?.(row, category) ?? null,
    column.related?.to?.(row, category) ?? null,
    column.related && !column.related.to && own && Number(valueAt(row, column.value_path)) > 0
      ? `${own}/${column.related.tab}`
      : null,
  ])
  const isOffered = ({ only }: Only) =>
    only === undefined || [category, ...category_roles[category]].some((one) => only.includes(one))
  const actions = (list.row_actions ?? []).map((action) =>
    'to' in action && isOffered(action) ? action.to(row, category) : null,
  )
  return [...new Set([own, ...cells, ...actions])].filter((one) => one !== null)
}

const listed = await everyList()

describe.each(CATEGORIES)('%s', (category) => {
  test.each(
    listed
      .filter((one) => one.category === category)
      .map((one) => ({ one, name: one.is_in_page ? `${one.at}: ${one.list.title}` : one.at })),
  )('$name: its rows open', async ({ one, name }) => {
    const { list, shaped } = one
    const { where = {} } = list
    const asked = {
      entities,
      shaped,
      state: { ...empty_list_state, filter_by: {} },
      base: typeof where === 'function' ? {} : where,
      today: day(today),
    }
    const { query, variables } = recordsRequest(asked, 0)
    const { records } = await ask<{ records: readonly ListRow[] }>(category, query, variables)
    if (records.length === 0) empty.add(`${category} ${name}`)
    const faults: string[] = []
    for (const row of records) {
      if (list.link(row, category) === null && !Object.hasOwn(no_page, one.at))
        faults.push(`${row.id} opens nothing`)
      for (const address of addressesOf(one, row)) {
        const fault = await faultOf(category, address)
        if (fault) faults.push(fault)
      }
    }
    expect([...new Set(faults)]).toEqual([])
  })
})

test('an address that leads nowhere is found out', async () => {
  const nobody = '01990000-0000-7000-8000-00000000beef'
  expect(await faultOf('agency', `/agency/business/client/${nobody}`)).toMatch(/is not found$/)
  expect(await faultOf('agency', `/agency/business/nothing/${nobody}`)).toMatch(/has no page$/)
  expect(await faultOf('agency', '/agency/report/nothing')).toMatch(/is no page of a agency$/)
  expect(await faultOf('client', `/agency/business/client/${nobody}`)).toMatch(/is no address of a client$/)
})
