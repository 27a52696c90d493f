import { entity } from '#entity/entity.ts'
import * as f from '#entity/fields.ts'

/** The right NI letter of pay days in a tax year that is locked, with the differences that follow (decisions 0181, 0189). */
export const year_correction = entity({
  module: 'transaction',
  name: 'year_correction',
  label: 'Correction of a Tax Year',
  plural: 'Corrections of Tax Years',
  soft_delete: false,
  fields: {
    id: f.uuid('Id'),
    employment_id: f.uuid('Employment'),
    contractor_id: f.uuid('Worker'),
    paye_scheme_id: f.uuid('PAYE Scheme'),
    tax_year: f.integer('Tax Year'),
    correction_no: f.integer('Number'),
    letter: f.code('NI Letter'),
    from_pay_day: f.day('From Pay Day'),
    last_pay_day: f.day('Last Pay Day'),
    reason: f.text('Reason'),
    evidence: f.nullable(f.text('Evidence')),
    period_count: f.integer('Pay Periods'),
    employee_ni: f.money('Employee NI'),
    employer_ni: f.money('Employer NI'),
    employment_allowance: f.money('Employment Allowance'),
    levy_charged: f.money('Levy Charged'),
    levy_due: f.money('Levy Due'),
    working: f.json('Working'),
    currency_id: f.uuid('Currency'),
    ...f.entered,
  },
  unread: { parts: f.json('Parts'), created_by: f.code('Entered By') },
  relations: {
    ...f.worker_relations,
    paye_scheme: f.to_one('business.paye_scheme', 'paye_scheme_id'),
    currency: f.to_one('platform.currency', 'currency_id'),
  },
})
