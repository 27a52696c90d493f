/**
 * What a list is, as `x.list.tsx` declares it over its entity. A declaration is data and typed functions of the row;
 * everything else follows from the kinds of the fields. Issue 4 adds exports, saved views and preview to the same shape.
 */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Category, Role } from '#entity/access.ts'
import type { Choice, Entity, FieldName } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { SortBy } from '#entity/url-codec.ts'
import type { Session } from '#web/core/session.ts'
import type { Pick } from '#web/kinds/filterable.ts'
import type { Tone } from '#web/ui/Badge.tsx'

/** A field of the entity, or a path through its relations. The guard test over lists checks the rest of the path. */
export type FieldPath<E extends Entity> = FieldName<E> | `${keyof E['relations'] & string}.${string}`

/** A row as it came: read with `valueAt(row, 'client.name')`. */
export type ListRow = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * Who gets a part of a list: the categories and roles named, one of them is enough; everybody when absent. What a viewer
 * may not read must not be asked for.
 */
export interface Only {
  readonly only?: readonly (Category | Role)[]
}

export interface Column<P extends string = string> extends Only {
  readonly field: P
  readonly label?: string
  readonly width?: number
  /** Path of the currency code beside an amount; the list's own unless said. */
  readonly currency?: string
  /** Where the cell's text leads, when not to the row itself. */
  readonly link?: (row: ListRow, category: Category) => string | null
  /** Replaces the kind's cell; the third of a list means a page written by hand (architecture, stop rules). */
  readonly cell?: (row: ListRow) => ReactNode
  /** False where sorting makes no sense, e.g. through a list of rows. */
  readonly sortable?: boolean
}

export interface Filter<P extends string = string> extends Only {
  readonly field: P
  readonly label?: string
  /** A subset of the field's choices, or choices of its own. */
  readonly options?: readonly Choice[]
  /** For ids: choose rows of another entity by name. */
  readonly pick?: Pick
  /** Shown in the toolbar, too. */
  readonly quick?: boolean
  /** Spec §2: some dates cannot pass today. */
  readonly max?: 'today'
}

export interface Tag extends Only {
  readonly id: string
  readonly label: string
  readonly filter: FilterBy
  readonly tone?: Tone
}

export interface Group<P extends string = string> extends Only {
  readonly field: P
  readonly label?: string
  /** The values offered, in order; the field's choices unless said. */
  readonly options?: readonly Choice[]
}

interface RowVerb extends Only {
  readonly label: string
  readonly icon?: LucideIcon
  readonly tone?: 'danger'
  readonly action_id: string
  /** The same rule as the server's: true, or the reason the reader gets. */
  readonly allowed: (row: ListRow, session: Session) => true | string
  /** Ask first, and perhaps for a comment. Labels with Reject or Cancel always ask (spec §5). */
  readonly confirm?: 'ask' | 'comment'
}

/** Runs on selected rows, in one call. */
export interface BulkAction extends RowVerb {
  readonly input?: (ids: readonly string[], comment: string) => object
  /** Above so many rows it runs as a job with progress, under an action id of its own. */
  readonly many?: { readonly over: number; readonly action_id: string }
}

export type RowAction =
  | (RowVerb & { readonly input?: (row: ListRow, comment: string) => object })
  | (Only & {
      readonly label: string
      readonly icon?: LucideIcon
      readonly to: (row: ListRow, category: Category) => string
    })

/** What a phone shows of a row: id and state, party, amount and date (experience.md, page 2). */
export interface Card<P extends string = string> {
  readonly title: P
  readonly badge?: P
  readonly party?: P
  readonly detail?: P
  readonly amount?: P
  readonly date?: P
}

export interface ListTab extends Only {
  readonly id: string
  readonly label: string
  readonly where: Where
}

export interface List<E extends Entity = Entity> {
  readonly entity: E
  readonly title: string
  readonly columns: readonly Column<FieldPath<E>>[]
  readonly filters: readonly Filter<FieldPath<E>>[]
  readonly tags?: readonly Tag[]
  readonly groups?: readonly Group<FieldPath<E>>[]
  /** `/…/{tab}` of the address; the first has none (spec §2: an optional tab). */
  readonly tabs?: readonly ListTab[]
  readonly sort: SortBy
  /** Paths the search box looks in; the entity's searchable fields unless said. */
  readonly search?: readonly (FieldPath<E> | (Only & { readonly field: FieldPath<E> }))[]
  /** Rows that belong to this list at all; the total counts these. */
  readonly where?: Where | ((session: Session) => Where)
  /** Spec §9: default filter status active. Shown as a chip, so that people see why rows are missing. */
  readonly default_filter?: FilterBy
  /** Read besides the columns, for rules and links. */
  readonly fields?: readonly (FieldPath<E> | (Only & { readonly field: FieldPath<E> }))[]
  readonly currency?: FieldPath<E>
  /** Amount summed per currency over the selection. */
  readonly sum?: FieldPath<E>
  readonly bulk?: readonly BulkAction[]
  readonly row_actions?: readonly RowAction[]
  /** Address of a row's own page; null when it has none. */
  readonly link: (row: ListRow, category: Category) => string | null
  readonly card: Card<FieldPath<E>>
  /** Words of the first run: there has never been a row. */
  readonly first_run?: string
  readonly create?: Only & { readonly label: string; readonly to: (category: Category) => string }
}

export function list<const E extends Entity>(declaration: List<E>): List {
  // Paths were checked against E; below this line a list is read by path text alone.
  return declaration as unknown as List
}

export function isFor(
  part: Only,
  viewer: { readonly category: Category; readonly roles: readonly Role[] },
): boolean {
  return (
    !part.only ||
    part.only.some((one) => one === viewer.category || viewer.roles.some((role) => role === one))
  )
}
