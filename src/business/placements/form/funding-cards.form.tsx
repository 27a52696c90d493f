/** The funding type of a placement as cards that say when pay, fee and earnings move (onboarding §4.5). */
import { useId } from 'react'
import { commission_roles } from '#entity/roles.ts'
import { type Day, isDay } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { isText } from '#web/drafts/form-draft.ts'
import type { FormPart } from '#web/form/fields.ts'
import { cx } from '#web/ui/class-names.ts'
import { funding_types } from '../../shared/contract-terms.rules.ts'
import type { FundingModel } from '../../shared/invoice-types.rules.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { type FundingCard, fundingCards } from './funding-cards.rules.ts'
import { placementCharges, usePlacementFacts } from './placement-facts.hook.ts'
import { paidWay, usePlacementWorker } from './placement-worker.hook.ts'

type Typed = {
  readonly funding_type: string
  readonly funding_model: string
  readonly funder_id: string
  readonly currency: string
  readonly client_payment_terms: string
  readonly contractor_payment_terms?: string
  readonly contractor_id?: string
  readonly payment_company_id?: string
  /** The first day of the work. */
  readonly start_date?: string
  readonly contract_start_date?: string
}

type Of = {
  readonly service_type: 'temp_placement' | 'perm_placement'
  readonly agency_id: string
}

export function FundingCards({
  values,
  set,
  errors,
  service_type,
  agency_id,
}: Pick<FormPart<Typed>, 'values' | 'set' | 'errors'> & Of) {
  const cards = useCards(values, { service_type, agency_id })
  const id = useId()
  const error = errors.funding_type
  return (
    <div className="tablet:col-span-2">
      <div id={id} className="mb-1 text-12 font-medium text-n11">
        Funding type
        <span aria-hidden className="ml-0.5 text-red11">
          *
        </span>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        tabIndex={-1}
        className="grid gap-2 tablet:grid-cols-3"
      >
        {cards.map((card) => (
          <OneCard
            key={card.value}
            id={`${id}-${card.value}`}
            card={card}
            name={id}
            isChosen={values.funding_type === card.value}
            onChoose={() => set({ funding_type: card.value })}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-12 text-red11">
          {error}
        </p>
      )}
    </div>
  )
}

function OneCard({
  id,
  card: { value, label, lines, refusal },
  name,
  isChosen,
  onChoose,
}: {
  id: string
  card: FundingCard
  name: string
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label
      className={cx(
        'flex min-w-0 flex-col gap-2 rounded-lg border p-3',
        isChosen ? 'border-a9 bg-a2' : 'border-n7',
        refusal === null && 'cursor-pointer',
      )}
    >
      <span className="flex items-center gap-2 font-medium">
        <input
          type="radio"
          name={name}
          value={value}
          checked={isChosen}
          disabled={refusal !== null}
          onChange={onChoose}
          aria-labelledby={id}
          aria-describedby={`${id}-when`}
          className="tick"
        />
        <span id={id}>{label}</span>
      </span>
      <span id={`${id}-when`} className="flex flex-col gap-1 text-12 text-n11">
        {refusal ??
          lines.map((line) => (
            <span key={line.label} className="wrap-anywhere">
              <span className="font-medium">{line.label}:</span> {line.value}.
            </span>
          ))}
      </span>
    </label>
  )
}

/** Only an agency needs an agreed fee, and only some of its people see the rules. */
const seesRules = (session: ReturnType<typeof useSession>) => isOneOf(session, { agency: commission_roles })

function useCards(values: Typed, { service_type, agency_id }: Of): FundingCard[] {
  const session = useSession()
  const { data } = usePlacementFacts(agency_id, service_type)
  const { data: worker } = usePlacementWorker(values.contractor_id ?? '')
  const start = values.start_date ?? values.contract_start_date ?? ''
  const today = session.today as Day // As the server gave it.
  return fundingCards({
    service_type,
    charges: data?.agency && seesRules(session) ? placementCharges(data) : null,
    // The agency's default, and one of the form's own choices.
    funding_model: (values.funding_model || data?.agency?.funding_model || 'direct') as FundingModel,
    agency_id,
    funder_id: values.funder_id,
    currency: values.currency,
    client_payment_terms: values.client_payment_terms,
    contractor_payment_terms: values.contractor_payment_terms ?? '',
    paid_way: worker ? paidWay(worker, values.payment_company_id ?? '') : null,
    on: isDay(start) && start > today ? start : today,
  })
}

export const fundingField = <V extends Typed & { readonly agency_id: string }>(
  service_type: Of['service_type'],
  agencyOf: (values: V) => string,
) =>
  ({
    kind: 'custom',
    name: 'funding_type',
    label: 'Funding type',
    required: true,
    wide: true,
    kept: { funding_type: isText },
    render: (part: FormPart<V>) => (
      // The field changes its own value alone, which every such form has.
      <FundingCards
        values={part.values}
        errors={part.errors}
        set={(typed) => part.set(typed as Partial<V>)}
        service_type={service_type}
        agency_id={agencyOf(part.values)}
      />
    ),
    review: ({ funding_type }: V) => [
      {
        label: 'Funding type',
        value: funding_types.find(({ value }) => value === funding_type)?.label ?? '',
      },
    ],
  }) as const
