import { z } from 'zod'
import { present } from '#kernel/assert.ts'
import { formatDay, partsOf } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { insertRow, updateRow } from '#server/write-row.server.ts'
import { currencyId } from '../../parties/insert-party.server.ts'
import { mandatory } from '../../parties/party-input.server.ts'
import { taxMonths } from '../../payments/creditors/due-days.rules.ts'
import { enteredBy } from '../../shared/entered-by.server.ts'
import { nextHumanId } from '../../shared/human-id.server.ts'
import { optionalAmount, penceOf } from '../employment/employment-input.server.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { penceText } from '../figures/run-figures.rules.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import { lockScheme } from '../schemes/paye-scheme-input.server.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'
import {
  backOfAsked,
  type FormerAsked,
  former_amounts,
  formerFaults,
  formerMonth,
  given_back,
} from './former-month.rules.ts'
import { month_amounts } from './month-figures.rules.ts'
import { readTaxYear, type YearMonth } from './read-year.server.ts'
import { tax_month } from './tax-month.entity.ts'
import { month_closers } from './tax-month.rules.ts'

const MONTHS = 12
const PENCE = 100
const asked_amounts = [...former_amounts, ...given_back] as const

const input = z.strictObject({
  paye_scheme_id: z.uuid(),
  /** `2026-27` */
  tax_year: z.enum(TAX_YEARS.map(({ name }) => name)),
  tax_month: z.int().min(1).max(MONTHS),
  /** Name and paper of the payroll before. */
  source: mandatory,
  ...(Object.fromEntries(asked_amounts.map((field) => [field, optionalAmount])) as Record<
    (typeof asked_amounts)[number],
    typeof optionalAmount
  >), // Every field once.
})

/**
 * Keeps a tax month as the payroll before reported and paid it. The same month again puts it right.
 * @throws invalid by field, also where the month or a later one is closed here
 */
export const takeOverMonth = verb({
  action_id: 'transaction.tax_month.take_over',
  since: '0.1.0',
  summary: 'Keeps what the payroll before owed and paid to HMRC for a tax month',
  machine: 'refused',
  impersonator: 'refused',
  who: month_closers,
  input,
  output: z.strictObject({ id: z.uuid(), human_id: z.string(), due: z.string() }),
  run: async (context, { paye_scheme_id, tax_year: name, tax_month: month, source, ...typed }) => {
    const { clock } = context
    // Held until the end: no month is closed meanwhile.
    const scheme = await lockScheme(context, paye_scheme_id)
    const tax_year = Number(name.slice(0, 4))
    const year = await readTaxYear(context, paye_scheme_id, tax_year)
    const { from, to, claims_allowance, former: before } = present(year[month - 1], 'the month')
    const asked = Object.fromEntries(
      asked_amounts.map((field) => [field, penceOf(typed[field]) ?? 0]),
    ) as FormerAsked // Every field.
    const lock = await yearLock(context, paye_scheme_id, tax_year)
    const closed = year.find((one) => one.month >= month && one.is_closed)
    const errors = {
      ...(from > clock.today() ? { tax_month: `This month begins on ${formatDay(from)}` } : {}),
      ...(closed
        ? { tax_month: `The tax month to ${formatDay(closed.to)} is closed: correct it first` }
        : {}),
      ...(lock === null ? {} : { tax_month: lock }),
      ...formerFaults(asked, {
        claims_allowance,
        is_company: scheme.corporation_tax_reference !== null,
        employment_allowance: allowanceOf(tax_year),
        others: othersOf(year, month),
      }),
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    if (before) await putRight(context, before.id)
    const row = { ...formerMonth(asked, source), working: backOfAsked(asked) }
    return keep(context, row, {
      ...{ paye_scheme_id, tax_year, tax_month: month, period_start: from, period_end: to, source },
      due_date: taxMonths(to, scheme.payment_frequency).due_date,
      provider_id: scheme.provider_id,
      agency_id: scheme.agency_id,
    })
  },
})

const allowanceOf = (tax_year: number): Pence =>
  present(
    TAX_YEARS.find(({ last_day }) => partsOf(last_day).year === tax_year + 1),
    'rates of the year',
  ).employment_allowance * PENCE

/** Sums of the other months by the payroll before. */
function othersOf(year: readonly YearMonth[], month: number) {
  const others = year.filter((one) => one.month !== month)
  const sum = (field: 'employer_ni' | 'employment_allowance') =>
    others.reduce((all, { former }) => all + (former?.[field] ?? 0), 0)
  return { employer_ni: sum('employer_ni'), employment_allowance: sum('employment_allowance') }
}

async function putRight({ tx, viewer, clock, audit }: VerbContext, id: string): Promise<void> {
  const values = {
    status: 'corrected' as const,
    correction_reason: 'Entered again',
    corrected_by_name: viewer.user_name,
  }
  await updateRow(tx, tax_month, id, { ...values, corrected_at: clock.now(), updated_at: clock.now() })
  audit({ entity: 'transaction.tax_month', entity_id: id, new_values: values })
}

type Kept = {
  readonly paye_scheme_id: string
  readonly tax_year: number
  readonly tax_month: number
  readonly period_start: YearMonth['from']
  readonly period_end: YearMonth['to']
  readonly due_date: YearMonth['to']
  readonly source: string
  readonly provider_id: string
  readonly agency_id: string | null
}

async function keep(
  context: VerbContext,
  month: ReturnType<typeof formerMonth> & { readonly working: object },
  kept: Kept,
) {
  const { tx, clock } = context
  const id = newUuid(clock)
  const human_id = await nextHumanId(tx, 'TXM')
  const amounts = Object.fromEntries(
    month_amounts.map((field) => [field, penceText(month[field])]),
  ) as Record<(typeof month_amounts)[number], string> // Every field once.
  await insertRow(tx, tax_month, {
    ...kept,
    ...amounts,
    id,
    human_id,
    status: 'taken_over',
    payslip_count: 0,
    paid: penceText(month.paid),
    working: month.working,
    currency_id: await currencyId(context, 'GBP'),
    correction_reason: null,
    corrected_by_name: null,
    corrected_at: null,
    ...enteredBy(context),
  })
  context.audit({
    entity: 'transaction.tax_month',
    entity_id: id,
    new_values: { ...kept, ...amounts, human_id, status: 'taken_over', paid: penceText(month.paid) },
  })
  return { id, human_id, due: amounts.due }
}
