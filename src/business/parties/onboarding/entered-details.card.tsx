/** The details of a contractor beside the approval, and their correction (onboarding §2.4). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { address as address_entity, individual } from '../company.entity.ts'
import { address_names } from '../company-profile/address-names.rules.ts'
import { address_fields } from '../company-profile/party-fields.view.tsx'

export type Correction = {
  readonly by_name: string
  readonly at: string
  readonly fields: readonly string[]
}

const entered = gql(`query entered_details($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) {
    id
    individual {
      first_name last_name
      address { line_1 line_2 line_3 line_4 city state zipcode country country_code complete_address }
    }
    payment_company { id name }
  }
}`)
type Entered = NonNullable<Answer<typeof entered>['contractor']>

const paid_through = gql(`query entered_company($id: uuid!) {
  companies: business_company(where: { businesses: { id: { _eq: $id } } } limit: 1) {
    brn is_vat_registered vat_registration_no address { complete_address }
  }
}`)
type Company = Answer<typeof paid_through>['companies'][number]

/** Other roles of an agency have no such fields. */
const personal = gql(`query entered_personal_details($id: uuid!) {
  contractor: business_contractor_by_pk(id: $id) { id individual { date_of_birth gender ni_number utr } }
}`)

export function EnteredDetails({
  contractor_id,
  corrections,
  may_correct,
}: {
  contractor_id: string
  corrections: readonly Correction[]
  may_correct: boolean
}) {
  const session = useSession()
  const reads_personal = session.category === 'provider' || hasRole(session, payroll_data_roles)
  const [open, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['entered_details', contractor_id, reads_personal],
    queryFn: async ({ signal }) => {
      const [all, own] = await Promise.all([
        graphql(entered, { id: contractor_id }, signal),
        reads_personal ? graphql(personal, { id: contractor_id }, signal) : null,
      ])
      const company_id = all.contractor?.payment_company?.id
      const company = company_id && (await graphql(paid_through, { id: company_id }, signal)).companies[0]
      return {
        contractor: all.contractor,
        personal: own?.contractor?.individual ?? null,
        company: company || null,
      }
    },
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const contractor = query.data?.contractor
  const person = contractor?.individual
  if (!contractor || !person) return null
  const own = query.data?.personal
  return (
    <section aria-label="Entered details" className="flex flex-col gap-2 border-t border-n6 pt-2">
      <PropertiesTable
        items={[
          { label: 'First name', value: person.first_name },
          { label: 'Last name', value: person.last_name },
          { label: 'Address', value: person.address?.complete_address ?? null },
          ...(own
            ? [
                { label: 'Date of birth', value: own.date_of_birth && dayText(own.date_of_birth) },
                {
                  label: 'Gender',
                  value: own.gender && labelIn(individual.fields.gender.choices, own.gender),
                },
                { label: 'National Insurance number', value: own.ni_number },
                { label: 'Unique Tax Reference', value: own.utr },
              ]
            : []),
          ...companyItems(contractor, query.data?.company ?? null),
        ]}
      />
      {corrections.map(({ by_name, at, fields }) => (
        <p key={at} className="text-n11">
          Corrected by {by_name}, {instantText(at)}: {fields.map(fieldLabel).join(', ')}
        </p>
      ))}
      {may_correct && (
        <div>
          <Button onClick={() => setOpen(true)}>Correct name and address</Button>
        </div>
      )}
      {open && <CorrectForm id={contractor_id} person={person} onClose={() => setOpen(false)} />}
    </section>
  )
}

function companyItems({ payment_company }: Entered, company: Company | null) {
  if (!payment_company) return []
  const through = { label: 'Paid through', value: payment_company.name }
  if (company === null) return [through]
  const { brn, is_vat_registered, vat_registration_no, address } = company
  return [
    through,
    { label: 'Company number', value: brn },
    {
      label: 'VAT number',
      value: is_vat_registered ? vat_registration_no : 'Not registered for VAT',
    },
    { label: 'Company address', value: address?.complete_address ?? null },
  ]
}

const labels: Readonly<Record<string, { readonly label: string } | undefined>> = {
  ...address_entity.fields,
  ...individual.fields,
}
const fieldLabel = (name: string) => labels[name]?.label ?? name

function CorrectForm({
  id,
  person: { first_name, last_name, address },
  onClose,
}: {
  id: string
  person: NonNullable<Entered['individual']>
  onClose: () => void
}) {
  const texts = address_names.map((name) => [name, address?.[name] ?? (name === 'country_code' ? 'GB' : '')])
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Correct name and address"
      description="It is marked as your change. The bank account stays as it was entered."
      action_id="business.party.correct"
      fixed={{ id }}
      initial={{
        first_name,
        last_name,
        ...(Object.fromEntries(texts) as Record<(typeof address_names)[number], string>), // Every name of the list.
      }}
      fields={[
        { kind: 'text', name: 'first_name', label: 'First name', required: true },
        { kind: 'text', name: 'last_name', label: 'Last name', required: true },
        ...address_fields,
      ]}
      input={({ first_name: first, last_name: last, country: _, ...typed }) => ({
        first_name: first,
        last_name: last,
        address: typed,
      })}
      submit="Save the correction"
      success="The details are corrected"
      onClose={onClose}
    />
  )
}
