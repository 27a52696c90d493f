/**
 * CSV templates (spec §2, Templates menu): fixed columns for both export and import, so that an exported file can be
 * imported again.
 */
import type { Category, Role } from './access.ts'
import type { Entity, EntityPath, FieldKind } from './entity.ts'
import type { Entities } from './path.ts'
import { findField } from './path.ts'

export interface TemplateColumn {
  /** Header in the file; unique in the template. */
  readonly header: string
  /** Path of the field, from the entity of the template: `client.name`. */
  readonly field: string
  /** Days are YYYY-MM-DD, amounts and units plain decimals. */
  readonly kind: FieldKind
  /** An import refuses a row that leaves it empty. */
  readonly required?: boolean
}

export interface Template {
  /** `timesheet_units`: its name in calls. */
  readonly name: string
  /** Its words in the menu. */
  readonly title: string
  /** Path of the list that offers it: `transaction/timesheet`. */
  readonly list: string
  /** The entity of that list, whose matching rows are written. */
  readonly entity: EntityPath
  /** Categories and roles with access, one is enough; all when absent. */
  readonly only?: readonly (Category | Role)[]
  readonly columns: readonly TemplateColumn[]
  /** One line for each related row; columns below `relation` belong to it. */
  readonly lines?: {
    readonly relation: string
    /** Rows without a related row give one line for each day between two of their fields. */
    readonly days?: { readonly into: string; readonly from: string; readonly to: string }
  }
}

/** Keeps the literal types of a declaration while checking its shape. */
export function template<const T extends Template>(declaration: T): T {
  return declaration
}

/** Does its entity know a state of suspense? Such rows are in no template export (spec §2). */
export function knowsSuspense(entities: Entities, entity: Entity): boolean {
  const status = findField(entities, entity, 'status')
  return status?.field.choices?.some(({ value }) => value === 'suspense') ?? false
}

/** Is the template offered to this viewer? */
export function isOfferedTo(
  { only }: Template,
  viewer: { readonly category: Category; readonly roles: readonly Role[] },
): boolean {
  return !only || only.some((one) => one === viewer.category || viewer.roles.some((role) => role === one))
}
