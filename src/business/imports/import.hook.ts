/** What the pages of an import read. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import type { ImportStatus } from './import.entity.ts'
import { type ImportFacts, isAtWork } from './import.rules.ts'
import type { RowErrors } from './import-cells.rules.ts'

export interface ImportJobData {
  readonly id: string
  readonly status: string
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly message: string | null
}

export interface ImportData {
  readonly id: string
  readonly template: string
  readonly action_id: string
  readonly file_name: string
  readonly sha256: string
  readonly status: ImportStatus
  readonly columns: readonly string[]
  readonly mapping: readonly (string | null)[]
  readonly mode: 'valid' | 'all' | null
  readonly row_count: number
  readonly faulty_count: number
  readonly applied_count: number
  readonly failed_count: number
  readonly message: string | null
  readonly created_at: string
  readonly applied_at: string | null
  readonly job: ImportJobData | null
  /** The same file, imported before and not taken back. */
  readonly earlier: readonly { readonly id: string; readonly applied_at: string | null }[]
}

export interface ImportRowData {
  readonly id: string
  readonly row_no: number
  readonly cells: readonly string[]
  readonly status: 'waiting' | 'valid' | 'faulty' | 'applied' | 'failed' | 'undone'
  readonly errors: RowErrors
  readonly entity_id: string | null
  readonly human_id: string | null
}

const document = `query import($id: uuid!) {
  import: platform_import_by_pk(id: $id) {
    id template action_id file_name sha256 status columns mapping mode row_count faulty_count applied_count failed_count
    message created_at applied_at job { id status total done failed message }
  }
}`
const earlier_document = `query earlier($sha256: String!, $id: uuid!, $template: String!) {
  earlier: platform_import(
    where: { sha256: { _eq: $sha256 }, id: { _neq: $id }, template: { _eq: $template }, status: { _eq: "applied" } }
    order_by: { applied_at: desc } limit: 1
  ) { id applied_at }
}`

const poll_ms = 700

export const factsOf = (row: ImportData): ImportFacts => ({ ...row, job_status: row.job?.status ?? null })

export function useImport(id: string) {
  return useQuery({
    queryKey: ['import', id],
    queryFn: async ({ signal }): Promise<ImportData | null> => {
      const { import: row } = await graphql<{ import: Omit<ImportData, 'earlier'> | null }>(
        document,
        { id },
        signal,
      )
      if (!row) return null
      const { sha256, template } = row
      const found = await graphql<Pick<ImportData, 'earlier'>>(
        earlier_document,
        { sha256, id, template },
        signal,
      )
      return { ...row, earlier: found.earlier }
    },
    refetchInterval: ({ state }) => (state.data && isAtWork(factsOf(state.data)) ? poll_ms : false),
  })
}

export const rows_page = 50

/** A page of the rows: all, or those with errors. */
export function useImportRows(id: string, stamp: string, onlyFaulty: boolean, page: number) {
  return useQuery({
    queryKey: ['import_rows', id, stamp, onlyFaulty, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const where = {
        import_id: { _eq: id },
        ...(onlyFaulty ? { status: { _in: ['faulty', 'failed'] } } : {}),
      }
      const answer = await graphql<{ rows: readonly ImportRowData[] }>(
        `query import_rows($where: platform_import_row_bool_exp!, $offset: Int!) {
          rows: platform_import_row(where: $where, order_by: { row_no: asc }, limit: ${rows_page}, offset: $offset) {
            id row_no cells status errors entity_id human_id
          }
        }`,
        { where, offset: page * rows_page },
        signal,
      )
      return answer.rows
    },
  })
}
