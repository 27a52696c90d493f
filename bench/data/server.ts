/** One of the servers that are compared, in a process of its own. Who asks stands in a header, for all alike. */
import Fastify from 'fastify'
import { DataEndpoint } from '#data/execute.server.ts'
import { systemClock } from '#kernel/clock.ts'
import { openDatabase } from '#server/database.ts'
import { test_keys } from '#test/books-key.ts'
import { HAND_SQL } from './list.ts'
import type { ServerFacts, ServerSettings } from './servers.ts'
import { adminOf } from './viewer.ts'
import { agencyId } from './world.ts'

const settings = JSON.parse(process.env.BENCH_SERVER ?? '{}') as ServerSettings // Written by main.ts.
const database = openDatabase({
  url: settings.url,
  readUrl: null,
  rolePrefix: settings.role_prefix,
  roleSecret: settings.role_secret,
  poolSize: settings.connections * 2,
  booksKeys: test_keys,
})
const pool = database.reader('agency')

const app = Fastify()
if (settings.kind === 'hand') {
  app.post('/', async (request, reply) => {
    const { variables } = request.body as { variables: { where: { status: { _eq: string } } } } // What load.ts sends.
    const values = [
      agencyId(Number(request.headers['x-agency'])),
      variables.where.status._eq,
      systemClock.today(),
    ]
    const { rows } = await pool.query<{ data: string }>({ name: 'list', text: HAND_SQL, values })
    return reply.type('application/json; charset=utf-8').send(`{"data":${rows[0]?.data}}`)
  })
} else {
  const endpoint = new DataEndpoint({
    database,
    clock: systemClock,
    onError: (error) => console.error(error),
  })
  app.post('/', async (request, reply) => {
    const viewer = adminOf(Number(request.headers['x-agency']))
    const body = await endpoint.execute(viewer, request.body as { query: string }) // What load.ts sends.
    return reply.type('application/json; charset=utf-8').send(body)
  })
}

/** Asks every connection of the pool, all held at once, how its statements were planned. */
async function facts(): Promise<ServerFacts> {
  const cpu = process.cpuUsage()
  const clients = await Promise.all(Array.from({ length: settings.connections }, () => pool.connect()))
  const answers = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ generic: string; custom: string; pid: number }>(
        `select coalesce(sum(generic_plans), 0)::text as generic, coalesce(sum(custom_plans), 0)::text as custom, pg_backend_pid() as pid
         from pg_prepared_statements where statement like '%transaction%invoice%'`,
      )
      client.release()
      return rows
    }),
  )
  const rows = answers.flat()
  return {
    cpu_ms: (cpu.user + cpu.system) / 1000,
    generic_plans: rows.reduce((sum, row) => sum + Number(row.generic), 0),
    custom_plans: rows.reduce((sum, row) => sum + Number(row.custom), 0),
    backends: rows.map((row) => row.pid),
  }
}

process.on('message', () => {
  facts().then(
    (told) => process.send?.(told),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.({ port: typeof address === 'object' ? address?.port : null })
