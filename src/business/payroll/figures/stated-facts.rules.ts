/** The tax code and NI letter that a bureau states beside its figures. Pure. */
import type { Day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { readTaxCode, type TaxCode } from '../engine/tax-code.rules.ts'
import { NI_LETTERS, type NiLetter, type TaxYear } from '../engine/tax-year.rules.ts'
import { nearestYear } from '../years/tax-years.rules.ts'

/** As typed, or as stored. */
export type StatedTexts = {
  readonly tax_code?: string | null | undefined
  readonly ni_letter?: string | null | undefined
}

/** Null where the bureau states none. */
export type StatedFacts = { readonly code: TaxCode | null; readonly letter: NiLetter | null }

const given = (text: string | null | undefined): string | null => text?.trim().toUpperCase() || null

const letterOf = (text: string): NiLetter | null => NI_LETTERS.find((letter) => letter === text) ?? null

/** The faults of typed facts by field. */
export function statedFaults(typed: StatedTexts, pay_day: Day): FieldErrors {
  const errors: Record<string, string> = {}
  const [code, letter] = [given(typed.tax_code), given(typed.ni_letter)]
  const read = code === null ? null : readTaxCode(code, nearestYear(pay_day))
  if (read !== null && 'message' in read) errors.tax_code = read.message
  if (letter !== null && letterOf(letter) === null)
    errors.ni_letter = 'There is no such National Insurance letter'
  return errors
}

/** Facts as they are stored; none that cannot be read. */
export function statedFacts(stated: StatedTexts, year: TaxYear): StatedFacts {
  const [code, letter] = [given(stated.tax_code), given(stated.ni_letter)]
  const read = code === null ? null : readTaxCode(code, year)
  return {
    code: read === null || 'message' in read ? null : read,
    letter: letter === null ? null : letterOf(letter),
  }
}

/** `1257L W1/M1` */
export const codeText = ({ text, is_week1 }: TaxCode): string => (is_week1 ? `${text} W1/M1` : text)

/** Typed facts in one form, for the row of the figures. */
export function statedTexts(typed: StatedTexts, pay_day: Day) {
  const { code, letter } = statedFacts(typed, nearestYear(pay_day))
  return { tax_code: code && codeText(code), ni_letter: letter }
}
