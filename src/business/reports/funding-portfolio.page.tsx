/** What a funder's money stands on: ledger, less what is ineligible and why, to headroom; then agencies and debtors (money.md §1.9). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { FundingRuleForm, type RuleInForce } from '../funding/funding-rule.form.tsx'
import { funding_debtor_list } from './funding-debtors.list.tsx'
import { addressOf } from './report-list.page.tsx'

interface Agency {
  readonly id: string
  readonly agency_id: string
  readonly agency_human_id: string
  readonly agency_name: string
  readonly alpha_code: string
  readonly client_count: number
  readonly net_outstanding_balance: number
  readonly disallowed_age: number
  readonly disallowed_part_paid: number
  readonly disallowed_credit_limit: number
  readonly eligible: number
  readonly concentration_excess: number
  readonly advance_percent: number | null
  readonly availability: number | null
  readonly funds_in_use: number
  readonly headroom: number | null
  readonly verified_amount: number
  readonly dilution_percent: number | null
  readonly dso_days: number | null
}

const document = `query funding_portfolio($today: date!) {
  agencies: get_funding_portfolio(order_by: [{ alpha_code: asc }, { net_outstanding_balance: desc }]) {
    id agency_id agency_human_id agency_name alpha_code client_count net_outstanding_balance disallowed_age disallowed_part_paid
    disallowed_credit_limit eligible concentration_excess advance_percent availability funds_in_use headroom verified_amount
    dilution_percent dso_days
  }
  rules: business_funding_rule(
    where: { effective_from: { _lte: $today }, _or: [{ effective_to: { _is_null: true } }, { effective_to: { _gte: $today } }] }
    order_by: { effective_from: desc }
  ) { id principal_id age_days age_basis part_paid_days advance_percent concentration_percent effective_from }
}`

const rule_setters = ['funder_admin', 'provider_admin'] as const

export function FundingPortfolioPage() {
  const session = useSession()
  const { today, roles, business } = session
  const [isSetting, setSetting] = useState(false)
  const query = useQuery({
    queryKey: ['funding_portfolio', today],
    queryFn: ({ signal }) =>
      graphql<{ agencies: Agency[]; rules: (RuleInForce & { principal_id: string })[] }>(
        document,
        { today },
        signal,
      ),
  })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { agencies, rules } = query.data
  const rule = rules.find(({ principal_id }) => principal_id === business.id)
  // Spec §9: pounds come first.
  const currencies = [...new Set(agencies.map((one) => one.alpha_code))].sort(
    (a, b) => Number(b === 'GBP') - Number(a === 'GBP'),
  )
  return (
    <>
      <PageHeader
        title="Funding Portfolio"
        meta={<span>As of {dayText(today)}</span>}
        actions={
          rule_setters.some((role) => roles.includes(role)) && (
            <Button onClick={() => setSetting(true)}>Funding rules</Button>
          )
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-3">
        {agencies.length === 0 && <p className="text-n11">No open invoice stands at your risk.</p>}
        {currencies.map((code) => {
          const own = agencies.filter((one) => one.alpha_code === code)
          return (
            <div key={code} className="grid items-start gap-3 wide:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <Waterfall agencies={own} code={code} />
              <Agencies agencies={own} code={code} />
            </div>
          )
        })}
      </div>
      <section aria-label="Debtors" className="flex min-h-120 flex-1 flex-col">
        <ListView list={funding_debtor_list} />
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
  { field: 'disallowed_age', label: 'Age disapproval' },
  { field: 'disallowed_part_paid', label: 'Partly paid invoice disapproval' },
  { field: 'disallowed_credit_limit', label: 'Credit Limit exceeded' },
] as const

function Waterfall({ agencies, code }: { agencies: readonly Agency[]; code: string }) {
  const { category } = useSession()
  const advance = agencies[0]?.advance_percent ?? null
  const invoices = pathOf({ category, path: 'transaction/invoice' })
  const to = (filter: FilterBy) =>
    addressOf(invoices, { 'currency.alpha_code': { contains: code }, ...filter })
  const line = (field: keyof Agency) => <Amount value={sumOf(agencies, field)} currency={code} />
  return (
    <Card title={`${code} from ledger to headroom`}>
      <dl className="flex flex-col">
        <Step label="Ledger" strong>
          <Link to={to({ status: { in: ['open'] } })}>{line('net_outstanding_balance')}</Link>
        </Step>
        {reasons.map(({ field, label }) => (
          <Step key={field} label={`Less ${label}`}>
            <Link to={to({ disallowed_status: { in: [label] } })}>{line(field)}</Link>
          </Step>
        ))}
        <Step label="Eligible" strong>
          {line('eligible')}
        </Step>
        <Step label="Less above concentration">{line('concentration_excess')}</Step>
        {advance === null ? (
          <p className="border-t py-2 text-12 text-n11">
            Availability shows once the funding rules say what per cent is advanced.
          </p>
        ) : (
          <>
            <Step label={`Availability at ${advance}% (indicative)`} strong>
              {line('availability')}
            </Step>
            <Step label="Less funds in use">{line('funds_in_use')}</Step>
            <Step label="Headroom" strong>
              {line('headroom')}
            </Step>
          </>
        )}
      </dl>
    </Card>
  )
}

function Step({ label, strong, children }: { label: string; strong?: boolean; children: React.ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-t first:border-t-0">
      <dt className={strong ? 'font-medium' : 'pl-3 text-n11'}>{label}</dt>
      <dd className={strong ? 'font-medium' : ''}>{children}</dd>
    </div>
  )
}

const measures = [
  { field: 'net_outstanding_balance', label: 'Ledger' },
  { field: 'eligible', label: 'Eligible' },
  { field: 'funds_in_use', label: 'Funds in use' },
  { field: 'headroom', label: 'Headroom' },
  { field: 'verified_amount', label: 'Approved work' },
] as const

function Agencies({ agencies, code }: { agencies: readonly Agency[]; code: string }) {
  const { category } = useSession()
  const path = pathOf({ category, path: 'transaction/invoice' })
  return (
    <Card title={`${code} by agency`} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${code} by agency, rows`} tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Agency</Th>
              <Th numeric>Clients</Th>
              {measures.map(({ field, label }) => (
                <Th key={field} numeric>
                  {label}
                </Th>
              ))}
              <Th numeric>Days sales</Th>
              <Th numeric>Dilution</Th>
            </tr>
          </thead>
          <tbody>
            {agencies.map((one) => (
              <tr key={one.id}>
                <Td className="whitespace-nowrap">
                  <Link
                    to={addressOf(path, { agency_id: { in: [one.agency_id] }, status: { in: ['open'] } })}
                  >
                    {one.agency_name}
                  </Link>
                </Td>
                <Td numeric>{one.client_count}</Td>
                {measures.map(({ field }) => (
                  <Td key={field} numeric>
                    {one[field] === null ? '–' : <Amount value={one[field]} currency={code} />}
                  </Td>
                ))}
                <Td numeric>{one.dso_days ?? '–'}</Td>
                <Td numeric>{one.dilution_percent === null ? '–' : `${one.dilution_percent}%`}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  )
}
