/** The credit limit card of a client's page: limits, debt, requests, and the buttons of the reader. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currencyOrGbp, formatMoney, isPositive, parseMoney, sub } from '#kernel/money.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, amountText } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { headroomFigure } from '../../shared/headroom.view.ts'
import { agency_writers, isOneOf } from '../../shared/who-may.rules.ts'
import { limit_setters } from '../../terms/limiter-of.rules.ts'
import { AllocateForm, AskForm, SetForm } from './credit-limit.form.tsx'
import { LimitRequests } from './limit-requests.card.tsx'
import type { LimitReview, ReviewedLimit } from './limit-review.view.ts'

type Client = { readonly id: string; readonly name: string }

export function CreditLimitCard({ client }: { client: Client }) {
  const session = useSession()
  const [open, setOpen] = useState<'ask' | 'set' | 'allocate' | null>(null)
  const query = useQuery({
    queryKey: ['credit_limit', client.id],
    queryFn: () =>
      action<LimitReview>('business.credit_limit.read', { client_id: client.id }, crypto.randomUUID()),
  })
  const review = query.data
  const sets = isOneOf(session, limit_setters)
  const form = review && { client, review, onClose: () => setOpen(null) }
  return (
    <Card
      title="Credit limit"
      actions={
        review && (
          <>
            {isOneOf(session, { agency: agency_writers }) && (
              <Button onClick={() => setOpen('ask')}>Ask for a limit</Button>
            )}
            {sets && review.limits.some((one) => one.whole) && (
              <Button onClick={() => setOpen('allocate')}>Allocate</Button>
            )}
            {sets && <Button onClick={() => setOpen('set')}>Set credit limit</Button>}
          </>
        )
      }
    >
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-24 w-full" />}
      {review && (
        <div className="flex flex-col gap-4">
          {review.limits.length === 0 && (
            <p className="text-n11">No credit limit is set, so nothing is funded.</p>
          )}
          {review.limits.map((limit) => (
            <LimitFacts key={`${limit.limiter_id} ${limit.currency}`} limit={limit} />
          ))}
          <LimitRequests requests={review.requests} limits={review.limits} client={client} />
        </div>
      )}
      {form && open === 'ask' && <AskForm {...form} />}
      {form && open === 'set' && <SetForm {...form} />}
      {form && open === 'allocate' && <AllocateForm {...form} />}
    </Card>
  )
}

const daysText = (from: string, to: string | null) =>
  to === null ? `from ${dayText(from)}` : `${dayText(from)} to ${dayText(to)}`

function LimitFacts({ limit }: { limit: ReviewedLimit }) {
  const { category } = useSession()
  const { whole, parts, currency } = limit
  const code = currencyOrGbp(currency)
  const over = whole && sub(parseMoney(limit.owed, code), parseMoney(whole.amount, code))
  const is_agency = category === 'agency'
  return (
    <section aria-label={`Limited by ${limit.limiter}, ${currency}`} className="flex flex-col gap-2">
      <PropertiesTable
        items={[
          { label: 'Limited by', value: limit.limiter },
          {
            label: 'Credit limit',
            value: whole ? (
              <span>
                <Amount value={whole.amount} currency={currency} strong />{' '}
                <span className="text-n11">{daysText(whole.effective_from, whole.effective_to)}</span>
              </span>
            ) : (
              'None'
            ),
          },
          {
            label: is_agency ? 'Owed to you' : 'Owed',
            value: <Amount value={limit.owed} currency={currency} />,
          },
          ...(parts.length > 0 && !is_agency
            ? [{ label: 'Allocated', value: <Amount value={limit.allocated} currency={currency} /> }]
            : []),
          ...parts.map((part) => ({
            label: is_agency ? 'Your part' : part.agency,
            value: (
              <span>
                <Amount value={part.amount} currency={currency} />{' '}
                <span className="text-n11">
                  {daysText(part.effective_from, part.effective_to)}
                  {!is_agency && `, owed ${amountText(part.owed, currency)}`}
                </span>
              </span>
            ),
          })),
          ...(limit.headroom === null ? [] : [headroomOf(limit.headroom, currency)]),
        ]}
      />
      {over && isPositive(over) && (
        <p className="rounded bg-amber3 px-3 py-2 text-amber11">
          Owes {amountText(limit.owed, currency)}. New advances are held until it owes{' '}
          {amountText(formatMoney(over), currency)} less.
        </p>
      )}
    </section>
  )
}

function headroomOf(headroom: string, currency: string) {
  const { label, value, is_below } = headroomFigure(headroom, 'Over limit by')
  const amount = <Amount value={value} currency={currency} />
  return { label, value: is_below ? <span className="text-red11">{amount}</span> : amount }
}
