/** The verifications of a payee under the Construction Industry Scheme, newest first, and a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { agency_field } from '../../shared/form-choices.view.ts'
import { agency_side, isOneOf } from '../../shared/who-may.rules.ts'
import { cis_results } from './cis-verification.entity.ts'

const document = gql(`query cis_verifications($id: uuid!) {
  found: business_cis_verification(where: { business_id: { _eq: $id } },
    order_by: [{ verified_on: desc }, { round: desc }], limit: 20) {
    id verification_number verified_on result agency { id name }
  }
}`)

export function CisVerifications({ payee }: { payee: { id: string; name: string } }) {
  const session = useSession()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const reads = session.category === 'agency' || session.category === 'provider'
  const queryKey = ['cis_verifications', payee.id]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => graphql(document, { id: payee.id }, signal),
    enabled: reads,
  })
  if (isError) return <CouldNotLoad onRetry={() => void refetch()} />
  if (!reads || !data) return null
  return (
    <Card
      title="Construction Industry Scheme"
      actions={
        isOneOf(session, agency_side) && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add verification
          </Button>
        )
      }
    >
      {data.found.length === 0 && (
        <p className="text-n11">Not verified. Construction work needs gross payment status, or PAYE.</p>
      )}
      <ul className="flex flex-col divide-y divide-n5">
        {data.found.map(({ id, verification_number, verified_on, result, agency }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="font-medium">{labelIn(cis_results, result)}</span>
            <span className="numeric">{verification_number}</span>
            <span className="text-n11 wrap-anywhere">
              verified on {dayText(verified_on)}
              {session.category === 'provider' && agency ? ` by ${agency.name}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {isAdding && (
        <AddVerification
          payee={payee}
          onClose={() => setAdding(false)}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </Card>
  )
}

type Adding = { payee: { id: string; name: string }; onClose: () => void; onDone: () => void }

function AddVerification({ payee, onClose, onDone }: Adding) {
  const { category, today } = useSession()
  return (
    <VerbModal
      title="Add verification"
      description={`HMRC’s answer about ${payee.name}. The newest counts.`}
      action_id="business.cis_verification.add"
      fixed={{ business_id: payee.id }}
      initial={{ verified_on: today, result: 'gross_payment' }}
      fields={[
        category === 'provider' && agency_field,
        {
          kind: 'text',
          name: 'verification_number',
          label: 'Verification number',
          hint: 'Such as V1234567890',
          required: true,
        },
        { kind: 'day', name: 'verified_on', label: 'Verified on', required: true, max: today },
        { kind: 'choice', name: 'result', label: 'Result', options: cis_results, required: true },
      ]}
      submit="Add"
      success="The verification is added"
      onClose={onClose}
      onDone={onDone}
    />
  )
}
