/** The parts of an import: columns, actions, roles and words. */
import type { WhoMay } from '#entity/access.ts'
import type { Choice } from '#entity/entity.ts'
import type { Template, TemplateColumn } from '#entity/template.ts'
import type { ImportTemplate } from './import.entity.ts'
import type { RowKey } from './row-keys.rules.ts'

interface ImportAction {
  readonly action_id: string
  /** The page's label of the action. */
  readonly label: string
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
  /** Fields that an export shows and a row is not made of. */
  readonly shown: readonly string[]
  /** Headers of the list's own export that a row is not made of. */
  readonly passed: readonly string[]
  /** Columns that the file must have; their cells may be empty. */
  readonly may_be_empty?: readonly string[]
  /** No two rows of a file have the same here. */
  readonly unique: readonly string[]
  /** No two rows of a file have the same in all of these fields; both are marked. */
  readonly key?: RowKey
  readonly choices?: Readonly<Record<string, readonly Choice[]>>
  /** Rows that are the same here are one piece of work; absent: each row is. */
  readonly unit?: readonly string[]
  /** All rows or nothing, with the reason. */
  readonly only_whole?: string
  /** How rows are put right that cannot be undone; other imports can be undone. */
  readonly put_right?: string
}
