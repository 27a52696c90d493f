/** The data of the import pages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { type ImportFacts, isAtWork } from './import.rules.ts'

const document = gql(`query import($id: uuid!) {
  import: platform_import_by_pk(id: $id) {
    id template action_id file_name sha256 status columns mapping mode row_count faulty_count applied_count failed_count
    message created_at applied_at job { id status total done failed message }
  }
}`)
const earlier_document = gql(`query earlier($sha256: String!, $id: uuid!, $template: String!) {
  earlier: platform_import(
    where: { sha256: { _eq: $sha256 }, id: { _neq: $id }, template: { _eq: $template }, status: { _eq: "applied" } }
    order_by: { applied_at: desc } limit: 1
  ) { id applied_at }
}`)

const rows_document =
  gql(`query import_rows($where: platform_import_row_bool_exp!, $offset: Int!, $limit: Int!) {
  rows: platform_import_row(where: $where, order_by: { row_no: asc }, limit: $limit, offset: $offset) {
    id row_no cells status errors entity_id human_id
  }
}`)

type ImportRow = NonNullable<Answer<typeof document>['import']>
export type ImportJobData = NonNullable<ImportRow['job']>
/** `earlier`: the same file, imported before and not taken back. */
export type ImportData = ImportRow & Answer<typeof earlier_document>
export type ImportRowData = Answer<typeof rows_document>['rows'][number]

const poll_ms = 700

export const factsOf = (row: ImportData): ImportFacts => ({ ...row, job_status: row.job?.status ?? null })

export function useImport(id: string) {
  return useQuery({
    queryKey: ['import', id],
    queryFn: async ({ signal }): Promise<ImportData | null> => {
      const { import: row } = await graphql(document, { id }, signal)
      if (!row) return null
      const { sha256, template } = row
      const found = await graphql(earlier_document, { sha256, id, template }, signal)
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
      const variables = { where, limit: rows_page, offset: page * rows_page }
      const answer = await graphql(rows_document, variables, signal)
      return answer.rows
    },
  })
}
