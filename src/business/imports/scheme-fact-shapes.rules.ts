/** Shapes of files with facts of PAYE schemes, a row a fact, each by the verb that enters it by hand. */
import { pension_bases, pension_reliefs } from '../payroll/pension/pension.entity.ts'
import { payroll_keepers, plainReference } from '../payroll/schemes/paye-scheme.rules.ts'
import { pension_scheme_columns, scheme_year_columns } from '../payroll/schemes/scheme-columns.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'

const scheme_field = 'paye_scheme.employer_reference'
const scheme_words = ['PAYE Reference', 'Employer PAYE Reference']

const ofSchemes = (
  shape: Pick<ImportShape, 'template' | 'actions' | 'noun' | 'choices' | 'key' | 'more' | 'put_right'> &
    Required<Pick<ImportShape, 'words'>>,
): ImportShape => ({
  ...shape,
  who: payroll_keepers,
  words: { [scheme_field]: scheme_words, ...shape.words },
  shown: [],
  passed: ['Entered By', 'Updated At'],
  unique: [],
  only_whole: 'Facts of PAYE schemes are entered in whole, so that no employer is forgotten',
})

export const scheme_facts = {
  pension_schemes: ofSchemes({
    template: pension_scheme_columns,
    actions: [{ action_id: 'business.pension_scheme.add', label: 'Add the pension schemes' }],
    noun: { one: 'pension scheme', many: 'pension schemes' },
    words: {
      name: ['Pension Scheme'],
      provider: ['Provider'],
      'terms.employee_percent': ['Employee Percent'],
      'terms.employer_percent': ['Employer Percent'],
    },
    choices: { 'terms.relief': pension_reliefs, 'terms.basis': pension_bases },
    key: {
      fields: [scheme_field, 'name'],
      words: 'PAYE scheme and name',
      spelled: { [scheme_field]: plainReference, name: (typed) => typed.toLowerCase() },
    },
    put_right: 'It cannot be undone: change or end a pension scheme on the page of its PAYE scheme.',
  }),
  paye_scheme_years: ofSchemes({
    template: scheme_year_columns,
    actions: [{ action_id: 'business.paye_scheme_year.set', label: 'Set the allowances' }],
    noun: { one: 'tax year', many: 'tax years' },
    // By its name, `2026-27`: the record keeps its first day.
    more: [{ header: 'Tax Year', field: 'tax_year', kind: 'text', required: true }],
    words: { tax_year: ['Year'], claims_employment_allowance: ['Claims Employment Allowance'] },
    key: {
      fields: [scheme_field, 'tax_year'],
      words: 'PAYE scheme and tax year',
      spelled: { [scheme_field]: plainReference },
    },
    put_right: 'It cannot be undone: import a row of the same tax year with the right allowances.',
  }),
} as const
