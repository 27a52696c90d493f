/** Names and selections shared by the operation list and the list fetch (spec §7.1, §7.3). */
import { z } from 'zod'
import { selectionOf } from '#entity/path.ts'
import { LIMITS } from './limits.ts'

/** Names go into the document's text; everything else is a variable. */
const NAME = /^[_A-Za-z][_0-9A-Za-z]{0,62}$/
const PATH = /^[_A-Za-z][_0-9A-Za-z]{0,62}(\.[_A-Za-z][_0-9A-Za-z]{0,62}){0,7}$/

export const name = z.string().regex(NAME)
export const bool_exp = z.record(z.string(), z.unknown())
/** Fields of the answer, those of related rows by their path: `client.name`. */
export const fields = z.array(z.string().regex(PATH)).max(LIMITS.selections)

export const of_entity = { module: name, entity: name }

export const rootOf = ({ module, entity }: { module: string; entity: string }): string =>
  `${module}_${entity}`

/** Without fields the answer holds its type name. */
export const selection = (paths: readonly string[]): string => selectionOf(paths) || '__typename'

/** Variables of one document, declared as they are used. */
export class DocumentVariables {
  readonly #declared: string[] = []
  readonly values: Record<string, unknown> = {}

  /** @returns `$v3`, declared with this type */
  add(type: string, value: unknown): string {
    const known = `v${this.#declared.length}`
    this.#declared.push(`$${known}: ${type}`)
    this.values[known] = value
    return `$${known}`
  }

  /** `($v0: …, $v1: …)`, or nothing. */
  get head(): string {
    return this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`
  }
}
