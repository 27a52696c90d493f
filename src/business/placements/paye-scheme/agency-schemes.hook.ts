import { useQuery } from '@tanstack/react-query'
import { payroll_data_roles } from '#entity/roles.ts'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { Option } from '#web/ui/inputs.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'

const document = gql(`query agency_paye_schemes($agency_id: uuid!) {
  schemes: business_paye_scheme(where: { agency_id: { _eq: $agency_id }, ended_on: { _is_null: true } }, order_by: [{ employer_reference: asc }], limit: 100) { id employer_reference }
}`)

const readers = { agency: payroll_data_roles, provider: provider_staff } as const

/** The PAYE schemes under which the agency goes on paying; none for readers of no payroll data. */
export function useAgencySchemes(agency_id: string): readonly Option[] {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['agency_paye_schemes', agency_id],
    queryFn: ({ signal }) => graphql(document, { agency_id }, signal),
    enabled: agency_id !== '' && isOneOf(session, readers),
  })
  return (data?.schemes ?? []).map((one) => ({ value: one.id, label: one.employer_reference }))
}
