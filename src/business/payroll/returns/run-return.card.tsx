/** The Full Payment Submission on the page of its pay run. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { late_reasons, rti_submission } from './rti-submission.entity.ts'
import { buildable } from './rti-submission.rules.ts'

const document = gql(`query run_return($id: uuid!) {
  returns: transaction_rti_submission(where: { pay_run_id: { _eq: $id } } order_by: [{ human_id: desc }] limit: 1) {
    id human_id status fault_count receipt
  }
}`)

interface RunReturnProps {
  readonly pay_run_id: string
}

export function RunReturn({ pay_run_id }: RunReturnProps) {
  const session = useSession()
  const [asked, setAsked] = useState(false)
  const query = useQuery({
    queryKey: ['run_return', pay_run_id],
    queryFn: ({ signal }) => graphql(document, { id: pay_run_id }, signal),
  })
  if (!query.data) return null
  const [made] = query.data.returns
  const mayBuild =
    isOneOf(session, { provider: provider_staff }) && (made === undefined || buildable.includes(made.status))
  return (
    <Card
      title="Full Payment Submission"
      actions={
        mayBuild && (
          <Button size="sm" onClick={() => setAsked(true)}>
            {made ? 'Build again' : 'Build'}
          </Button>
        )
      }
    >
      {made ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={pathOf({ category: session.category, path: 'paye/rti_submission', id: made.id })}>
            {made.human_id}
          </Link>
          <span>{labelIn(rti_submission.fields.status.choices, made.status)}</span>
          {made.fault_count > 0 && <span>{made.fault_count} to put right</span>}
          {made.receipt !== null && <span className="text-n11">Receipt {made.receipt}</span>}
        </p>
      ) : (
        <p className="text-n11">Due on or before the pay day.</p>
      )}
      {asked && (
        <VerbModal
          title="Full Payment Submission"
          action_id="transaction.rti_submission.build_fps"
          fixed={{ pay_run_id }}
          initial={{ late_reason: '', is_final: false }}
          fields={[
            {
              kind: 'choice',
              name: 'late_reason',
              label: 'Reason, if it is late',
              options: late_reasons,
              placeholder: 'In time',
            },
            { kind: 'check', name: 'is_final', label: 'Last return of the tax year, or of the PAYE scheme' },
          ]}
          submit="Build"
          success={({ human_id, faults }: { human_id: string; faults: readonly unknown[] }) =>
            faults.length === 0
              ? `${human_id} is ready to file`
              : `${human_id} has ${faults.length} to put right`
          }
          onClose={() => {
            setAsked(false)
            void query.refetch()
          }}
        />
      )}
    </Card>
  )
}
