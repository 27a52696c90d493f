import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DataEndpoint } from '#data/execute.server.ts'
import { LIMITS } from '#data/limits.ts'
import { SWEEP_MS, WINDOW_MS } from '#data/live/live.server.ts'
import { SESSION_READS_MAX, TURN_CLASSES } from '#server/turns/turn-classes.ts'
import { freshDatabase } from '#test/database.ts'
import { linkSample, sampleBusinesses, samplePerson, testClock, viewerOf } from '#test/server/sample.ts'

const text = readFileSync(new URL('../../docs/data-api.md', import.meta.url), 'utf8')
const examples = [...text.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, example = '']) => example.trim())

const database = await freshDatabase()
const clock = testClock()
const endpoint = new DataEndpoint({ database, clock })
const sample = await sampleBusinesses(database)
await linkSample(database, sample)
const { agency_id, client_id } = sample
const viewer = await viewerOf(database, await samplePerson(database, clock, agency_id, ['agency_admin']))
await endpoint.ready()

const VARIABLES: Readonly<Record<string, Record<string, unknown>>> = {
  page: { where: { status: { _eq: 'submitted' } }, order_by: { updated_at: 'desc' }, limit: 10, offset: 0 },
  note: { text: 'draft', client_id },
}

describe('docs/data-api.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(6)
  })
  it.each(examples.map((query) => [query.split('\n')[0] ?? '', query]))('runs: %s', async (_first, query) => {
    const name = /^\w+ (\w+)/.exec(query)?.[1] ?? ''
    const request = { query, variables: VARIABLES[name] ?? {} }
    if (endpoint.kindOf(viewer, request) === 'subscription') {
      expect(endpoint.prepareRequest(viewer, request).plan.text).toContain('select')
      return
    }
    expect(JSON.parse(await endpoint.execute(viewer, request))).not.toHaveProperty('errors')
  })
  it('names the limits as they are', () => {
    const n = (value: number) => value.toLocaleString('en-GB')
    for (const said of [
      `| depth of selections | ${LIMITS.depth} |`,
      `| brackets within brackets | ${LIMITS.nesting} |`,
      `counted repetitions written out | ${n(LIMITS.pattern)} |`,
      `introspections of a user a minute | ${LIMITS.introspections_a_minute} |`,
      `| root fields; aliases; tokens | ${LIMITS.root_fields}; ${LIMITS.aliases}; ${n(LIMITS.tokens)} |`,
      `| items of a list value | ${n(LIMITS.list_items)} |`,
      `also without \`limit\` | ${n(LIMITS.rows)} |`,
      `| rows of an insert | ${n(LIMITS.written_rows)} |`,
      `at least 2 and at most ${SESSION_READS_MAX}; ${TURN_CLASSES.read.waiting} wait |`,
      `requests together | ${LIMITS.subscriptions}; ${n(LIMITS.subscription_bytes / 1e6)} MB |`,
      `| connections of a session | ${TURN_CLASSES.socket.session} |`,
      `made up for within ${SWEEP_MS / 1000} seconds`,
      `within about ${WINDOW_MS} ms`,
      `multiplied | ${n(LIMITS.cost)}`,
    ]) {
      expect(text).toContain(said)
    }
  })
})
