/** A fee rule of an agency (spec §3 Service charge): work, terms, value and dates. */

import { useQuery } from '@tanstack/react-query'
import { isUuid } from '#kernel/uuid.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf, useSearch } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import type { FormField } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { funding_types } from '../shared/contract-terms.rules.ts'
import { agency_field, currency_field, named_funder_field } from '../shared/form-choices.view.ts'

/** Also of the rule that replaces another. */
export const fee_kind_field: FormField<'type'> = {
  kind: 'choice',
  name: 'type',
  label: 'Type',
  required: true,
  options: [
    { value: 'percent', label: 'Percent of the client charge' },
    { value: 'fixed', label: 'Fixed amount' },
  ],
}

/** A fixed fee is of a currency, a percent of the gross or the net charge. */
export const fee_of_fields = [
  {
    ...currency_field,
    required: true,
    hint: 'Charged on work in this currency.',
    when: ({ type }: { readonly type?: string }) => type === 'fixed',
  },
  {
    kind: 'choice',
    name: 'fee_base',
    label: 'Of',
    options: [
      { value: 'gross', label: 'Gross' },
      { value: 'net', label: 'Net' },
    ],
    when: ({ type }: { readonly type?: string }) => type === 'percent',
  },
] as const

const of_funder = (fee_type: string | undefined) =>
  fee_type === 'funder_fee' || fee_type === 'funder_discount'

const fields: readonly FormField[] = [
  {
    kind: 'choice',
    name: 'fee_type',
    label: 'Fee',
    required: true,
    options: [
      { value: 'service_fee', label: 'Service fee' },
      { value: 'platform_fee', label: 'Platform fee' },
      { value: 'funder_fee', label: 'Funder fee' },
      { value: 'funder_discount', label: 'Funder discount' },
    ],
  },
  {
    ...named_funder_field,
    when: (values) => of_funder(values.fee_type),
  },
  {
    kind: 'choice',
    name: 'service_type',
    label: 'For',
    required: true,
    clears: ['contract_id'],
    options: [
      { value: 'temp_placement', label: 'Temp placements' },
      { value: 'perm_placement', label: 'Perm placements' },
      { value: 'expense', label: 'Expenses' },
    ],
  },
  {
    kind: 'choice',
    name: 'funding_type',
    label: 'Funding type',
    placeholder: 'Any',
    options: funding_types,
  },
  {
    kind: 'whole',
    name: 'payment_terms',
    label: 'Payment terms, days',
    hint: 'Only for placements with these terms. Leave empty for any.',
  },
  {
    kind: 'choice',
    name: 'payment_terms_type',
    label: 'Terms of',
    options: [
      { value: 'client', label: 'Client' },
      { value: 'contractor', label: 'Contractor' },
    ],
    when: (values) => (values.payment_terms ?? '') !== '',
  },
  fee_kind_field,
  {
    kind: 'decimal',
    name: 'value',
    label: 'Value',
    required: true,
    hint: 'Per cent from 0 to 100, or an amount.',
  },
  ...fee_of_fields,
  { kind: 'day', name: 'effective_from', label: 'Effective from', required: true },
  { kind: 'day', name: 'effective_to', label: 'Effective to' },
]

const asked_agency = gql(`query fee_rule_agency($id: uuid!) {
  agency: business_agency_by_pk(id: $id) { id name }
}`)

const asked_placement = gql(`query fee_rule_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) { id human_id }
}`)

const placement_field = {
  kind: 'pick',
  name: 'contract_id',
  label: 'Placement',
  shows: 'human_id',
  hint: 'For this placement alone. Leave empty for all.',
} as const

type Asked = {
  readonly agency: { readonly id: string; readonly name: string } | null
  readonly placement: { readonly id: string; readonly human_id: string } | null
}

/** A link on the page of an agency or a placement names it: `?agency=` and `?placement=` with their ids. */
export function NewServiceChargePage() {
  const { category } = useSession()
  const search = useSearch()
  const idIn = (asked: unknown) =>
    category === 'provider' && typeof asked === 'string' && isUuid(asked) ? asked : null
  const [agency_id, placement_id] = [idIn(search.agency), idIn(search.placement)]
  const query = useQuery({
    queryKey: ['fee_rule_of', agency_id, placement_id],
    queryFn: async ({ signal }): Promise<Asked> => {
      const [of_agency, of_placement] = await Promise.all([
        agency_id === null ? null : graphql(asked_agency, { id: agency_id }, signal),
        placement_id === null ? null : graphql(asked_placement, { id: placement_id }, signal),
      ])
      return { agency: of_agency?.agency ?? null, placement: of_placement?.placement ?? null }
    },
    enabled: agency_id !== null || placement_id !== null,
  })
  if (query.isLoading) return <Skeleton className="m-4 h-40" />
  // Without an answer the form asks for the agency.
  return <NewFeeRule agency={query.data?.agency ?? null} placement={query.data?.placement ?? null} />
}

function NewFeeRule({ agency, placement }: Asked) {
  const { category, today } = useSession()
  const go = useGo()
  return (
    <>
      <PageHeader
        title="New fee rule"
        back={{ to: pathOf({ category, path: 'contract/service_charge' }), label: 'Fee Rules' }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id="contract.service_charge.create"
          fields={[
            category === 'provider' && {
              ...agency_field,
              picked: agency ? { value: agency.id, label: agency.name } : undefined,
            },
            ...fields,
            {
              ...placement_field,
              entity: 'contract.temp_placement',
              picked: placement ? { value: placement.id, label: placement.human_id } : undefined,
              when: ({ service_type }) => service_type !== 'perm_placement',
            },
            {
              ...placement_field,
              entity: 'contract.perm_placement',
              when: ({ service_type }) => service_type === 'perm_placement',
            },
          ]}
          initial={{
            ...(agency ? { agency_id: agency.id } : {}),
            ...(placement ? { contract_id: placement.id } : {}),
            fee_type: 'service_fee',
            service_type: 'temp_placement',
            type: 'percent',
            fee_base: 'gross',
            currency: 'GBP',
            payment_terms_type: 'client',
            effective_from: today,
          }}
          intro="Two rules for the same work can’t overlap: end or replace the earlier one first."
          submit="Save"
          success="The fee rule is saved"
          onDone={({ id }: { id: string }) =>
            go.replace(pathOf({ category, path: 'contract/service_charge', id }))
          }
        />
      </div>
    </>
  )
}
