/** Inputs and rows that the verbs of pension schemes share. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { percent, toNumericText } from '#kernel/rate.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { VerbContext } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { versionFrom } from '../../shared/dated-versions.server.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { employmentOfSql } from '../employment/payslip-employment.rules.ts'
import { noRates, taxYearOf } from '../employment/tax-code-source.rules.ts'
import { PENSION_BASES, PENSION_RELIEFS } from '../engine/pension.rules.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { percentFaults } from './membership.rules.ts'
import { pension_terms } from './pension.entity.ts'

/** Facts that apply to every payment to come. */
export const pensionFacts = {
  name: mandatory,
  provider: mandatory,
  employer_reference: mandatory,
  /** Of the month after the pay. */
  payment_day: z.int().min(1, validationText.min).max(28, validationText.max).default(22),
}

/** Facts that apply from a pay day on. */
export const termsInput = {
  relief: z.enum(PENSION_RELIEFS),
  basis: z.enum(PENSION_BASES),
  employee_percent: mandatory,
  employer_percent: mandatory,
}

type Terms = z.infer<z.ZodObject<typeof termsInput>>

export type PensionScheme = {
  readonly id: string
  readonly paye_scheme_id: string
  readonly name: string
  readonly provider: string
  readonly employer_reference: string
  readonly payment_day: number
  readonly ended_from: Day | null
  readonly successor_id: string | null
  readonly provider_id: string
  readonly agency_id: string | null
}

const columns =
  't.id, t.paye_scheme_id, t.name, t.provider, t.employer_reference, t.payment_day, t.ended_from, t.successor_id, t.provider_id, t.agency_id'

/** The viewer's pension scheme, locked after its employer. @throws not_found */
export async function lockPensionScheme(context: VerbContext, id: string): Promise<PensionScheme> {
  const { tx, viewer } = context
  const read = async (lock: boolean) => {
    const [row] = await loadVisible<PensionScheme>(tx, viewer, 'business.pension_scheme', [id], {
      lock,
      columns,
    })
    return present(row, 'the pension scheme')
  }
  await lockScheme(context, (await read(false)).paye_scheme_id)
  return read(true)
}

/** The name is in use with the employer. */
export async function nameFaults(
  { tx }: VerbContext,
  { paye_scheme_id, name }: Pick<PensionScheme, 'paye_scheme_id' | 'name'>,
  except: string | null = null,
): Promise<FieldErrors> {
  const taken = await tx.row(
    `select id from business.pension_scheme where paye_scheme_id = $1 and lower(name) = lower($2)
       and id is distinct from $3::uuid`,
    [paye_scheme_id, name, except],
  )
  return taken ? { name: validationText.unique_existing } : {}
}

/** The faults of terms on a day, with the day's field for a year without rates. */
export function termsFaults({ basis, ...typed }: Terms, on: Day, day_field: string): FieldErrors {
  const year = taxYearOf(on)
  if (year === null) return { [day_field]: noRates(on) }
  const employee_percent = percent(typed.employee_percent, 'employee_percent')
  const employer_percent = percent(typed.employer_percent, 'employer_percent')
  return percentFaults(year, { basis, employee_percent, employer_percent })
}

/** Stores terms from a pay day on, before later ones. */
export async function insertTerms(
  context: VerbContext,
  scheme: Pick<PensionScheme, 'id' | 'paye_scheme_id' | 'provider_id' | 'agency_id'>,
  { relief, basis, employee_percent, employer_percent }: Terms,
  effective_from: Day,
): Promise<{ readonly id: string }> {
  const key = { pension_scheme_id: scheme.id }
  const effective_to = await versionFrom(context, pension_terms, key, effective_from)
  const values = {
    ...key,
    effective_from,
    relief,
    basis,
    employee_percent: toNumericText(percent(employee_percent)),
    employer_percent: toNumericText(percent(employer_percent)),
  }
  const id = newUuid(context.clock)
  await insertRow(context.tx, pension_terms, {
    ...values,
    id,
    effective_to,
    paye_scheme_id: scheme.paye_scheme_id,
    provider_id: scheme.provider_id,
    agency_id: scheme.agency_id,
    deleted_at: null,
    ...enteredBy(context),
  })
  context.audit({ entity: 'business.pension_terms', entity_id: id, new_values: values })
  return { id }
}

/** The last pay day of an issued payslip of a member, or of a member from another pension; null without one. */
export async function lastContribution(
  { tx }: VerbContext,
  pension_scheme_id: string,
  moved_from_id: string | null = null,
): Promise<Day | null> {
  const found = await tx.row<{ on: Day | null }>(
    `select max(p.pay_date) as on from business.pension_membership m
     join business.employment e on e.id = m.employment_id
     join transaction.payslip p on p.contractor_id = e.contractor_id and p.provider_id = e.provider_id
       and (e.agency_id is null or p.agency_id = e.agency_id)
       and p.pay_date between m.effective_from and coalesce(m.effective_to, 'infinity')
       and p.status in ('issued', 'paid') and p.deleted_at is null and ${employmentOfSql('p')} = e.id
     where m.pension_scheme_id = $1 and m.state = 'enrolled' and m.deleted_at is null
       and ($2::uuid is null or m.moved_from_id = $2)`,
    [pension_scheme_id, moved_from_id],
  )
  return found?.on ?? null
}

/** @throws invalid with the faults, if there are any */
export function requireNone(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
