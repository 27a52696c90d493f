/**
 * What a list is, as `x.list.tsx` declares it over its entity. A declaration is data and typed functions of the row;
 * everything else follows from the kinds of the fields: cells, widths, filter inputs, preview, export, saved views.
 */

import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Category, Role } from '#entity/access.ts'
import type { Choice, Entity, FieldName } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { Template } from '#entity/template.ts'
import type { SortBy } from '#entity/url-codec.ts'
import type { Verdict } from '#kernel/refusal.ts'
import type { Session } from '#web/core/session.ts'
import type { DayPreset, Pick as PickOf } from '#web/kinds/filterable.ts'
import type { Tone } from '#web/ui/Badge.tsx'
import type { Asked } from './request.ts'

/** A field of the entity, or a path through its relations. The guard test over lists checks the rest of the path. */
export type FieldPath<E extends Entity> = FieldName<E> | `${keyof E['relations'] & string}.${string}`

/** A field, or a relation to many rows whose count is shown (`related`). */
export type ColumnPath<E extends Entity> = FieldPath<E> | (keyof E['relations'] & string)

/** A row as it came: read with `valueAt(row, 'client.name')`. */
export type ListRow = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * Who gets a part of a list: the categories and roles named, one of them is enough; everybody when absent. What a viewer
 * may not read must not be asked for.
 */
export interface Only {
  readonly only?: readonly (Category | Role)[]
}

/**
 * A cell that its field's kind does not decide (spec §2, column kinds): a flag in words, a file to download
 * (`file_url` names the path of its address), a change request's old and new values (`old` names the path of the old ones).
 */
export type CellAs =
  | 'yes_no'
  | { readonly kind: 'file'; readonly file_url: string }
  | { readonly kind: 'diff'; readonly old: string }

/** A count of related rows that links to their tab, `/{category}/{module}/{entity}/{id}/{tab}` (spec §2). */
export interface Related {
  readonly tab: string
  /** Which of the related rows count, where the tab's list leaves some out. */
  readonly where?: Where
  /** Address of the tab; the row's own link and the tab unless said. */
  readonly to?: (row: ListRow, category: Category) => string | null
}

export interface Column<P extends string = string> extends Only {
  /** With `related`: the path of a relation to many, `timesheets` or `from_business.contracts_as_client`. */
  readonly field: P
  readonly label?: string
  readonly width?: number
  /** Path of the currency code beside an amount; the list's own unless said. */
  readonly currency?: string
  readonly as?: CellAs
  readonly related?: Related
  /** A button in the cell that runs a verb on the row. `field` is what it depends on. */
  readonly action?: RowVerb & { readonly input?: (row: ListRow, comment: string) => object }
  /** Only in files that are exported (spec §2, agency report page). */
  readonly export_only?: true
  /** Offered in the Columns menu and not shown until it is chosen there. */
  readonly hidden?: true
  /** Where the cell's text leads, when not to the row itself. */
  readonly link?: (row: ListRow, category: Category) => string | null
  /** Why the amount is what it is, in sentences that work out to it (`business/explain.rules.ts`). */
  readonly why?: (row: ListRow) => readonly string[]
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
  readonly pick?: PickOf
  /** Shown in the toolbar, too. */
  readonly quick?: boolean
  /** Spec §2: some dates cannot pass today. */
  readonly max?: 'today'
  /** Periods offered for days, in place of the usual ones; `today-7` counts from the product's day. */
  readonly presets?: readonly DayPreset[]
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

export interface RowVerb extends Only {
  readonly label: string
  readonly icon?: LucideIcon
  readonly tone?: 'danger'
  readonly action_id: string
  /** Shown only to whom this action code is allowed (spec §2, row actions); see server/action-codes.rules.ts. */
  readonly requires?: string
  /** The rule of the server. */
  readonly allowed: (row: ListRow, session: Session) => Verdict
  /** Ask first, and perhaps for a comment. Labels with Reject or Cancel always ask (spec §5). */
  readonly confirm?: 'ask' | 'comment'
}

/** Runs on selected rows, in one call. */
export interface BulkAction extends RowVerb {
  readonly input?: (ids: readonly string[], comment: string) => object
  /** Whether it is offered for this selection at all (spec §2, the chase rule). `allowed` then says what stands in the way. */
  readonly offered?: (rows: readonly ListRow[], session: Session) => boolean
  /** Above so many rows it runs as a job with progress, under an action id of its own. */
  readonly many?: { readonly over: number; readonly action_id: string }
  /** Shows something of the selection instead of asking and running: nothing changes, and the selection stays. */
  readonly opens?: ComponentType<BulkDialog>
}

/** What a dialog of a selection is given. */
export interface BulkDialog {
  readonly rows: readonly ListRow[]
  readonly onClose: () => void
}

export type RowAction =
  | (RowVerb & { readonly input?: (row: ListRow, comment: string) => object })
  | (Only & {
      readonly label: string
      readonly icon?: LucideIcon
      /** Shown only to whom this action code is allowed (spec §2, row actions). */
      readonly requires?: string
      readonly to: (row: ListRow, category: Category) => string
    })

/** Rows under a row (spec §2, expand column): another list, of what belongs to this row. */
export interface Expand extends Only {
  readonly list: List
  readonly scope: (row: ListRow) => Where
}

/** The order of a list; where empty values stand, when PostgreSQL's own (last ascending, first descending) is not meant. */
export interface ListSort extends SortBy {
  readonly nulls?: 'first' | 'last'
}

/**
 * What a phone shows of a row: id and state, party, amount and date (experience.md, page 2). Of several parties or details
 * each reader sees those that are columns of his.
 */
export interface Card<P extends string = string> {
  readonly title: P
  readonly badge?: P
  readonly party?: P | readonly P[]
  readonly detail?: P | readonly P[]
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
  readonly columns: readonly Column<ColumnPath<E>>[]
  readonly filters: readonly Filter<FieldPath<E>>[]
  readonly tags?: readonly Tag[]
  readonly groups?: readonly Group<FieldPath<E>>[]
  /** `/…/{tab}` of the address; the first has none (spec §2: an optional tab). */
  readonly tabs?: readonly ListTab[]
  readonly sort: ListSort
  /** Rows of a page, 10 unless said (spec §9); Load More adds five pages. */
  readonly page_size?: number
  readonly expand?: Expand
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
  /** What a report says above its rows, by what they are filtered by: whether it agrees with the ledger. */
  readonly above?: ComponentType<{ readonly asked: Asked }>
  /** Words of the first run: there has never been a row. */
  readonly first_run?: string
  /** CSV templates that the list is exported in, besides its own columns (spec §2, Templates menu). */
  readonly templates?: readonly Template[]
  readonly create?: Only & { readonly label: string; readonly to: (category: Category) => string }
  /** Where rows of a file become rows of the list. */
  readonly imports?: Only & { readonly to: (category: Category) => string }
}

export function list<const E extends Entity>(declaration: List<E>): List {
  // Paths were checked against E; below this line a list is read by path text alone.
  return declaration as unknown as List
}

/** Whether a row action or button is this viewer's, by his roles and by his allowed action codes (spec §2). */
export function isOffered(
  part: Only & { readonly requires?: string },
  session: Pick<Session, 'category' | 'roles' | 'allowed_actions'>,
): boolean {
  return isFor(part, session) && (!part.requires || session.allowed_actions.includes(part.requires))
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
