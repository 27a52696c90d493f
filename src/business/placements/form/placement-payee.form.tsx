/** The payee of a typed placement, offered where the contractor has further ones with the agency on the first day. */
import { labelIn } from '#entity/choices.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { Select } from '#web/ui/inputs.tsx'
import { payment_types } from '../../parties/business.entity.ts'
import { usePlacementWorker } from './placement-worker.hook.ts'

type Typed = {
  readonly contractor_id: string
  readonly payment_company_id: string
  readonly start_date: string
}

type Payee = { readonly payment_type: string | null; readonly payment_company: { name: string } | null }

const payeeText = ({ payment_type, payment_company }: Payee, contractor: string): string =>
  payment_type === 'paye' || payment_company === null
    ? `${contractor}, PAYE`
    : `${payment_company.name}, ${labelIn(payment_types, payment_type ?? '')}`

export function PlacementPayee({
  values: { contractor_id, payment_company_id, start_date },
  set,
  errors,
  agency_id,
}: Pick<FormPart<Typed>, 'values' | 'set' | 'errors'> & { readonly agency_id: string }) {
  const { data: worker } = usePlacementWorker(contractor_id)
  if (!worker) return null
  const payees = worker.payees.filter(
    (one) =>
      one.agency_id === agency_id &&
      (start_date === '' ||
        (one.effective_from <= start_date && (one.effective_to === null || one.effective_to >= start_date))),
  )
  if (payees.length === 0 && payment_company_id === '') return null
  return (
    <Select
      label="Paid to"
      hint="A payee of a placement never changes"
      placeholder={payeeText(worker, worker.name)}
      options={payees.map((one) => ({
        value: one.payment_company_id,
        label: payeeText(one, worker.name),
      }))}
      value={payment_company_id}
      onChange={(chosen) => set({ payment_company_id: chosen })}
      error={errors.payment_company_id}
    />
  )
}

export const payeeField = <V extends Typed & { readonly agency_id: string }>(
  agencyOf: (values: V) => string,
) =>
  ({
    kind: 'custom',
    name: 'payment_company_id',
    label: 'Paid to',
    kept: { payment_company_id: isText },
    render: (part: FormPart<V>) => (
      // The field changes its own value alone, which every such form has.
      <PlacementPayee
        values={part.values}
        errors={part.errors}
        set={(typed) => part.set(typed as Partial<V>)}
        agency_id={agencyOf(part.values)}
      />
    ),
  }) as const
