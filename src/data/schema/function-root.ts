/** The shape of a function-backed table (spec §7.5). */
import type { Category, Claim, Role } from '#entity/access.ts'
import type { Entity, FieldKind } from '#entity/entity.ts'

interface FunctionArg {
  readonly kind: FieldKind
  readonly required?: boolean
}

export interface FunctionRoot {
  /** Row shape; `module_name` is not used: the root field is the function's own name (spec §7.5). */
  readonly rows: Entity
  /** Root field: `get_client_statement`. */
  readonly name: string
  /** `schema.function` in SQL; parameters are passed by name. */
  readonly sql: string
  /** Functions that it calls and that no field of an entity is computed by. */
  readonly uses?: readonly string[]
  /** Tables to watch, of functions with their owner's rights: PostgreSQL does not inline these. */
  readonly reads?: readonly string[]
  /**
   * A sibling function that gives only the first rows by one column, nulls last, with ties: for pages without a
   * filter.
   */
  readonly head?: { readonly sql: string; readonly by: string }
  /** The caller's arguments, by parameter name. */
  readonly args: Readonly<Record<string, FunctionArg>>
  /** Forced arguments: claims of the viewer, or the London day. */
  readonly forced: Readonly<Record<string, Claim | '$today'>>
  /** Why a field may name a row that the viewer does not read. */
  readonly unread?: Readonly<Record<string, string>>
  /** Why its figures depend on rows or fields that these roles do not read. */
  readonly hidden?: { readonly why: string; readonly from: readonly Role[] | 'all' }
  /** Categories that may call it, with the roles that may; `'all'` is every role. */
  readonly who: Readonly<Partial<Record<Category, readonly Role[] | 'all'>>>
}
