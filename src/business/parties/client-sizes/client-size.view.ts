/** The size of a new client in its form, with the tax year it holds for. */
import type { Day } from '#kernel/day.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { client_sizes } from './client-size.entity.ts'
import { statedYears, taxYearOf } from './client-size.rules.ts'

const not_known = 'not_known'

export const sizeStart = (today: Day) => ({ size: not_known, size_tax_year: String(taxYearOf(today)) })

const isKnown = (size: unknown) => size !== not_known && size !== ''

export const small_hint = 'Small by the Companies Act in the year that counts for this tax year'

export const sizeFields = (today: Day) =>
  [
    {
      kind: 'choice',
      name: 'size',
      label: 'Size',
      options: [{ value: not_known, label: 'Not known' }, ...client_sizes],
      hint: small_hint,
    },
    {
      kind: 'choice',
      name: 'size_tax_year',
      label: 'Tax year of the size',
      options: statedYears(today).map((year) => ({ value: String(year), label: taxYearName(year) })),
      required: true,
      when: ({ size }: { size: string }) => isKnown(size),
    },
  ] as const

/** Empty for an unknown size. */
export const sizeInput = (size: unknown, tax_year: unknown) =>
  isKnown(size) && size !== undefined ? { size, size_tax_year: Number(tax_year) } : {}
