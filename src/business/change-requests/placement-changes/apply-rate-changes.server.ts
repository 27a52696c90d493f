/** New versions of rates from the day of an approved change on (spec §4, rate versions). */
import { present } from '#kernel/assert.ts'
import { type Day, day } from '#kernel/day.ts'
import { precondition } from '#kernel/errors.ts'
import { toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { fromSource, insertSelectSql, updateRow } from '#server/write-row.server.ts'
import { rateDetails } from '../../rates/holiday-pay.rules.ts'
import { insertVersions } from '../../rates/insert-rates.server.ts'
import { loadVersions } from '../../rates/load-versions.server.ts'
import { rate as rate_entity } from '../../rates/rate.entity.ts'
import { addVersion, type RateVersion, rateOn } from '../../rates/rate-version.rules.ts'
import {
  type Change,
  isRateField,
  isVersionField,
  type RateField,
  rate_sides,
} from '../request/change-request.rules.ts'
import { pairOf } from './pair-changes.server.ts'
import { versionAfter } from './rate-timeline.rules.ts'
import type { Placement } from './standing-placement.server.ts'

const sides = ['contractor_rate', 'client_rate'] as const satisfies readonly RateField[]

type Days = { readonly from: Day | null; readonly end: Day | null }

/** A changed rate gets a new version for each side; added rates begin, ended rates end (decision 0212). */
export async function changeRates(
  context: VerbContext,
  placement: Placement,
  changes: readonly Change[],
  { from, end }: Days,
): Promise<void> {
  const groups = Map.groupBy(
    changes.filter(({ field }) => isRateField(field)),
    ({ group_id }) => group_id ?? '',
  )
  for (const [group_id, of_group] of groups) {
    if (of_group.some(({ field }) => field === 'unit')) {
      // A request with a new rate has a day.
      await addRate(context, placement, pairOf(of_group, group_id, { from: present(from, 'its day'), end }))
      continue
    }
    for (const side of sides) {
      const own = of_group.filter(({ field }) => isVersionField(field) && isOf(side, field))
      if (own.length > 0 && from !== null)
        await changeRate(context, { contract_id: placement.id, group_id, side, from }, own)
    }
    const last = of_group.find(({ field }) => field === 'last_day')?.new
    if (last) await closeRate(context, placement.id, group_id, day(last))
  }
}

function addRate(context: VerbContext, placement: Placement, pair: readonly RateVersion[]): Promise<void> {
  const contractor_id = present(placement.contractor_id, 'the contractor of rates')
  const of = { contract_id: placement.id, parties: { ...placement, contractor_id } }
  return insertVersions(context, of, pair)
}

/** Versions in force on the last day end with it; later ones fall away. */
async function closeRate(
  { tx, clock }: VerbContext,
  contract_id: string,
  group_id: string,
  last: Day,
): Promise<void> {
  const own = (await loadVersions(tx, contract_id)).filter((one) => one.group_id === group_id)
  const updated_at = clock.now()
  for (const { id, effective_from, effective_to } of own)
    if (effective_from > last) await updateRow(tx, rate_entity, id, { deleted_at: updated_at, updated_at })
    else if (effective_to === null || effective_to > last)
      await updateRow(tx, rate_entity, id, { effective_to: last, updated_at })
}

const isOf = (side: RateField, field: Change['field']): boolean =>
  isRateField(field) && rate_sides[field].some((one) => one === side)

type Place = {
  readonly contract_id: string
  readonly group_id: string
  readonly side: RateField
  readonly from: Day
}

/** The older version is closed on the day before, or dropped where it is wholly covered. */
async function changeRate(
  { tx, clock }: VerbContext,
  { contract_id, group_id, side, from }: Place,
  changes: readonly Change[],
): Promise<void> {
  const versions = await loadVersions(tx, contract_id)
  const old = rateOn(versions, group_id, side, from)
  if (old === null) throw precondition('There is no rate in force to change')
  const fresh: RateVersion = { ...versionAfter(old, changes), id: newUuid(clock), effective_from: from }
  const { closed, moved, dropped } = addVersion(versions, fresh)
  const { value_boolean, value_jsonb_object } = rateDetails({
    holiday: fresh.holiday ?? null,
    standard_units: fresh.standard_units ?? null,
  })
  await tx.run(
    `${insertSelectSql(rate_entity, {
      ...fromSource('o', ['contract_id', 'group_id', 'name', 'sub_type', 'value_text', 'effective_to']),
      ...fromSource('o', ['provider_id', 'agency_id', 'client_id', 'contractor_id', 'funder_id']),
      id: '$1',
      value_numeric: '$2',
      value_boolean: '$6',
      value_jsonb_object: '$7::jsonb',
      effective_from: '$3',
      replaced_by_id: 'null',
      created_at: '$4',
      updated_at: '$4',
    })} from contract.rate o where o.id = $5`,
    [
      fresh.id,
      toNumericText(fresh.value_numeric),
      from,
      clock.now(),
      old.id,
      value_boolean,
      JSON.stringify(value_jsonb_object),
    ],
  )
  const updated_at = clock.now()
  for (const { id, effective_to } of closed)
    await updateRow(tx, rate_entity, id, { effective_to, replaced_by_id: fresh.id, updated_at })
  for (const { id, effective_from } of moved)
    await updateRow(tx, rate_entity, id, { effective_from, updated_at })
  for (const id of dropped)
    await updateRow(tx, rate_entity, id, { deleted_at: updated_at, replaced_by_id: fresh.id, updated_at })
}
