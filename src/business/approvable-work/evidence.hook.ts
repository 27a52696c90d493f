import { useQuery } from '@tanstack/react-query'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'

const document = gql(`query has_file($entity: String!, $id: uuid!) {
  files: platform_attachment(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } }, order_by: { created_at: desc }, limit: 1
  ) { created_at }
  refinements: transaction_refinement(where: { transaction_id: { _eq: $id } }, order_by: { created_at: desc }, limit: 1) {
    created_at
  }
}`)

/** A file added since the last refinement: read again after each upload, as the files themselves. */
export function useHasFile(entity: 'transaction.timesheet' | 'transaction.expense', id: string): boolean {
  // Only the agency approves by hand; not every other reader sees refinements.
  const enabled = useSession().category === 'agency'
  const query = useQuery({
    enabled,
    queryKey: ['attachments', entity, id, 'any'],
    queryFn: async ({ signal }) => {
      const { files, refinements } = await graphql(document, { entity, id }, signal)
      const [file] = files
      return file !== undefined && file.created_at >= (refinements[0]?.created_at ?? '')
    },
  })
  return query.data ?? false
}
