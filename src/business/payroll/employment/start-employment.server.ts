import { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import { type FieldErrors, invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { dayInput, optionalText } from '../../parties/party-input.server.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { offPayrollFaults, p45Faults } from './employment.rules.ts'
import {
  directorOf,
  holidayPayOf,
  optionalAmount,
  payInput,
  payrollIdInput,
  penceOf,
} from './employment-input.server.ts'
import { employerOf, insertEmployment, requireFree, requireWorker } from './insert-employment.server.ts'
import { insertTaxCode } from './insert-tax-code.server.ts'
import { type FirstCode, firstCode } from './tax-code-source.rules.ts'

const input = z.strictObject({
  contractor_id: z.uuid(),
  paye_scheme_id: z.uuid(),
  payroll_id: payrollIdInput,
  start_date: dayInput,
  ...payInput,
  /** Inside IR35 through a limited company: tax and National Insurance are deducted from the fee. */
  off_payroll: z.boolean().default(false),
  starter_declaration: z.enum(['A', 'B', 'C', 'none']).optional(),
  p45_leave_date: dayInput.optional(),
  p45_tax_code: optionalText,
  p45_is_week1: z.boolean().default(false),
  p45_period: z
    .number()
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
    const scheme = await employerOf(context, asked.paye_scheme_id)
    await requireWorker(context, asked.contractor_id, scheme, asked.off_payroll)
    const unpaid = offPayrollFaults(asked)
    if (Object.keys(unpaid).length > 0) throw invalid(unpaid)
    const p45 = p45Of(asked, context.clock.today())
    const first = firstOf(context, asked, p45.p45_tax_code ?? undefined)
    await requireFree(context, asked)
    const values = {
      contractor_id: asked.contractor_id,
      paye_scheme_id: scheme.id,
      payroll_id: asked.payroll_id,
      start_date: asked.start_date,
      pay_frequency: asked.pay_frequency,
      is_irregular_hours: asked.is_irregular_hours,
      is_irregularly_paid: asked.is_irregularly_paid,
      former_payroll_id: null,
      payroll_id_from: null,
      earlier_payroll_ids: [],
      ...holidayPayOf(asked),
      workplace_postcode: asked.workplace_postcode,
      ...directorOf(asked),
      off_payroll: asked.off_payroll,
      starter_declaration: asked.starter_declaration === 'none' ? null : (asked.starter_declaration ?? null),
      ...p45,
    }
    const made = await insertEmployment(context, scheme, values)
    if (first !== null)
      await insertTaxCode(context, made, first.code, {
        source: first.source,
        effective_from: asked.start_date,
      })
    return { id: made.id }
  },
})

/** The stored parts of a P45. @throws invalid under the fields that contradict each other */
function p45Of(asked: Asked, today: Day) {
  const pay = penceOf(asked.p45_pay_to_date)
  const tax = penceOf(asked.p45_tax_to_date)
  const tax_code = asked.p45_tax_code || undefined
  const errors = p45Faults(
    {
      p45_leave_date: asked.p45_leave_date,
      p45_tax_code: tax_code,
      p45_pay_to_date: pay,
      p45_tax_to_date: tax,
    },
    today,
  )
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
