/** The metadata call (spec §7): the entities, fields and actions of a viewer, and nothing of those that are not theirs. */
import { z } from 'zod'
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { verbs } from '#business/verbs.ts'
import { type ColumnView, type Profile, profiles, type TableView } from '#data/profile.ts'
import { catalog } from '#data/registry.ts'
import type { Viewer } from '#entity/access.ts'
import { notFound } from '#kernel/errors.ts'
import { type JsonSchema, jsonSchemaOf } from '../machine/openapi.ts'
import { canByToken } from '../token-scope.rules.ts'
import type { AnyVerb } from '../verb.ts'

export const metadataInput = z.strictObject({
  module: z.string().max(100).optional(),
  entity: z.string().max(100).optional(),
})

type FieldFacts = {
  readonly name: string
  readonly kind: string
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[] | null
  readonly can_filter: boolean
  readonly can_sort: boolean
}
type ActionFacts = { readonly action_id: string; readonly label: string; readonly input: JsonSchema }
type EntityFacts = {
  readonly module: string
  readonly entity: string
  readonly label: string
  readonly fields: readonly FieldFacts[]
  readonly actions: readonly ActionFacts[]
}

function fieldFacts({ name, field, scalar, is_list }: ColumnView): FieldFacts {
  const isPlain = scalar !== 'jsonb'
  return {
    name,
    kind: field.kind,
    label: field.label,
    choices: field.choices?.map(({ value, label }) => ({ value, label })) ?? null,
    can_filter: isPlain,
    can_sort: isPlain && !is_list,
  }
}

const mayDo = (viewer: Viewer, verb: AnyVerb): boolean =>
  isOneOf(viewer, verb.who) &&
  (viewer.impersonator_user_id === null || verb.impersonator === 'allowed') &&
  (viewer.token === null || canByToken(verb, viewer.token) === true)

const inputs = new Map<string, JsonSchema>()

/** The same for all viewers, so it is made once. */
function inputOf({ action_id, input }: AnyVerb): JsonSchema {
  const schema = inputs.get(action_id) ?? jsonSchemaOf(input, 'input')
  inputs.set(action_id, schema)
  return schema
}

const actionFacts = (viewer: Viewer, address: string): ActionFacts[] =>
  [...verbs.values()]
    .filter((verb) => verb.action_id.startsWith(`${address}.`) && mayDo(viewer, verb))
    .map((verb) => ({ action_id: verb.action_id, label: verb.summary, input: inputOf(verb) }))

let profileOf: ((viewer: Pick<Viewer, 'category' | 'roles'>) => Profile) | undefined

/** The readable entities of a viewer, of one module or one entity where asked. @throws notFound for any other */
export function metadataOf(
  viewer: Viewer,
  { module, entity }: z.infer<typeof metadataInput>,
): { readonly entities: readonly EntityFacts[] } {
  profileOf ??= profiles(catalog())
  const tables = [...profileOf(viewer).tables.values()].filter(({ is_root }) => is_root)
  const entities = tables.flatMap(({ source, columns }: TableView): EntityFacts[] => {
    const { module: of, name, label } = source.entity
    if ((module !== undefined && module !== of) || (entity !== undefined && entity !== name)) return []
    return [
      {
        module: of,
        entity: name,
        label,
        fields: [...columns.values()].map(fieldFacts),
        actions: actionFacts(viewer, `${of}.${name}`),
      },
    ]
  })
  if (entities.length === 0) throw notFound('Entity')
  return { entities }
}
