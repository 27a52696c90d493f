/** The standing of a party at Companies House, and the button that asks again. */
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { may_check_company } from '../company-status.rules.ts'

const document = gql(`query company_status($id: uuid!) {
  companies: business_company(where: { businesses: { id: { _eq: $id } } }, limit: 1) {
    brn register_standing register_words register_checked_at
  }
}`)

type Company = Answer<typeof document>['companies'][number]

/** Shows nothing for a company without a look-up. */
export function CompanyStatusCard({ business_id }: { business_id: string }) {
  const session = useSession()
  const query = useQuery({
    queryKey: ['company_status', business_id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id: business_id }, signal)).companies.at(0) ?? null,
    enabled: session.category === 'agency' || session.category === 'provider',
  })
  const check = useAction<{ is_answered: boolean }>('business.company.check_standing', {
    success: ({ is_answered }) =>
      is_answered ? 'Companies House has answered' : 'Companies House does not answer. It is asked again.',
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const company = query.data
  if (!company || company.register_standing === 'unchecked') return null
  return (
    <Card
      title="Companies House"
      actions={
        isOneOf(session, may_check_company) && (
          <Button
            verb="business.company.check_standing"
            busy={check.busy}
            onClick={() => void check.run({ business_id })}
          >
            Check again
          </Button>
        )
      }
    >
      <StatusWords company={company} />
    </Card>
  )
}

function StatusWords({ company }: { company: Company }) {
  const { brn, register_standing, register_words, register_checked_at } = company
  const checked = register_checked_at && instantText(register_checked_at)
  if (register_standing === 'unavailable')
    return (
      <p>
        Companies House did not answer about {brn} on {checked}. It is asked again.
      </p>
    )
  if (register_standing === 'unknown_number')
    return (
      <p>
        Companies House has no company {brn}. Checked on {checked}.
      </p>
    )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={register_standing === 'in_order' ? 'positive' : 'attention'}>
          {labelOf(register_words ?? '')}
        </Badge>
        <span>{brn}</span>
      </p>
      <p className="text-n11">Checked on {checked}</p>
    </>
  )
}
