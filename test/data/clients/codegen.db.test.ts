/** graphql-codegen, unmodified: reads the schema by introspection and writes types for operations on it. */
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
  printSchema,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { areInstalled } from './installed.ts'
import { openStage } from './stage.ts'

type Plugin = Record<string, unknown>
type Codegen = { codegen: (options: object) => Promise<string> }

const load = async <T>(name: string): Promise<T> => (await import(/* @vite-ignore */ name)) as T // Named by each caller.

const OPERATIONS = `
  query Overdue($where: transaction_invoice_bool_exp!, $order_by: [transaction_invoice_order_by!], $limit: Int = 10) {
    transaction_invoice(where: $where, order_by: $order_by, limit: $limit) { id human_id total_amount due_date client { name } }
    transaction_invoice_aggregate(where: $where) { aggregate { count sum { total_amount } } }
  }
  mutation AddNote($object: platform_note_insert_input!) { insert_platform_note_one(object: $object) { id text } }
  subscription Notes { platform_note { id text } }`

describe.skipIf(!areInstalled)('graphql-codegen', async () => {
  const stage = areInstalled ? await openStage() : null
  it('writes typed operations from the schema it introspected', async () => {
    if (!stage) throw new Error('The stage is open where the client is installed.')
    const response = await stage.fetch(stage.url, {
      method: 'POST',
      headers: { ...stage.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
      }),
    })
    const { data } = (await response.json()) as { data: IntrospectionQuery } // Checked by buildClientSchema.
    const { codegen } = await load<Codegen>('@graphql-codegen/core')
    const typescript = await load<Plugin>('@graphql-codegen/typescript')
    const operations = await load<Plugin>('@graphql-codegen/typescript-operations')
    const written = await codegen({
      filename: 'types.ts',
      schema: parse(printSchema(buildClientSchema(data))),
      documents: [{ location: 'operations.graphql', document: parse(OPERATIONS) }],
      config: {
        scalars: {
          uuid: 'string',
          numeric: 'number',
          date: 'string',
          timestamptz: 'string',
          jsonb: 'unknown',
        },
      },
      plugins: [{ typescript: {} }, { operations: {} }],
      pluginMap: { typescript, operations },
    })
    for (const name of ['OverdueQuery', 'OverdueQueryVariables', 'AddNoteMutation', 'NotesSubscription'])
      expect(written).toMatch(new RegExp(`export type ${name} =`))
    expect(written).toMatch(/total_amount: number/)
    expect(written).toMatch(/export type Platform_Note_Insert_Input = \{/)
  })
})
