/**
 * A funder's exposure: ledger less ineligible debt with reasons, to headroom; then agencies and debtors (money.md
 * §1.9).
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { Why } from '#web/blocks/Why.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { FundingRuleForm } from '../funding/funding-rule.form.tsx'
import { Agreement } from '../ledger/agreement.card.tsx'
import { addressOf } from '../reports/report-list.view.ts'
import { headroomFigure } from '../shared/headroom.view.ts'
import { Agencies, type Agency, agency_fields, overadvance_fields } from './funding-agencies.card.tsx'
import { FundingAges, FundingAlerts } from './funding-alerts.card.tsx'
import { funding_debtor_list } from './funding-debtors.list.tsx'
import { DebtorsAsOf } from './funding-debtors-as-of.card.tsx'
import { debtRows } from './funding-rows.rules.ts'
import { FundingTrend } from './funding-trend.card.tsx'
import { availabilityLabel, portfolioWhy } from './portfolio-why.view.ts'

const document = gql(
  `query funding_portfolio($today: date!, $args: get_funding_portfolio_args!) {
  agencies: get_funding_portfolio(args: $args, order_by: [{ alpha_code: asc }, { net_outstanding_balance: desc }]) {
    ...portfolio_agency
  }
  rules: business_funding_rule(
    where: { effective_from: { _lte: $today }, _or: [{ effective_to: { _is_null: true } }, { effective_to: { _gte: $today } }] }
    order_by: { effective_from: desc }
  ) { id principal_id age_days age_basis part_paid_days advance_percent concentration_percent holds_payments reassign_days effective_from }
  overadvances: business_funding_overadvance(where: { effective_from: { _lte: $today }, effective_to: { _gte: $today } }) {
    ...agency_overadvance
  }
}`,
  agency_fields,
  overadvance_fields,
)

const rule_setters = ['funder_admin', 'provider_admin'] as const

export function FundingPortfolioPage() {
  const session = useSession()
  const { today, roles, business } = session
  const [isSetting, setSetting] = useState(false)
  const [chosen, setDay] = useState<string>(today)
  const as_of = chosen === '' ? today : chosen
  const isPast = as_of < today
  const query = useQuery({
    queryKey: ['funding_portfolio', as_of],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      graphql(document, { today: as_of, args: { as_of: isPast ? as_of : null } }, signal),
  })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { agencies, rules, overadvances } = query.data
  const maySet = rule_setters.some((role) => roles.includes(role))
  const rule = rules.find(({ principal_id }) => principal_id === business.id)
  const watched = { as_of, isPast, concentration: rule?.concentration_percent ?? null }
  // Spec §9: pounds come first.
  const currencies = [...new Set(agencies.map((one) => one.alpha_code))].sort(
    (a, b) => Number(b === 'GBP') - Number(a === 'GBP'),
  )
  const of = (code: string) => agencies.filter((one) => one.alpha_code === code)
  return (
    <>
      <PageHeader
        title="Funding Portfolio"
        meta={<span>As of {dayText(as_of)}</span>}
        actions={
          <>
            <Link to={pathOf({ category: session.category, path: 'report/funding_debt' })}>View debts</Link>
            {maySet && !isPast && <Button onClick={() => setSetting(true)}>Funding rules</Button>}
          </>
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-3">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-52">
            <DayPicker live label="As of" value={chosen} onChange={setDay} max={today} />
          </div>
          {isPast && (
            <p className="min-w-60 flex-1 text-12 text-n11">
              End of day, under the rules then in force. Past figures open no rows.
            </p>
          )}
        </div>
        <Agreement
          root="get_funding_portfolio_agreement"
          {...(isPast ? { args: { as_of } } : {})}
          covers="Ledger and reassigned debt together"
        />
        {!isPast && rule && rule.advance_percent !== null && !rule.holds_payments && (
          <p className="text-n11">
            Payment runs pay beyond availability. To hold such payments, tick it in the funding rules.
          </p>
        )}
        {agencies.length === 0 && <p className="text-n11">No open invoices at your risk.</p>}
        <FundingAlerts agencies={agencies} {...watched} />
        <div className="grid items-start gap-3 desktop:grid-cols-2 super:grid-cols-3">
          {currencies.map((code) => (
            <Waterfall
              key={code}
              agencies={of(code)}
              code={code}
              isPast={isPast}
              why={portfolioWhy(of(code), rule ?? null, code)}
            />
          ))}
        </div>
        {/* The whole width: a desk shows every column. */}
        {currencies.map((code) => (
          <Agencies
            key={code}
            agencies={of(code)}
            overadvances={overadvances.filter(({ principal_id }) => principal_id === business.id)}
            code={code}
            isPast={isPast}
            maySet={maySet}
          />
        ))}
        <FundingAges {...watched} />
        {agencies.length > 0 && <FundingTrend as_of={as_of} isPast={isPast} />}
      </div>
      <section aria-label="Debtors" className="flex min-h-120 flex-1 flex-col">
        {isPast ? <DebtorsAsOf as_of={as_of} /> : <ListView list={funding_debtor_list} />}
      </section>
      {isSetting && <FundingRuleForm rule={rule ?? null} onClose={() => setSetting(false)} />}
    </>
  )
}

/** Amounts of one currency added up in pence. */
function sumOf(agencies: readonly Agency[], field: keyof Agency): string {
  const minor = agencies.reduce((sum, one) => sum + minorOf(one[field] as number | null), 0) // Called with fields of money.
  return formatScaled(minor, 2)
}

const reasons = [
  { field: 'disallowed_age', label: 'Age disapproval', figure: 'age' },
  { field: 'disallowed_part_paid', label: 'Partly paid invoice disapproval', figure: 'part_paid' },
  { field: 'disallowed_credit_limit', label: 'Credit Limit exceeded', figure: 'credit_limit' },
] as const

function Waterfall({
  agencies,
  code,
  isPast,
  why,
}: {
  agencies: readonly Agency[]
  code: string
  isPast: boolean
  why: ReturnType<typeof portfolioWhy>
}) {
  const { category } = useSession()
  const advance = agencies[0]?.advance_percent ?? null
  const to = (filter: FilterBy) => addressOf(pathOf({ category, path: 'report/funding_debt' }), filter)
  const line = (field: keyof Agency) => <Amount value={sumOf(agencies, field)} currency={code} />
  const headroom = headroomFigure(sumOf(agencies, 'headroom'), 'Over-advanced by')
  const rows = (field: keyof Agency, filter: FilterBy) =>
    isPast ? line(field) : <Link to={to(filter)}>{line(field)}</Link>
  return (
    <Card title={`${code} from ledger to headroom`}>
      <dl className="flex flex-col">
        <Step label="Ledger" why={why.ledger} strong>
          {rows('net_outstanding_balance', debtRows({ alpha_code: code }))}
        </Step>
        {reasons.map(({ field, label, figure }) => (
          <Step key={field} label={`Less ${label}`} why={why[figure]}>
            {rows(field, debtRows({ alpha_code: code, reason: label }))}
          </Step>
        ))}
        <Step label="Eligible" why={why.eligible} strong>
          {line('eligible')}
        </Step>
        <Step label="Over concentration limit" why={why.concentration}>
          {line('concentration_excess')}
        </Step>
        {advance === null ? (
          <p className="border-t py-2 text-12 text-n11">
            {isPast
              ? 'No advance percentage was set on that date.'
              : 'Set an advance percentage in the funding rules to see availability.'}
          </p>
        ) : (
          <>
            <Step label={availabilityLabel(advance, isPast)} why={why.availability} strong>
              {line('availability')}
            </Step>
            <Step label="Less funds in use" why={why.in_use}>
              {line('funds_in_use')}
            </Step>
            <Step label="Less retentions" why={why.retention}>
              {line('retention_amount')}
            </Step>
            <Step label={headroom.label} why={why.headroom} strong>
              <span className={headroom.is_below ? 'text-red11' : ''}>
                <Amount value={headroom.value} currency={code} />
              </span>
            </Step>
          </>
        )}
        <Step label="Recourse to agencies" why={why.recourse} strong>
          {line('recourse_amount')}
        </Step>
        <Step label="Recourse outstanding" why={why.not_made_good}>
          <OwedNotes isPast={isPast}>{line('recourse_outstanding')}</OwedNotes>
        </Step>
        <Step label="Reassigned debt (not in the ledger)" why={why.reassigned}>
          {rows('reassigned_amount', debtRows({ alpha_code: code, is_reassigned: true }))}
        </Step>
      </dl>
    </Card>
  )
}

/** Open agency debt is on collection notes, which the provider lists. */
function OwedNotes({ isPast, children }: { isPast: boolean; children: React.ReactNode }) {
  const { category } = useSession()
  if (isPast || category !== 'provider') return children
  const path = pathOf({ category, path: 'transaction/collection_note' })
  return (
    <Link to={addressOf(path, { source: { in: ['disallowance'] }, status: { in: ['open'] } })}>
      {children}
    </Link>
  )
}

function Step({
  label,
  why,
  strong,
  children,
}: {
  label: string
  why: readonly string[]
  strong?: boolean
  children: React.ReactNode
}) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-t first:border-t-0">
      <dt className={strong ? 'font-medium' : 'pl-3 text-n11'}>
        {label} <Why what={label} sentences={why} />
      </dt>
      <dd className={strong ? 'font-medium' : ''}>{children}</dd>
    </div>
  )
}
