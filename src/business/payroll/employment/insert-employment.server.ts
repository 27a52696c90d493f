/** A new employment: its employer and worker, and its row. */
import type { NewRow } from '#entity/new-row.ts'
import { type Day, day } from '#kernel/day.ts'
import { invalid, isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { hasEnded } from '../../placements/paye-scheme/ended-scheme.rules.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { isPaidSql } from '../../shared/further-payees-sql.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { lockScheme, type SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { employment } from './employment.entity.ts'
import { requireFittingRates } from './fitting-rates.server.ts'

type Stamped =
  | 'id'
  | 'leave_date'
  | 'recovery_amount'
  | 'recovery_percent'
  | 'currency_id'
  | 'provider_id'
  | 'agency_id'
  | 'created_by'
  | 'created_by_name'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'

/** Stores a checked employment. @throws invalid where the rates of the worker's placements say otherwise on holiday pay */
export async function insertEmployment(
  context: VerbContext,
  { provider_id, agency_id }: Pick<SchemeRow, 'provider_id' | 'agency_id'>,
  values: Omit<NewRow<typeof employment>, Stamped>,
) {
  const { tx, clock } = context
  await requireFittingRates(
    tx,
    { contractor_id: values.contractor_id, agency_id },
    values,
    day(values.start_date),
  )
  const id = newUuid(clock)
  await insertRow(tx, employment, {
    ...values,
    provider_id,
    agency_id,
    id,
    leave_date: null,
    recovery_amount: null,
    recovery_percent: null,
    deleted_at: null,
    currency_id: await currencyId(context, 'GBP'),
    ...enteredBy(context),
  })
  context.audit({ entity: 'business.employment', entity_id: id, new_values: values })
  return { id, provider_id, agency_id }
}

/** @throws invalid under `paye_scheme_id` for a scheme that is not the viewer's, or has ended */
export async function employerOf(context: VerbContext, id: string): Promise<SchemeRow> {
  const scheme = await lockScheme(context, id).catch((error: unknown) => {
    throw isStintError(error) ? invalid({ paye_scheme_id: errorText.not_found('PAYE scheme') }) : error
  })
  if (scheme.ended_on !== null)
    throw invalid({ paye_scheme_id: hasEnded(scheme.employer_reference, scheme.ended_on) })
  return scheme
}

/** @throws invalid under `contractor_id` unless it is a worker of the employer: on PAYE, or off-payroll through a limited company */
export async function requireWorker(
  context: VerbContext,
  id: string,
  scheme: SchemeRow,
  off_payroll = false,
): Promise<void> {
  const unknown = invalid({ contractor_id: errorText.not_found('Contractor') })
  const worker = await visibleBusiness(context, id, 'contractor').catch((error: unknown) => {
    throw isStintError(error) ? unknown : error
  })
  const found = await context.tx.row<{ is_paye: boolean; is_limited: boolean; works_here: boolean }>(
    `select ${isPaidSql('b', "'paye'", '$2::uuid')} as is_paye, ${isPaidSql('b', "'limited'", '$2::uuid')} as is_limited, $2::uuid is null or exists (select from business.service s
       where s.type = 'contractor-agency' and s.from_business_id = b.id and s.to_business_id = $2
         and s.status <> 'deleted' and s.deleted_at is null) as works_here
     from business.business b where b.id = $1`,
    [worker.id, scheme.agency_id],
  )
  if (!found?.works_here) throw unknown
  if (off_payroll) {
    if (!found.is_limited)
      throw invalid({ contractor_id: 'This contractor is not paid through a limited company' })
    return
  }
  if (!found.is_paye) throw invalid({ contractor_id: 'This contractor is not paid by PAYE' })
}

type Place = {
  readonly paye_scheme_id: string
  readonly payroll_id: string
  readonly contractor_id: string
  readonly start_date: Day
}

/** Whether an employment of the scheme has, or had, the payroll id: none is used again. */
export async function payrollIdTaken(tx: Tx, paye_scheme_id: string, payroll_id: string): Promise<boolean> {
  const found = await tx.row<{ is_taken: boolean }>(
    `select exists (select from business.employment where paye_scheme_id = $1 and payroll_id = $2 and deleted_at is null)
       or exists (select from business.employment where paye_scheme_id = $1 and former_payroll_id = $2 and deleted_at is null)
       or exists (select from business.employment where earlier_payroll_ids <> '[]' and paye_scheme_id = $1 and deleted_at is null
         and earlier_payroll_ids @> jsonb_build_array(jsonb_build_object('payroll_id', $2::text)))
       as is_taken`,
    [paye_scheme_id, payroll_id],
  )
  return found?.is_taken ?? false
}

/** @throws invalid where the worker is employed there at that time, or the payroll id was ever used */
export async function requireFree(context: VerbContext, asked: Place): Promise<void> {
  await lockKey(context.tx, 'employment', asked.paye_scheme_id)
  // Each by its own index, in a scheme of any size.
  const taken = await context.tx.row<{ days: boolean }>(
    `select exists (select from business.employment where contractor_id = $2 and paye_scheme_id = $1 and deleted_at is null
         and (leave_date is null or leave_date >= $3::date)) as days`,
    [asked.paye_scheme_id, asked.contractor_id, asked.start_date],
  )
  const errors = {
    ...((await payrollIdTaken(context.tx, asked.paye_scheme_id, asked.payroll_id))
      ? { payroll_id: validationText.unique_existing }
      : {}),
    ...(taken?.days ? { contractor_id: 'This worker has an employment here at that time' } : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
