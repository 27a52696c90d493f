/** Dialogs of an overpayment: the plan of pay runs, and the request to settle it outside of payroll. */
import { VerbModal } from '#web/form/VerbModal.tsx'
import { reason_field } from '../../shared/form-choices.view.ts'
import { overpayment_kinds } from './overpayment.entity.ts'
import { settlement_kinds } from './overpayment-settlement.rules.ts'

interface Close {
  readonly onClose: () => void
}

interface PlanProps extends Close {
  readonly plan: {
    readonly id: string
    readonly recovery_amount: string | number | null
    readonly recovery_percent: number | null
  }
}

export function PlanRecovery({ plan, onClose }: PlanProps) {
  return (
    <VerbModal
      title="Plan of an overpayment"
      description="Agree it with the worker. Without a plan, pay takes back all that it bears."
      action_id="business.employment.plan_recovery"
      fixed={{ id: plan.id }}
      initial={{
        recovery_amount: plan.recovery_amount === null ? '' : String(plan.recovery_amount),
        recovery_percent: plan.recovery_percent === null ? '' : String(plan.recovery_percent),
      }}
      fields={[
        { kind: 'money', name: 'recovery_amount', label: 'Amount of a pay day' },
        {
          kind: 'whole',
          name: 'recovery_percent',
          label: 'Percent of net pay',
          hint: 'In place of an amount',
        },
      ]}
      submit="Save"
      success="Plan saved"
      onClose={onClose}
    />
  )
}

export function SettleOverpayment({ employment_id, onClose }: Close & { readonly employment_id: string }) {
  return (
    <VerbModal
      title="Settle an overpayment"
      description="The employer has the money back, or bears it. Another person approves it."
      action_id="transaction.overpayment.settle"
      fixed={{ employment_id }}
      initial={{ kind: 'repaid' }}
      fields={[
        {
          kind: 'choice',
          name: 'kind',
          label: 'How',
          options: overpayment_kinds.filter(({ value }) => settlement_kinds.some((kind) => kind === value)),
          required: true,
        },
        { kind: 'money', name: 'amount', label: 'Amount', required: true },
        reason_field,
      ]}
      submit="Ask"
      success="Asked: another person approves it"
      onClose={onClose}
    />
  )
}
