/** openapi-typescript and openapi-fetch, unmodified: types from docs/openapi.json, with which 20 calls compile and run. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../database.ts'
import { seedAgency, seedProvider, worldOn } from '../../fixtures/world.ts'
import { testApp } from '../../server/harness.ts'
import { makeToken } from '../../server/program.ts'
import { areInstalled } from './installed.ts'

/** As a customer writes them; `api.d.ts` is what openapi-typescript made. */
const CALLS = `import type { Client } from 'openapi-fetch'
import type { paths } from './api.d.ts'

const key = () => ({ header: { 'Idempotency-Key': crypto.randomUUID() } })

/** 20 calls, each by its path. @returns the answers' statuses */
export async function calls(client: Client<paths>, id: string) {
  const one = { params: key(), body: { id } }
  const said = { params: key(), body: { id, comment: 'Not agreed' } }
  const many = { params: key(), body: { ids: [id] } }
  const listed = await client.GET('/api/v1/actions')
  const names: string[] = listed.data?.data.map(({ action_id }) => action_id) ?? []
  const made = await client.POST('/api/v1/actions/business.client.create', {
    params: key(),
    body: {
      company: { name: 'Northgate Foods Ltd', address: { line_1: '1 Bond Court', country: 'United Kingdom', country_code: 'GB' }, is_vat_registered: false },
      temp_payment_terms: 30,
    },
  })
  const human_id: string | undefined = made.data?.data.human_id
  const message: string | undefined = made.error?.message
  const others = await Promise.all([
    client.POST('/api/v1/actions/contract.temp_placement.submit', one),
    client.POST('/api/v1/actions/contract.temp_placement.activate', one),
    client.POST('/api/v1/actions/contract.perm_placement.submit', one),
    client.POST('/api/v1/actions/contract.sales_invoice.raise', one),
    client.POST('/api/v1/actions/transaction.expense.submit', one),
    client.POST('/api/v1/actions/transaction.timesheet.submit', one),
    client.POST('/api/v1/actions/contract.temp_placement.recall', said),
    client.POST('/api/v1/actions/contract.perm_placement.cancel', said),
    client.POST('/api/v1/actions/contract.adhoc_fee.cancel', said),
    client.POST('/api/v1/actions/transaction.expense.raise', many),
    client.POST('/api/v1/actions/transaction.timesheet.raise', many),
    client.POST('/api/v1/actions/transaction.payslip.issue', many),
    client.POST('/api/v1/actions/transaction.invoice.chase', many),
    client.POST('/api/v1/actions/request.change_request.compare', { body: { id } }),
    client.POST('/api/v1/actions/transaction.timesheet.check_evidence', { body: { id } }),
    client.POST('/api/v1/actions/business.chase_plan.preview', { body: { client_id: id } }),
    client.POST('/api/v1/actions/platform.saved_view.save', {
      params: key(),
      body: { list: 'business/client', name: 'All', search: '' },
    }),
    client.POST('/api/v1/actions/platform.saved_view.remove', one),
  ])
  return { names, human_id, message, statuses: [listed, made, ...others].map(({ response }) => response.status) }
}
`

type OpenApiTs = { default: (schema: URL) => Promise<unknown>; astToString: (ast: unknown) => string }
type OpenApiFetch = { default: (options: { baseUrl: string; headers: object }) => unknown }
type Calls = {
  calls: (
    client: unknown,
    id: string,
  ) => Promise<{ names: string[]; human_id?: string; statuses: readonly number[] }>
}

const load = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ name)) as T // Named by each caller.
const folder = new URL('node_modules/.calls/', import.meta.url)

describe.skipIf(!areInstalled)('a client made from the contract', () => {
  it('compiles and runs 20 calls', async () => {
    const { default: typesOf, astToString } = await load<OpenApiTs>('openapi-typescript')
    mkdirSync(folder, { recursive: true })
    const contract = new URL('../../../docs/openapi.json', import.meta.url)
    writeFileSync(new URL('api.d.ts', folder), astToString(await typesOf(contract)))
    writeFileSync(new URL('calls.ts', folder), CALLS)
    const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
    const strict = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2024'
    const libraries = ['--lib', 'es2024,dom', '--types', '', '--allowImportingTsExtensions']
    const file = fileURLToPath(new URL('calls.ts', folder))
    execFileSync(process.execPath, [tsc, ...strict.split(' '), ...libraries, file], { encoding: 'utf8' })

    const database = await freshDatabase()
    const world = worldOn(database)
    const { app } = await testApp(database, world.clock)
    const { admin, id } = await seedAgency(world, await seedProvider(world))
    const { token } = await makeToken(world, admin, { actions: [] })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
    const { default: createClient } = await load<OpenApiFetch>('openapi-fetch')
    const headers = { authorization: `Bearer ${token}` }
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, headers })
    const { calls } = await load<Calls>(file)
    const { names, human_id, statuses } = await calls(client, id)
    expect(names.length).toBeGreaterThan(80)
    expect(human_id).toMatch(/^CLI/)
    expect(statuses).toHaveLength(20)
    // No record has the id of the agency: each answer is one that the contract names.
    expect(statuses.filter((status) => ![200, 404, 409, 422].includes(status))).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3)
  })
})
