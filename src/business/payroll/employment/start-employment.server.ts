import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid, isStintError } from '#kernel/errors.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import { taxYearStart } from '../payslip.rules.ts'
import { employment } from './employment.entity.ts'
import { p45Faults } from './employment.rules.ts'
import {
  directorOf,
  holidayPayOf,
  optionalAmount,
  payInput,
  payrollIdInput,
  penceOf,
} from './employment-input.server.ts'
import { insertTaxCode } from './insert-tax-code.server.ts'
import { payroll_keepers } from './paye-scheme.rules.ts'
import { lockScheme, type SchemeRow } from './paye-scheme-input.server.ts'
import { type FirstCode, firstCode } from './tax-code-source.rules.ts'

const input = z.strictObject({
  contractor_id: z.uuid(),
  paye_scheme_id: z.uuid(),
  payroll_id: payrollIdInput,
  start_date: dayInput,
  ...payInput,
  starter_declaration: z.enum(['A', 'B', 'C', 'none']).optional(),
  p45_leave_date: dayInput.optional(),
  p45_tax_code: optionalText,
  p45_is_week1: z.boolean().default(false),
  p45_period: z
    .number({ error: validationText.number })
    .int({ error: validationText.integer })
    .min(1, { error: validationText.min })
    .max(56, { error: validationText.max })
    .optional(),
  p45_pay_to_date: optionalAmount,
  p45_tax_to_date: optionalAmount,
  p45_student_loan: z.boolean().default(false),
})
type Asked = z.infer<typeof input>

/** Starts the employment of a worker. A starter of this tax year gets the tax code of P45 or declaration. */
export const startEmployment = verb({
  action_id: 'business.employment.start',
  since: '0.1.0',
  summary: 'Starts the employment of a worker under a PAYE scheme',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, asked) => {
    const { tx, viewer, clock } = context
    const scheme = await schemeOf(context, asked.paye_scheme_id)
    await requireWorker(context, asked.contractor_id, scheme)
    const p45 = p45Of(asked)
    const first = firstOf(context, asked, p45.p45_tax_code ?? undefined)
    await requireFree(context, asked)
    const values = {
      contractor_id: asked.contractor_id,
      paye_scheme_id: scheme.id,
      payroll_id: asked.payroll_id,
      start_date: asked.start_date,
      pay_frequency: asked.pay_frequency,
      is_irregular_hours: asked.is_irregular_hours,
      ...holidayPayOf(asked),
      workplace_postcode: asked.workplace_postcode,
      ...directorOf(asked),
      starter_declaration: asked.starter_declaration === 'none' ? null : (asked.starter_declaration ?? null),
      ...p45,
    }
    const [id, now] = [newUuid(clock), clock.now()]
    const currency_id = await currencyId(context, 'GBP')
    const owners = { provider_id: scheme.provider_id, agency_id: scheme.agency_id }
    await insertRow(tx, employment, {
      ...values,
      ...owners,
      id,
      leave_date: null,
      currency_id,
      created_by: viewer.user_id,
      created_by_name: viewer.user_name,
      created_at: now,
      updated_at: now,
    })
    context.audit({ entity: 'business.employment', entity_id: id, new_values: values })
    if (first !== null)
      await insertTaxCode(context, { id, ...owners }, first.code, {
        source: first.source,
        effective_from: asked.start_date,
      })
    return { id }
  },
})

/** @throws invalid under `paye_scheme_id` for a scheme that is not the viewer's */
function schemeOf(context: VerbContext, id: string): Promise<SchemeRow> {
  return lockScheme(context, id).catch((error: unknown) => {
    throw isStintError(error) ? invalid({ paye_scheme_id: errorText.not_found('PAYE scheme') }) : error
  })
}

/** @throws invalid under `contractor_id` unless it is a PAYE worker of the employer */
async function requireWorker(context: VerbContext, id: string, scheme: SchemeRow): Promise<void> {
  const unknown = invalid({ contractor_id: errorText.not_found('Contractor') })
  const worker = await visibleBusiness(context, id, 'contractor').catch((error: unknown) => {
    throw isStintError(error) ? unknown : error
  })
  const found = await context.tx.row<{ payment_type: string | null; works_here: boolean }>(
    `select b.payment_type, $2::uuid is null or exists (select from business.service s
       where s.type = 'contractor-agency' and s.from_business_id = b.id and s.to_business_id = $2
         and s.status <> 'deleted' and s.deleted_at is null) as works_here
     from business.business b where b.id = $1`,
    [worker.id, scheme.agency_id],
  )
  if (!found?.works_here) throw unknown
  if (found.payment_type !== 'paye') throw invalid({ contractor_id: 'This contractor is not paid by PAYE' })
}

/** The stored parts of a P45. @throws invalid under the fields that contradict each other */
function p45Of(asked: Asked) {
  const pay = penceOf(asked.p45_pay_to_date)
  const tax = penceOf(asked.p45_tax_to_date)
  const tax_code = asked.p45_tax_code || undefined
  const errors = p45Faults({
    p45_leave_date: asked.p45_leave_date,
    p45_tax_code: tax_code,
    p45_pay_to_date: pay,
    p45_tax_to_date: tax,
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const has_p45 = tax_code !== undefined
  return {
    p45_leave_date: asked.p45_leave_date ?? null,
    p45_tax_code: tax_code?.toUpperCase() ?? null,
    p45_is_week1: has_p45 ? asked.p45_is_week1 : null,
    p45_period: asked.p45_period ?? null,
    p45_pay_to_date: asked.p45_pay_to_date ?? null,
    p45_tax_to_date: asked.p45_tax_to_date ?? null,
    p45_student_loan: has_p45 ? asked.p45_student_loan : null,
  }
}

/** The first code of a starter; null for a worker of an earlier tax year, whose notices are entered. */
function firstOf({ clock }: VerbContext, asked: Asked, p45_tax_code: string | undefined): FirstCode | null {
  if (asked.start_date < taxYearStart(clock.today())) return null
  const first = firstCode({ ...asked, p45_tax_code })
  if (isFirstCode(first)) return first
  throw invalid(first)
}

const isFirstCode = (first: FirstCode | FieldErrors): first is FirstCode => typeof first.code === 'object'

/** @throws invalid where the worker is employed there at that time, or the payroll id was ever used */
async function requireFree(context: VerbContext, asked: Asked): Promise<void> {
  await lockKey(context.tx, 'employment', asked.paye_scheme_id)
  const taken = await context.tx.row<{ payroll_id: boolean; days: Day | null }>(
    `select bool_or(payroll_id = $2) as payroll_id,
       max(start_date) filter (where contractor_id = $3 and (leave_date is null or leave_date >= $4::date)) as days
     from business.employment where paye_scheme_id = $1`,
    [asked.paye_scheme_id, asked.payroll_id, asked.contractor_id, asked.start_date],
  )
  const errors = {
    ...(taken?.payroll_id ? { payroll_id: validationText.unique_existing } : {}),
    ...(taken?.days ? { contractor_id: 'This worker has an employment here at that time' } : {}),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
