/** Dialogs of student loans and attachment orders. */
import { labelIn } from '#entity/choices.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { loan_plans, loan_sources, order_kinds, order_rates } from './deduction.entity.ts'
import { needsAmount, protects, refused_kinds } from './deduction.rules.ts'

interface Close {
  readonly onClose: () => void
}

export function StartLoan({ employment_id, onClose }: Close & { readonly employment_id: string }) {
  const { today } = useSession()
  return (
    <VerbModal
      title="Start student loan"
      action_id="business.student_loan.start"
      fixed={{ employment_id }}
      initial={{ plan: '', source: 'sl1', effective_from: today }}
      fields={[
        {
          kind: 'choice',
          name: 'plan',
          label: 'Plan',
          options: loan_plans,
          required: true,
          placeholder: 'Choose',
        },
        { kind: 'choice', name: 'source', label: 'Source', options: loan_sources, required: true },
        { kind: 'day', name: 'effective_from', label: 'First pay day with the deduction', required: true },
      ]}
      submit="Start"
      success="Student loan started"
      onClose={onClose}
    />
  )
}

export function StopLoan({
  loan,
  onClose,
}: Close & { readonly loan: { readonly id: string; readonly plan: string } }) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`Stop student loan, ${labelIn(loan_plans, loan.plan)}`}
      description="By HMRC’s notice SL2."
      action_id="business.student_loan.stop"
      fixed={{ id: loan.id }}
      initial={{ effective_from: today }}
      fields={[
        { kind: 'day', name: 'effective_from', label: 'First pay day without the deduction', required: true },
      ]}
      submit="Stop"
      success="Student loan stopped"
      onClose={onClose}
    />
  )
}

interface OrderValues {
  readonly kind: string
  readonly rate: string
}

export function AddOrder({ employment_id, onClose }: Close & { readonly employment_id: string }) {
  const { category, today } = useSession()
  return (
    <VerbModal
      size="md"
      columns={2}
      title="Attachment order"
      action_id="business.attachment_order.add"
      fixed={{ employment_id }}
      initial={{ kind: 'dea', rate: 'standard', received_on: today, charges_admin_fee: false }}
      fields={[
        {
          kind: 'choice',
          name: 'kind',
          label: 'Kind',
          options: [...order_kinds, ...refused_kinds],
          required: true,
        },
        { kind: 'choice', name: 'rate', label: 'Rate', options: order_rates, required: true },
        { kind: 'text', name: 'authority', label: 'Authority', required: true, max: 255 },
        { kind: 'text', name: 'reference', label: 'Reference', required: true, max: 255 },
        { kind: 'day', name: 'order_date', label: 'Date of the order', required: true },
        { kind: 'day', name: 'received_on', label: 'Received on', required: true },
        {
          kind: 'money',
          name: 'amount',
          label: 'Amount of a pay period',
          required: true,
          when: ({ rate }: OrderValues) => needsAmount(rate),
        },
        {
          kind: 'money',
          name: 'protected_earnings',
          label: 'Protected earnings',
          required: true,
          when: ({ kind }: OrderValues) => protects(kind),
        },
        category === 'provider' && { kind: 'money', name: 'debt', label: 'Debt' },
        { kind: 'check', name: 'charges_admin_fee', label: 'Charge £1.00 for each deduction' },
      ]}
      submit="Save"
      success="Attachment order saved"
      onClose={onClose}
    />
  )
}

interface Ordered {
  readonly id: string
  readonly kind: string
  readonly reference: string
}

export function EndOrder({ order, onClose }: Close & { readonly order: Ordered }) {
  const { today } = useSession()
  return (
    <VerbModal
      title={`End ${labelIn(order_kinds, order.kind)}, ${order.reference}`}
      action_id="business.attachment_order.end"
      fixed={{ id: order.id }}
      initial={{ ended_on: today }}
      fields={[{ kind: 'day', name: 'ended_on', label: 'Last day', required: true }, reason_field]}
      submit="End order"
      success="Attachment order ended"
      onClose={onClose}
    />
  )
}
