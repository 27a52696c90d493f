/** The agency's VAT by quarter; each figure links to its documents (spec §2). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useRef } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import { allOf } from '#entity/filter.ts'
import type { ListState } from '#entity/url-codec.ts'
import { day } from '#kernel/day.ts'
import { formatScaled } from '#kernel/decimal-text.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { Why } from '#web/blocks/Why.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, useSearch } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { ListView } from '#web/list/ListView.tsx'
import type { Asked } from '#web/list/model/list.ts'
import { matchedWhere } from '#web/list/model/request.ts'
import { useAsked, useShaped } from '#web/list/model/use-list.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useIsPhone } from '#web/ui/media.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { Agreement } from '../ledger/agreement.card.tsx'
import { ReportMailing } from '../report-mailing/report-mailing.card.tsx'
import type { Currency } from '../reports/currencies.hook.ts'
import { useCurrencies } from '../reports/currencies.hook.ts'
import { deadlineWords, vatWords } from '../reports/explain-report.rules.ts'
import { SumOfRows } from '../reports/figure.card.tsx'
import { vatRows } from '../reports/figure-rows.rules.ts'
import { useReportList } from '../reports/report-list.hook.ts'
import { addressOf } from '../reports/report-list.view.ts'
import { vat_document_list } from './vat-documents.list.tsx'
import { input_tax_types, output_tax_types } from './vat-liability.entity.ts'
import { vat_quarter_list } from './vat-quarters.list.tsx'

const document = gql(`query vat_liability($currency_id: uuid!, $stagger: Int!) {
  quarters: get_agency_vat_liability(args: { currency_id: $currency_id, stagger: $stagger }, order_by: { quarter_start: desc }) {
    id quarter_start quarter_end payment_deadline input_tax output_tax vat_liability
  }
}`)

type Quarter = Answer<typeof document>['quarters'][number]

/** HMRC sets each business's VAT quarters. */
const staggers = [
  { value: '1', label: 'Mar, Jun, Sep, Dec' },
  { value: '2', label: 'Jan, Apr, Jul, Oct' },
  { value: '3', label: 'Feb, May, Aug, Nov' },
] as const

/** The quarters have no filters: those of the address concern the documents below. */
const whole_list: ListState = { group_by: null, filter_by: null, sort_by: null, search: '' }

const refund = 'A negative liability can be reclaimed as a refund.'
const path = 'report/vat_liability'

export function VatLiabilityPage() {
  const currencies = useCurrencies()
  const search = useSearch()
  if (!currencies) return <PageSkeleton />
  const currency = currencies.find(({ alpha_code }) => alpha_code === search.currency) ?? currencies[0]
  const stagger = staggers.find(({ value }) => value === String(search.stagger))?.value ?? '1'
  return currency ? <Liability currency={currency} currencies={currencies} stagger={stagger} /> : <NotFound />
}

function Liability({
  currency,
  currencies,
  stagger,
}: {
  currency: Currency
  currencies: readonly Currency[]
  stagger: string
}) {
  const { category, today } = useSession()
  const go = useGo()
  const documents = useRef<HTMLElement>(null)
  const scope = { currency_id: { _eq: currency.id } }
  const { asked } = useReportList(vat_document_list, scope)
  const quarters = useAsked(useShaped(vat_quarter_list), whole_list, scope, undefined)
  const ends = staggers.find(({ value }) => value === stagger)?.label ?? ''
  const query = useQuery({
    queryKey: ['vat_liability', currency.id, stagger],
    queryFn: async ({ signal }) => {
      const variables = { currency_id: currency.id, stagger: Number(stagger) }
      return (await graphql(document, variables, signal)).quarters
    },
  })
  const address = (part: { currency?: string; stagger?: string }, filter_by: FilterBy | null = null) =>
    addressOf(pathOf({ category, path }), filter_by, { currency: currency.alpha_code, stagger, ...part })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const show = () => documents.current?.scrollIntoView({ block: 'start' })
  return (
    <>
      <PageHeader title="VAT Liability" meta={<span>As of {dayText(today)}</span>} />
      <div className="flex flex-col gap-3 px-4 pb-3">
        <div className="grid grid-cols-2 gap-3 tablet:flex">
          <Select
            label="Currency"
            required
            value={currency.alpha_code}
            onChange={(alpha_code) => go.to(address({ currency: alpha_code }))}
            options={currencies.map(({ alpha_code, name }) => ({ value: alpha_code, label: name }))}
            className="tablet:w-48"
          />
          <Select
            label="VAT quarters end in"
            value={stagger}
            onChange={(value) => go.to(address({ stagger: value }))}
            options={staggers}
            className="tablet:w-48"
          />
        </div>
        <Card title="VAT by quarter" flush actions={<RefundTip />}>
          <Quarters
            quarters={query.data}
            currency={currency}
            today={today}
            toRows={(quarter, types) => address({}, vatRows(quarter, types).filter)}
            onOpen={show}
          />
        </Card>
        <Agreement
          root="get_agency_vat_agreement"
          args={{ currency_id: currency.id, stagger: Number(stagger) }}
          ready={query.isSuccess}
          covers="All quarters"
        />
        {query.data?.some((quarter) => minorOf(quarter.vat_liability) < 0) && (
          <p className="text-12 text-n11">{refund}</p>
        )}
        <ReportMailing
          report="vat_liability"
          asked={quarters}
          own={{
            args: { stagger: Number(stagger) },
            facts: [
              { label: 'Currency', value: currency.name },
              { label: 'VAT quarters end in', value: ends },
            ],
          }}
        />
      </div>
      <section ref={documents} aria-label="Documents" className="flex min-h-120 flex-1 flex-col">
        <DocumentTotals asked={asked} currency={currency} />
        <div className="px-4 pb-2">
          <ReportMailing report="vat_documents" asked={asked} what="documents" />
        </div>
        <ListView key={currency.id} list={vat_document_list} scope={scope} />
      </section>
    </>
  )
}

const totals_document =
  gql(`query vat_documents($output: transaction_invoice_bool_exp!, $input: transaction_invoice_bool_exp!) {
  output: transaction_invoice_aggregate(where: $output) { aggregate { sum { tax_amount } } }
  input: transaction_invoice_aggregate(where: $input) { aggregate { sum { tax_amount } } }
}`)

/** Totals of the matching documents, added up apart from the report: the two agree (quality I18). */
function DocumentTotals({ asked, currency }: { asked: Asked; currency: Currency }) {
  const where = matchedWhere(asked)
  const query = useQuery({
    queryKey: ['vat_documents', where],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const of = (types: readonly string[]) => allOf([where, { type: { _in: types } }])
      const variables = { output: of(output_tax_types), input: of(input_tax_types) }
      return graphql(totals_document, variables, signal)
    },
  })
  if (!query.data) return null
  const [output, input] = [query.data.output, query.data.input].map(
    (one) => one.aggregate?.sum?.tax_amount ?? null,
  )
  const liability = formatScaled(minorOf(output) - minorOf(input), 2)
  // Of documents of one kind alone there is no liability.
  const shown = [
    { label: 'Output tax', value: output },
    { label: 'Input tax', value: input },
    { label: 'VAT liability', value: output === null || input === null ? null : liability },
  ].filter(({ value }) => value !== null)
  return (
    <dl aria-label="Totals of the documents" className="flex flex-wrap gap-x-8 gap-y-2 px-4 pb-3">
      {shown.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-12 text-n11">{label} of these documents</dt>
          <dd className="text-16">
            <Amount value={value} currency={currency.alpha_code} strong />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RefundTip() {
  return (
    <Tooltip text={refund}>
      <button
        type="button"
        aria-label={`About the liability: ${refund}`}
        className="grid size-7 place-items-center rounded text-n10 hover:bg-n4 hover:text-n12"
      >
        <Info size={15} aria-hidden />
      </button>
    </Tooltip>
  )
}

interface QuartersProps {
  quarters: readonly Quarter[] | undefined
  currency: Currency
  today: string
  toRows: (quarter: Quarter, types: readonly string[] | null) => string
  onOpen: () => void
}

function Quarters(props: QuartersProps) {
  const { quarters, currency } = props
  const isPhone = useIsPhone()
  if (!quarters) return <Skeleton className="m-3 h-24" />
  if (quarters.length === 0)
    return <p className="p-3 text-n11">No document with VAT has been raised in {currency.name}.</p>
  return isPhone ? (
    <QuarterCards {...props} quarters={quarters} />
  ) : (
    <QuarterTable {...props} quarters={quarters} />
  )
}

type Shown = QuartersProps & { quarters: readonly Quarter[] }

const figures = [
  { field: 'output_tax', label: 'Output tax', types: output_tax_types },
  { field: 'input_tax', label: 'Input tax', types: input_tax_types },
  { field: 'vat_liability', label: 'VAT liability', types: null },
] as const

/** The liability is its two sides; a side is the tax of its documents. */
function FigureWhy({
  quarter,
  figure,
  currency,
}: {
  quarter: Quarter
  figure: (typeof figures)[number]
  currency: Currency
}) {
  const code = currencyOrGbp(currency.alpha_code)
  const of = (value: number) => money(minorOf(value), code)
  const what = `${figure.label} of the quarter from ${dayText(quarter.quarter_start)}`
  if (figure.types === null)
    return (
      <Why
        what={what}
        sentences={vatWords(of(quarter.output_tax), of(quarter.input_tax), of(quarter.vat_liability))}
      />
    )
  const rows = {
    ...vatRows(quarter, figure.types),
    scope: { currency_id: { _eq: currency.id } },
    list: vat_document_list,
  }
  return (
    <Why what={what} sentences={[tax_rule]}>
      <SumOfRows rows={rows} code={code} total={of(quarter[figure.field])} />
    </Why>
  )
}

const tax_rule = 'Tax of the documents raised in the quarter; it is rounded line by line on each of them.'

function DeadlineWhy({ quarter }: { quarter: Quarter }) {
  return (
    <Why
      what={`Deadline of the quarter from ${dayText(quarter.quarter_start)}`}
      sentences={deadlineWords(day(quarter.quarter_end), day(quarter.payment_deadline))}
    />
  )
}

function QuarterTable({ quarters, currency, today, toRows, onOpen }: Shown) {
  return (
    <Table>
      <thead>
        <tr>
          <Th>Quarter</Th>
          <Th>Payment deadline</Th>
          {figures.map((figure) => (
            <Th key={figure.field} numeric>
              {figure.label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {quarters.map((quarter) => (
          <tr key={quarter.id}>
            <Td>
              <QuarterName quarter={quarter} today={today} />
            </Td>
            <Td className="numeric whitespace-nowrap">
              {dayText(quarter.payment_deadline)} <DeadlineWhy quarter={quarter} />
            </Td>
            {figures.map((figure) => (
              <Td key={figure.field} numeric className="whitespace-nowrap">
                <FigureWhy quarter={quarter} figure={figure} currency={currency} />{' '}
                <Link to={toRows(quarter, figure.types)} onClick={onOpen}>
                  <Amount
                    value={quarter[figure.field]}
                    currency={currency.alpha_code}
                    strong={figure.types === null}
                  />
                </Link>
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function QuarterCards({ quarters, currency, today, toRows, onOpen }: Shown) {
  return (
    <ul>
      {quarters.map((quarter) => (
        <li key={quarter.id} className="border-b border-n6 p-3 last:border-b-0">
          <QuarterName quarter={quarter} today={today} />
          <dl className="mt-1">
            <div className="flex min-h-8 items-center justify-between">
              <dt className="text-12 text-n11">Payment deadline</dt>
              <dd className="numeric">
                {dayText(quarter.payment_deadline)} <DeadlineWhy quarter={quarter} />
              </dd>
            </div>
            {figures.map((figure) => (
              <div key={figure.field} className="flex min-h-10 items-center justify-between">
                <dt className="text-12 text-n11">{figure.label}</dt>
                <dd className="flex items-center">
                  <FigureWhy quarter={quarter} figure={figure} currency={currency} />
                  <Link
                    to={toRows(quarter, figure.types)}
                    onClick={onOpen}
                    className="flex min-h-10 items-center pl-6"
                  >
                    <Amount
                      value={quarter[figure.field]}
                      currency={currency.alpha_code}
                      strong={figure.types === null}
                    />
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function QuarterName({ quarter, today }: { quarter: Quarter; today: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="numeric font-medium">
        {dayText(quarter.quarter_start)} – {dayText(quarter.quarter_end)}
      </span>
      {quarter.quarter_end >= today && <Badge tone="progress">Current</Badge>}
      {minorOf(quarter.vat_liability) < 0 && <Badge tone="positive">Refund</Badge>}
    </span>
  )
}
