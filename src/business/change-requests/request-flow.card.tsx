import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { labelOf } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import { Badge } from '#web/ui/Badge.tsx'

const document = gql(`query change_request_flow($id: uuid!) {
  flows: request_flow(where: { change_request_id: { _eq: $id } }, order_by: [{ position: asc }]) {
    id business_type approvals(where: { is_most_recent: { _eq: true } }) { status }
  }
}`)

/** The approving sides in order, with their decisions (spec §4: a status per business type). */
export function RequestFlow({ id, status }: { id: string; status: string }) {
  const query = useQuery({
    queryKey: ['change_request_flow', id, status],
    queryFn: ({ signal }) => graphql(document, { id }, signal),
  })
  const flows = query.data?.flows ?? []
  if (flows.length === 0) return null
  return (
    <ol aria-label="Approvals in their order" className="flex flex-wrap items-center gap-2">
      {flows.map(({ id: key, business_type, approvals }, at) => {
        const said = approvals[0]?.status
        return (
          <li key={key} className="flex items-center gap-2">
            {at > 0 && <ArrowRight size={13} aria-hidden className="text-n10" />}
            <Badge tone={said ? toneOf(said) : 'neutral'}>
              {`${labelOf(business_type)}: ${said ? labelOf(said).toLowerCase() : 'not asked'}`}
            </Badge>
          </li>
        )
      })}
    </ol>
  )
}
