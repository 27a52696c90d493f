import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { futureFaults } from '../../shared/past-day.rules.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { toDateFaults } from './employment.rules.ts'
import { lastPaid, lockEmployment, optionalAmount, penceOf } from './employment-input.server.ts'
import { insertTaxCode } from './insert-tax-code.server.ts'
import { fromStart, isNotice, paidCode, readCodeEntry } from './tax-code-source.rules.ts'

const input = z.strictObject({
  employment_id: z.uuid(),
  code: mandatory,
  is_week1: z.boolean().default(false),
  source: z.enum(['p45', 'p6', 'p9', 'starter', 'default', 'after_leaving']),
  notice_date: dayInput.optional(),
  /** Of a P6: the worker's earlier employment of this tax year. */
  previous_pay: optionalAmount,
  previous_tax: optionalAmount,
  /** The first pay day that it applies to. */
  effective_from: dayInput,
})

/** Adds a tax code from a pay day on. Earlier pay days keep theirs. */
export const addTaxCode = verb({
  action_id: 'business.tax_code.add',
  since: '0.1.0',
  summary: 'Adds the tax code of an employment from a pay day on',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid(), code: z.string() }),
  run: async (context, asked) => {
    const employment = await lockEmployment(context, asked.employment_id)
    const before = await context.tx.row<{ source: string }>(
      `select source from business.tax_code where employment_id = $1 and deleted_at is null
       order by effective_from <= $2::date desc, effective_from desc limit 1`,
      [employment.id, asked.effective_from],
    )
    const notice_date = isNotice(asked.source) ? asked.notice_date : undefined
    const read = readCodeEntry(asked, before ?? null)
    const pay = penceOf(asked.previous_pay)
    const tax = penceOf(asked.previous_tax)
    const paid = before === undefined ? null : await lastPaid(context, employment)
    const late =
      fromStart(asked.effective_from, employment.start_date) ??
      paidCode(asked.effective_from, paid, context.clock.today())
    const errors = {
      ...('errors' in read ? read.errors : {}),
      ...toDateFaults({ pay, tax }, 'previous_pay', 'previous_tax'),
      ...(pay !== null && asked.source !== 'p6' ? { previous_pay: validationText.matches } : {}),
      ...futureFaults('notice_date', notice_date, context.clock.today()),
      ...(late === null ? {} : { effective_from: late }),
    }
    if ('errors' in read || Object.keys(errors).length > 0) throw invalid(errors)
    const id = await insertTaxCode(context, employment, read, { ...asked, notice_date })
    return { id, code: read.text }
  },
})
