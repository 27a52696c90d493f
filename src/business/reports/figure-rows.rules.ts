/**
 * The rows of a report's figure, as a filter of their list: the figure's link and its explanation use the same, and
 * figure-rows.db.test.ts compares their sum with the figure. Pure.
 */
import { type AgeBucket, age_buckets } from '#business/shared/age-buckets.rules.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import { no_value } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'

export interface FigureRows {
  readonly filter: FilterBy
  /** The page's base filter, besides that of its address. */
  readonly scope?: Where
  /** The rows have the opposite sign: unmatched money is negative in the ledger. */
  readonly negated?: true
}

const aged_fields = {
  current: 'aged_current',
  '0-30': 'aged_0_30',
  '31-60': 'aged_31_60',
  '61-90': 'aged_61_90',
  '91-120': 'aged_91_120',
  'over 120': 'aged_over_120',
} as const satisfies Record<AgeBucket, string>

export const aged_figures = age_buckets.map(({ value: bucket, label }) => ({
  field: aged_fields[bucket],
  bucket,
  label,
}))

export const ledger_figures = [
  ...aged_figures.map(({ field }) => field),
  'net_outstanding_balance',
  'overdue_amount',
  'unallocated_amount',
] as const

export type LedgerFigure = (typeof ledger_figures)[number]

const late = age_buckets.map(({ value }) => value).filter((value) => value !== 'current')

/** Which ages a figure is of; null where it is of all. */
function bucketsOf(figure: LedgerFigure): readonly AgeBucket[] | null {
  if (figure === 'overdue_amount') return late
  const aged = aged_figures.find(({ field }) => field === figure)
  return aged ? [aged.bucket] : null
}

/** Rows of the sales ledger: open documents, or unmatched money, which is beside the ages. */
export function ledgerRows(figure: LedgerFigure, alpha_code: string, client_id?: string): FigureRows {
  const buckets = bucketsOf(figure)
  const filter: FilterBy = {
    ...(buckets ? { age_bucket: { in: buckets } } : {}),
    alpha_code: { contains: alpha_code },
    kind: { in: figure === 'unallocated_amount' ? ['receipt'] : ['invoice', 'credit_note'] },
  }
  return {
    filter,
    ...(client_id ? { scope: { client_id: { _eq: client_id } } } : {}),
    ...(figure === 'unallocated_amount' ? { negated: true } : {}),
  }
}

const client_facing = ['provider-client', 'agency-client', 'funder-client'] as const

/** Client invoices behind a figure of a ledger over several agencies, in the list of invoices. */
export function invoiceRows(
  figure: Exclude<LedgerFigure, 'unallocated_amount'>,
  of: {
    readonly currency_id: string
    readonly agency_id?: string
    readonly client_id?: string
    /** The list of a client has no types: all it shows are client-facing. */
    readonly is_client?: boolean
  },
): FigureRows {
  const buckets = bucketsOf(figure)
  return {
    filter: {
      ...(of.is_client ? {} : { type: { in: client_facing } }),
      status: { in: ['open'] },
      ...(buckets ? { age_bucket: { in: buckets } } : {}),
      currency_id: { in: [of.currency_id] },
      ...(of.agency_id ? { agency_id: { in: [of.agency_id] } } : {}),
      ...(of.client_id && !of.is_client ? { client_id: { in: [of.client_id] } } : {}),
    },
  }
}

/** Work of a subject of the commission summary, or of none; null where the rows name no placement to filter by. */
export function commissionRows(
  per: 'client' | 'contractor' | 'placement',
  row: { readonly subject_id: string | null; readonly human_id: string | null; readonly alpha_code: string },
  filter: FilterBy = {},
): FigureRows | null {
  const { client_id: _client, contractor_id: _contractor, contract_human_id: _contract, ...others } = filter
  if (row.subject_id === null && per === 'placement') return null
  const own: FilterBy =
    per === 'placement'
      ? { contract_human_id: { contains: row.human_id ?? '' } }
      : { [`${per}_id`]: { in: [row.subject_id ?? no_value] } }
  return { filter: { ...others, ...own, alpha_code: { contains: row.alpha_code } } }
}

/** Documents of one VAT quarter: those the agency charges VAT on, those it is charged VAT on, or both. */
export function vatRows(
  quarter: { readonly quarter_start: string; readonly quarter_end: string },
  types: readonly string[] | null,
): FigureRows {
  return {
    filter: {
      raised_date: { from: quarter.quarter_start, to: quarter.quarter_end },
      ...(types ? { type: { in: types } } : {}),
    },
  }
}

/** Earnings of one week: by the week they were earned in or, without one (a permanent placement), invoiced in. */
export function weekScope(week_end_date: Day): Where {
  return {
    _or: [
      { period_end: { _eq: week_end_date } },
      {
        period_end: { _is_null: true },
        raised_date: { _gte: addDays(week_end_date, -6), _lte: week_end_date },
      },
    ],
  }
}

/** Documents of a month-end figure, as of that day. */
export function retrospectiveRows(
  of: {
    readonly as_of: string
    readonly client_id: string
    /** Where the reader has several. */
    readonly agency_id?: string
    readonly currency_id: string
  },
  more: FilterBy = {},
): FigureRows {
  return {
    filter: {
      as_of: { from: of.as_of, to: of.as_of },
      client_id: { in: [of.client_id] },
      ...(of.agency_id ? { agency_id: { in: [of.agency_id] } } : {}),
      currency_id: { in: [of.currency_id] },
      ...more,
    },
  }
}
