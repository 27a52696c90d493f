/** Staff of the provider correct the profile of a business. Once a party is in force, its registered facts change by a request. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { isByRequest, may_change_company } from '../company.rules.ts'
import { CompanyForm, company_fields } from './company.form.tsx'

const document = gql(
  `query company_profile($id: uuid!) {
  business: business_business_by_pk(id: $id) { id status type company { ...company_fields } }
}`,
  company_fields,
)

export function EditCompany({ business_id }: { business_id: string }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const may = isOneOf(session, may_change_company(business_id === session.business.id))
  const { data } = useQuery({
    queryKey: ['company_profile', business_id],
    queryFn: async ({ signal }) => (await graphql(document, { id: business_id }, signal)).business,
    enabled: may,
  })
  const company = data?.company
  if (!may || !company) return null
  return (
    <>
      <Button verb="business.company.update" onClick={() => setOpen(true)}>
        Edit profile
      </Button>
      {isOpen && (
        <CompanyForm
          business_id={business_id}
          company={company}
          changes={isByRequest(data) ? 'contact' : 'all'}
          hasIndustries={data.type === 'client'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
