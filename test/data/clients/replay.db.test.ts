/** The calls of the known clients as they were recorded, sent to the running server and answered as they were. */
import { buildClientSchema, type IntrospectionQuery, validateSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readRecording, replay } from './recording.ts'
import { openStage } from './stage.ts'

/** The calls that each client must make; the rest of a recording is lists with other filters. */
const CALLS = {
  'ra-data-hasura': [
    'insert_platform_note',
    'platform_note_aggregate',
    'update_platform_note_by_pk',
    'update_platform_note',
    'delete_platform_note',
  ],
  'refine-hasura': [
    'insert_platform_note_one',
    'insert_platform_note',
    'platform_note_by_pk',
    'platform_note_aggregate',
    'update_platform_note_by_pk',
    'update_platform_note',
    'delete_platform_note_by_pk',
    'delete_platform_note',
  ],
} as const

describe.each(['ra-data-hasura', 'refine-hasura'] as const)('%s', async (name) => {
  const stage = await openStage()
  const send = async (request: unknown): Promise<unknown> => {
    const response = await stage.fetch(stage.url, {
      method: 'POST',
      headers: { ...stage.headers, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  it('is answered as it was recorded', async () => {
    const recording = readRecording(name)
    expect(recording.length).toBeGreaterThan(20)
    const seen = await replay(recording, [stage.client_id], send)
    for (const { request, expected, answer } of seen)
      expect({ request, answer }).toEqual({ request, answer: expected })
  })
  it.each(CALLS[name])('calls %s', (call) => {
    const documents = readRecording(name).map(({ request }) => (request as { query: string }).query) // What a client sends.
    expect(documents.some((query) => new RegExp(`\\b${call}\\b`).test(query))).toBe(true)
  })
})

describe('the introspection of ra-data-hasura', async () => {
  const stage = await openStage()
  it('builds a client’s schema', async () => {
    const [first] = readRecording('ra-data-hasura')
    const response = await stage.fetch(stage.url, {
      method: 'POST',
      headers: { ...stage.headers, 'content-type': 'application/json' },
      body: JSON.stringify(first?.request),
    })
    const { data } = (await response.json()) as { data: IntrospectionQuery } // Checked by buildClientSchema.
    const schema = buildClientSchema(data)
    expect(validateSchema(schema)).toEqual([])
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toContain('platform_note_aggregate')
    expect(schema.getType('platform_note_insert_input')).toBeDefined()
  })
})
