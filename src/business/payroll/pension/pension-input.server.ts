/** Reads and writes pension memberships of an employment. */
import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import { lastPaid, lockEmployment, requirePayroll } from '../employment/employment-input.server.ts'
import { type FactOf, factRow } from '../employment/fact-row.server.ts'
import { afterDay, fromStart } from '../employment/tax-code-source.rules.ts'
import type { Membership } from './membership.rules.ts'
import { pension_membership } from './pension.entity.ts'
import { no_duties, type PensionDuties } from './re-enrolment.rules.ts'

export type MembershipRow = Membership & { readonly id: string; readonly pension_scheme_id: string | null }

/** The membership in force on a pay day; null without one. */
export async function membershipOn(
  { tx }: Pick<VerbContext, 'tx'>,
  employment_id: string,
  on: Day,
): Promise<MembershipRow | null> {
  const row = await tx.row<MembershipRow>(
    `select id, state, entry, informed_on, postponed_to, effective_from, pension_scheme_id
     from business.pension_membership where employment_id = $1 and deleted_at is null
       and $2::date between effective_from and coalesce(effective_to, $2::date)`,
    [employment_id, on],
  )
  return row ?? null
}

/** The pension duties of an employer. */
export const dutiesOf = async (
  { tx }: Pick<VerbContext, 'tx'>,
  paye_scheme_id: string,
): Promise<PensionDuties> =>
  (await tx.row<PensionDuties>(
    'select pension_duties_from, re_enrolled_on from business.paye_scheme where id = $1',
    [paye_scheme_id],
  )) ?? no_duties

/** The employment, its membership before a new one, and the faults of the new membership's first day. */
export async function membershipBefore(context: VerbContext, employment_id: string, effective_from: Day) {
  const employment = await lockEmployment(context, employment_id)
  requirePayroll(employment)
  const before = await membershipOn(context, employment.id, effective_from)
  const late =
    fromStart(effective_from, employment.start_date) ??
    afterDay(effective_from, before === null ? null : await lastPaid(context, employment))
  const errors: FieldErrors = late === null ? {} : { effective_from: late }
  return { employment, before, errors }
}

type NewMembership = Pick<MembershipRow, 'state' | 'pension_scheme_id' | 'effective_from'> &
  Partial<Pick<MembershipRow, 'entry' | 'informed_on' | 'postponed_to'>> & { readonly reason?: string | null }

/** Stores a membership from its first day on. @throws invalid where it has faults */
export async function insertMembership(
  context: VerbContext,
  employment: FactOf,
  asked: NewMembership,
  errors: FieldErrors,
): Promise<{ id: string }> {
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { tx } = context
  const key = { employment_id: employment.id }
  const effective_to = await versionFrom(context, pension_membership, key, asked.effective_from)
  const row = factRow(context, employment)
  const values = { entry: null, informed_on: null, postponed_to: null, reason: null, ...key, ...asked }
  await insertRow(tx, pension_membership, {
    ...row,
    ...values,
    moved_from_id: null,
    effective_to,
    deleted_at: null,
  })
  context.audit({ entity: 'business.pension_membership', entity_id: row.id, new_values: values })
  return { id: row.id }
}
