/** Industries and legal form of a new client: typed, or filled from the company that was found. */
import { CompanyLookUp } from '../company-profile/company-look-up.form.tsx'
import { industriesIn } from '../industries.rules.ts'
import { legal_forms, legalFormOfType } from '../legal-form.rules.ts'

type Set = { set: (changes: Readonly<Record<string, string>>) => void }

export const client_look_up = {
  kind: 'custom',
  name: 'found',
  label: 'Find at Companies House',
  render: ({ set }: Set) => (
    // Lines of an earlier company would stay otherwise.
    <CompanyLookUp
      onUse={(found, { sic_codes, type }) =>
        set({
          line_3: '',
          line_4: '',
          ...found,
          industries: sic_codes.join(', '),
          // A type that tells no form leaves the choice to the person.
          legal_form: legalFormOfType(type) ?? '',
        })
      }
    />
  ),
} as const

export const legal_form_field = {
  kind: 'choice',
  name: 'legal_form',
  label: 'Legal form',
  options: legal_forms,
  placeholder: 'Choose',
  required: true,
} as const

export const withIndustries = <I extends { readonly company: object }>(input: I, typed: unknown) => ({
  ...input,
  company: { ...input.company, industries: industriesIn(String(typed ?? '')) },
})
