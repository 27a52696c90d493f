/** Asks to pay a contractor otherwise from a day on; the effects on their placements show before it is sent. */
import { isDay } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { VerbPreview } from '#web/form/VerbPreview.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { payment_types } from '../../parties/business.entity.ts'
import { AskedContractor, ContractorRequest } from '../request/contractor-request.card.tsx'
import { comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'
import { type Paid, PaidContractor } from './paid-contractor.card.tsx'
import { Payees } from './payees.card.tsx'
import { blank_way, hasCompany, type TypedWay, way_fields } from './payment-way.view.ts'

export const PaymentChangePage = () => (
  <AskedContractor>
    {(id) => (
      <PaidContractor id={id}>{(contractor) => <PaymentForm contractor={contractor} />}</PaidContractor>
    )}
  </AskedContractor>
)

const paidText = ({ payment_type, payment_company: company }: Paid): string => {
  const way = payment_types.find(({ value }) => value === payment_type)?.label ?? 'unknown'
  return company === null ? way : `${way}, ${company.name} (${company.human_id})`
}

function PaymentForm({ contractor }: { contractor: Paid }) {
  const { category } = useSession()
  const go = useGo()
  const is_own = category === 'contractor'
  return (
    <ContractorRequest
      title="Change the payment"
      contractor={contractor}
      own={{ path: 'request/contractor_change_request', label: 'Change Requests' }}
      meta={<span>Paid today: {paidText(contractor)}</span>}
    >
      {is_own && <Payees contractor_id={contractor.id} />}
      <VerbForm
        intro={
          is_own
            ? 'Takes effect once your agency and the provider approve.'
            : 'Takes effect once the contractor and the provider approve.'
        }
        action_id="business.contractor.change_payment"
        fixed={{ contractor_id: contractor.id }}
        initial={blank_way}
        fields={[
          ...way_fields,
          {
            kind: 'custom',
            name: 'effects',
            label: 'What follows',
            render: ({ values }) => <Effects contractor_id={contractor.id} typed={values} />,
          },
          comment_field,
        ]}
        submit="Send for approval"
        success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
        onDone={({ id }: Made) => go.replace(requestPath(id, 'contractor', category))}
      />
    </ContractorRequest>
  )
}

/** The placements as they will be: read again whenever the way or the day changes. */
function Effects({ contractor_id, typed }: { contractor_id: string; typed: TypedWay }) {
  const company = typed.payment_company_id || typed.payment_company_code.trim()
  const is_whole =
    isDay(typed.effective_from) && (typed.payment_type === 'paye' || (hasCompany(typed) && company !== ''))
  const asked = {
    contractor_id,
    payment_type: typed.payment_type,
    effective_from: typed.effective_from,
    ...(!hasCompany(typed)
      ? {}
      : typed.payment_company_id
        ? { payment_company_id: typed.payment_company_id }
        : { payment_company_code: company }),
  }
  return (
    <VerbPreview<{ effects: readonly string[] }>
      action_id="business.contractor.preview_payment"
      asked={asked}
      isWhole={is_whole}
      empty="Choose how and from when, to see the placements that follow."
    >
      {({ effects }) => (
        <ul role="status" className="flex flex-col gap-1 rounded-md border px-3 py-2">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
    </VerbPreview>
  )
}
