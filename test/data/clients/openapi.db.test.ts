/**
 * Two generators, unmodified: openapi-typescript with openapi-fetch, and @hey-api/openapi-ts, which writes a function for
 * each call. 20 calls of each compile from docs/openapi.json and run.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const others = [
    () => client.POST('/api/v1/actions/contract.temp_placement.submit', one),
    () => client.POST('/api/v1/actions/contract.temp_placement.activate', one),
    () => client.POST('/api/v1/actions/contract.perm_placement.submit', one),
    () => client.POST('/api/v1/actions/contract.sales_invoice.raise', one),
    () => client.POST('/api/v1/actions/transaction.expense.submit', one),
    () => client.POST('/api/v1/actions/transaction.timesheet.submit', one),
    () => client.POST('/api/v1/actions/contract.temp_placement.recall', said),
    () => client.POST('/api/v1/actions/contract.perm_placement.cancel', said),
    () => client.POST('/api/v1/actions/contract.adhoc_fee.cancel', said),
    () => client.POST('/api/v1/actions/transaction.expense.raise', many),
    () => client.POST('/api/v1/actions/transaction.timesheet.raise', many),
    () => client.POST('/api/v1/actions/transaction.payslip.issue', many),
    () => client.POST('/api/v1/actions/transaction.invoice.chase', many),
    () => client.POST('/api/v1/actions/request.change_request.compare', { body: { id } }),
    () => client.POST('/api/v1/actions/transaction.timesheet.check_evidence', { body: { id } }),
    () => client.POST('/api/v1/actions/business.chase_plan.preview', { body: { client_id: id } }),
    () => client.POST('/api/v1/actions/platform.saved_view.save', {
      params: key(),
      body: { list: 'business/client', name: 'All', search: '' },
    }),
    () => client.POST('/api/v1/actions/platform.saved_view.remove', one),
  ]
  const statuses = [listed.response.status, made.response.status]
  for (const other of others) statuses.push((await other()).response.status)
  return { names, human_id, message, statuses }
}
`

/** The same calls, as functions that the other generator wrote. */
const FUNCTIONS = `import * as api from './sdk/index.js'
import { client } from './sdk/client.gen.js'

const key = () => ({ headers: { 'Idempotency-Key': crypto.randomUUID() } })

/** @returns the answers' statuses */
export async function calls(baseUrl: string, token: string, id: string) {
  client.setConfig({ baseUrl, headers: { authorization: 'Bearer ' + token } })
  const one = () => ({ ...key(), body: { id } })
  const said = () => ({ ...key(), body: { id, comment: 'Not agreed' } })
  const many = () => ({ ...key(), body: { ids: [id] } })
  const listed = await api.actions()
  const names: string[] = listed.data?.data.map(({ action_id }) => action_id) ?? []
  const made = await api.businessClientCreate({
    ...key(),
    body: {
      company: { name: 'Southgate Foods Ltd', address: { line_1: '2 Bond Court', country: 'United Kingdom', country_code: 'GB' }, is_vat_registered: false },
      temp_payment_terms: 30,
    },
  })
  const human_id: string | undefined = made.data?.data.human_id
  const others = [
    () => api.contractTempPlacementSubmit(one()),
    () => api.contractTempPlacementActivate(one()),
    () => api.contractPermPlacementSubmit(one()),
    () => api.contractSalesInvoiceRaise(one()),
    () => api.transactionExpenseSubmit(one()),
    () => api.transactionTimesheetSubmit(one()),
    () => api.contractTempPlacementRecall(said()),
    () => api.contractPermPlacementCancel(said()),
    () => api.contractAdhocFeeCancel(said()),
    () => api.transactionExpenseRaise(many()),
    () => api.transactionTimesheetRaise(many()),
    () => api.transactionPayslipIssue(many()),
    () => api.transactionInvoiceChase(many()),
    () => api.requestChangeRequestCompare({ body: { id } }),
    () => api.transactionTimesheetCheckEvidence({ body: { id } }),
    () => api.businessChasePlanPreview({ body: { client_id: id } }),
    () => api.platformSavedViewSave({ ...key(), body: { list: 'business/client', name: 'All of them', search: '' } }),
    () => api.platformSavedViewRemove(one()),
  ]
  const statuses = [listed.response?.status ?? 0, made.response?.status ?? 0]
  for (const other of others) statuses.push((await other()).response?.status ?? 0)
  return { names, human_id, statuses }
}
`

type OpenApiTs = { default: (schema: URL) => Promise<unknown>; astToString: (ast: unknown) => string }
type OpenApiFetch = { default: (options: { baseUrl: string; headers: object }) => unknown }
type Made = { readonly names: string[]; readonly human_id?: string; readonly statuses: readonly number[] }
type Calls = { calls: (client: unknown, id: string) => Promise<Made> }
type HeyApi = { createClient: (config: object) => Promise<unknown> }
type Functions = { calls: (base_url: string, token: string, id: string) => Promise<Made> }

const load = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ name)) as T // Named by each caller.
const folder = new URL('node_modules/.calls/', import.meta.url)

const contract = new URL('../../../docs/openapi.json', import.meta.url)
const pathIn = (name: string) => fileURLToPath(new URL(name, folder))

/** Strictly, as a customer compiles; `more` says where the compiled files go. */
function compile(file: string, ...more: readonly string[]): void {
  const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
  const strict = '--ignoreConfig --strict --skipLibCheck --module nodenext --target es2024'.split(' ')
  const libraries = ['--lib', 'es2024,dom,dom.iterable', '--types', '']
  execFileSync(process.execPath, [tsc, ...strict, ...libraries, ...more, file], { encoding: 'utf8' })
}

/** The entities of the 20 calls. */
const actions = [
  'business.chase_plan.*',
  'business.client.*',
  'contract.adhoc_fee.*',
  'contract.perm_placement.*',
  'contract.sales_invoice.*',
  'contract.temp_placement.*',
  'platform.saved_view.*',
  'request.change_request.*',
  'transaction.expense.*',
  'transaction.invoice.*',
  'transaction.payslip.*',
  'transaction.timesheet.*',
]

/** The product for a program of an agency. */
async function serve(): Promise<{ readonly url: string; readonly token: string; readonly id: string }> {
  const database = await freshDatabase()
  const world = worldOn(database)
  const { app } = await testApp(database, world.clock)
  const { admin, id } = await seedAgency(world, await seedProvider(world))
  const { token } = await makeToken(world, admin, { actions })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // It listens on a port, not on a path.
  return { url: `http://127.0.0.1:${port}`, token, id }
}

function expectAnswers({ names, human_id, statuses }: Made): void {
  expect(names.length).toBeGreaterThan(80)
  expect(human_id).toMatch(/^CLI/)
  expect(statuses).toHaveLength(20)
  // No record has the id of the agency, and some steps are the provider's: each answer is one that the contract names.
  expect(statuses.filter((status) => ![200, 403, 404, 409, 422].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3)
}

describe.skipIf(!areInstalled)('a client made from the contract', () => {
  it('of openapi-typescript compiles and runs 20 calls', async () => {
    const { default: typesOf, astToString } = await load<OpenApiTs>('openapi-typescript')
    mkdirSync(folder, { recursive: true })
    writeFileSync(new URL('api.d.ts', folder), astToString(await typesOf(contract)))
    writeFileSync(new URL('calls.ts', folder), CALLS)
    compile(pathIn('calls.ts'), '--noEmit', '--allowImportingTsExtensions')
    const { url, token, id } = await serve()
    const { default: createClient } = await load<OpenApiFetch>('openapi-fetch')
    const client = createClient({ baseUrl: url, headers: { authorization: `Bearer ${token}` } })
    const { calls } = await load<Calls>(pathIn('calls.ts'))
    expectAnswers(await calls(client, id))
  })

  it('of @hey-api/openapi-ts compiles and runs 20 calls', async () => {
    const { createClient } = await load<HeyApi>('@hey-api/openapi-ts')
    // The compiler writes nothing of a folder called node_modules.
    const made = mkdtempSync(join(tmpdir(), 'stint-client-'))
    await createClient({
      input: fileURLToPath(contract),
      output: { path: join(made, 'sdk'), importFileExtension: '.js' },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    })
    writeFileSync(join(made, 'functions.ts'), FUNCTIONS)
    writeFileSync(join(made, 'package.json'), '{"type":"module"}')
    compile(join(made, 'functions.ts'), '--outDir', join(made, 'compiled'))
    const { url, token, id } = await serve()
    const { calls } = await load<Functions>(join(made, 'compiled/functions.js'))
    expectAnswers(await calls(url, token, id))
    rmSync(made, { recursive: true })
  })
})
