/** The parts of an import: columns, actions, roles and words. */
import type { WhoMay } from '#entity/access.ts'
import type { Choice } from '#entity/entity.ts'
import type { Template, TemplateColumn } from '#entity/template.ts'
import type { ImportTemplate } from './import.entity.ts'

interface ImportAction {
  readonly action_id: string
  /** The page's label of the action. */
  readonly label: string
}

export type RowKey = {
  /** Fields with combined values that are unique in a file; the fault is shown under the last field. */
  readonly fields: readonly [string, ...string[]]
  /** The fields in words: `employment and day`. */
  readonly words: string
  /** How a field is compared that may be spelled in several ways. */
  readonly spelled?: Readonly<Record<string, (typed: string) => string>>
}

export interface ImportShape {
  readonly template: Template & { readonly name: ImportTemplate }
  /** The actions that a row may be, the usual one first. */
  readonly actions: readonly [ImportAction, ...ImportAction[]]
  readonly who: WhoMay
  /** The record a row becomes: `client`, `clients`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Columns that no export has. */
  readonly more?: readonly TemplateColumn[]
  /** Other headers of a field: those of the list's own export. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** Fields that an export shows and an import ignores. */
  readonly shown: readonly string[]
  /** Headers of the list's own export that an import ignores. */
  readonly passed: readonly string[]
  /** Columns that the file must have; their cells may be empty. */
  readonly may_be_empty?: readonly string[]
  /** Fields with values that are unique in a file. */
  readonly unique: readonly string[]
  /** No two rows of a file have the same in all of these fields; both are marked. */
  readonly key?: RowKey
  readonly choices?: Readonly<Record<string, readonly Choice[]>>
  /** Rows with the same values here form one piece of work; absent: each row is one. */
  readonly unit?: readonly string[]
  /** The reason why the file is imported whole or not at all. */
  readonly only_whole?: string
  /** The way to put right rows that cannot be undone; other imports can be undone. */
  readonly put_right?: string
}
