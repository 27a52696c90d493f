/** Shapes of columns that the schema calls `jsonb`: the server writes them by these. */
interface JsonColumns {
  readonly 'platform_import.columns': readonly string[]
  readonly 'platform_import.mapping': readonly (string | null)[]
  readonly 'platform_import_row.cells': readonly string[]
  readonly 'platform_import_row.errors': Readonly<Record<string, string>>
  readonly 'platform_job.problems': readonly {
    readonly id: string
    readonly human_id: string | null
    readonly message: string
  }[]
  readonly 'transaction_timesheet_draft.changes': Readonly<
    Record<string, { readonly now: string; readonly was: string }>
  >
  readonly 'log_audit.new_values': Readonly<Record<string, unknown>>
}

export type Json<Column extends string> = Column extends keyof JsonColumns ? JsonColumns[Column] : unknown
