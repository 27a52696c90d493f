/** Pay after leaving: taxed by code 0T, and told to HMRC as such (payroll-run, corner cases). Pure. */
import type { PayElement } from '../engine/pay-element.rules.ts'
import type { PeriodInput } from '../engine/period-input.rules.ts'
import { payrollIdOnSql } from './payroll-id.rules.ts'
import { employmentOfSql } from './payslip-employment.rules.ts'

/** Returns that HMRC has, or is to be taken to have. */
const told = `('sent', 'acknowledged', 'accepted', 'filed_outside')`

/**
 * Is a payment of the employment `e` on this day one after leaving? It is once the leaving is settled: by a P45, by
 * a payslip of a later day, or by a return of the leave day that told HMRC of it.
 */
export const isAfterLeavingSql = (e: string, pay_day: string): string => `(
    coalesce(${e}.leave_date < ${pay_day}, false) and (
      exists (select from transaction.tax_form form where form.employment_id = ${e}.id and form.kind = 'p45')
      or exists (select from transaction.payslip later where later.contractor_id = ${e}.contractor_id
        and later.provider_id = ${e}.provider_id and later.pay_date > ${e}.leave_date and later.pay_date < ${pay_day}
        and later.deleted_at is null and ${employmentOfSql('later')} = ${e}.id)
      or exists (select from transaction.pay_run_payslip left_slip
        join transaction.pay_run left_run on left_run.id = left_slip.pay_run_id and left_run.pay_day = ${e}.leave_date
        join transaction.rti_submission filed on filed.pay_run_id = left_run.id and filed.status in ${told}
        where left_slip.employment_id = ${e}.id and left_slip.payslip_id is not null and left_slip.withdrawn_as is null
          and split_part(split_part(filed.content, '<PayId>' || replace(${payrollIdOnSql(e, 'left_run.pay_day')}, '&', '&amp;')
            || '</PayId>', 2), '</Employment>', 1) like '%<LeavingDate>%')))`

/** Wages keep the pay period of the employment; holiday pay alone is a payment outside of it. */
export function afterLeaving(
  has_left: boolean,
  work: number,
  besides: readonly Pick<PayElement, 'kind'>[],
): PeriodInput['after_leaving'] {
  if (!has_left) return null
  const is_holiday = work === 0 && besides.length > 0 && besides.every(({ kind }) => kind === 'holiday')
  return is_holiday ? 'irregular' : 'regular'
}
