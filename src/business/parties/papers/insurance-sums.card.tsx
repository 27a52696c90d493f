/** The least sums of insurance that an agency asks limited companies for, and their form. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { amountText, minorOf } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { compliance_feature, papers } from '../compliance/compliance.rules.ts'
import { insurance_askers, insurances, sumOf } from '../compliance/insurance.rules.ts'

const document = gql(`query insurance_sums($id: uuid!, $feature: String!) {
  agency: business_agency_by_pk(id: $id) {
    id name professional_indemnity_sum public_liability_sum base_currency { alpha_code }
  }
  features: business_business_feature(where: { business_id: { _eq: $id }, feature_code: { _eq: $feature } }) { id }
}`)

const typedAmount = (sum: unknown) => (sum === null ? '' : formatScaled(minorOf(sum), 2))

type Agency = NonNullable<Answer<typeof document>['agency']>

export function InsuranceSums({ agency_id }: { agency_id: string }) {
  const session = useSession()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const reads = session.category === 'agency' || session.category === 'provider'
  const queryKey = ['insurance_sums', agency_id]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => graphql(document, { id: agency_id, feature: compliance_feature }, signal),
    enabled: reads,
  })
  if (!reads) return null
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const agency = query.data?.agency
  const code = agency?.base_currency?.alpha_code
  return (
    <Card
      title="Insurance of limited companies"
      actions={
        agency &&
        isOneOf(session, insurance_askers) && (
          <Button size="sm" aria-label="Change the insurance sums" onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton className="h-12" />}
      {agency && (
        <PropertiesTable
          columns={1}
          items={insurances.map((type) => {
            const least = agency[sumOf(type)]
            return {
              label: papers[type].label,
              value: least === null ? 'Not asked for' : `At least ${amountText(least, code)}`,
            }
          })}
        />
      )}
      {agency && query.data?.features.length === 0 && (
        <p className="mt-2 text-n11">The sums count once compliance documents are switched on.</p>
      )}
      {agency && isOpen && (
        <SumsForm
          agency={agency}
          code={code}
          onClose={() => setOpen(false)}
          onDone={() => void queries.invalidateQueries({ queryKey })}
        />
      )}
    </Card>
  )
}

function SumsForm({
  agency,
  code,
  onClose,
  onDone,
}: {
  agency: Agency
  code: string | undefined
  onClose: () => void
  onDone: () => void
}) {
  const session = useSession()
  return (
    <VerbModal
      title={`Insurance that ${agency.name} asks for`}
      description="New placements through a limited company need at least these sums, verified and in force."
      action_id="business.agency.set_insurance_sums"
      fixed={session.category === 'provider' ? { agency_id: agency.id } : {}}
      initial={{
        professional_indemnity_sum: typedAmount(agency.professional_indemnity_sum),
        public_liability_sum: typedAmount(agency.public_liability_sum),
      }}
      fields={insurances.map((type) => ({
        kind: 'money' as const,
        name: sumOf(type),
        label: `${papers[type].label}, at least`,
        currency: code,
        hint: 'Empty: not asked for.',
      }))}
      submit="Save"
      success="The insurance sums are saved"
      onClose={onClose}
      onDone={onDone}
    />
  )
}
