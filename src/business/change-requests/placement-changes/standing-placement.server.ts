/** A placement's present facts: the base of a comparison, and the target of a change. */
import type { Day } from '#kernel/day.ts'
import { formatRate } from '#kernel/rate.ts'
import type { Tx } from '#server/verb.ts'
import type { ClientSize } from '../../parties/client-sizes/client-size.rules.ts'
import type { ContractStatus } from '../../placements/contract.entity.ts'
import { type NoticeColumns, noticeOf, noticeText } from '../../placements/notice/notice-period.rules.ts'
import { holidayText } from '../../rates/holiday-pay.rules.ts'
import { loadVersions } from '../../rates/load-versions.server.ts'
import type { RateVersion } from '../../rates/rate-version.rules.ts'
import { compareRateNames, rateOn } from '../../rates/rate-version.rules.ts'
import { clientSizeSql } from '../../shared/client-size-sql.server.ts'
import type { FormerPayment } from '../../shared/former-payments.rules.ts'
import type { FurtherPayee } from '../../shared/further-payees.rules.ts'
import { furtherPayeesSql } from '../../shared/further-payees-sql.server.ts'
import { offPayrollSql } from '../../shared/inside-ir35-sql.server.ts'
import { paymentTypeSql } from '../../shared/payment-type.rules.ts'
import {
  type Change,
  type FactField,
  isRateField,
  type RequestedChanges,
  rate_sides,
} from '../request/change-request.rules.ts'
import { lastDayOf } from './rate-end.rules.ts'

export type Placement = Readonly<Record<FactField, string | null>> & {
  readonly id: string
  readonly type: 'temp_placement' | 'perm_placement'
  readonly human_id: string
  /** Whether a permanent placement has documents that are not credited. */
  readonly is_raised: boolean
  readonly status: ContractStatus
  readonly start_date: Day
  readonly end_date: Day | null
  readonly provider_id: string
  readonly agency_id: string
  readonly client_id: string
  readonly contractor_id: string | null
  readonly funder_id: string | null
  readonly currency: string
  /** How the contractor is paid by it. */
  readonly payment_type: string | null
  readonly payment_company_id: string | null
  readonly paye_scheme_id: string | null
  /** Payees of its contractor, today's with the days to come and those before. */
  readonly payee: string | null
  readonly former_payments: readonly FormerPayment[] | null
  readonly further_payees: readonly FurtherPayee[]
  readonly client_size: ClientSize | null
  /** The worker has an off-payroll employment that goes on. */
  readonly is_off_payroll: boolean
}

export const yesOrNo = (holds: boolean): string => (holds ? 'Yes' : 'No')

type Row = Omit<Placement, 'notice' | 'no_right_to_serve_notice'> &
  NoticeColumns & { readonly no_right_to_serve_notice: boolean }

export type Standing = { readonly placement: Placement; readonly versions: readonly RateVersion[] }

/** @param lock so that two changes of one placement wait for each other; documents that name it do not */
export async function loadStanding(
  tx: Tx,
  contract_id: string,
  { lock = false } = {},
): Promise<Standing | null> {
  const row = await tx.row<Row>(
    `select c.id, c.type, c.human_id, c.contract_start_date, c.placement_fee, c.funding_type,
       exists (select from transaction.invoice_set s where s.contract_id = c.id and s.status = 'live') as is_raised,
       c.ir35_status, c.ir35_determined_by, c.awr_role, coalesce(c.expense_funding_type, c.funding_type) as expense_funding_type, c.timesheet_frequency,
       ${paymentTypeSql('c')} as payment_type, c.payment_company_id, c.paye_scheme_id,
       (select coalesce(b.payment_company_id, b.id) from business.business b where b.id = c.contractor_id) as payee,
       (select b.former_payments from business.business b where b.id = c.contractor_id) as former_payments,
       ${furtherPayeesSql({ contractor: 'c.contractor_id', agency: 'c.agency_id' })} as further_payees,
       ${clientSizeSql('c.client_id', 'c.start_date')} as client_size,
       ${offPayrollSql({ contractor: 'c.contractor_id', agency: 'c.agency_id', scheme: 'c.paye_scheme_id' }, "'9999-12-31'")} as is_off_payroll, c.status, c.title, c.start_date, c.end_date, c.work_location, c.po_number,
       c.notice_type, c.notice_period, c.notice_period_unit, c.notice_initial, c.notice_initial_unit, c.notice_duration,
       c.notice_duration_unit, c.no_right_to_serve_notice,
       c.provider_id, c.agency_id, c.client_id, c.contractor_id, c.funder_id, y.alpha_code as currency
     from contract.contract c join platform.currency y on y.id = c.currency_id
     where c.id = $1 and c.type in ('temp_placement', 'perm_placement')${lock ? ' for no key update of c' : ''}`,
    [contract_id],
  )
  if (row === undefined) return null
  const placement = {
    ...row,
    notice: noticeText(noticeOf(row)),
    no_right_to_serve_notice: yesOrNo(row.no_right_to_serve_notice),
  }
  return { placement, versions: await loadVersions(tx, contract_id) }
}

type Asked = Pick<Change, 'field' | 'group_id'>

/** The version that a rate change replaces, or null. */
export function versionOf(versions: readonly RateVersion[], asked: Asked, on: Day): RateVersion | null {
  if (!isRateField(asked.field)) return null
  // Both sides of a rate have one standard day.
  return rateOn(versions, asked.group_id ?? '', rate_sides[asked.field][0], on)
}

/** The present value at the place of the change, as text. */
export function standsAt(
  { placement, versions }: Standing,
  asked: Asked,
  effective_from: Day | null,
): string | null {
  if (!isRateField(asked.field)) return placement[asked.field]
  if (asked.field === 'last_day')
    return lastDayOf(versions.filter(({ group_id }) => group_id === asked.group_id))
  const found = effective_from === null ? null : versionOf(versions, asked, effective_from)
  if (found === null) return null
  if (asked.field === 'unit') return found.value_text
  if (asked.field === 'holiday_pay') return holidayText(found.holiday ?? null)
  return asked.field === 'standard_units' ? (found.standard_units ?? null) : formatRate(found.value_numeric)
}

/** Changes whose base has moved since the request, each with its present value. */
export function movedSince(
  standing: Standing,
  { changes, effective_from }: RequestedChanges,
): { readonly change: Change; readonly now: string | null }[] {
  return changes.flatMap((change) => {
    const now = standsAt(standing, change, effective_from)
    return now === change.old ? [] : [{ change, now }]
  })
}

/** Names of the placement's rates, Standard first (spec §3). */
export function groupsOf(versions: readonly RateVersion[]): { group_id: string; name: string }[] {
  const names = new Map(versions.map(({ group_id, name }) => [group_id, name]))
  return [...names]
    .map(([group_id, name]) => ({ group_id, name }))
    .sort((a, b) => compareRateNames(a.name, b.name))
}

/** Work done so far, which a change must not reach back under. */
export type Work = {
  readonly worked_to: Day | null
  readonly priced_to: Day | null
  /** The last day with work of each rate, by its group. */
  readonly rates_worked_to: Readonly<Record<string, Day>>
}

export async function loadWork(tx: Tx, contract_id: string): Promise<Work> {
  const rows = await tx.rows<{ group_id: string; worked_to: Day; priced_to: Day | null }>(
    `select d.group_id, max(d.date) as worked_to,
       max(t.end_date) filter (where t.status in ('submitted', 'approved', 'suspense')) as priced_to
     from transaction.timesheet t
     join transaction.timesheet_detail d on d.timesheet_id = t.id and d.deleted_at is null and d.units > 0
     where t.contract_id = $1 and t.deleted_at is null and t.status <> 'cancelled'
     group by d.group_id`,
    [contract_id],
  )
  const priced = rows.flatMap(({ priced_to }) => (priced_to === null ? [] : [priced_to]))
  return {
    worked_to: latestOf(rows.map(({ worked_to }) => worked_to)),
    priced_to: latestOf(priced),
    rates_worked_to: Object.fromEntries(rows.map(({ group_id, worked_to }) => [group_id, worked_to])),
  }
}

const latestOf = (days: readonly Day[]): Day | null => days.toSorted().at(-1) ?? null
