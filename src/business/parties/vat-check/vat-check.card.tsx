/** HMRC's answer about the VAT number of a party, and the button that asks HMRC again. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { isCheckable, may_accept, may_check, vat_check_statuses } from '../vat-check.rules.ts'
import { NameDiffers } from './name-differs.card.tsx'

const document = gql(`query vat_check($id: uuid!) {
  companies: business_company(where: { businesses: { id: { _eq: $id } } }, limit: 1) {
    name vat_name_differs is_vat_registered vat_registration_no
    vat_check_status vat_check_name vat_consultation_number vat_checked_at vat_check_asked_at vat_override_at
  }
}`)

type Company = Answer<typeof document>['companies'][number]

const POLL_MS = 2000

/** The documents that follow the number: self-bills of a payee, or the sales of an agency to its principal. */
type Bills = 'self_bills' | 'sales'

/** Shows nothing without a number that HMRC knows, and where numbers are not checked. */
export function VatCheckCard({ business_id, bills = null }: { business_id: string; bills?: Bills | null }) {
  const session = useSession()
  const [isAccepting, setAccepting] = useState(false)
  const reads = session.category === 'agency' || session.category === 'provider'
  const query = useQuery({
    queryKey: ['vat_check', business_id],
    queryFn: async ({ signal }) =>
      (await graphql(document, { id: business_id }, signal)).companies.at(0) ?? null,
    enabled: reads,
    refetchInterval: ({ state: { data } }) =>
      // A new number is asked about within seconds.
      data?.vat_check_asked_at || (session.checks_vat && data?.vat_check_status === 'unchecked')
        ? POLL_MS
        : false,
  })
  const check = useAction('business.company.check_vat', { success: 'HMRC is asked' })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const company = query.data
  if (!company || !isCheckable(company)) return null
  if (!session.checks_vat && company.vat_check_status === 'unchecked') return null
  const isWaiting = company.vat_check_asked_at !== null
  const isOpen = bills !== null && company.vat_check_status !== 'valid' && company.vat_override_at === null
  const mayAccept = isOpen && isOneOf(session, may_accept)
  return (
    <Card
      title="VAT check"
      actions={
        session.checks_vat && (
          <>
            {mayAccept && <Button onClick={() => setAccepting(true)}>Accept by certificate</Button>}
            {isOneOf(session, may_check) && (
              <Button
                verb="business.company.check_vat"
                busy={check.busy}
                disabledReason={isWaiting ? 'HMRC is being asked' : null}
                onClick={() => void check.run({ business_id })}
              >
                Check again
              </Button>
            )}
          </>
        )
      }
    >
      {isWaiting ? <p role="status">HMRC is being asked…</p> : <CheckWords company={company} />}
      {company.vat_name_differs && company.vat_check_name && (
        <div className="mt-2">
          <NameDiffers name={company.name} hmrc_name={company.vat_check_name} />
        </div>
      )}
      {isOpen && session.checks_vat && <p>{effectOf(bills, company)}</p>}
      {isAccepting && (
        <VerbModal
          title="Accept the VAT number"
          description="The number counts while the certificate in the documents is valid. Another person added it."
          action_id="business.company.accept_vat_number"
          fixed={{ business_id }}
          initial={{ reason: '' }}
          fields={[{ kind: 'area', name: 'reason', label: 'Reason', required: true }]}
          submit="Accept"
          success="The VAT number is accepted"
          onClose={() => setAccepting(false)}
        />
      )}
    </Card>
  )
}

function effectOf(bills: Bills, { vat_check_status }: Company): string {
  if (bills === 'sales') return 'New sales of the agency to its principal wait. Wages do not.'
  return vat_check_status === 'not_found'
    ? 'New self-bills carry no VAT.'
    : 'New self-bills with VAT wait for the answer.'
}

function CheckWords({ company }: { company: Company }) {
  const { vat_registration_no, vat_check_status, vat_check_name, vat_consultation_number, vat_checked_at } =
    company
  const { vat_override_at } = company
  return (
    <>
      <p className="wrap-anywhere">
        {vat_check_status === 'unavailable'
          ? `HMRC did not answer about ${vat_registration_no}`
          : [
              labelIn(vat_check_statuses, vat_check_status),
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
      {vat_override_at && <p>Accepted by certificate on {instantText(vat_override_at)}</p>}
    </>
  )
}
