/** The other ways to a row: verbs, files, PDFs, live queries, functions and mutations (quality.md S1). */
import { afterAll, describe, expect, test } from 'vitest'
import { type EntityAddress, entities, entityAddresses } from '#business/entities.ts'
import { invoicePdf } from '#business/invoices/invoice-pdf.server.ts'
import { DataEndpoint } from '#data/execute.server.ts'
import { LiveQueries } from '#data/live/live.server.ts'
import { functions } from '#data/schema/functions.ts'
import { loadVisible } from '#data/visible.ts'
import type { Category } from '#entity/access.ts'
import { rootName } from '#entity/entity.ts'
import { fixedClock } from '#kernel/clock.ts'
import { isStintError } from '#kernel/errors.ts'
import { instant } from '#kernel/instant.ts'
import { findVisibleFile } from '#server/http/api-file.server.ts'
import { inTransaction } from '#server/tx.ts'
import type { Tx } from '#server/verb.ts'
import { freshDatabase } from '#test/database.ts'
import { Facts, type Sight } from './facts.ts'
import { namedRows, unreadNames } from './report-names.ts'
import { type Looking, lookers, uid, viewerOf } from './world.ts'
import { makeWorld } from './world-platform.ts'

const database = await freshDatabase()
const world = makeWorld()
await world.write(database.owner)
const facts = await Facts.read(database.owner)
const clock = fixedClock(instant('2026-04-01T12:00:00.000Z'))
const endpoint = new DataEndpoint({ database, clock })
const live = new LiveQueries({ database, clock })
await live.start()
afterAll(() => live.close())

const nowhere = uid('a row that was never written')
const count = { allowed: 0, refused: 0 }
const named = namedRows(facts)
const reported = new Map<string, number>()
const as = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database, work)

/** How a load is refused: the code and the words, or `given`. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'given'
  } catch (error) {
    if (isStintError(error)) return `${error.code}: ${error.message}`
    throw error
  }
}

/** Some of a list, from its whole length. */
const some = <T>(list: readonly T[], limit: number): T[] =>
  list.filter((_, i) => i % Math.ceil(list.length / limit) === 0)

describe.each(lookers)('$label', (looking) => {
  const viewer = viewerOf(looking)

  test('loads its own rows for a verb, and another’s as little as one that is not there', async () => {
    const sights = await facts.sightOf(looking)
    await as(async (tx) => {
      for (const address of entityAddresses) {
        if (entities[address].fields.id.kind !== 'uuid') continue
        const load = (...wanted: string[]) =>
          outcome(loadVisible(tx, viewer, address, wanted, { columns: 't.id' }))
        await loads(address, sights.get(address) ?? null, load)
      }
    })
  })

  test('downloads the files of what it sees', async () => {
    const sights = await facts.sightOf(looking)
    const sees = (address: EntityAddress, id: string) => {
      const sight = sights.get(address)
      return sight !== undefined && !sight.isReached && sight.ids.has(id)
    }
    for (const row of facts.rowsOf(entities['platform.attachment'])) {
      const parent = row.parent_entity as EntityAddress // Written so by the world.
      const isHis = sees('platform.attachment', row.id ?? '') && sees(parent, row.parent_id ?? '')
      const file = await as((tx) => findVisibleFile(tx, viewer, row.file_url ?? ''))
      expect(file !== null, `${row.file_url}`).toBe(isHis)
      count[isHis ? 'allowed' : 'refused'] += 1
    }
    for (const row of facts.rowsOf(entities['log.mail_attachment'])) {
      const isHis = sees('log.mail', row.mail_id ?? '')
      const file = await as((tx) => findVisibleFile(tx, viewer, row.file_url ?? ''))
      expect(file !== null, `mail to ${row.to}`).toBe(isHis)
      count[isHis ? 'allowed' : 'refused'] += 1
    }
  })

  test('prints no invoice that it does not see', async () => {
    const seen = (await facts.sightOf(looking)).get('transaction.invoice')?.ids ?? new Set()
    const none = { read: () => Promise.resolve(null) }
    const print = (id: string) => outcome(as((tx) => invoicePdf(tx, viewer, id, none)))
    const missing = await print(nowhere)
    for (const row of some(facts.rowsOf(entities['transaction.invoice']), 60)) {
      if (seen.has(row.id ?? '')) continue
      expect(await print(row.id ?? ''), row.human_id ?? '').toBe(missing)
      count.refused += 1
    }
  })

  test('follows exactly its rows in live queries', async () => {
    const sights = await facts.sightOf(looking)
    const followed = [
      'transaction.timesheet',
      'transaction.invoice',
      'contract.rate',
      'platform.note',
    ] as const
    for (const address of followed) {
      const sight = sights.get(address)
      if (!sight) continue
      const query = `subscription { list: ${rootName(entities[address])}(order_by: {id: asc}) { id } }`
      const prepared = await endpoint.prepare(viewer, endpoint.operationOf(viewer, { query }), {})
      let stop = () => {}
      const body = await new Promise<string>((resolve) => {
        stop = live.subscribe(viewer, prepared, resolve)
      })
      const { data } = JSON.parse(body) as { data: { list: { id: string }[] } }
      expect(data.list.map(({ id }) => id).sort(), address).toEqual([...sight.ids].sort())
      count.allowed += data.list.length
      // It goes on until everyone has been asked: the same plan then serves several lookers at once.
      stops.push(stop)
    }
  })

  test('reads each row that a report names, unless the declaration says why not', async () => {
    const sights = await facts.sightOf(looking)
    for (const root of functions) {
      const query = `{ list: ${root.name} { ${Object.keys(root.rows.fields).join(' ')} } }`
      const { data } = JSON.parse(await endpoint.execute(viewer, { query })) as {
        data?: { list: Record<string, unknown>[] }
      }
      expect(unreadNames(root, data?.list ?? [], named, sights), root.name).toEqual([])
      reported.set(root.name, (reported.get(root.name) ?? 0) + (data?.list.length ?? 0))
    }
  })

  test('asks reports of its own books only', async () => {
    const reporting = { agency: ['agency_admin', 'agency_read_only'] }
    const ledger = { agency: ['agency_admin', 'agency_read_only', 'agency_consultant'] }
    const funder = { funder: ['funder_admin', 'funder_analyst'] }
    const provider = { provider: ['provider_admin', 'provider_operations', 'provider_approver'] }
    const may: Readonly<Record<string, Partial<Record<Category, readonly string[]>>>> = {
      get_client_statement: reporting,
      get_agency_sales_ledger: ledger,
      get_agency_sales_ledger_detail: ledger,
      get_agency_vat_liability: { agency: ['agency_admin'] },
      get_agency_commission: reporting,
      get_agency_commission_summary: reporting,
      get_agency_earnings: reporting,
      get_agency_insight: { agency: ['agency_admin'] },
      get_funder_sales_ledger_summary: funder,
      get_provider_sales_ledger_summary: provider,
      get_client_sales_ledger: provider,
      get_own_sales_ledger: { client: ['invoice_contact'] },
      get_agency_retrospective_ledger: ledger,
      get_provider_retrospective_ledger: provider,
      get_agency_retrospective_invoices: ledger,
      get_provider_retrospective_invoices: provider,
      get_funding_portfolio: { ...funder, ...provider },
      get_funding_debtors: { ...funder, ...provider },
      get_funding_ages: { ...funder, ...provider },
      get_funding_documents: { ...funder, ...provider },
      get_client_statement_agreement: reporting,
      get_agency_sales_ledger_agreement: ledger,
      get_funder_sales_ledger_agreement: funder,
      get_provider_sales_ledger_agreement: provider,
      get_client_sales_ledger_agreement: provider,
      get_own_sales_ledger_agreement: { client: ['invoice_contact'] },
      get_funding_portfolio_agreement: { ...funder, ...provider },
      get_payment_batch_agreement: provider,
      get_agency_retrospective_agreement: ledger,
      get_provider_retrospective_agreement: provider,
      get_agency_vat_agreement: { agency: ['agency_admin'] },
      get_agency_commission_agreement: reporting,
      get_agency_earnings_agreement: reporting,
      get_contractor_payments_agreement: reporting,
      get_provider_fee_agreement: provider,
      get_agency_fee_agreement: reporting,
      get_accounting_export_agreement: reporting,
    }
    expect(Object.keys(may).sort()).toEqual(functions.map(({ name }) => name).sort())
    for (const [name, who] of Object.entries(may)) {
      const isHis = looking.roles.some((role) => who[looking.category]?.includes(role))
      const body = await endpoint.execute(viewer, { query: `{ list: ${name} { net: __typename id } }` })
      const { data } = JSON.parse(body) as { data?: { list: { id: string }[] } }
      expect(data !== undefined, name).toBe(isHis)
      const other = await endpoint.execute(viewer, {
        query: `{ list: ${name}(args: {${scopeOf(name)}: "${uid('business.business A2')}"}) { id } }`,
      })
      expect(other, 'whose books they are is not an argument').toContain('errors')
      count[isHis ? 'allowed' : 'refused'] += 1
      if (data && name === 'get_agency_sales_ledger_detail') await isOwnLedger(looking, data.list)
      if (data && name === 'get_agency_commission') await areOwnSets(looking, data.list)
    }
  })
})

/** The party a report is scoped to. */
function scopeOf(name: string): string {
  const forced = functions.find((one) => one.name === name)?.forced ?? {}
  return Object.keys(forced).find((key) => key !== 'today') ?? ''
}

async function loads(
  address: EntityAddress,
  sight: Sight | null,
  load: (...ids: string[]) => Promise<string>,
): Promise<void> {
  const own = sight && !sight.isReached ? sight.ids : new Set<string>()
  const ids = facts.rowsOf(entities[address]).map((row) => row.id ?? '')
  const seen = some([...own], 50)
  const missing = await load(nowhere)
  expect(missing, address).toMatch(/^not_found: /)
  if (seen.length > 0) expect(await load(...seen), address).toBe('given')
  count.allowed += seen.length
  for (const id of some(
    ids.filter((id) => !own.has(id)),
    6,
  )) {
    expect(await load(id), `${address} ${world.nameOf(address, id)}`).toBe(missing)
    // One path that is not the viewer's spoils the whole load.
    if (seen[0]) expect(await load(seen[0], id), address).toBe(missing)
    count.refused += 1
  }
}

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

/** Open documents to clients of the agency, and its unmatched receipts, by hand. */
async function isOwnLedger({ business }: Looking, list: readonly { id: string }[]): Promise<void> {
  const { rows } = await database.owner.query<{ id: string }>(
    `select id from transaction.invoice where agency_id = $1 and status = 'open' and deleted_at is null
       and type in ('provider-client', 'agency-client', 'funder-client')
     union all
     select id from transaction.payment_receipt_summary where agency_id = $1 and type = 'receipt'
       and deleted_at is null and status in ('allocated', 'partially_matched')`,
    [uid(`business.business ${business}`)],
  )
  expect(list.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
}

/** Invoice sets of the agency, by hand. */
async function areOwnSets({ business }: Looking, list: readonly { id: string }[]): Promise<void> {
  const { rows } = await database.owner.query<{ id: string }>(
    'select id from transaction.invoice_set where agency_id = $1 and deleted_at is null',
    [uid(`business.business ${business}`)],
  )
  expect(list.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
}

test('reports: the world has rows for each that names rows', () => {
  const empty = [...reported].filter(([, rows]) => rows === 0).map(([name]) => name)
  expect(empty.filter((name) => !name.endsWith('_agreement'))).toEqual([])
})

test('enough was asked, and enough of it was rightly allowed', () => {
  expect(count.refused).toBeGreaterThan(5_000)
  expect(count.allowed).toBeGreaterThan(5_000)
})
