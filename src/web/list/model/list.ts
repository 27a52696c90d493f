/**
 * The declaration of a list in `x.list.tsx`: data and typed functions of the row. Cells, widths, filter inputs,
 * preview, export and saved views follow from the kinds of the fields.
 */

import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Category, Role } from '#entity/access.ts'
import type { Choice, Entity, Field, FieldName } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import type { Entities } from '#entity/path.ts'
import type { Template } from '#entity/template.ts'
import type { ListState, ListUrlShape, SortBy } from '#entity/url-codec.ts'
import type { Day } from '#kernel/day.ts'
import { isCommentRequired } from '#kernel/messages.ts'
import type { Verdict } from '#kernel/refusal.ts'
import type { Session } from '#web/core/session.ts'
import type { DayPreset, Pick as PickOf } from '#web/kinds/filterable.ts'
import type { Tone } from '#web/ui/Badge.tsx'

/** A field of the entity or a path through its relations, which the guard test over lists checks. */
export type FieldPath<E extends Entity> = FieldName<E> | `${keyof E['relations'] & string}.${string}`

/** A field, or a relation to many rows shown as a count (`related`). */
export type ColumnPath<E extends Entity> = FieldPath<E> | (keyof E['relations'] & string)

/** A row as received: read it with `valueAt(row, 'client.name')`. */
export type ListRow = Readonly<Record<string, unknown>> & { readonly id: string }

/**
 * Categories and roles with this part; one match is enough, absent means everybody. A list must not request fields
 * without read access.
 */
export interface Only {
  readonly only?: readonly (Category | Role)[]
}

/**
 * A rendering beyond the kind of the field (spec §2, column kinds): a flag in words, a file download (`file_url` is
 * the path of its address), a change request's old and new values (`old` is the path of the old ones).
 */
export type CellAs =
  | 'yes_no'
  | { readonly kind: 'file'; readonly file_url: string }
  | { readonly kind: 'diff'; readonly old: string }

/** A count of related rows that links to their tab, `/{category}/{module}/{entity}/{id}/{tab}` (spec §2). */
export interface Related {
  readonly tab: string
  /** Condition of the counted rows, if the list of the tab has one. */
  readonly where?: Where
  /** Address of the tab, by default the link of the row with the tab. */
  readonly to?: (row: ListRow, category: Category) => string | null
}

export interface Column<P extends string = string> extends Only {
  /** With `related`: the path of a relation to many, `timesheets` or `from_business.contracts_as_client`. */
  readonly field: P
  readonly label?: string
  readonly width?: number
  /** Path of the currency code, the list's by default. */
  readonly currency?: string
  readonly as?: CellAs
  readonly related?: Related
  /** A button in the cell that runs a verb on the row. `field` is the value it depends on. */
  readonly action?: RowVerb & { readonly input?: (row: ListRow, comment: string) => object }
  /** Only in exported files (spec §2, agency report page). */
  readonly export_only?: true
  /** Hidden until chosen in the Columns menu. */
  readonly hidden?: true
  /** Link of the cell if not to the row itself. */
  readonly link?: (row: ListRow, category: Category) => string | null
  /** Explanation of the amount, in sentences that add up to it (shared/explain.rules.ts). */
  readonly why?: (row: ListRow) => readonly string[]
  /** Replaces the kind's cell. A list with three of these becomes a page written by hand (architecture, stop rules). */
  readonly cell?: (row: ListRow) => ReactNode
  /** False where sorting makes no sense, e.g. through a list of rows. */
  readonly sortable?: boolean
}

export interface Filter<P extends string = string> extends Only {
  readonly field: P
  readonly label?: string
  /** A subset of the field's choices, or choices of its own. */
  readonly options?: readonly Choice[]
  /** For ids: picks rows of another entity by name. */
  readonly pick?: PickOf
  /** Shown in the toolbar, too. */
  readonly quick?: boolean
  /** Spec §2: some dates cannot pass today. */
  readonly max?: 'today'
  /** Periods instead of the usual ones; `today-7` counts from the day of the product. */
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
  /** The offered values in order, the choices of the field by default. */
  readonly options?: readonly Choice[]
}

export interface RowVerb extends Only {
  readonly label: string
  readonly icon?: LucideIcon
  readonly tone?: 'danger'
  readonly action_id: string
  /** Action code required to see it (spec §2, row actions); see server/action-codes.server.ts. */
  readonly requires?: string
  /** The rule of the server. */
  readonly allowed: (row: ListRow, session: Session) => Verdict
  /** Asks for confirmation, a comment, or a reason without which it does not run. Labels with Reject or Cancel always ask (spec §5). */
  readonly confirm?: 'ask' | 'comment' | 'reason'
}

/** Does the confirmation of an action offer a comment, and is the comment required? */
export const commentAsked = ({ confirm, label }: RowVerb): boolean | 'required' =>
  confirm === 'reason' ? 'required' : confirm === 'comment' || isCommentRequired(label)

/** Runs on selected rows, in one call. */
export interface BulkAction extends RowVerb {
  readonly input?: (ids: readonly string[], comment: string) => object
  /** Whether the selection gets this action at all (spec §2, the chase rule). `allowed` then names the obstacles. */
  readonly offered?: (rows: readonly ListRow[], session: Session) => boolean
  /** Above this number of rows it runs as a job under another action id. */
  readonly many?: { readonly over: number; readonly action_id: string }
  /** A decision on values that may change (decision 0175): the field of the moment they are from, and its key of the input. */
  readonly seen?: { readonly field: string; readonly as: string }
  /** Opens a dialog about the selection instead of running; the selection stays. */
  readonly opens?: ComponentType<BulkDialog>
}

/** A verb's input for rows: their ids, and the comment if one was typed. */
export const idsInput = (ids: readonly string[], comment: string): object => ({
  ids,
  ...(comment ? { comment } : {}),
})

/** Props of a selection dialog. */
export interface BulkDialog {
  readonly rows: readonly ListRow[]
  readonly onClose: () => void
}

export type RowAction =
  | (RowVerb & { readonly input?: (row: ListRow, comment: string) => object })
  | (Only & {
      readonly label: string
      readonly icon?: LucideIcon
      /** Action code required to see it (spec §2, row actions). */
      readonly requires?: string
      readonly to: (row: ListRow, category: Category) => string
      /** Open for every row by default. */
      readonly allowed?: (row: ListRow, session: Session) => Verdict
    })

/** Rows under a row (spec §2, expand column): another list, scoped to this row. */
export interface Expand extends Only {
  readonly list: List
  readonly scope: (row: ListRow) => Where
}

/** The order of a list, with the place of empty values if not the default of PostgreSQL. */
export interface ListSort extends SortBy {
  readonly nulls?: 'first' | 'last'
}

/**
 * Phone card of a row: id and state, party, amount and date (experience.md, page 2). Of several parties or details
 * each reader gets the readable ones.
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
  /** Last step of the address; the first tab has none (spec §2). */
  readonly tabs?: readonly ListTab[]
  readonly sort: ListSort
  /** Rows of a page, 10 by default (spec §9); Load More adds five pages. */
  readonly page_size?: number
  readonly expand?: Expand
  /** Paths of the search, by default the searchable fields of the entity. */
  readonly search?: readonly (FieldPath<E> | (Only & { readonly field: FieldPath<E> }))[]
  /** Condition of all rows of the list; the total counts these. */
  readonly where?: Where | ((session: Session) => Where)
  /** Default filter status active (spec §9), shown as a chip to explain missing rows. */
  readonly default_filter?: FilterBy
  /** Read besides the columns, for rules and links. */
  readonly fields?: readonly (FieldPath<E> | (Only & { readonly field: FieldPath<E> }))[]
  readonly currency?: FieldPath<E>
  /** Amount summed per currency over the selection. */
  readonly sum?: FieldPath<E>
  readonly bulk?: readonly BulkAction[]
  readonly row_actions?: readonly RowAction[]
  /** Address of the page of a row, or null. */
  readonly link: (row: ListRow, category: Category) => string | null
  readonly card: Card<FieldPath<E>>
  /** Content above the rows of a report, given their filter: the comparison with the ledger. */
  readonly above?: ComponentType<{ readonly asked: Asked }>
  /** Text of an empty list without any row yet: it names its future rows. */
  readonly first_run: string
  /** The screen that fills a list without `create`: an empty list leads there. */
  readonly begins_at?: string
  /** CSV templates of the list, besides its own columns (spec §2, Templates menu). */
  readonly templates?: readonly Template[]
  /** The list also leaves as JSON lines, with the fields of `json-lines.rules.ts`. */
  readonly has_json_lines?: true
  readonly create?: Only & { readonly label: string; readonly to: (category: Category) => string }
  /** Import of rows from a file. */
  readonly imports?: Only & { readonly to: (category: Category) => string }
}

export interface ShapedColumn extends Column {
  readonly label: string
  readonly width: number
  readonly shape: Field
  readonly numeric: boolean
  readonly currency_path: string | null
  /** Path of the value: the field, or the count of a relation. */
  readonly value_path: string
}
export interface ShapedFilter extends Filter {
  readonly label: string
  readonly shape: Field
}
export interface ShapedGroup extends Group {
  readonly label: string
  readonly shape: Field
}

/** A count of related rows as a request asks for it. */
export interface ShapedRelated {
  /** Path of the relation to many. */
  readonly path: string
  readonly alias: string
  readonly where: Where | null
}

export interface ShapedList {
  readonly list: List
  /** Shown columns in order. */
  readonly columns: readonly ShapedColumn[]
  /** Every available column in declared order. */
  readonly offered: readonly ShapedColumn[]
  /** Columns that only files have (spec §2). */
  readonly export_only: readonly ShapedColumn[]
  /** Counts of related rows, asked for beside the paths. */
  readonly related: readonly ShapedRelated[]
  readonly filters: readonly ShapedFilter[]
  readonly groups: readonly ShapedGroup[]
  readonly tags: readonly Tag[]
  readonly tabs: readonly ListTab[]
  readonly search: readonly string[]
  /** Read besides the columns. */
  readonly fields: readonly string[]
  /** Every path a row is read with. */
  readonly paths: readonly string[]
  readonly url: ListUrlShape
  readonly sort: ListSort
  /** Whether changes are followed by the shown rows: no moment tells this reader of a fact that their side alone reads. */
  readonly follows_rows: boolean
}

/** A list as its reader asks for it at present. */
export interface Asked {
  readonly entities: Entities
  readonly shaped: ShapedList
  readonly state: ListState
  /** Condition of the list, the tab and the parent record. */
  readonly base: Where
  readonly today: Day
}

export function list<const E extends Entity>(declaration: List<E>): List {
  // Paths were checked against E; below this line a list is read by path text alone.
  return declaration as unknown as List
}

/** Whether the viewer's roles and action codes allow an action or button (spec §2). */
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
