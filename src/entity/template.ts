/**
 * A CSV template (spec §2, Templates menu): a fixed set of columns that a list is exported in, to be filled in or handed to
 * another program, and in which the same rows are read back. One declaration serves both ways, so that what was exported
 * is what an import expects.
 */
import type { Category, Role } from './access.ts'
import type { Entity, EntityPath, FieldKind } from './entity.ts'
import type { Entities } from './path.ts'
import { findField } from './path.ts'

export interface TemplateColumn {
  /** What the file says above the column; unique in the template. */
  readonly header: string
  /** Path of the field, from the entity of the template: `client.name`. */
  readonly field: string
  /** How its cells are written and read: days as YYYY-MM-DD, amounts and units as plain decimals. */
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
  /** Categories and roles that get it; one of them is enough, everybody when absent. */
  readonly only?: readonly (Category | Role)[]
  readonly columns: readonly TemplateColumn[]
  /** A line for each related row instead of one a row; columns below `relation` are the related row's. */
  readonly lines?: {
    readonly relation: string
    /** What has no related row gives a line for each day from one of its fields to another, all else left empty. */
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
