/** Finds the payroll records of an import row by their references. A record that the viewer cannot see is not found. */
import { visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../payroll/employment/employment-input.server.ts'
import { plainReference } from '../payroll/schemes/paye-scheme.rules.ts'

type Asking = Pick<VerbContext, 'tx' | 'viewer'>

/** By `123/AB45678`. */
export async function schemeId(
  { tx, viewer }: Asking,
  reference: string | undefined,
): Promise<string | undefined> {
  const params: unknown[] = [plainReference(reference ?? '')]
  const visible = visibleSql('business.paye_scheme', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from business.paye_scheme t where t.employer_reference = $1 and ${visible}`,
    params,
  )
  return found?.id
}

/** A business of one of these types, by its id for people. */
export async function businessId(
  { tx, viewer }: Asking,
  human_id: string | undefined,
  types: readonly string[],
): Promise<string | undefined> {
  const params: unknown[] = [(human_id ?? '').toUpperCase(), types]
  const visible = visibleSql('business.business', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from business.business t where t.human_id = $1 and t.type = any ($2) and ${visible}`,
    params,
  )
  return found?.id
}

/** The scheme and the worker of a row that begins an employment, or the faults under their columns. */
export async function employerAndWorker(
  context: Asking,
  values: Readonly<Record<string, string | undefined>>,
  { scheme_column, worker_column }: { readonly scheme_column: string; readonly worker_column: string },
): Promise<
  { readonly paye_scheme_id: string; readonly contractor_id: string } | { readonly errors: FieldErrors }
> {
  const paye_scheme_id = await schemeId(context, values[scheme_column])
  const contractor_id = await businessId(context, values[worker_column], ['contractor'])
  if (paye_scheme_id !== undefined && contractor_id !== undefined) return { paye_scheme_id, contractor_id }
  return {
    errors: {
      ...(paye_scheme_id === undefined && { [scheme_column]: errorText.not_found('PAYE scheme') }),
      ...(contractor_id === undefined && { [worker_column]: errorText.not_found('Contractor') }),
    },
  }
}

export type NamedEmployment = { readonly id: string; readonly payroll_id: string }

export async function employmentNamed(
  { tx, viewer }: Asking,
  paye_scheme_id: string,
  payroll_id: string | undefined,
): Promise<NamedEmployment | undefined> {
  const params: unknown[] = [paye_scheme_id, payroll_id ?? '']
  const visible = visibleSql('business.employment', viewer, 't', params)
  return tx.row<NamedEmployment>(
    `select t.id, t.payroll_id from business.employment t
     where t.paye_scheme_id = $1 and t.payroll_id = $2 and t.deleted_at is null and ${visible}`,
    params,
  )
}

type Pay = Pick<
  EmploymentRow,
  | 'pay_frequency'
  | 'is_irregular_hours'
  | 'is_irregularly_paid'
  | 'rolled_up_percent'
  | 'retained_percent'
  | 'workplace_postcode'
  | 'director_from'
  | 'director_to'
  | 'director_method'
>

/** The facts of an employment that a change takes, as they are. */
export async function employmentPay({ tx }: Asking, employment_id: string): Promise<Pay> {
  const found = await tx.row<Pay>(
    `select pay_frequency, is_irregular_hours, is_irregularly_paid, rolled_up_percent, retained_percent,
       workplace_postcode, director_from, director_to, director_method
     from business.employment where id = $1`,
    [employment_id],
  )
  return present(found, 'the employment')
}

export async function pensionSchemeId(
  { tx, viewer }: Asking,
  paye_scheme_id: string,
  name: string | undefined,
): Promise<string | undefined> {
  const params: unknown[] = [paye_scheme_id, name ?? '']
  const visible = visibleSql('business.pension_scheme', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from business.pension_scheme t
     where t.paye_scheme_id = $1 and lower(t.name) = lower($2) and ${visible} order by t.id limit 1`,
    params,
  )
  return found?.id
}

/** The loan of a plan that is deducted on a day, or the last one of the plan. */
export async function loanOf(
  { tx, viewer }: Asking,
  employment_id: string,
  { plan, on }: { readonly plan: string | undefined; readonly on: string | undefined },
): Promise<string | undefined> {
  const params: unknown[] = [employment_id, plan ?? '', on ?? null]
  const visible = visibleSql('business.student_loan', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from business.student_loan t where t.employment_id = $1 and t.plan = $2 and ${visible}
     order by ($3::date >= t.effective_from) desc, t.effective_from desc, t.id limit 1`,
    params,
  )
  return found?.id
}

/** The order of a reference that is still deducted, or the last one. */
export async function orderOf(
  { tx, viewer }: Asking,
  employment_id: string,
  reference: string | undefined,
): Promise<string | undefined> {
  const params: unknown[] = [employment_id, reference ?? '']
  const visible = visibleSql('business.attachment_order', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from business.attachment_order t where t.employment_id = $1 and t.reference = $2 and ${visible}
     order by (t.ended_on is null) desc, t.order_date desc, t.id limit 1`,
    params,
  )
  return found?.id
}
