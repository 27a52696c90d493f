import { expect, test } from 'vitest'
import { actionsOf, type Contract, curlOf, fieldsOf, kindOf, type Shape, sampleOf } from './contract.ts'

const input: Shape = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    until: { type: 'string', format: 'date' },
    reason: { type: 'string', maxLength: 500 },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { amount: { type: 'string', examples: ['12.50'] } },
        required: ['amount'],
      },
    },
    kind: { enum: ['weekly', 'monthly'] },
  },
  required: ['id', 'until', 'lines'],
}

const contract: Contract = {
  webhooks: {},
  paths: {
    '/api/v1/actions': { get: { tags: ['api'], summary: 'Lists', responses: {} } },
    '/api/v1/actions/business.note.set': {
      post: {
        tags: ['business.note'],
        summary: 'Sets a note',
        parameters: [{}],
        requestBody: { content: { 'application/json': { schema: input } } },
        responses: {
          '200': {
            content: { 'application/json': { schema: { properties: { data: { type: 'object' } } } } },
          },
        },
      },
    },
  },
}

test('a shape names its fields with their kinds, in lists too', () => {
  expect(fieldsOf(input)).toEqual([
    { path: 'id', kind: 'uuid', isRequired: true },
    { path: 'until', kind: 'date', isRequired: true },
    { path: 'reason', kind: 'text, at most 500 letters', isRequired: false },
    { path: 'lines', kind: 'list of object', isRequired: true },
    { path: 'lines[].amount', kind: 'text', isRequired: true },
    { path: 'kind', kind: 'one of weekly, monthly', isRequired: false },
  ])
})

test.each<[Shape, string]>([
  [{ const: 'draft' }, 'always draft'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
  [{ type: 'array', items: { type: 'string', format: 'uuid' } }, 'list of uuid'],
  [{ type: 'integer' }, 'integer'],
  [{}, 'anything'],
])('%j reads as %s', (shape, words) => {
  expect(kindOf(shape)).toBe(words)
})

test('the sample holds what is required', () => {
  expect(sampleOf(input)).toEqual({
    id: '0192f0c0-0000-7000-8000-000000000001',
    until: '2026-11-30',
    lines: [{ amount: '12.50' }],
  })
})

test('an action becomes a command with its key', () => {
  const [action] = actionsOf(contract)
  expect(action).toMatchObject({ action_id: 'business.note.set', noun: 'business.note', needs_key: true })
  const command = action ? curlOf(action, 'https://stint.example') : ''
  expect(command).toContain('curl https://stint.example/api/v1/actions/business.note.set')
  expect(command).toContain('Idempotency-Key')
})
