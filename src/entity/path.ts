/** Fields addressed by a dotted path through relations: `client.name`, `currency.alpha_code`. */
import type { Entity, Field, Relation } from './entity.ts'

export type Entities = Readonly<Record<string, Entity>>

interface FoundField {
  readonly field: Field
  readonly name: string
  /** Relations passed on the way, outermost first. */
  readonly through: readonly string[]
}

/** The field at the end of the path, or null when any step does not exist. */
export function findField(entities: Entities, from: Entity, path: string): FoundField | null {
  const steps = path.split('.')
  const name = steps.pop() ?? ''
  let at: Entity | undefined = from
  for (const step of steps) {
    const relation: Relation | undefined = own(at?.relations, step)
    at = relation && own(entities, relation.to)
  }
  const field = own(at?.fields, name)
  return field ? { field, name, through: steps } : null
}

/** Own keys only: a path from outside may hold `constructor`. */
function own<V>(of: Readonly<Record<string, V>> | undefined, key: string): V | undefined {
  return of && Object.hasOwn(of, key) ? of[key] : undefined
}

/** Puts a value under a path: `client.name` and x give `{ client: { name: x } }`. */
export function nest(path: string, value: unknown): Readonly<Record<string, unknown>> {
  return path.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as Readonly<
    Record<string, unknown>
  > // split gives at least one step.
}

/** A GraphQL selection of paths: `id`, `client.name` and `client.id` give `id client { name id }`. */
export function selectionOf(paths: Iterable<string>): string {
  const plain = new Set<string>()
  const nested = new Map<string, string[]>()
  for (const path of paths) {
    const at = path.indexOf('.')
    if (at < 0) plain.add(path)
    else nested.set(path.slice(0, at), [...(nested.get(path.slice(0, at)) ?? []), path.slice(at + 1)])
  }
  const inner = [...nested].map(([relation, rest]) => `${relation} { ${selectionOf(rest)} }`)
  return [...plain, ...inner].join(' ')
}

/** The value at a path of an answered row; an absent relation gives null. */
export function valueAt(row: unknown, path: string): unknown {
  let at: unknown = row
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null) return null
    at = (at as Readonly<Record<string, unknown>>)[step] // An object, as just checked.
  }
  return at ?? null
}
