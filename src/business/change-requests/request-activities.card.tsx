import { useQuery } from '@tanstack/react-query'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { Timeline } from '#web/blocks/Timeline.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import { Card } from '#web/ui/Card.tsx'

const document = gql(`query change_request_activities($id: uuid!) {
  steps: request_change_request_activity(where: { change_request_id: { _eq: $id } }, order_by: [{ created_at: desc }, { id: desc }]) {
    id old_status new_status comment user_name created_at
  }
}`)

type Step = Answer<typeof document>['steps'][number]

const done: Readonly<Record<string, string>> = {
  approved: 'Approved by all, and applied',
  rejected: 'Not agreed',
  cancelled: 'Taken back',
}

function wordsOf({ old_status, new_status }: Step): string {
  if (!old_status) return 'Asked for'
  const ended = done[new_status]
  if (ended) return ended
  return new_status <= old_status
    ? 'Compared and sent for approval again'
    : 'Approved, sent to the next approver'
}

/** The history of requests and decisions, with reasons. */
export function RequestActivities({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['change_request_activities', id],
    queryFn: ({ signal }) => graphql(document, { id }, signal),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const steps = (query.data?.steps ?? []).map((step) => ({ ...step, message: wordsOf(step) }))
  if (steps.length === 0) return null
  return (
    <Card title="Activities">
      <Timeline steps={steps} toneOf={toneOf} />
    </Card>
  )
}
