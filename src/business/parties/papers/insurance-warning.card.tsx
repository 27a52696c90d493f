/** On a placement's page: the insurances that its limited company lacks. The placement goes on once it is live. */
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'

export function InsuranceWarning({ contract_id, is_live }: { contract_id: string; is_live: boolean }) {
  const { category } = useSession()
  const reads = category === 'agency' || category === 'provider'
  const query = useQuery({
    queryKey: ['insurance', contract_id],
    queryFn: () =>
      action<{ gaps: readonly string[] }>(
        'platform.compliance.read_insurance',
        { contract_id },
        crypto.randomUUID(),
      ),
    enabled: reads,
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const gaps = query.data?.gaps ?? []
  if (gaps.length === 0) return null
  return (
    <Card title="Insurance">
      <ul className="flex flex-col gap-1">
        {gaps.map((gap) => (
          <li key={gap} className="flex items-start gap-2 text-amber11">
            <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span>{gap}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-n11">
        {is_live ? 'This placement goes on. New ones wait for the insurance.' : 'It stops this placement.'}
      </p>
    </Card>
  )
}
