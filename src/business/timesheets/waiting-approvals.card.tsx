/**
 * What waits for the client's approver, decided where it is read: two taps each (experience.md, page 4; quality U3).
 * Each card says how the week compares with those before it.
 */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client_cost_roles } from '#entity/roles.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { unitLabel } from '../rates/units.rules.ts'
import { compared_weeks, comparedWithUsual, type Usual } from './hours-baseline.rules.ts'

interface Waiting {
  readonly id: string
  readonly human_id: string
  readonly contractor: { readonly name: string } | null
}
interface Sheet extends Waiting {
  readonly start_date: string
  readonly end_date: string
  readonly total_units: number
  readonly unit_type: Parameters<typeof unitLabel>[0]
  readonly client_amount?: number
  readonly currency?: { readonly alpha_code: string } | null
  readonly contract: {
    readonly title: string
    readonly timesheets: readonly { readonly total_units: number }[]
  } | null
}
interface Spent extends Waiting {
  readonly amount: number
  readonly tax_amount: number
  readonly submitted_date: string | null
  readonly contract: { readonly title: string } | null
  readonly currency: { readonly alpha_code: string } | null
}
interface Answer {
  readonly sheets: readonly Sheet[]
  readonly spent: readonly Spent[]
  readonly sheet_count: { readonly aggregate: { readonly count: number } }
  readonly spent_count: { readonly aggregate: { readonly count: number } }
}

const shown_max = 20
const submitted = 'where: { status: { _eq: "submitted" } }'
/** What it costs is read by whoever may (docs/gaps.md: an approver alone sees no amounts of placements). */
const documentFor = (reads_cost: boolean) => `query waiting_approvals {
  sheets: transaction_timesheet(${submitted}, order_by: [{ end_date: asc }, { human_id: asc }], limit: ${shown_max}) {
    id human_id start_date end_date total_units unit_type contractor { name }${reads_cost ? ' client_amount currency { alpha_code }' : ''}
    contract {
      title
      timesheets(where: { status: { _eq: "approved" } }, order_by: [{ start_date: desc }], limit: ${compared_weeks}) {
        total_units
      }
    }
  }
  spent: transaction_expense(${submitted}, order_by: [{ submitted_date: asc }], limit: ${shown_max}) {
    id human_id amount tax_amount submitted_date contractor { name } contract { title } currency { alpha_code }
  }
  sheet_count: transaction_timesheet_aggregate(${submitted}) { aggregate { count } }
  spent_count: transaction_expense_aggregate(${submitted}) { aggregate { count } }
}`

type Kind = 'timesheet' | 'expense'
type Asked = { readonly step: 'Approve' | 'Reject'; readonly kind: Kind; readonly of: readonly Waiting[] }

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
const named = (of: readonly Waiting[], kind: Kind): string =>
  of.length === 1 ? (of[0]?.human_id ?? '') : many(of.length, kind)

export function WaitingApprovals() {
  const session = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const asking = documentFor(hasRole(session, client_cost_roles))
  const query = useQuery({
    queryKey: ['waiting_approvals', session.business_contact_id],
    queryFn: ({ signal }) => graphql<Answer>(asking, {}, signal),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  // What was decided has gone, and the button that the keyboard stood on with it: it goes on at what is left.
  const [isDecided, setDecided] = useState(false)
  useEffect(() => {
    if (!isDecided || asked) return
    const frame = requestAnimationFrame(() => {
      setDecided(false)
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isDecided, asked])
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return null
  const { sheets, spent } = query.data
  const counts = [
    many(query.data.sheet_count.aggregate.count, 'timesheet'),
    many(query.data.spent_count.aggregate.count, 'expense'),
  ]
  const compared = sheets.map((sheet) => ({ sheet, usual: usualOf(sheet) }))
  const usual = compared.filter((one) => one.usual.is_usual).map((one) => one.sheet)
  return (
    <section aria-label="Waiting for your approval">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="flex-auto text-14 font-semibold">
          Waiting for you: {counts.join(', ')}
        </h2>
        {usual.length > 1 && (
          <Button onClick={() => setAsked({ step: 'Approve', kind: 'timesheet', of: usual })}>
            Approve the {usual.length} usual ones
          </Button>
        )}
      </div>
      {sheets.length + spent.length === 0 && <p className="text-n11">Nothing waits for your approval.</p>}
      <ul className="grid gap-3 desktop:grid-cols-2 super:grid-cols-3">
        {compared.map(({ sheet, usual }) => (
          <li key={sheet.id}>
            <SheetCard
              sheet={sheet}
              usual={usual}
              onAsk={(step) => setAsked({ step, kind: 'timesheet', of: [sheet] })}
            />
          </li>
        ))}
        {spent.map((one) => (
          <li key={one.id}>
            <SpentCard one={one} onAsk={(step) => setAsked({ step, kind: 'expense', of: [one] })} />
          </li>
        ))}
      </ul>
      {asked && <Decision asked={asked} onDone={() => setDecided(true)} onClose={() => setAsked(null)} />}
    </section>
  )
}

const usualOf = (sheet: Sheet): Usual =>
  comparedWithUsual(
    units(String(sheet.total_units)),
    (sheet.contract?.timesheets ?? []).map((one) => units(String(one.total_units))),
  )

function Decision({ asked, onDone, onClose }: { asked: Asked; onDone: () => void; onClose: () => void }) {
  const { step, kind, of } = asked
  const said = named(of, kind)
  const done = step === 'Approve' ? 'approved' : 'rejected'
  const decide = useAction(`transaction.${kind}.${step.toLowerCase()}`, {
    success: `${said} ${of.length === 1 ? 'is' : 'are'} ${done}`,
    onDone,
  })
  const who = [...new Set(of.map((one) => one.contractor?.name ?? ''))].join(', ')
  return (
    <ConfirmAction
      open
      onClose={onClose}
      label={step}
      description={`${step} ${said} of ${who}.`}
      onConfirm={async (comment) =>
        (await decide.run({
          ids: of.map((one) => one.id),
          ...(step === 'Reject' ? { comment } : {}),
        })) !== undefined
      }
    />
  )
}

function SheetCard({
  sheet,
  usual,
  onAsk,
}: {
  sheet: Sheet
  usual: Usual
  onAsk: (step: Asked['step']) => void
}) {
  const { category } = useSession()
  const worked = `${formatUnits(units(String(sheet.total_units)))} ${unitLabel(sheet.unit_type, 'plural').toLowerCase()}`
  return (
    <Waits one={sheet} to={pathOf({ category, path: 'transaction/timesheet', id: sheet.id })} onAsk={onAsk}>
      <p className="text-n11">
        {sheet.contract?.title}, {dayText(sheet.start_date)} – {dayText(sheet.end_date)}
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <span className="numeric text-16 font-semibold">{worked}</span>
        {sheet.client_amount !== undefined && (
          <span className="text-16">
            <Amount value={sheet.client_amount} currency={sheet.currency?.alpha_code} />
          </span>
        )}
        <Badge tone={usual.is_usual ? 'positive' : 'attention'}>{usual.text}</Badge>
      </p>
    </Waits>
  )
}

function SpentCard({ one, onAsk }: { one: Spent; onAsk: (step: Asked['step']) => void }) {
  const { category } = useSession()
  const currency = one.currency?.alpha_code
  return (
    <Waits one={one} to={pathOf({ category, path: 'transaction/expense', id: one.id })} onAsk={onAsk}>
      <p className="text-n11">{one.contract?.title}, expense</p>
      <p className="flex flex-wrap items-baseline gap-2">
        <span className="text-16">
          <Amount value={one.amount} currency={currency} strong />
        </span>
        <span className="text-n11">
          and <Amount value={one.tax_amount} currency={currency} /> VAT
        </span>
      </p>
    </Waits>
  )
}

function Waits({
  one,
  to,
  onAsk,
  children,
}: {
  one: Waiting
  to: string
  onAsk: (step: Asked['step']) => void
  children: ReactNode
}) {
  return (
    <article
      className="flex h-full flex-col gap-1.5 rounded-lg border bg-surface p-3"
      aria-label={one.human_id}
    >
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-14 font-semibold">{one.contractor?.name}</span>
        <Link to={to} className="finger">
          {one.human_id}
        </Link>
      </h3>
      {children}
      <div className="mt-auto grid grid-cols-2 gap-2 pt-1.5">
        <Button size="lg" onClick={() => onAsk('Reject')}>
          Reject
        </Button>
        <Button size="lg" tone="primary" onClick={() => onAsk('Approve')}>
          Approve
        </Button>
      </div>
    </article>
  )
}
