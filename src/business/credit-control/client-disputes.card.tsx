/**
 * One client's disputes, with their owners at agency or provider (experience.md, page 8: dispute with reason and
 * owner).
 */
import { useState } from 'react'
import { displayMoney, moneyOf } from '#kernel/money.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { DisputeOwnerForm } from './dispute.form.tsx'
import { settlers } from './dispute.rules.ts'

export const open_dispute = gql(`fragment open_dispute on transaction_dispute {
  id agency_id reason raised_on owner_id owner_name invoice { id human_id outstanding_balance currency { alpha_code } }
}`)

type OpenDispute = Answer<typeof open_dispute>

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
            <span>{one.owner_name ?? 'No owner yet'}</span>
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
