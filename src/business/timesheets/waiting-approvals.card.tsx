/**
 * The approver's pending timesheets and expenses, decided in two taps each (experience.md, page 4; quality U3). Each
 * card compares the week with those before it.
 */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client_cost_roles } from '#entity/roles.ts'
import { countText } from '#kernel/count-text.ts'
import { type Day, day } from '#kernel/day.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { hasRole, useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { HeldBars } from '../approvable-work/held-bars.card.tsx'
import { useHeldDecisions } from '../approvable-work/held-decisions.hook.ts'
import { heldText } from '../approvable-work/held-work.rules.ts'
import { unusualTime } from '../parties/self-dealing/flag.rules.ts'
import { unitLabel } from '../rates/units.rules.ts'
import { enteredDays, periodOf, submittedBefore } from './days/entered-days.view.ts'
import { compared_weeks, comparedWithUsual, type Usual } from './days/hours-baseline.rules.ts'

const shown_max = 20
/** Timesheets of each placement: those that are compared with, and those that share a week with the one that waits. */
const read_sheets = compared_weeks + 4
/** A session's roles say whether amounts are read (docs/gaps.md: an approver alone sees no amounts of placements). */
const waiting = gql(`query waiting_approvals($shown: Int!, $read: Int!, $reads_cost: Boolean!) {
  sheets: transaction_timesheet(where: { status: { _eq: "submitted" } }, order_by: [{ end_date: asc }, { human_id: asc }], limit: $shown) {
    id human_id start_date end_date total_units unit_type submitted_date contractor { name }
    timesheet_frequency details(where: { units: { _gt: 0 } }) { date units unit_type }
    ... @include(if: $reads_cost) { client_amount currency { alpha_code } }
    contract {
      title
      timesheets(where: { status: { _in: ["submitted", "approved", "suspense"] } }, order_by: [{ start_date: desc }], limit: $read) {
        id status refines_id timesheet_frequency start_date end_date total_units submitted_date
        details(where: { units: { _neq: 0 } }) { date units unit_type }
      }
    }
  }
  spent: transaction_expense(where: { status: { _eq: "submitted" } }, order_by: [{ submitted_date: asc }], limit: $shown) {
    id human_id amount tax_amount submitted_date contractor { name } contract { title } currency { alpha_code }
  }
  sheet_count: transaction_timesheet_aggregate(where: { status: { _eq: "submitted" } }) { aggregate { count } }
  spent_count: transaction_expense_aggregate(where: { status: { _eq: "submitted" } }) { aggregate { count } }
}`)

type Sheet = Answer<typeof waiting>['sheets'][number]
type Spent = Answer<typeof waiting>['spent'][number]
type Waiting = Pick<Sheet | Spent, 'id' | 'human_id' | 'submitted_date' | 'contractor'>

type Kind = 'timesheet' | 'expense'
type Asked = { readonly step: 'Approve' | 'Reject'; readonly kind: Kind; readonly of: readonly Waiting[] }

const named = (of: readonly Waiting[], kind: Kind): string =>
  of.length === 1 ? (of[0]?.human_id ?? '') : countText(of.length, kind)

const namesOf = (of: readonly Waiting[]): string =>
  [...new Set(of.map((one) => one.contractor?.name ?? ''))].join(', ')
/** Texts of moments compare as moments. */
const newestOf = (of: readonly Waiting[]): string | undefined =>
  of.flatMap(({ submitted_date }) => submitted_date ?? []).reduce((a, b) => (a > b ? a : b), '') || undefined

const countOf = (one: { readonly aggregate?: { readonly count?: number | null } | null }): number =>
  one.aggregate?.count ?? 0

export function WaitingApprovals() {
  const session = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const reads_cost = hasRole(session, client_cost_roles)
  const { held, decide: hold, undo } = useHeldDecisions()
  const query = useQuery({
    queryKey: ['waiting_approvals', session.business_contact_id],
    queryFn: ({ signal }) => graphql(waiting, { shown: shown_max, read: read_sheets, reads_cost }, signal),
  })
  const decide = async ({ step, kind, of }: Asked, comment?: string): Promise<boolean> => {
    const decision = step === 'Approve' ? 'approve' : 'reject'
    const isHeld = await hold({
      entity: `transaction.${kind}`,
      ids: of.map((one) => one.id),
      decision,
      ...(comment ? { comment } : {}),
      submitted_until: newestOf(of),
      text: heldText(
        decision,
        kind,
        of.map(({ human_id, contractor }) => ({ human_id, contractor: contractor?.name ?? '' })),
      ),
    })
    if (isHeld) setDecided(true)
    return isHeld
  }
  // An approval can be undone, so it does not ask.
  const ask = (given: Asked) => (given.step === 'Approve' ? void decide(given) : setAsked(given))
  const heading = useRef<HTMLHeadingElement>(null)
  // A decided card disappears with its focused button, so the focus moves to the next card.
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
  const waits = new Set([...query.data.sheets, ...query.data.spent].map((one) => one.id))
  const bars = held.filter(({ left, ids }) => left > 0 || ids.some((id) => waits.has(id)))
  const decided = new Set(bars.flatMap(({ ids }) => ids))
  const sheets = query.data.sheets.filter((one) => !decided.has(one.id))
  const spent = query.data.spent.filter((one) => !decided.has(one.id))
  const counts = [
    [countOf(query.data.sheet_count) + sheets.length - query.data.sheets.length, 'timesheet'] as const,
    [countOf(query.data.spent_count) + spent.length - query.data.spent.length, 'expense'] as const,
  ].filter(([count]) => count > 0)
  const compared = sheets.map((sheet) => ({
    sheet,
    usual: usualOf(sheet),
    signs: signsOf(sheet, day(session.today)),
  }))
  const usual = compared.filter((one) => one.usual.is_usual && one.signs.length === 0).map((one) => one.sheet)
  return (
    <section aria-label="Waiting for your approval">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="flex-auto text-14 font-semibold">
          Waiting for you
          {counts.length > 0 && `: ${counts.map(([count, noun]) => countText(count, noun)).join(', ')}`}
        </h2>
        {usual.length > 1 && (
          <Button
            verb="transaction.timesheet.hold_decision"
            onClick={() => void decide({ step: 'Approve', kind: 'timesheet', of: usual })}
          >
            Approve the {usual.length} usual ones
          </Button>
        )}
      </div>
      <HeldBars held={bars} onUndo={undo} />
      {sheets.length + spent.length === 0 && <p className="text-n11">No timesheet or expense to approve.</p>}
      <ul className="grid gap-3 desktop:grid-cols-2 super:grid-cols-3">
        {compared.map(({ sheet, usual, signs }) => (
          <li key={sheet.id}>
            <SheetCard
              sheet={sheet}
              usual={usual}
              signs={signs}
              onAsk={(step) => ask({ step, kind: 'timesheet', of: [sheet] })}
            />
          </li>
        ))}
        {spent.map((one) => (
          <li key={one.id}>
            <SpentCard one={one} onAsk={(step) => ask({ step, kind: 'expense', of: [one] })} />
          </li>
        ))}
      </ul>
      {asked && <Rejection asked={asked} onConfirm={decide} onClose={() => setAsked(null)} />}
    </section>
  )
}

const usualOf = (sheet: Sheet): Usual =>
  comparedWithUsual(
    periodOf(sheet),
    (sheet.contract?.timesheets ?? [])
      .filter(
        ({ status, refines_id, timesheet_frequency }) =>
          status === 'approved' && refines_id === null && timesheet_frequency === sheet.timesheet_frequency,
      )
      .slice(0, compared_weeks)
      .map(periodOf),
  )

const signsOf = (sheet: Sheet, today: Day): string[] =>
  unusualTime(
    enteredDays(sheet.details),
    today,
    submittedBefore(sheet, sheet.contract?.timesheets ?? []).map(({ details }) => enteredDays(details)),
  )

function Rejection({
  asked,
  onConfirm,
  onClose,
}: {
  asked: Asked
  onConfirm: (asked: Asked, comment: string) => Promise<boolean>
  onClose: () => void
}) {
  const { kind, of } = asked
  return (
    <ConfirmAction
      open
      onClose={onClose}
      label="Reject"
      description={`Reject ${named(of, kind)} of ${namesOf(of)}.`}
      onConfirm={(comment) => onConfirm(asked, comment)}
    />
  )
}

function SheetCard({
  sheet,
  usual,
  signs,
  onAsk,
}: {
  sheet: Sheet
  usual: Usual
  signs: readonly string[]
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
        {signs.map((sign) => (
          <Badge key={sign} tone="attention">
            {sign}
          </Badge>
        ))}
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
        <Button size="lg" verb="transaction.timesheet.hold_decision" onClick={() => onAsk('Reject')}>
          Reject
        </Button>
        <Button
          size="lg"
          tone="primary"
          verb="transaction.timesheet.hold_decision"
          onClick={() => onAsk('Approve')}
        >
          Approve
        </Button>
      </div>
    </article>
  )
}
