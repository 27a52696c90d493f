import { z } from 'zod'
import { labelIn } from '#entity/choices.ts'
import { present } from '#kernel/assert.ts'
import { addDays, type Day, day, formatDay } from '#kernel/day.ts'
import { notFound } from '#kernel/errors.ts'
import { formatRate, formatUnits, type Rate4, rate, toNumericText, units } from '#kernel/rate.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { determiners } from '../placements/determinations/determination.rules.ts'
import { noticeAtEnd, noticeColumns, readNotice } from '../placements/notice/notice-period.rules.ts'
import { baseOf, holidayOfText, holidayPay, holidayWords } from '../rates/holiday-pay.rules.ts'
import { rateOn } from '../rates/rate-version.rules.ts'
import {
  funding_types,
  ir35_statuses,
  timesheet_frequencies,
  unit_options,
} from '../shared/contract-terms.rules.ts'
import { anybody } from '../shared/who-may.rules.ts'
import { targetOf } from './change-target.server.ts'
import { maskedAccount } from './company-requests/asked-account.server.ts'
import { compareCompany } from './company-requests/company-request.rules.ts'
import { loadRequests } from './load-request.server.ts'
import { compareParty } from './party-changes/compare-party.server.ts'
import { loadSubject } from './party-changes/party-facts.server.ts'
import { comparePayment } from './payment-changes/compare-payment.server.ts'
import { versionAfter } from './placement-changes/rate-timeline.rules.ts'
import {
  groupsOf,
  loadStanding,
  movedSince,
  type Standing,
  standsAt,
  versionOf,
  yesOrNo,
} from './placement-changes/standing-placement.server.ts'
import type {
  Change,
  Compared,
  ComparedRow,
  FactField,
  RateField,
  RequestedChanges,
} from './request/change-request.rules.ts'
import {
  changeLabel,
  fact_labels,
  facts_of,
  isPrice,
  isShownIn,
  isVersionField,
  version_fields,
} from './request/change-request.rules.ts'
import { isPaymentChange } from './request/party-change.rules.ts'

const input = z.strictObject({ id: z.uuid() })

const output = z
  .strictObject({
    currency: z.string(),
    effective_from: z.iso.date().nullable(),
    rows: z
      .array(
        z.strictObject({
          label: z.string(),
          kind: z.enum(['text', 'rate', 'day']),
          old: z.string().nullable(),
          new: z.string().nullable(),
          now: z.string().nullable().optional(),
          closes: z.iso.date().optional(),
        }),
      )
      .readonly(),
    unchanged: z
      .array(
        z.strictObject({
          label: z.string(),
          kind: z.enum(['text', 'rate', 'day']),
          value: z.string().nullable(),
        }),
      )
      .readonly(),
    notice: z.enum(['before', 'after', 'immediate', 'on', 'not_agreed']).nullable(),
    timesheets: z.number().nullable(),
    margins: z
      .array(z.strictObject({ name: z.string(), before: z.string(), after: z.string() }))
      .readonly()
      .nullable(),
    effects: z.array(z.string()).readonly(),
  })
  .nullable()

/** The changes of a request for this reader: no side reads the other's figures (experience.md, tension 15). */
export const compareChangeRequest = verb({
  action_id: 'request.change_request.compare',
  since: '0.1.0',
  summary: 'Shows the changes that a change request asks for',
  machine: 'allowed',
  impersonator: 'allowed',
  who: anybody,
  is_reading: true,
  input,
  output,
  run: async (context, { id }): Promise<z.infer<typeof output>> => {
    const { tx, viewer } = context
    const [row] = await loadRequests(context, [id], false)
    if (row === undefined) throw notFound('Change request')
    const target = targetOf(row)
    if (target?.about === 'new_company')
      return compareCompany(target.asked, row.status === 'pending', await maskedAccount(context, id))
    if (target?.about === 'party') {
      const party = await loadSubject(tx, target.subject, target.id)
      if (party === null) return null
      const is_pending = row.status === 'pending'
      const compared = compareParty(party, target.asked, is_pending)
      return isPaymentChange(target.asked.changes)
        ? comparePayment(context, party, target.asked, { ...compared, is_pending })
        : compared
    }
    const standing = target && (await loadStanding(tx, target.contract_id))
    if (!target || !standing) return null
    const { asked } = target
    const shown = asked.changes.filter(({ field }) => isShownIn(viewer, field))
    const moved = row.status === 'pending' ? movedSince(standing, { ...asked, changes: shown }) : []
    const currencyOf = (which: 'old' | 'new') =>
      asked.changes.find(({ field }) => field === 'currency')?.[which] ?? standing.placement.currency
    const reads_both = viewer.category === 'agency' || viewer.category === 'provider'
    const has_rates = shown.some((change) => change.group_id !== undefined)
    // An added rate prices no work that is there.
    const has_prices = shown.some(({ field, old }) => isPrice(field) && old !== null)
    return {
      currency: standing.placement.currency,
      effective_from: has_rates ? asked.effective_from : null,
      rows: shown.map((change) => {
        const found = moved.find((one) => one.change === change)
        return {
          label: changeLabel(change),
          kind: kindOf(change),
          old: shownText(change.field, change.old, currencyOf('old')),
          new: shownText(change.field, change.new, currencyOf('new')),
          ...(found ? { now: shownText(change.field, found.now, standing.placement.currency) } : {}),
          ...closing(standing, change, asked.effective_from, row.status),
        }
      }),
      unchanged: unchangedOf(standing, asked, viewer),
      notice: row.status === 'pending' ? noticeOfEnd(standing, shown, context.clock.today()) : null,
      timesheets: reads_both && has_prices ? await draftsAfter(context, standing, asked) : null,
      margins: reads_both ? marginsOf(standing, asked) : null,
      effects: [...termEffects(asked.effective_from, shown), ...holidayEffects(standing, asked, shown)],
    }
  },
})

const kindOf = ({ field }: Pick<Change, 'field'>): ComparedRow['kind'] =>
  field === 'end_date' || field === 'contract_start_date' || field === 'last_day'
    ? 'day'
    : isPrice(field)
      ? 'rate'
      : 'text'

/** A fee has its own currency, since a request may change both. */
function shownText(field: Change['field'], value: string | null, currency: string): string | null {
  if (field === 'holiday_pay') return holidayShown(value)
  if (field === 'unit') return value && labelIn(unit_options, value)
  if (field === 'standard_units')
    return value === null ? 'As the placement' : `${formatUnits(units(value))} hours`
  if (value === null) return null
  if (field === 'funding_type' || field === 'expense_funding_type') return labelIn(funding_types, value)
  if (field === 'ir35_status') return labelIn(ir35_statuses, value)
  if (field === 'ir35_determined_by') return labelIn(determiners, value)
  if (field === 'timesheet_frequency') return labelIn(timesheet_frequencies, value)
  return field === 'placement_fee' ? `${value} ${currency}` : value
}

function holidayShown(value: string | null): string {
  const pay = holidayOfText(value)
  return pay === null ? 'As the employment says' : holidayWords(pay)
}

/** The holiday pay of each rate with a new allowance. */
function holidayEffects(
  { versions }: Standing,
  { changes, effective_from }: RequestedChanges,
  shown: readonly Change[],
): string[] {
  return shown.flatMap((change) => {
    const old = effective_from === null ? null : versionOf(versions, change, effective_from)
    if (change.field !== 'holiday_pay') return []
    const own = changes.filter(({ group_id }) => group_id === change.group_id)
    const added = own.find(({ field }) => field === 'contractor_rate')?.new
    const paid = old ? versionAfter(old, own).value_numeric : added ? rate(added) : null
    const holiday = holidayOfText(change.new)
    if (holiday === null || paid === null) return []
    const { holiday_pay_rate } = holidayPay(baseOf(paid, holiday), holiday.allowance, holiday.type)
    return [
      `${change.name}: holiday pay ${toNumericText(holiday_pay_rate)}, total rate ${toNumericText(paid)}.`,
    ]
  })
}

/** Sentences about terms that begin on a day or with a period. */
function termEffects(from: Day | null, changes: readonly Change[]): string[] {
  const has = (field: Change['field']) => changes.some((change) => change.field === field)
  const funds = has('funding_type') || has('expense_funding_type')
  return [
    ...(from !== null && funds ? [`Work that begins before ${formatDay(from)} keeps its funding.`] : []),
    ...(from !== null && has('ir35_status') ? [`The IR35 status holds from ${formatDay(from)} on.`] : []),
    ...(changes.some((change) => change.field === 'ir35_determined_by' && change.new === 'client')
      ? ['The client gives a statement of its decision on the IR35 status.']
      : []),
    ...(has('timesheet_frequency')
      ? ['Timesheets that are there stay: the next period is the first of the new kind.']
      : []),
  ]
}

function closing(
  { versions }: Standing,
  change: Change,
  from: Day | null,
  status: string,
): { closes: Day } | Record<string, never> {
  // The versions of a standard day are of both sides, and no reader learns of the other's.
  if (change.field === 'standard_units' || !isVersionField(change.field)) return {}
  const old = from === null || status !== 'pending' ? null : versionOf(versions, change, from)
  return old !== null && from !== null && old.effective_from < from ? { closes: addDays(from, -1) } : {}
}

/** A notice that the request changes, too, is the one that holds. */
function noticeOfEnd({ placement }: Standing, changes: readonly Change[], today: Day): Compared['notice'] {
  const end = changes.find(({ field }) => field === 'end_date')?.new ?? null
  if (end === null) return null
  const after = (field: 'notice' | 'no_right_to_serve_notice') =>
    changes.find((change) => change.field === field)?.new ?? placement[field] ?? ''
  return noticeAtEnd({
    ...noticeColumns(readNotice(after('notice'))),
    no_right_to_serve_notice: after('no_right_to_serve_notice') === yesOrNo(true),
    today,
    start_date: placement.start_date,
    end_date: day(end),
  })
}

function unchangedOf(
  standing: Standing,
  asked: RequestedChanges,
  viewer: Parameters<typeof isShownIn>[0],
): Compared['unchanged'] {
  const isAsked = (field: Change['field'], group_id?: string) =>
    asked.changes.some((change) => change.field === field && change.group_id === group_id)
  const { placement } = standing
  const own: readonly FactField[] = facts_of[placement.type]
  const facts = own
    .filter((field) => isShownIn(viewer, field) && !isAsked(field))
    .map((field) => ({
      label: fact_labels[field],
      kind: kindOf({ field }),
      value: shownText(field, placement[field], placement.currency),
    }))
  if (placement.type === 'perm_placement') return facts
  const on = asked.effective_from ?? placement.start_date
  const rates = groupsOf(standing.versions).flatMap(({ group_id, name }) =>
    version_fields
      .filter((field) => isShownIn(viewer, field) && !isAsked(field, group_id))
      .filter((field) => isPrice(field) || standsAt(standing, { field, group_id }, on) !== null)
      .map((field) => ({
        label: changeLabel({ field, name }),
        kind: kindOf({ field }),
        value: shownText(field, standsAt(standing, { field, group_id }, on), placement.currency),
      })),
  )
  return [...facts, { label: 'Start Date', kind: 'day', value: placement.start_date }, ...rates]
}

async function draftsAfter(
  { tx }: VerbContext,
  { placement }: Standing,
  { effective_from }: RequestedChanges,
): Promise<number | null> {
  if (effective_from === null) return null
  const found = await tx.row<{ n: number }>(
    `select count(*)::int as n from transaction.timesheet
     where contract_id = $1 and deleted_at is null and status in ('draft', 'rejected') and end_date >= $2`,
    [placement.id, effective_from],
  )
  return present(found, 'a count').n
}

function marginsOf(
  { versions }: Standing,
  { changes, effective_from }: RequestedChanges,
): Compared['margins'] {
  if (effective_from === null) return null
  const groups = new Map(
    changes.flatMap(({ field, group_id, name }) =>
      group_id !== undefined && isPrice(field) ? [[group_id, name ?? '']] : [],
    ),
  )
  return [...groups].map(([group_id, name]) => {
    const sides = (which: 'old' | 'new') => {
      const of = (field: RateField): Rate4 | null => {
        const change = changes.find((one) => one.field === field && one.group_id === group_id)
        if (change) return change[which] === null ? null : rate(change[which])
        return rateOn(versions, group_id, field, effective_from)?.value_numeric ?? null
      }
      const [client, contractor] = [of('client_rate'), of('contractor_rate')]
      // Both are scaled alike; so is their difference.
      return client === null || contractor === null ? '' : formatRate((client - contractor) as Rate4)
    }
    return { name, before: sides('old'), after: sides('new') }
  })
}
