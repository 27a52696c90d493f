import { isSpecial } from './data-classes.rules.ts'

/** Lists that hold personal data: their export is confirmed and noted in the security log. */
const personal_entities = new Set([
  'business.employment',
  'business.tax_code',
  'transaction.pay_run_payslip',
  'transaction.payslip',
  'transaction.payroll_figure',
  'transaction.tax_form',
  'business.payroll_takeover',
  'log.security_event',
])

/** Records whose files are papers of people: identities, rights to work, contracts. */
const paper_entities = new Set(['business.contractor', 'platform.document'])

/** Whether several files of such records leave confirmed alone. */
export const hasPersonalPapers = (entity: string): boolean => paper_entities.has(entity)

/** Whether a list with these fields holds payslips, personal data or the security log. */
export const isPersonal = (entity: string, fields: readonly string[]): boolean =>
  personal_entities.has(entity) || fields.some((field) => isSpecial(entity, field))
