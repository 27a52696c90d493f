/**
 * PostGraphile as its manual sets it up for production: Amber preset, its own HTTP server, a pool as large as the others'.
 * `peer_plain` filters by arguments alone. `peer_settings` gives each request a role and a claim, and policies filter.
 */
import { createServer } from 'node:http'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const { kind, url, connections } = JSON.parse(process.env.BENCH_SERVER ?? '{}')
const agencyOf = (number) => `a0000000-0000-7000-8000-${Number(number).toString(16).padStart(12, '0')}`

const address = new URL(url)
address.username = 'peer'
address.password = 'peer'
const pool = new pg.Pool({ connectionString: address.href, max: connections })

const settingsOf = ({ node }) => ({
  pgSettings: { role: 'peer_agency', 'peer.agency_id': agencyOf(node.req.headers['x-agency']) },
})

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It would leave out sorting by columns that no index begins with; ours begin with the agency.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({ pool, schemas: ['transaction', 'business', 'platform', 'peer'], pubsub: false }),
  ],
  // Its faster way of writing answers.
  grafserv: { graphqlPath: '/', graphiql: false, watch: false, websockets: false, outputDataAsString: true },
  grafast: kind === 'peer_settings' ? { context: settingsOf } : {},
})
const server = createServer()
await instance.createServ(grafserv).addTo(server)
// The schema is made before anybody is told the port.
await instance.getSchema()

/** The same facts as bench/data/server.ts tells. */
async function facts() {
  const cpu = process.cpuUsage()
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  const answers = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query(
        `select coalesce(sum(generic_plans), 0)::int as generic, coalesce(sum(custom_plans), 0)::int as custom, pg_backend_pid() as pid
         from pg_prepared_statements where statement like '%invoice%' or statement like '%count_%'`,
      )
      client.release()
      return rows[0]
    }),
  )
  return {
    cpu_ms: (cpu.user + cpu.system) / 1000,
    generic_plans: answers.reduce((sum, row) => sum + row.generic, 0),
    custom_plans: answers.reduce((sum, row) => sum + row.custom, 0),
    backends: answers.map((row) => row.pid),
  }
}

process.on('message', () => {
  facts().then(
    (told) => process.send?.(told),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
