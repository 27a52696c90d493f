/** The PAYE scheme of a typed placement, offered where the agency has several and the worker is on payroll. */
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Select } from '#web/ui/inputs.tsx'
import { useAgencySchemes } from '../paye-scheme/agency-schemes.hook.ts'
import { isPaidUnderScheme, scheme_of_employment } from '../paye-scheme/placement-scheme.rules.ts'
import { paidWay, usePlacementWorker } from './placement-worker.hook.ts'

type Typed = {
  readonly contractor_id: string
  readonly payment_company_id: string
  readonly ir35_status: string
  readonly paye_scheme_id: string
}

export function PlacementScheme({
  values: { contractor_id, payment_company_id, ir35_status, paye_scheme_id },
  set,
  errors,
  agency_id,
}: Pick<FormPart<Typed>, 'values' | 'set' | 'errors'> & { readonly agency_id: string }) {
  const { data: worker } = usePlacementWorker(contractor_id)
  const schemes = useAgencySchemes(agency_id)
  const payment_type = worker ? paidWay(worker, payment_company_id) : null
  const is_offered = schemes.length > 1 && isPaidUnderScheme({ payment_type, ir35_status })
  // A chosen scheme stays visible, so that it can be taken back.
  if (!is_offered && paye_scheme_id === '') return null
  const is_listed = paye_scheme_id === '' || schemes.some(({ value }) => value === paye_scheme_id)
  return (
    <Select
      label="PAYE scheme"
      hint="Fixed once a timesheet is approved"
      placeholder={scheme_of_employment}
      options={
        is_listed ? schemes : [...schemes, { value: paye_scheme_id, label: 'The scheme chosen before' }]
      }
      value={paye_scheme_id}
      onChange={(chosen) => set({ paye_scheme_id: chosen })}
      error={errors.paye_scheme_id}
    />
  )
}

export const schemeField = <V extends Typed & { readonly agency_id: string }>(
  agencyOf: (values: V) => string,
) =>
  ({
    kind: 'custom',
    name: 'paye_scheme_id',
    label: 'PAYE scheme',
    kept: { paye_scheme_id: isText },
    render: (part: FormPart<V>) => (
      // The field changes its own value alone, which every such form has.
      <PlacementScheme
        values={part.values}
        errors={part.errors}
        set={(typed) => part.set(typed as Partial<V>)}
        agency_id={agencyOf(part.values)}
      />
    ),
  }) as const
