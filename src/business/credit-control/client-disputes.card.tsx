/** What one client finds wrong, and who of agency or provider settles it (experience.md, page 8: dispute with reason and owner). */
import { useState } from 'react'
import { displayMoney } from '#kernel/money.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { moneyOf } from '../receipts/match-basket.rules.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { DisputeOwnerForm } from './dispute.form.tsx'
import { settlers } from './dispute.rules.ts'

export interface OpenDispute {
  readonly id: string
  readonly agency_id: string
  readonly reason: string
  readonly raised_on: string
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly invoice: {
    readonly id: string
    readonly human_id: string
    readonly outstanding_balance: number
    readonly currency: { readonly alpha_code: string } | null
  } | null
}

export const open_disputes = `disputes: transaction_dispute(
    where: { client_id: { _eq: $client_id }, status: { _eq: "open" } }, order_by: { raised_on: asc }, limit: 50
  ) { id agency_id reason raised_on owner_id owner_name invoice { id human_id outstanding_balance currency { alpha_code } } }`

export function ClientDisputes({ disputes }: { disputes: readonly OpenDispute[] }) {
  const session = useSession()
  const [given, setGiven] = useState<OpenDispute | null>(null)
  const shown = disputes.filter(({ invoice }) => invoice !== null)
  if (shown.length === 0) return null
  return (
    <div className="mt-3 border-t pt-2">
      <h3 className="font-medium">
        {shown.length === 1 ? 'One dispute is open' : `${shown.length} disputes are open`}
      </h3>
      <ul className="mt-1 flex flex-col gap-1.5">
        {shown.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3">
            {one.invoice && (
              <>
                <Link
                  to={pathOf({ category: session.category, path: 'transaction/invoice', id: one.invoice.id })}
                >
                  {one.invoice.human_id}
                </Link>
                <span className="numeric">
                  {displayMoney(
                    moneyOf(minorOf(one.invoice.outstanding_balance), one.invoice.currency?.alpha_code),
                  )}
                </span>
              </>
            )}
            <span className="text-n11">since {dayText(one.raised_on)}</span>
            <span>{one.owner_name ?? 'Nobody settles it yet'}</span>
            {isOneOf(session, settlers) && (
              <Button size="sm" onClick={() => setGiven(one)}>
                Assign
              </Button>
            )}
            <p className="w-full break-words text-n11">{one.reason}</p>
          </li>
        ))}
      </ul>
      {given?.invoice && (
        <DisputeOwnerForm
          invoice={{ ...given.invoice, agency_id: given.agency_id }}
          owner={given.owner_id}
          onClose={() => setGiven(null)}
        />
      )}
    </div>
  )
}
