/** The profile that a business's documents print (spec §3, Company). */
import { type Answer, gql } from '#web/core/query.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { company as company_entity, company_texts } from '../company.entity.ts'
import { asksVatNumber, by_request_text } from '../company.rules.ts'
import { industriesIn } from '../industries.rules.ts'
import { address_names } from './address-names.rules.ts'
import { CompanyLookUp } from './company-look-up.form.tsx'
import { address_fields, industries_field } from './party-fields.view.tsx'

export const company_fields = gql(`fragment company_fields on business_company {
  name brn is_vat_registered vat_registration_no email phone website industries logo_attachment_id
  address { line_1 line_2 line_3 line_4 city state zipcode country country_code complete_address }
}`)

export type Company = Answer<typeof company_fields>

/** `own`: the registered name and number are shown and not changed. `contact`: the rest changes by a request. */
export type CompanyChanges = 'all' | 'own' | 'contact'

export function CompanyForm({
  business_id,
  company,
  changes,
  hasIndustries = false,
  onClose,
}: {
  business_id: string
  company: Company
  changes: CompanyChanges
  /** Of clients alone. */
  hasIndustries?: boolean
  onClose: () => void
}) {
  const { address } = company
  const registered = {
    all: {},
    own: { disabled: true, hint: 'Your provider changes this.' },
    contact: { disabled: true, hint: `${by_request_text}.` },
  }[changes]
  const is_all = changes !== 'contact'
  const texts = address_names.map((name) => [name, address?.[name] ?? (name === 'country_code' ? 'GB' : '')])
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Edit profile"
      description="Appears on documents from now on. Issued documents stay as they are."
      action_id="business.company.update"
      fixed={{ business_id }}
      initial={{
        // Of the look-up: it fills the others.
        found: '',
        name: company.name,
        brn: company.brn ?? '',
        is_vat_registered: company.is_vat_registered,
        vat_registration_no: company.vat_registration_no ?? '',
        email: company.email ?? '',
        ...Object.fromEntries(company_texts.map((name) => [name, company[name] ?? ''])),
        industries: (company.industries ?? []).join(', '),
        ...(Object.fromEntries(texts) as Record<(typeof address_names)[number], string>), // Every name of the list.
      }}
      fields={[
        changes === 'all' && {
          kind: 'custom',
          name: 'found',
          label: 'Find at Companies House',
          // Lines of the earlier address would stay otherwise.
          render: ({ set }) => <CompanyLookUp onUse={(found) => set({ line_3: '', line_4: '', ...found })} />,
        },
        { kind: 'text', name: 'name', label: 'Registered name', required: true, ...registered },
        { kind: 'text', name: 'brn', label: 'Company number', max: 8, ...registered },
        is_all && { kind: 'check', name: 'is_vat_registered', label: 'Registered for VAT' },
        is_all && {
          kind: 'text',
          name: 'vat_registration_no',
          label: 'VAT number',
          max: 20,
          when: asksVatNumber,
        },
        { kind: 'text', name: 'email', label: 'Email' },
        ...company_texts.map((name) => ({
          kind: 'text' as const,
          name,
          label: company_entity.fields[name].label,
          ...(name === 'phone' ? { max: 30 } : {}),
        })),
        hasIndustries && industries_field,
        ...(is_all ? address_fields : []),
      ]}
      input={({ found: _, industries, ...input }) => {
        const inside = (name: string) => address_names.some((one) => one === name)
        const entries = Object.entries(input)
        return {
          ...Object.fromEntries(entries.filter(([name]) => !inside(name))),
          ...(hasIndustries ? { industries: industriesIn(String(industries ?? '')) } : {}),
          address: {
            ...Object.fromEntries(entries.filter(([name]) => inside(name))),
            // Its name as it is, while the country is the same.
            ...(address?.country && input.country_code === address.country_code
              ? { country: address.country }
              : {}),
          },
        }
      }}
      submit="Save"
      success="The profile was saved"
      onClose={onClose}
    />
  )
}
