/** Shapes of files with facts of employments, a row a fact, each by the verb that enters it by hand. */
import type { Choice } from '#entity/entity.ts'
import { absence_kinds } from '../payroll/absence/statutory-absence.entity.ts'
import { loan_plans, loan_sources, order_kinds, order_rates } from '../payroll/employment/deduction.entity.ts'
import { refused_kinds } from '../payroll/employment/deduction.rules.ts'
import {
  director_methods,
  pay_frequencies,
  tax_code_sources,
} from '../payroll/employment/employment.entity.ts'
import {
  attachment_order_columns,
  employment_change_columns,
  ended_order_columns,
  ended_pension_columns,
  holiday_adjustment_columns,
  holiday_columns,
  leaver_columns,
  ni_category_columns,
  pension_member_columns,
  pension_opt_out_columns,
  postponed_pension_columns,
  statutory_absence_columns,
  stopped_loan_columns,
  student_loan_columns,
  tax_code_columns,
} from '../payroll/employment/fact-columns.rules.ts'
import { chosen_entries } from '../payroll/pension/pension.entity.ts'
import { payroll_keepers, plainReference } from '../payroll/schemes/paye-scheme.rules.ts'
import type { ImportShape, RowKey } from './import-kind.rules.ts'

export const employment_words = {
  'employment.paye_scheme.employer_reference': ['PAYE Reference', 'Employer Reference'],
  'employment.payroll_id': ['Payroll Number', 'Employee Number', 'Works Number'],
} as const

const scheme_field = 'employment.paye_scheme.employer_reference'

/** The last of two facts with this key would replace the first, or be refused when the file is taken in. */
const ofEmploymentAnd = (words: string, ...fields: readonly string[]): RowKey => ({
  fields: [scheme_field, 'employment.payroll_id', ...fields],
  words: `employment${words}`,
  spelled: { [scheme_field]: plainReference },
})

/** Two rows for one employment, in files of employments. */
const of_named: Pick<ImportShape, 'key' | 'words'> & Required<Pick<ImportShape, 'key'>> = {
  key: {
    fields: ['paye_scheme.employer_reference', 'payroll_id'],
    words: 'employment',
    spelled: { 'paye_scheme.employer_reference': plainReference },
  },
  words: {
    'paye_scheme.employer_reference': employment_words[scheme_field],
    payroll_id: employment_words['employment.payroll_id'],
  },
}

const ofEmployments = (
  shape: Pick<ImportShape, 'template' | 'actions' | 'noun' | 'words' | 'choices' | 'put_right'> &
    Required<Pick<ImportShape, 'key'>>,
): ImportShape => ({
  ...shape,
  who: payroll_keepers,
  words: { ...('payroll_id' in (shape.words ?? {}) ? {} : employment_words), ...shape.words },
  shown: [],
  passed: ['Worker', 'Entered By', 'Updated At'],
  unique: [],
  only_whole: 'Facts of pay are entered in whole, so that no worker is forgotten',
})

const withoutTakeover = <C extends Choice>(choices: readonly C[]) =>
  choices.filter(({ value }) => value !== 'takeover')

export const payroll_facts = {
  tax_codes: ofEmployments({
    template: tax_code_columns,
    actions: [{ action_id: 'business.tax_code.add', label: 'Add the tax codes' }],
    noun: { one: 'tax code', many: 'tax codes' },
    key: ofEmploymentAnd(' and day', 'effective_from'),
    words: { code: ['Code'], effective_from: ['First Pay Day'], is_week1: ['Week 1', 'W1/M1'] },
    choices: { source: withoutTakeover(tax_code_sources) },
    put_right: 'It cannot be undone: import a row of the same day with the right code.',
  }),
  ni_categories: ofEmployments({
    template: ni_category_columns,
    actions: [{ action_id: 'business.ni_category.add', label: 'Add the NI categories' }],
    noun: { one: 'NI category', many: 'NI categories' },
    key: ofEmploymentAnd(' and day', 'effective_from'),
    words: { letter: ['NI Category', 'NI Table', 'Letter'], effective_from: ['First Pay Day'] },
    put_right: 'It cannot be undone: import a row of the same day with the right letter.',
  }),
  student_loans: ofEmployments({
    template: student_loan_columns,
    actions: [{ action_id: 'business.student_loan.start', label: 'Start the student loans' }],
    noun: { one: 'student loan', many: 'student loans' },
    key: ofEmploymentAnd(' and plan', 'plan'),
    words: { effective_from: ['First Pay Day'] },
    choices: { plan: loan_plans, source: withoutTakeover(loan_sources) },
    put_right: 'It cannot be undone: stop a loan on the page of its employment.',
  }),
  stopped_student_loans: ofEmployments({
    template: stopped_loan_columns,
    actions: [{ action_id: 'business.student_loan.stop', label: 'Stop the student loans' }],
    noun: { one: 'student loan', many: 'student loans' },
    key: ofEmploymentAnd(' and plan', 'plan'),
    choices: { plan: loan_plans },
    put_right: 'It cannot be undone: start a loan again on the page of its employment.',
  }),
  attachment_orders: ofEmployments({
    template: attachment_order_columns,
    actions: [{ action_id: 'business.attachment_order.add', label: 'Add the attachment orders' }],
    noun: { one: 'attachment order', many: 'attachment orders' },
    key: ofEmploymentAnd(', authority and reference', 'authority', 'reference'),
    words: { charges_admin_fee: ['Admin Fee'] },
    choices: { kind: [...order_kinds, ...refused_kinds], rate: order_rates },
    put_right: 'It cannot be undone: end an order on the page of its employment.',
  }),
  pension_members: ofEmployments({
    template: pension_member_columns,
    actions: [{ action_id: 'business.pension_membership.enrol', label: 'Enrol the workers' }],
    noun: { one: 'pension member', many: 'pension members' },
    key: ofEmploymentAnd(' and day', 'effective_from'),
    words: { effective_from: ['First Pay Day'] },
    choices: { entry: chosen_entries },
    put_right: 'It cannot be undone: change a membership on the page of its employment.',
  }),
  postponed_pensions: ofEmployments({
    template: postponed_pension_columns,
    actions: [{ action_id: 'business.pension_membership.postpone', label: 'Postpone the assessments' }],
    noun: { one: 'postponed pension', many: 'postponed pensions' },
    key: ofEmploymentAnd(''),
    put_right: 'It cannot be undone: enrol a worker on the page of their employment.',
  }),
  pension_opt_outs: ofEmployments({
    template: pension_opt_out_columns,
    actions: [{ action_id: 'business.pension_membership.opt_out', label: 'Record the opt-outs' }],
    noun: { one: 'pension opt-out', many: 'pension opt-outs' },
    key: ofEmploymentAnd(''),
    put_right: 'It cannot be undone: enrol a worker on the page of their employment.',
  }),
  ended_pensions: ofEmployments({
    template: ended_pension_columns,
    actions: [{ action_id: 'business.pension_membership.cease', label: 'End the memberships' }],
    noun: { one: 'ended pension', many: 'ended pensions' },
    key: ofEmploymentAnd(''),
    put_right: 'It cannot be undone: enrol a worker on the page of their employment.',
  }),
  employment_changes: ofEmployments({
    template: employment_change_columns,
    actions: [{ action_id: 'business.employment.change', label: 'Change the employments' }],
    noun: { one: 'change of an employment', many: 'changes of employments' },
    ...of_named,
    words: { ...of_named.words, pay_frequency: ['Pay Frequency', 'Frequency'] },
    choices: { pay_frequency: pay_frequencies, director_method: director_methods },
    put_right: 'It cannot be undone: change an employment back, by a file or on its page.',
  }),
  leavers: ofEmployments({
    template: leaver_columns,
    actions: [{ action_id: 'business.employment.leave', label: 'End the employments' }],
    noun: { one: 'leaver', many: 'leavers' },
    ...of_named,
    words: { ...of_named.words, leave_date: ['Leaving Date', 'Date of Leaving'] },
    put_right:
      'It cannot be undone: import a row with the right day, or move it on the page of the employment.',
  }),
  ended_attachment_orders: ofEmployments({
    template: ended_order_columns,
    actions: [{ action_id: 'business.attachment_order.end', label: 'End the attachment orders' }],
    noun: { one: 'ended attachment order', many: 'ended attachment orders' },
    key: ofEmploymentAnd(' and reference', 'reference'),
    put_right: 'It cannot be undone: enter an order again on the page of its employment.',
  }),
  holidays: ofEmployments({
    template: holiday_columns,
    actions: [{ action_id: 'transaction.holiday.ask', label: 'Ask for the holidays' }],
    noun: { one: 'holiday', many: 'holidays' },
    key: ofEmploymentAnd(' and first day', 'first_day'),
    words: { first_day: ['From'], last_day: ['To'] },
    put_right: 'It cannot be undone: withdraw a holiday on the page of its employment.',
  }),
  holiday_adjustments: ofEmployments({
    template: holiday_adjustment_columns,
    actions: [{ action_id: 'transaction.holiday_movement.adjust', label: 'Adjust the hours of holiday' }],
    noun: { one: 'adjustment of holiday', many: 'adjustments of holiday' },
    key: ofEmploymentAnd(''),
    put_right: 'It cannot be undone: adjust the hours back, with the reason.',
  }),
  statutory_absences: ofEmployments({
    template: statutory_absence_columns,
    actions: [{ action_id: 'transaction.statutory_absence.record', label: 'Record the absences' }],
    noun: { one: 'absence', many: 'absences' },
    key: ofEmploymentAnd(' and first day', 'first_day'),
    words: { first_day: ['From'], last_day: ['To'], average_weekly_earnings: ['AWE'] },
    choices: { kind: absence_kinds },
    put_right: 'It cannot be undone: withdraw an absence on the page of its employment.',
  }),
} as const
