/**
 * Scheduled reports (experience.md, page 9): reports, recipients, days, and the days covered by each mail. Pure, so
 * that the page previews the run of the night.
 */

import type { Category, Role } from '#entity/access.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import { admin_roles, commission_roles } from '#entity/roles.ts'
import { countText } from '#kernel/count-text.ts'
import { addDays, addMonths, type Day, formatDay } from '#kernel/day.ts'
import {
  lastDay,
  nextStatement,
  planWords,
  type StatementPlan,
} from '../credit-control/statement-schedule.rules.ts'
import { eitherOf } from '../shared/who-may.rules.ts'

export const report_frequencies = ['weekly', 'monthly'] as const
export type ReportFrequency = (typeof report_frequencies)[number]
export const report_periods = ['since_last', 'as_filtered'] as const
export type ReportPeriod = (typeof report_periods)[number]
export const report_formats = ['csv', 'excel', 'pdf'] as const
export type ReportFormat = (typeof report_formats)[number]

export interface ScheduledReport {
  readonly title: string
  /** `transaction.invoice`: the entity of its rows. */
  readonly entity: string
  /** The menu key of its page. */
  readonly page: string
  /** The days that a sending covers; absent where the report is as of its day. */
  readonly days?: { readonly path: string; readonly label: string }
  /** Arguments of its rows: whole numbers from 1, each with its highest value. */
  readonly args?: Readonly<Record<string, number>>
  /** Roles with its page in their menu (report-schedule.test compares). */
  readonly who: Readonly<Partial<Record<Category, readonly Role[]>>>
  readonly feature?: string
}

const sales_ledger_roles = [...commission_roles, 'agency_consultant'] as const
const raised = { path: 'raised_date', label: 'Raised' } as const
const funders = ['funder_admin', 'funder_analyst'] as const
const providers = ['provider_admin', 'provider_operations', 'provider_approver'] as const

const scheduled_reports = {
  contractor_payments: {
    title: 'Contractor Payments',
    entity: 'transaction.payment_receipt_detail',
    page: 'paye/agency_earnings_report',
    days: { path: 'post_date', label: 'Paid On' },
    who: { agency: commission_roles },
  },
  commission: {
    title: 'Commission',
    entity: 'report.get_agency_commission',
    page: 'report/commission',
    days: raised,
    who: { agency: commission_roles },
  },
  sales_ledger: {
    title: 'Sales Ledger',
    entity: 'report.get_agency_sales_ledger_detail',
    page: 'report/sales_ledger',
    who: { agency: sales_ledger_roles },
  },
  client_statements: {
    title: 'Client Statements',
    entity: 'report.get_client_statement',
    page: 'report/client_statement',
    who: { agency: commission_roles },
  },
  vat_liability: {
    title: 'VAT Liability',
    entity: 'report.get_agency_vat_liability',
    page: 'report/vat_liability',
    // The months that its quarters end in.
    args: { stagger: 3 },
    who: { agency: ['agency_admin'] },
    feature: 'vat_liability',
  },
  vat_documents: {
    title: 'VAT Documents',
    entity: 'transaction.invoice',
    page: 'report/vat_liability',
    days: raised,
    who: { agency: ['agency_admin'] },
    feature: 'vat_liability',
  },
  funding_debts: {
    title: 'Funding Debts',
    entity: 'report.get_funding_documents',
    page: 'report/funding_debt',
    who: { funder: funders, provider: providers },
  },
} as const satisfies Readonly<Record<string, ScheduledReport>>

export type ReportKey = keyof typeof scheduled_reports
export const report_keys = Object.keys(scheduled_reports) as [ReportKey, ...ReportKey[]] // Their own keys.

export const reportOf = (key: ReportKey): ScheduledReport => scheduled_reports[key]

/** Roles that read any of the reports. */
export const report_readers = eitherOf(...Object.values(scheduled_reports).map(({ who }) => who))

/** May this person read the report themselves? */
export function mayReadReport(
  key: ReportKey,
  reader: {
    readonly category: Category
    readonly roles: readonly Role[]
    readonly features: readonly string[]
  },
): boolean {
  const { who, feature } = reportOf(key)
  return (
    (who[reader.category]?.some((role) => reader.roles.includes(role)) ?? false) &&
    (feature === undefined || reader.features.includes(feature))
  )
}

/** The maker or an admin may change a schedule, if they may read the report. */
export function mayChangeSchedule(
  { report, user_id }: { readonly report: string; readonly user_id: string },
  who: Parameters<typeof mayReadReport>[1] & { readonly user_id: string },
): boolean {
  const key = report_keys.find((one) => one === report)
  if (key === undefined || !mayReadReport(key, who)) return false
  return user_id === who.user_id || admin_roles.some((role) => who.roles.includes(role))
}

/** The list of a report as a schedule keeps it. */
export interface KeptList {
  /** The list's base condition, group and search. */
  readonly base: Where
  readonly args?: Readonly<Record<string, number>>
  /** As in an address: days that move with today stay so. */
  readonly filter_by: FilterBy
  readonly order_by: readonly Where[]
  readonly columns: readonly { readonly field: string; readonly label: string }[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** Arguments of a report besides its list's filters, with their text. */
export type OwnChoice = Required<Pick<KeptList, 'args' | 'facts'>>

export interface Schedule {
  readonly frequency: ReportFrequency
  readonly weekday: number | null
  readonly day_of_month: number | null
  readonly is_paused: boolean
  /** The first day that is the schedule's. */
  readonly since: Day
  readonly last_sent: Day | null
}

function reportPlan({
  frequency,
  weekday,
  day_of_month,
}: Omit<Schedule, 'is_paused' | 'since' | 'last_sent'>): StatementPlan {
  return frequency === 'weekly'
    ? { frequency, weekday: weekday ?? 1 }
    : { frequency, day_of_month: day_of_month ?? 1 }
}

/** The schedule's due day: today, or a missed one. */
export function dueDay(schedule: Schedule, today: Day): Day | null {
  const due = lastDay(reportPlan(schedule), today)
  if (due === null || schedule.is_paused || due < schedule.since) return null
  return schedule.last_sent === null || schedule.last_sent < due ? due : null
}

/** The next day on which it is sent, after today; null while it is paused. */
export function nextReport(schedule: Schedule, today: Day): Day | null {
  if (schedule.is_paused) return null
  const { frequency, weekday, day_of_month, since, last_sent } = schedule
  const own = { frequency, weekday, day_of_month, paused_until: null }
  return nextStatement({ agency_day: null, own, since, last_sent }, today)
}

export const scheduleWords = (schedule: Parameters<typeof reportPlan>[0]): string =>
  planWords(reportPlan(schedule))

/**
 * Days between two mails: from the day of the former to the day before this one, so that each day is covered once.
 */
export function sinceLast(frequency: ReportFrequency, due: Day): { from: Day; to: Day } {
  return { from: frequency === 'weekly' ? addDays(due, -7) : addMonths(due, -1), to: addDays(due, -1) }
}

/** The filters of one sending. */
export function filtersAt(
  report: ScheduledReport,
  { filter_by }: Pick<KeptList, 'filter_by'>,
  { period, frequency }: { readonly period: ReportPeriod; readonly frequency: ReportFrequency },
  due: Day,
): FilterBy {
  if (!report.days || period === 'as_filtered') return filter_by
  return { ...filter_by, [report.days.path]: sinceLast(frequency, due) }
}

/** The covered days in words. `range` holds the actual days. */
export function periodWords(
  report: ScheduledReport,
  range: { readonly from: Day | null; readonly to: Day | null },
  on: Day,
): string {
  if (!report.days || (range.from === null && range.to === null)) return `as of ${formatDay(on)}`
  if (range.from === null) return `until ${formatDay(range.to ?? on)}`
  return range.to === null
    ? `from ${formatDay(range.from)}`
    : `${formatDay(range.from)} to ${formatDay(range.to)}`
}

export const report_mail_topic = 'report_mail'

/** The mail of a job that writes a report's file. */
export interface ReportMailing {
  readonly schedule_id: string
  readonly report: ReportKey
  readonly due: string
  /** The covered days and the frequency, in words. */
  readonly covers: string
  readonly schedule: string
  readonly set_by: string
}

const format_names = { csv: 'CSV', excel: 'Excel', pdf: 'PDF' } as const

/** Subject and text of one; plain text. */
export function reportMail(of: {
  readonly mailing: ReportMailing
  readonly title: string
  readonly business: string
  readonly format: ReportFormat
  readonly rows: number
  /** Where the file is, when it does not come with the mail. */
  readonly waits: string | null
  readonly page_url: string | null
}): { subject: string; body_text: string } {
  const { mailing, title, business, format, rows, waits, page_url } = of
  const counted = countText(rows, 'row')
  const file =
    rows === 0
      ? 'The report has no rows, so no file is attached.'
      : waits === null
        ? `${counted}, attached as ${format_names[format]}.`
        : `${counted}. ${waits}`
  return {
    subject: `${title}, ${mailing.covers}`.replace(/\s+/g, ' '),
    body_text: [
      'Hello,',
      '',
      `${title} for ${business}: ${mailing.covers}.`,
      file,
      '',
      `${mailing.schedule}, set up by ${mailing.set_by}. Change or stop it on the page of the report${page_url === null ? '' : `: ${page_url}`}.`,
    ].join('\n'),
  }
}
