/** The dated facts of an employment in one order, with their sources. Pure. */
import { labelIn } from '#entity/choices.ts'
import { day } from '#kernel/day.ts'
import { taxYearStart } from '../../shared/tax-year-start.rules.ts'
import { loan_plans, loan_sources, order_kinds } from '../employment/deduction.entity.ts'
import { tax_code_sources } from '../employment/employment.entity.ts'
import { membership_entries, membership_states } from '../pension/pension.entity.ts'

type Dated = { readonly effective_from: string; readonly created_by_name: string }

export type EmploymentFacts = {
  readonly employment: { readonly start_date: string; readonly leave_date: string | null }
  readonly codes: readonly (Dated & {
    readonly code: string
    readonly is_week1: boolean
    readonly source: string
  })[]
  readonly letters: readonly (Dated & { readonly letter: string; readonly reason: string | null })[]
  readonly loans: readonly (Dated & {
    readonly plan: string
    readonly source: string
    readonly effective_to: string | null
  })[]
  readonly memberships: readonly (Dated & {
    readonly state: string
    readonly entry: string | null
    readonly pension_scheme: { readonly name: string } | null
  })[]
  readonly orders: readonly {
    readonly kind: string
    readonly authority: string
    readonly received_on: string
    readonly ended_on: string | null
    readonly end_reason: string | null
    readonly created_by_name: string
  }[]
  readonly takeovers: readonly {
    readonly last_pay_day: string
    readonly source: string
    readonly created_by_name: string
  }[]
}

export type HistoryRow = {
  readonly on: string
  readonly what: string
  /** The notice, form or reason behind it; empty where none is kept. */
  readonly source: string
  readonly by: string
}

const codeText = ({ code, is_week1 }: { code: string; is_week1: boolean }): string =>
  is_week1 ? `${code} W1/M1` : code

/** All facts, those of the latest days first. Days may be ahead. */
export function historyOf(facts: EmploymentFacts): readonly HistoryRow[] {
  const { start_date, leave_date } = facts.employment
  const rows: HistoryRow[] = [
    { on: start_date, what: 'Employment begins', source: '', by: '' },
    ...(leave_date === null ? [] : [{ on: leave_date, what: 'Last day of employment', source: '', by: '' }]),
    ...facts.takeovers.map((one) => ({
      on: one.last_pay_day,
      what: 'Taken over from another payroll',
      source: one.source,
      by: one.created_by_name,
    })),
    ...facts.codes.map((one) => ({
      on: one.effective_from,
      what: `Tax code ${codeText(one)}`,
      source: labelIn(tax_code_sources, one.source),
      by: one.created_by_name,
    })),
    ...facts.letters.map((one) => ({
      on: one.effective_from,
      what: `NI letter ${one.letter}`,
      source: one.reason ?? '',
      by: one.created_by_name,
    })),
    ...facts.loans.flatMap((one) => {
      const name = `Student loan, ${labelIn(loan_plans, one.plan)}`
      const by = one.created_by_name
      return [
        { on: one.effective_from, what: name, source: labelIn(loan_sources, one.source), by },
        ...(one.effective_to === null
          ? []
          : [{ on: one.effective_to, what: `${name}, last day`, source: '', by: '' }]),
      ]
    }),
    ...facts.memberships.map((one) => ({
      on: one.effective_from,
      what: `Pension: ${labelIn(membership_states, one.state)}${one.pension_scheme ? `, ${one.pension_scheme.name}` : ''}`,
      source: one.entry === null ? '' : labelIn(membership_entries, one.entry),
      by: one.created_by_name,
    })),
    ...facts.orders.flatMap((one) => {
      const name = `${labelIn(order_kinds, one.kind)}, ${one.authority}`
      return [
        { on: one.received_on, what: name, source: 'Order received', by: one.created_by_name },
        ...(one.ended_on === null
          ? []
          : [{ on: one.ended_on, what: `${name}, ended`, source: one.end_reason ?? '', by: '' }]),
      ]
    }),
  ]
  return rows.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? 1 : -1))
}

/** The facts in force on a day, in a few words; `none` where there is none. */
export function inForce(facts: EmploymentFacts, on: string) {
  const last = <F extends Dated>(list: readonly F[]): F | undefined =>
    list
      .filter(({ effective_from }) => effective_from <= on)
      .toSorted((a, b) => (a.effective_from < b.effective_from ? 1 : -1))[0]
  const code = last(facts.codes)
  // A new tax year carries a code over as a cumulative one.
  const is_carried =
    code !== undefined && code.effective_from < taxYearStart(day(on)) && code.source !== 'after_leaving'
  const pension = last(facts.memberships)
  const loans = facts.loans.filter(
    ({ effective_from, effective_to }) =>
      effective_from <= on && (effective_to === null || effective_to >= on),
  )
  const orders = facts.orders.filter(
    ({ received_on, ended_on }) => received_on <= on && (ended_on ?? on) >= on,
  )
  return {
    code: code === undefined ? 'None' : is_carried ? code.code : codeText(code),
    letter: last(facts.letters)?.letter ?? 'None',
    loans: loans.map(({ plan }) => labelIn(loan_plans, plan)).join(', ') || 'None',
    pension: pension ? labelIn(membership_states, pension.state) : 'Not assessed',
    orders: orders.map(({ authority }) => authority).join(', ') || 'None',
  }
}
