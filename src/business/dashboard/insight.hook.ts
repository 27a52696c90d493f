/** The data of the insights in one request: the period, the one before, and today. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'
import { parseScaled } from '#kernel/decimal-text.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { client_facing_types } from '../shared/invoice-types.rules.ts'
import { ending_days, type Figures, type Range, rangeBefore } from './insight.rules.ts'

export interface Month extends Figures {
  readonly month: Day
  readonly currency_id: string
  readonly alpha_code: string
}

const month_fields = gql(`fragment insight_month on get_agency_insight {
  month currency_id alpha_code billed_count billed_amount work_count charged_amount margin_amount receipt_count
  received_amount hours days timesheet_count on_time_count paid_count paid_amount days_to_pay
}`)
const document = gql(
  `query insights($now: get_agency_insight_args!, $before: get_agency_insight_args!) {
  now: get_agency_insight(args: $now, order_by: [{ alpha_code: asc }, { month: asc }]) { ...insight_month }
  before: get_agency_insight(args: $before, order_by: [{ alpha_code: asc }, { month: asc }]) { ...insight_month }
}`,
  month_fields,
)

const units = (value: number | null): number => {
  const scaled = parseScaled(String(value ?? 0), 4, 11)
  return typeof scaled === 'number' ? scaled : 0
}

function monthOf(row: Answer<typeof month_fields>): Month {
  const count = (value: number | null) => value ?? 0
  return {
    month: row.month,
    currency_id: row.currency_id,
    alpha_code: row.alpha_code,
    billed_count: count(row.billed_count),
    billed_amount: minorOf(row.billed_amount),
    work_count: count(row.work_count),
    charged_amount: minorOf(row.charged_amount),
    margin_amount: minorOf(row.margin_amount),
    receipt_count: count(row.receipt_count),
    received_amount: minorOf(row.received_amount),
    hours: units(row.hours),
    days: units(row.days),
    timesheet_count: count(row.timesheet_count),
    on_time_count: count(row.on_time_count),
    paid_count: count(row.paid_count),
    paid_amount: minorOf(row.paid_amount),
    days_to_pay: row.days_to_pay,
  }
}

const argsOf = ({ from, to }: Range) => ({ raised_from: from, raised_to: to })

export function useInsight(range: Range) {
  return useQuery({
    queryKey: ['insights', range],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answer = await graphql(
        document,
        { now: argsOf(range), before: argsOf(rangeBefore(range)) },
        signal,
      )
      return { now: answer.now.map(monthOf), before: answer.before.map(monthOf) }
    },
  })
}

const best_fields = gql(`fragment best_subject on get_agency_commission_summary {
  id subject_id name work_count client_gross sale_gross agency_gross
}`)
const best_document = gql(
  `query best($client: get_agency_commission_summary_args!, $contractor: get_agency_commission_summary_args!) {
  client: get_agency_commission_summary(
    args: $client, order_by: [{ agency_gross: desc }, { id: asc }], limit: 10, where: { subject_id: { _is_null: false } }
  ) { ...best_subject }
  contractor: get_agency_commission_summary(
    args: $contractor, order_by: [{ agency_gross: desc }, { id: asc }], limit: 10, where: { subject_id: { _is_null: false } }
  ) { ...best_subject }
}`,
  best_fields,
)

export type Best = Answer<typeof best_fields>

/** The ten best clients and contractors by margin. */
export function useBest(range: Range, currency_id: string) {
  return useQuery({
    queryKey: ['insights_best', range, currency_id],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const args = { ...argsOf(range), currency_id }
      return graphql(
        best_document,
        { client: { per: 'client', ...args }, contractor: { per: 'contractor', ...args } },
        signal,
      )
    },
  })
}

/** Today's figures: overdue debt, and placements that end soon. */
export function useToday(today: Day, currency_id: string) {
  return useQuery({
    queryKey: ['insights_today', today, currency_id],
    queryFn: async ({ signal }) => {
      const ending = ending_days.map((days) => `e${days}`)
      const answer = await builtQuery(
        `query insights_today($overdue: transaction_invoice_bool_exp!, ${ending.map((name) => `$${name}: contract_temp_placement_bool_exp!`).join(', ')}) {
          overdue: transaction_invoice_aggregate(where: $overdue) { aggregate { count sum { outstanding_balance } } }
          ${ending.map((name) => `${name}: contract_temp_placement_aggregate(where: $${name}) { aggregate { count } }`).join('\n')}
        }`,
        {
          overdue: {
            type: { _in: client_facing_types },
            finance_status: { _eq: 'overdue' },
            currency_id: { _eq: currency_id },
          },
          ...Object.fromEntries(
            ending_days.map((days) => [
              `e${days}`,
              { status: { _eq: 'active' }, end_date: { _gte: today, _lte: addDays(today, days) } },
            ]),
          ),
        },
        signal,
      )
      return {
        overdue_count: answer.count('overdue'),
        overdue_amount: answer.sum('overdue', 'outstanding_balance') ?? 0,
        ending: ending_days.map((days) => ({ days, count: answer.count(`e${days}`) })),
      }
    },
  })
}
