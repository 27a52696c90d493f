/** Computes a correction of an ended tax year from the payslips of the worker, and the year of their employer. */
import { present } from '#kernel/assert.ts'
import { type Day, day, formatDay, maxDay } from '#kernel/day.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import type { VerbContext } from '#server/verb.ts'
import type { EmploymentRow } from '../employment/employment-input.server.ts'
import { taxMonth } from '../engine/pay-period.rules.ts'
import { weeksFromAppointment } from '../engine/table-period.rules.ts'
import type { TaxYear } from '../engine/tax-year.rules.ts'
import { readCorrections } from '../months/read-p32.server.ts'
import { readTaxYear } from '../months/read-year.server.ts'
import { readSlips } from '../returns/read-fps.server.ts'
import { yearEnd } from '../returns/tax-form.rules.ts'
import { yearLock } from '../schemes/locked-year.server.ts'
import type { SchemeRow } from '../schemes/paye-scheme-input.server.ts'
import { directorNiTakenOver } from '../takeover/payroll-takeover.rules.ts'
import { takeoversOf } from '../takeover/read-takeovers.server.ts'
import { correctDirector, type DirectorOfYear } from './director-correction.rules.ts'
import { type YearChange, type YearFacts, yearChange } from './year-change.rules.ts'
import {
  type Asked,
  correctLetter,
  type LetterCorrection,
  offPayroll,
  wasDirector,
} from './year-correction.rules.ts'

type Of = {
  readonly employment: EmploymentRow
  readonly scheme: SchemeRow
  readonly year: TaxYear
  readonly tax_year: number
}

/** @throws precondition, or invalid for a day outside of the year */
export async function requireCorrectable(
  context: VerbContext,
  { employment, year: { name }, tax_year }: Omit<Of, 'scheme'>,
  from_pay_day: Day,
): Promise<void> {
  const { first, last } = spanOf(tax_year)
  if (from_pay_day < first || from_pay_day > last)
    throw invalid({ from_pay_day: `The tax year ${name} is from ${formatDay(first)} to ${formatDay(last)}` })
  if ((await yearLock(context, employment.paye_scheme_id, tax_year)) === null)
    throw precondition(`The tax year ${name} is open: close its last month first`)
  const fault = offPayroll(employment)
  if (fault !== null) throw precondition(fault)
}

export const spanOf = (tax_year: number) => ({ first: taxMonth(tax_year, 1).from, last: yearEnd(tax_year) })

export type PlannedCorrection = LetterCorrection & YearChange

/** @throws precondition that says why there is nothing to correct */
export async function planCorrection(context: VerbContext, of: Of, asked: Asked): Promise<PlannedCorrection> {
  const { employment, scheme, year, tax_year } = of
  const { first, last } = spanOf(tax_year)
  const slips = await readSlips(context.tx, [employment.id], first, last)
  const parts = (slips.get(employment.id) ?? []).flatMap((slip) => slip.parts)
  const levied = { charges_levy: scheme.levy_charge === 'per_timesheet' }
  const director = await directorOfYear(context, of)
  const made =
    director === null
      ? correctLetter(year, parts, asked, levied)
      : correctDirector(year, parts, asked, { ...director, ...levied })
  if (typeof made === 'string') throw precondition(made)
  return { ...made, ...yearChange(await yearFacts(context, scheme.id, of), made) }
}

/** The directorship with contributions of the whole year; null where they are of each pay period. */
export async function directorOfYear(
  { tx }: VerbContext,
  { employment, tax_year }: Pick<Of, 'employment' | 'tax_year'>,
): Promise<DirectorOfYear | null> {
  const { id, director_from, director_method: method } = employment
  const span = spanOf(tax_year)
  if (director_from === null || method === null || !wasDirector(employment, span)) return null
  const from = maxDay(day(director_from), span.first)
  const takeover = (await takeoversOf(tx, [id], span.last)).get(id)
  return {
    method,
    from,
    weeks: weeksFromAppointment(from, span.last),
    taken_over: takeover === undefined ? {} : directorNiTakenOver(takeover, day(director_from), span.first),
  }
}

/** The employer's year with the months of a payroll before, and earlier corrections. */
export async function yearFacts(
  context: VerbContext,
  paye_scheme_id: string,
  { year, tax_year }: Pick<Of, 'year' | 'tax_year'>,
): Promise<YearFacts> {
  const months = await readTaxYear(context, paye_scheme_id, tax_year)
  const last = present(months.at(-1), 'the last month')
  const { working } = last.figures
  const earlier = await readCorrections(context, paye_scheme_id, tax_year)
  return {
    claims_allowance: last.claims_allowance,
    yearly_allowance: year.employment_allowance * 100,
    allowance_used:
      working.allowance_before + last.figures.employment_allowance + earlier.employment_allowance,
    ni: working.ni_to_date + earlier.employer_ni,
    levy_charged: working.levy_to_date + earlier.levy_charged,
    levy_allowance: last.levy_allowance,
    levy_due: working.levy_due_before + last.figures.levy_due + earlier.levy_due,
  }
}
