/** The contract of the API as its reference page reads it. */

export type Shape = {
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly additionalProperties?: Shape | boolean
}

export type Contract = {
  /** Messages of webhooks by the name of the event. */
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>
}

type Content = { readonly 'application/json': { readonly schema: Shape } }

type ContractOperation = {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly object[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

/** An action of the contract. */
export type ApiAction = {
  readonly action_id: string
  readonly noun: string
  readonly summary: string
  readonly note: string
  readonly needs_key: boolean
  readonly input: Shape
  readonly answer: Shape
}

const prefix = '/api/v1/actions/'

/** Actions by their ids. */
export function actionsOf({ paths }: Contract): ApiAction[] {
  return Object.entries(paths)
    .flatMap(([path, { post }]) => {
      if (!post || !path.startsWith(prefix)) return []
      const answered = post.responses['200']?.content?.['application/json'].schema.properties?.data
      return {
        action_id: path.slice(prefix.length),
        noun: post.tags[0] ?? '',
        summary: post.summary,
        note: post.description ?? '',
        needs_key: (post.parameters ?? []).length > 0,
        input: post.requestBody?.content['application/json'].schema ?? {},
        answer: answered ?? {},
      }
    })
    .sort((a, b) => (a.action_id < b.action_id ? -1 : 1))
}

export type Field = {
  /** Of a field in a list or another field: `matches[].amount`. */
  readonly path: string
  readonly kind: string
  readonly isRequired: boolean
}

/** A shape in words: `uuid`, `one of weekly, monthly`, `list of uuid`. */
export function kindOf(shape: Shape): string {
  if (shape.const !== undefined) return `always ${String(shape.const)}`
  if (shape.enum) return `one of ${shape.enum.map(String).join(', ')}`
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kindOf))].join(' or ')
  if (shape.type === 'array') return `list of ${shape.items ? kindOf(shape.items) : 'anything'}`
  if (shape.format) return shape.format
  if (shape.type === 'string') return shape.maxLength ? `text, at most ${shape.maxLength} letters` : 'text'
  if (shape.type === 'null') return 'null'
  return shape.type ?? 'anything'
}

/** The fields of a shape, those of lists and of other fields after them. */
export function fieldsOf(shape: Shape, before = ''): Field[] {
  if (shape.anyOf) {
    const all = shape.anyOf.flatMap((one) => fieldsOf(one, before))
    return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at)
  }
  if (shape.items) return fieldsOf(shape.items, `${before}[]`)
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const path = before === '' ? name : `${before}.${name}`
    return [
      { path, kind: kindOf(inner), isRequired: shape.required?.includes(name) ?? false },
      ...fieldsOf(inner, path),
    ]
  })
}

const samples: Readonly<Record<string, unknown>> = {
  uuid: '0192f0c0-0000-7000-8000-000000000001',
  date: '2026-11-30',
  'date-time': '2026-11-30T09:00:00.000Z',
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
}

/** An input that fits the shape, of its required fields. */
export function sampleOf(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.examples) return shape.examples[0]
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf?.[0]) return sampleOf(shape.anyOf[0])
  if (shape.type === 'array') return shape.items && shape.minItems !== 0 ? [sampleOf(shape.items)] : []
  if (shape.type === 'object')
    return Object.fromEntries(
      (shape.required ?? []).map((name) => [name, sampleOf(shape.properties?.[name] ?? {})]),
    )
  return samples[shape.format ?? ''] ?? samples[shape.type ?? ''] ?? null
}

/** The call as a command. */
export function curlOf({ action_id, needs_key, input }: ApiAction, origin: string): string {
  const body = JSON.stringify(sampleOf(input), null, 2).replaceAll("'", String.raw`'\''`)
  return [
    `curl ${origin}${prefix}${action_id}`,
    `  -H "Authorization: Bearer $STINT_TOKEN"`,
    ...(needs_key ? [`  -H "Idempotency-Key: $(uuidgen)"`] : []),
    `  -H "Content-Type: application/json"`,
    `  -d '${body}'`,
  ].join(' \\\n')
}
