/** Facts of employments as rows: each names its employment, and is added by the verb that adds it by hand. */
import { errorText } from '#kernel/messages.ts'
import type { AnyVerb, VerbContext } from '#server/verb.ts'
import { recordStatutoryAbsence } from '../payroll/absence/record-statutory-absence.server.ts'
import { addAttachmentOrder } from '../payroll/employment/add-attachment-order.server.ts'
import { addNiCategory } from '../payroll/employment/add-ni-category.server.ts'
import { addTaxCode } from '../payroll/employment/add-tax-code.server.ts'
import { changeEmployment } from '../payroll/employment/change-employment.server.ts'
import { endAttachmentOrder } from '../payroll/employment/end-attachment-order.server.ts'
import { leaveEmployment } from '../payroll/employment/leave-employment.server.ts'
import { startStudentLoan } from '../payroll/employment/start-student-loan.server.ts'
import { stopStudentLoan } from '../payroll/employment/stop-student-loan.server.ts'
import { adjustHoliday } from '../payroll/holiday/adjust-holiday.server.ts'
import { askHoliday } from '../payroll/holiday/ask-holiday.server.ts'
import { ceasePensionMember } from '../payroll/pension/cease-pension-member.server.ts'
import { enrolPensionMember } from '../payroll/pension/enrol-pension-member.server.ts'
import { optOutPensionMember } from '../payroll/pension/opt-out-pension-member.server.ts'
import { postponePensionMember } from '../payroll/pension/postpone-pension-member.server.ts'
import type { Values } from './import-cells.rules.ts'
import type { ImportShape } from './import-kind.rules.ts'
import type { Importer } from './importer.server.ts'
import { keptRows, withYesNo } from './kept-rows.server.ts'
import { cellOf, columnsByInput, inputOfColumns, rowErrors, without } from './made-business.server.ts'
import { payroll_facts } from './payroll-fact-shapes.rules.ts'
import {
  employmentNamed,
  employmentPay,
  loanOf,
  type NamedEmployment,
  orderOf,
  pensionSchemeId,
  schemeId,
} from './payroll-records.server.ts'

/** Columns that name the employment of a fact. */
const of_employment = {
  scheme_column: 'employment.paye_scheme.employer_reference',
  employment_column: 'employment.payroll_id',
} as const

type Kind = {
  readonly shape: ImportShape
  readonly verb: Pick<AnyVerb, 'action_id' | 'input'>
  /** The verb's fields of columns that are named otherwise. */
  readonly renamed?: Readonly<Record<string, string>>
  readonly yes_no?: readonly string[]
  /** The verb names a fact of the employment, and not the employment. */
  readonly of_fact?: boolean
  /** The columns that name the employment, in place of the usual two. */
  readonly named_by?: { readonly scheme_column: string; readonly employment_column: string }
  /** Fields that need a look at the scheme or the employment, or faults by column. */
  readonly found?: (
    context: Pick<VerbContext, 'tx' | 'viewer'>,
    values: Values,
    of: { readonly paye_scheme_id: string; readonly employment: NamedEmployment | undefined },
  ) => Promise<
    { readonly input: Readonly<Record<string, unknown>> } | { readonly errors: Record<string, string> }
  >
}

function factImporter({
  shape,
  verb,
  renamed = {},
  yes_no = [],
  of_fact = false,
  named_by = of_employment,
  found,
}: Kind): Importer {
  const { scheme_column, employment_column } = named_by
  const columns = columnsByInput(shape, verb, {
    ...renamed,
    [scheme_column]: null,
    [employment_column]: of_fact ? null : 'employment_id',
  })
  const filled = without(columns, 'employment_id')
  return {
    shape,
    reads: [...new Set([scheme_column, employment_column, ...Object.values(columns)])],
    entity: 'business.employment',
    inputOf: async (context, [row]) => {
      const values = row?.values ?? {}
      const paye_scheme_id = await schemeId(context, values[scheme_column])
      if (paye_scheme_id === undefined)
        return rowErrors({ [scheme_column]: errorText.not_found('PAYE scheme') })
      const employment = await employmentNamed(context, paye_scheme_id, values[employment_column])
      const more = found ? await found(context, values, { paye_scheme_id, employment }) : { input: {} }
      const errors = {
        ...(employment ? {} : { [employment_column]: errorText.not_found('Employment') }),
        ...('errors' in more ? more.errors : {}),
      }
      if (employment === undefined || 'errors' in more) return rowErrors(errors)
      const input = withYesNo(inputOfColumns(values, filled), yes_no)
      return {
        input: { ...input, ...more.input, ...(of_fact ? {} : { employment_id: employment.id }) },
        record: { id: employment.id, human_id: employment.payroll_id },
        blame: cellOf(columns),
      }
    },
    ...keptRows('business.employment', 'put it right on the page of the employment'),
  }
}

/** The columns of a row of employments. */
const named_employment = {
  scheme_column: 'paye_scheme.employer_reference',
  employment_column: 'payroll_id',
} as const

const pension_column = 'pension_scheme.name'

export const payroll_fact_importers: readonly Importer[] = [
  factImporter({ shape: payroll_facts.tax_codes, verb: addTaxCode, yes_no: ['is_week1'] }),
  factImporter({
    shape: payroll_facts.ni_categories,
    verb: addNiCategory,
    renamed: { 'employment.workplace_postcode': 'workplace_postcode' },
    found: async (_context, { letter = '' }) => ({ input: { letter: letter.toUpperCase() } }),
  }),
  factImporter({ shape: payroll_facts.student_loans, verb: startStudentLoan }),
  factImporter({
    shape: payroll_facts.stopped_student_loans,
    verb: stopStudentLoan,
    of_fact: true,
    renamed: { plan: 'id' },
    found: async (context, { plan, effective_from }, { employment }) => {
      if (employment === undefined) return { input: {} }
      const id = await loanOf(context, employment.id, { plan, on: effective_from })
      return id === undefined ? { errors: { plan: errorText.not_found('Student loan') } } : { input: { id } }
    },
  }),
  factImporter({
    shape: payroll_facts.attachment_orders,
    verb: addAttachmentOrder,
    yes_no: ['charges_admin_fee'],
  }),
  factImporter({
    shape: payroll_facts.pension_members,
    verb: enrolPensionMember,
    renamed: { [pension_column]: 'pension_scheme_id' },
    found: async (context, values, { paye_scheme_id }) => {
      const pension_scheme_id = await pensionSchemeId(context, paye_scheme_id, values[pension_column])
      return pension_scheme_id === undefined
        ? { errors: { [pension_column]: errorText.not_found('Pension scheme') } }
        : { input: { pension_scheme_id } }
    },
  }),
  factImporter({ shape: payroll_facts.postponed_pensions, verb: postponePensionMember }),
  factImporter({
    shape: payroll_facts.pension_opt_outs,
    verb: optOutPensionMember,
    renamed: { informed_on: 'received_on' },
  }),
  factImporter({ shape: payroll_facts.ended_pensions, verb: ceasePensionMember }),
  factImporter({ shape: payroll_facts.statutory_absences, verb: recordStatutoryAbsence }),
  factImporter({
    shape: payroll_facts.employment_changes,
    verb: changeEmployment,
    of_fact: true,
    named_by: named_employment,
    yes_no: ['is_irregular_hours', 'is_irregularly_paid'],
    // The verb takes all facts. A fact whose cell is empty keeps its value.
    found: async (context, values, { employment }) => {
      if (employment === undefined) return { input: {} }
      const kept = Object.entries(await employmentPay(context, employment.id)).filter(
        ([field, value]) => value !== null && values[field] === undefined,
      )
      return { input: { ...Object.fromEntries(kept), id: employment.id } }
    },
  }),
  factImporter({
    shape: payroll_facts.leavers,
    verb: leaveEmployment,
    of_fact: true,
    named_by: named_employment,
    found: async (_context, _values, { employment }) => ({ input: employment ? { id: employment.id } : {} }),
  }),
  factImporter({
    shape: payroll_facts.ended_attachment_orders,
    verb: endAttachmentOrder,
    of_fact: true,
    renamed: { reference: 'id', end_reason: 'reason' },
    found: async (context, { reference }, { employment }) => {
      if (employment === undefined) return { input: {} }
      const id = await orderOf(context, employment.id, reference)
      return id === undefined
        ? { errors: { reference: errorText.not_found('Attachment order') } }
        : { input: { id } }
    },
  }),
  factImporter({ shape: payroll_facts.holidays, verb: askHoliday }),
  factImporter({
    shape: payroll_facts.holiday_adjustments,
    verb: adjustHoliday,
    renamed: { sentence: 'reason' },
  }),
]
