/** The evidence of an approval by hand: attached by the agency, accepted by the provider (decision 0040). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'

const document = gql(`query has_file($entity: String!, $id: uuid!) {
  files: platform_attachment(where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } }, limit: 1) { id }
}`)

/** Read again after each upload, as the files themselves. */
export function useHasFile(entity: 'transaction.timesheet' | 'transaction.expense', id: string): boolean {
  const query = useQuery({
    queryKey: ['attachments', entity, id, 'any'],
    queryFn: async ({ signal }) => (await graphql(document, { entity, id }, signal)).files.length > 0,
  })
  return query.data ?? false
}

export function AcceptEvidence({
  noun,
  id,
  human_id,
}: {
  noun: 'timesheet' | 'expense'
  id: string
  human_id: string
}) {
  const [isAsking, setAsking] = useState(false)
  const accept = useAction(`transaction.${noun}.accept_evidence`, {
    success: `The evidence of ${human_id} is accepted`,
  })
  return (
    <>
      <Button tone="primary" onClick={() => setAsking(true)}>
        Accept evidence
      </Button>
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        label="Accept evidence"
        description={`${human_id} was approved by the agency. The files show that the client agreed: its documents are funded from now on.`}
        onConfirm={async (comment) =>
          (await accept.run({ ids: [id], ...(comment ? { comment } : {}) })) !== undefined
        }
      />
    </>
  )
}
