/**
 * Function-backed tables (spec §7.5): rows that a SQL function of the reports makes. A function runs with its owner's
 * rights, so what scopes it to the viewer is forced here and never an argument of the caller.
 */
import type { Category, Claim, Role } from '#entity/access.ts'
import type { Entity, FieldKind } from '#entity/entity.ts'

export interface FunctionArg {
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
  /** What the caller may pass, by parameter name. */
  readonly args: Readonly<Record<string, FunctionArg>>
  /** What the caller may not: claims of the viewer, or the London day. */
  readonly forced: Readonly<Record<string, Claim | '$today'>>
  /** Categories that may call it, with the roles that may; `'all'` is every role. */
  readonly who: Readonly<Partial<Record<Category, readonly Role[] | 'all'>>>
}

export const functions: readonly FunctionRoot[] = []

/** Statements that let the login roles call what their category may. */
export function functionGrants(
  roleOf: (part: Category) => string,
  list: readonly FunctionRoot[] = functions,
): string[] {
  return list.flatMap(({ sql, who }) => {
    const roles = Object.keys(who).map((category) => roleOf(category as Category)) // Keys of `who` are categories.
    const schema = sql.slice(0, sql.indexOf('.'))
    return [
      `grant usage on schema ${schema} to ${roles.join(', ')}`,
      `grant execute on function ${sql} to ${roles.join(', ')}`,
    ]
  })
}
