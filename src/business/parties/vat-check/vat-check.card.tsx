/** What HMRC says about the VAT number of a party, and the question to it again. */
import { useQuery } from '@tanstack/react-query'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { isCheckable, may_check, vat_check_statuses } from './vat-check.rules.ts'

const document = gql(`query vat_check($id: uuid!) {
  companies: business_company(where: { businesses: { id: { _eq: $id } } }, limit: 1) {
    is_vat_registered vat_registration_no
    vat_check_status vat_check_name vat_consultation_number vat_checked_at vat_check_asked_at
  }
}`)

type Company = Answer<typeof document>['companies'][number]

const POLL_MS = 2000

/** Nothing without a number that HMRC knows, and where numbers are not checked. */
export function VatCheckCard({ business_id }: { business_id: string }) {
  const session = useSession()
  const reads = session.category === 'agency' || session.category === 'provider'
  const query = useQuery({
    queryKey: ['vat_check', business_id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id: business_id }, signal)).companies.at(0) ?? null,
    enabled: reads,
    refetchInterval: ({ state }) => (state.data?.vat_check_asked_at ? POLL_MS : false),
  })
  const check = useAction('business.company.check_vat', { success: 'HMRC is asked' })
  if (query.isError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const company = query.data
  if (!company || !isCheckable(company)) return null
  if (!session.checks_vat && company.vat_check_status === 'unchecked') return null
  const isWaiting = company.vat_check_asked_at !== null
  return (
    <Card
      title="VAT check"
      actions={
        session.checks_vat &&
        isOneOf(session, may_check) && (
          <Button
            busy={check.busy}
            disabledReason={isWaiting ? 'HMRC is being asked' : null}
            onClick={() => void check.run({ business_id })}
          >
            Check again
          </Button>
        )
      }
    >
      {isWaiting ? <p role="status">HMRC is being asked…</p> : <CheckWords company={company} />}
    </Card>
  )
}

function CheckWords({ company }: { company: Company }) {
  const { vat_registration_no, vat_check_status, vat_check_name, vat_consultation_number, vat_checked_at } =
    company
  return (
    <>
      <p className="wrap-anywhere">
        {[
          vat_check_status === 'unavailable'
            ? 'HMRC did not answer'
            : labelIn(vat_check_statuses, vat_check_status),
          vat_registration_no,
          vat_check_name && `to ${vat_check_name}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {vat_checked_at && (
        <p className="text-n11">
          {vat_check_status === 'unavailable' ? 'Asked' : 'Checked'} on {instantText(vat_checked_at)}
          {vat_consultation_number && `, consultation number ${vat_consultation_number}`}
        </p>
      )}
    </>
  )
}
