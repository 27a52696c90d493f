import { useState } from 'react'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { SuggestedReturn } from '../bank/payment-return.rules.ts'
import { return_codes } from '../settlement/receipt.entity.ts'
import { useRecordsReturns } from './payment-return.hook.ts'

export interface SentBack {
  readonly payment_id: string
  readonly human_id: string
  readonly payee: string
  /** The line that brought it back, where a statement has one. */
  readonly bank_line_id?: string
}

/** Asks for the reason, and states the effects first. */
export function ReturnDialog({ payment, onClose }: { payment: SentBack; onClose: () => void }) {
  const { payment_id, bank_line_id } = payment
  return (
    <VerbModal
      title={`Record return of ${payment.human_id}`}
      description={`The amount is due to ${payment.payee} again, once a second person confirms the account.`}
      action_id="payment.payment_batch.return_payment"
      fixed={{ payment_id, ...(bank_line_id === undefined ? {} : { bank_line_id }) }}
      fields={[
        {
          kind: 'choice',
          name: 'return_code',
          label: 'Bank’s reason',
          options: return_codes,
          placeholder: 'Choose',
          required: true,
        },
        { kind: 'text', name: 'comment', label: 'Bank’s note' },
      ]}
      submit="Record"
      success={({ human_id }: { human_id: string }) => `Return of ${human_id} recorded`}
      onClose={onClose}
    />
  )
}

/** The statement's suggestions for these payments; empty without any. */
export function SuggestedReturns({ returns }: { returns: readonly SuggestedReturn[] }) {
  const may = useRecordsReturns()
  const [asked, setAsked] = useState<SentBack | null>(null)
  if (returns.length === 0) return null
  return (
    <Card title="Looks like a returned payment" flush>
      <ul>
        {returns.map((one) => (
          <li
            key={one.bank_line_id}
            className="grid gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0 tablet:grid-cols-[minmax(0,1fr)_auto_auto] tablet:items-center"
          >
            <div className="min-w-0">
              <p className="break-words">
                <span className="font-medium">{one.payment}</span> to {one.payee}
              </p>
              <p className="mt-0.5 flex flex-wrap items-center gap-1 text-12 text-n11">
                <span className="mr-1 break-words">
                  {[dayText(one.transaction_date), one.reference, one.counterparty]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                {one.reasons.map((reason) => (
                  <Badge key={reason} tone="neutral" dot={false}>
                    {reason}
                  </Badge>
                ))}
              </p>
            </div>
            <Amount value={one.amount} currency={one.currency} strong />
            <Button
              size="sm"
              disabledReason={may ? null : 'The provider’s staff record returns'}
              onClick={() =>
                setAsked({
                  payment_id: one.payment_id,
                  human_id: one.payment,
                  payee: one.payee,
                  bank_line_id: one.bank_line_id,
                })
              }
            >
              Record return
            </Button>
          </li>
        ))}
      </ul>
      {asked && <ReturnDialog payment={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}
