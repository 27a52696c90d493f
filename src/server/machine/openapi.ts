/**
 * The contract of the API for programs as OpenAPI 3.1, made from the verbs: their inputs, answers and roles. Kept as
 * docs/openapi.json; a guard compares.
 */
import { z } from 'zod'
import { PING, webhook_events } from '#business/webhooks/webhook-events.rules.ts'
import type { WhoMay } from '#entity/access.ts'
import { labelOf } from '#entity/choices.ts'
import type { AnyVerb } from '../verb.ts'

export type JsonSchema = { readonly [key: string]: unknown }

/** The part of OpenAPI 3.1 that the contract uses. */
export type OpenApi = {
  readonly openapi: '3.1.0'
  readonly info: Readonly<Record<string, string>>
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, JsonSchema>>
}

/** A verb's shape as JSON Schema. @throws where JSON cannot say it */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'throw',
    // The format says it already, in a word.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date' || jsonSchema.format === 'date-time')
        delete jsonSchema.pattern
    },
  })
  return rest
}

type Schemas = Readonly<Record<string, JsonSchema>>

/**
 * A schema's own `$defs` as components: its pointers begin at the top of a document, which here is the contract's.
 * @param name of the operation, so that parts of two schemas stay apart
 */
function withParts(
  name: string,
  schema: JsonSchema,
): { readonly schema: JsonSchema; readonly parts: Schemas } {
  if (!('$defs' in schema)) return { schema, parts: {} }
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${name}_`)
  const { $defs, ...rest } = JSON.parse(text) as JsonSchema & { readonly $defs: Schemas } // As zod writes them.
  const parts = Object.entries($defs).map(([part, of]) => [`${name}_${part}`, of] as const)
  return { schema: rest, parts: Object.fromEntries(parts) }
}

const answered = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
  additionalProperties: false,
})

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })

/** Refusals by status: the code in the answer, and its meaning. */
const refusals = {
  400: ['invalid', 'The input is refused: errors holds a message for each field'],
  401: ['signed_out', 'The token is not valid'],
  403: ['not_allowed', 'Outside of the actions or the roles of the token'],
  404: ['not_found', 'No such record for this business'],
  409: ['conflict', 'Changed by somebody else, or the key was used for another request'],
  422: ['precondition', 'The state of the record forbids it'],
  429: ['too_many', 'Too many calls: repeat after Retry-After seconds'],
  503: ['unavailable', 'Repeat with the same key after Retry-After seconds'],
} as const satisfies Readonly<Record<number, readonly [code: string, meaning: string]>>

const refused = Object.fromEntries(
  Object.entries(refusals).map(([status, [code]]) => [status, { $ref: `#/components/responses/${code}` }]),
)

const refusal_schema: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['success', 'code', 'message'],
}

const key_parameter: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A repeat with the same key and input gets the first answer',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const namesOf = (who: WhoMay): string =>
  Object.entries(who)
    .map(([category, roles]) => `${labelOf(category)} (${roles.map(labelOf).join(', ')})`)
    .join('; ')

const operationId = ({ action_id }: AnyVerb): string => action_id.replaceAll('.', '_')

const shapesOf = (verb: AnyVerb) => ({
  input: withParts(`${operationId(verb)}_input`, jsonSchemaOf(verb.input, 'input')),
  output: withParts(`${operationId(verb)}_output`, jsonSchemaOf(verb.output, 'output')),
})

function operationOf(verb: AnyVerb): Operation {
  const { action_id, summary, since, who, is_reading } = verb
  const { input, output } = shapesOf(verb)
  return {
    operationId: operationId(verb),
    tags: [action_id.slice(0, action_id.lastIndexOf('.'))],
    summary,
    description: `For ${namesOf(who)}. Since ${since}.`,
    ...(is_reading ? {} : { parameters: [{ $ref: '#/components/parameters/key' }] }),
    requestBody: { required: true, content: json(input.schema) },
    responses: {
      200: { description: 'Done', content: json(answered(output.schema)) },
      ...refused,
    },
  }
}

const list_operation: Operation = {
  operationId: 'actions',
  tags: ['api'],
  summary: 'Lists the actions that are open to programs',
  responses: {
    200: {
      description: 'The actions',
      content: json(
        answered({
          type: 'array',
          items: {
            type: 'object',
            properties: {
              action_id: { type: 'string' },
              summary: { type: 'string' },
              since: { type: 'string' },
            },
            required: ['action_id', 'summary', 'since'],
            additionalProperties: false,
          },
        }),
      ),
    },
    401: refused[401] ?? {},
    429: refused[429] ?? {},
  },
}

const event_data: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    human_id: { type: ['string', 'null'] },
    entity: { type: 'string' },
    old_status: { type: ['string', 'null'] },
    status: { type: 'string' },
  },
  required: ['id'],
}

/** A message of a webhook, as Stint posts it (docs/api.md, webhooks). */
const messageOf = (event: string): Operation => ({
  operationId: `event_${event.replaceAll('.', '_')}`,
  tags: ['webhooks'],
  summary: event === PING ? 'A test' : `${labelOf(event.split('.')[1] ?? '')}: ${event.split('.')[2] ?? ''}`,
  requestBody: {
    required: true,
    content: json({
      type: 'object',
      properties: {
        type: { const: event },
        timestamp: { type: 'string', format: 'date-time' },
        data: { $ref: '#/components/schemas/event_data' },
      },
      required: ['type', 'timestamp', 'data'],
    }),
  },
  responses: { '2XX': { description: 'Delivered' }, 410: { description: 'Disables the webhook' } },
})

export const contract_path = '/api/v1/openapi.json'

/** The contract of the verbs that are open to programs. */
export function openApi(verbs: Iterable<AnyVerb>): OpenApi {
  const open = [...verbs].filter(({ machine }) => machine === 'allowed')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stint',
      version: '1',
      description:
        'Actions for programs with an API token. Money is text with two decimals, days are YYYY-MM-DD, moments are UTC.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: {
      '/api/v1/actions': { get: list_operation },
      ...Object.fromEntries(
        open.map((verb) => [`/api/v1/actions/${verb.action_id}`, { post: operationOf(verb) }]),
      ),
    },
    webhooks: Object.fromEntries(
      [...webhook_events, PING].map((event) => [event, { post: messageOf(event) }]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: { key: key_parameter },
      schemas: {
        refusal: refusal_schema,
        event_data,
        ...Object.assign(
          {},
          ...open.map(shapesOf).map(({ input, output }) => ({ ...input.parts, ...output.parts })),
        ),
      },
      responses: Object.fromEntries(
        Object.values(refusals).map(([code, description]) => [
          code,
          { description, content: json({ $ref: '#/components/schemas/refusal' }) },
        ]),
      ),
    },
  }
}
