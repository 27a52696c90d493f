/** The payees of a contractor: their own, and further ones for new placements with one agency. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { payment_types } from '../../parties/business.entity.ts'
import { SelfBilling } from '../../parties/self-billing/self-billing.card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { party_askers } from '../request/party-change.rules.ts'

const document = gql(`query contractor_payees($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) {
    id name status payment_type payment_company { id name }
    payees(order_by: [{ effective_from: desc }, { id: asc }], limit: 50) {
      id payment_type effective_from effective_to agency { id name } payment_company { id name }
    }
  }
}`)

type Payee = NonNullable<Answer<typeof document>['contractor']>['payees'][number]

export function Payees({ contractor_id }: { contractor_id: string }) {
  const session = useSession()
  const { category } = session
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Payee | null>(null)
  const queryKey = ['contractor_payees', contractor_id]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await graphql(document, { id: contractor_id }, signal)).contractor,
  })
  if (query.isError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const contractor = query.data
  if (!contractor) return null
  const mayAsk = isOneOf(session, party_askers.contractor) && contractor.status === 'onboarded'
  const is_own = category === 'contractor'
  return (
    <Card
      title="Payees"
      actions={
        mayAsk && (
          <Link
            to={
              is_own
                ? pathOf({ category, path: 'request/new_own_payee' })
                : pathOf({ category, path: 'request/new_payee', id: contractor_id })
            }
            className={buttonClass()}
          >
            <Plus aria-hidden size={16} />
            Add a payee
          </Link>
        )
      }
    >
      <ul className="flex flex-col divide-y divide-n5">
        <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
          <span className="font-medium wrap-anywhere">
            {contractor.payment_company?.name ?? contractor.name}
          </span>
          <span className="text-n11">
            {labelIn(payment_types, contractor.payment_type ?? '')}, by default
          </span>
        </li>
        {contractor.payees.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
            <span className="font-medium wrap-anywhere">{one.payment_company?.name}</span>
            <span className="text-n11 wrap-anywhere">
              {labelIn(payment_types, one.payment_type)}
              {category === 'agency' || !one.agency ? '' : `, with ${one.agency.name}`}, from{' '}
              {dayText(one.effective_from)}
              {one.effective_to === null ? '' : ` until ${dayText(one.effective_to)}`}
            </span>
            {mayAsk && one.effective_to === null && (
              <Button
                className="ml-auto"
                aria-label={`End ${one.payment_company?.name ?? ''}`}
                onClick={() => setEnding(one)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SelfBilling contractor_id={contractor_id} />
      {ending && (
        <VerbModal
          title={`End ${ending.payment_company?.name ?? 'the payee'}`}
          description="New placements cannot pay it any more."
          action_id="business.contractor.end_payee"
          fixed={{ id: ending.id }}
          fields={[{ kind: 'area', name: 'comment', label: 'Reason', required: true }]}
          submit="End"
          success="The payee is ended"
          onClose={() => setEnding(null)}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </Card>
  )
}
