/**
 * The employment intermediaries report as HMRC's file (registers.md §4.1): a row a worker, engagement and payee, of
 * payments in a quarter of the tax year. Gaps are listed by row and do not stop the file. Pure.
 */
import type { Day } from '#kernel/day.ts'
import { addDays, day, formatDay, partsOf } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { formatMoney, isPositive } from '#kernel/money.ts'

export type Quarter = { readonly start: Day; readonly end: Day; readonly due: Day }

/** The file with its faults. */
export type IntermediaryFile = {
  readonly file_name: string
  readonly content: string
  readonly quarter_start: Day
  readonly quarter_end: Day
  readonly due: Day
  readonly worker_rows: number
  /** Rows with something wrong in them, by the file's own row numbers. */
  readonly faults: readonly {
    readonly row: number
    readonly worker: string
    readonly errors: readonly string[]
  }[]
}

/** Quarters of the tax year, and the day each report is due. */
const quarters = [
  { from: '04-06', to: '07-05', due: '08-05', next_year: [0, 0] },
  { from: '07-06', to: '10-05', due: '11-05', next_year: [0, 0] },
  { from: '10-06', to: '01-05', due: '02-05', next_year: [1, 1] },
  { from: '01-06', to: '04-05', due: '05-05', next_year: [0, 0] },
] as const

/** There are no reports of earlier quarters. */
export const first_quarter = day('2015-04-06')

/** The quarter that a day lies in. */
export function quarterOf(on: Day): Quarter {
  const { year } = partsOf(on)
  const all = [year - 1, year].flatMap((of) =>
    quarters.map(({ from, to, due, next_year: [ends, falls_due] }) => ({
      start: day(`${of}-${from}`),
      end: day(`${of + ends}-${to}`),
      due: day(`${of + falls_due}-${due}`),
    })),
  )
  const found = all.find(({ start, end }) => start <= on && on <= end)
  if (!found) throw new Error(`${on} lies in a quarter`)
  return found
}

/** The newest quarters, the current one first. */
export function quartersBefore(today: Day, count: number): Quarter[] {
  const list = [quarterOf(today)]
  while (list.length < count) {
    const last = list.at(-1)
    if (last) list.push(quarterOf(addDays(last.start, -1)))
  }
  return list
}

/** registers.md §4.1: how a payment company is engaged; the agency's own PAYE is not reported. */
const engagements = { selfemployed: 'A', limited: 'D', umbrella: 'F', payer: 'F' } as const
export type Engaged = keyof typeof engagements

export type ReportedAddress = {
  readonly line_1: string
  readonly line_2: string | null
  readonly line_3: string | null
  readonly line_4: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zipcode: string | null
} | null

/** Payments to one payee for one engagement of one worker. */
export type ReportedPayment = {
  readonly first_name: string
  readonly last_name: string
  readonly date_of_birth: Day | null
  readonly gender: string | null
  readonly ni_number: string | null
  readonly address: ReportedAddress
  readonly engaged: Engaged
  readonly utr: string | null
  readonly start_date: Day | null
  readonly end_date: Day | null
  /** In pounds or euros. */
  readonly amount: Money
  readonly includes_vat: boolean
  readonly party_name: string
  readonly party_address: ReportedAddress
  readonly party_brn: string | null
}

/** The reporter: rows 1 to 6 of the template. */
type Reporter = { readonly name: string; readonly address: ReportedAddress }

export const template_columns = [
  'Worker forename',
  'Worker middle name',
  'Worker surname',
  'Worker date of birth',
  'Worker gender',
  'Worker National Insurance number',
  'Worker address line 1',
  'Worker address line 2',
  'Worker address line 3',
  'Worker address line 4',
  'Worker postcode',
  "Worker engagement details where intermediary didn't operate PAYE",
  'Worker unique taxpayer reference (UTR)',
  'Start date of engagement',
  'End date of engagement',
  "Amount paid for the worker's services",
  'Currency',
  'Is this amount inclusive of VAT?',
  'Name of party paid by the intermediary for the worker’s services',
  'Address line 1 of party paid',
  'Address line 2 of party paid',
  'Address line 3 of party paid',
  'Address line 4 of party paid',
  'Postcode of party paid',
  'Companies House registration number of party paid',
] as const

const own_details = [
  'Intermediary name',
  'Intermediary address line 1',
  'Intermediary address line 2',
  'Intermediary address line 3',
  'Intermediary address line 4',
  'Intermediary postcode',
] as const

/** Four lines of the address in order; the fourth holds the rest. */
function linesOf(address: ReportedAddress): readonly [string, string, string, string] {
  const parts = address
    ? [address.line_1, address.line_2, address.line_3, address.line_4, address.city, address.state]
    : []
  const lines = parts.filter((part): part is string => Boolean(part?.trim()))
  const [one = '', two = '', three = '', ...more] = lines
  return [one, two, three, more.join(', ')]
}

const ni_shape = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]?$/
const brn_shape = /^(?:\d{8}|[A-Z]{2}\d{6})$/

export type FileRow = { readonly cells: readonly string[]; readonly errors: readonly string[] }

/** One row of the file with its faults, in the template's order. */
export function fileRow(of: ReportedPayment, quarter: Quarter, today: Day): FileRow {
  const code = engagements[of.engaged]
  const ni_number = (of.ni_number ?? '').replace(/\s/g, '').toUpperCase()
  const utr = (of.utr ?? '').replace(/\s/g, '')
  const own = linesOf(of.address)
  const party = linesOf(of.party_address)
  // Another party operated PAYE: its amount is not reported.
  const is_asked = code !== 'F'
  const ended =
    of.end_date && of.end_date >= quarter.start && of.end_date <= quarter.end && of.end_date <= today
  const cells = [
    of.first_name,
    '',
    of.last_name,
    of.date_of_birth ? formatDay(of.date_of_birth) : '',
    of.gender ?? '',
    ni_number,
    ...own,
    of.address?.zipcode ?? '',
    code,
    utr,
    of.start_date ? formatDay(of.start_date) : '',
    ended && of.end_date ? formatDay(of.end_date) : '',
    ...(is_asked
      ? [
          formatMoney(of.amount),
          of.amount.currency,
          of.includes_vat ? 'Y' : 'N',
          of.party_name,
          ...party,
          of.party_address?.zipcode ?? '',
          code === 'D' ? (of.party_brn ?? '') : '',
        ]
      : Array.from({ length: 10 }, () => '')),
  ]
  const errors = [
    ...lengths(cells),
    ...identityErrors(of, ni_number, quarter),
    ...(code === 'A' && !/^\d{10}$/.test(utr) ? ['Worker UTR: 10 digits are required'] : []),
    ...dateErrors(of, today),
    ...(is_asked ? partyErrors(of, code, party) : []),
  ]
  return { cells, errors }
}

const required = [0, 2, 6, 7, 10] as const

/** Lengths and required cells; quotes protect commas. */
function lengths(cells: readonly string[]): string[] {
  const limits: Readonly<Record<number, number>> = { 10: 10, 18: 120, 23: 10 }
  return cells.flatMap((cell, at) => {
    const limit = limits[at] ?? ([0, 1, 2, 6, 7, 8, 9, 19, 20, 21, 22].includes(at) ? 35 : 0)
    const missing = required.some((one) => one === at) && cell === ''
    if (missing) return [`${template_columns[at]}: is missing`]
    return limit > 0 && cell.length > limit
      ? [`${template_columns[at]}: is longer than ${limit} characters`]
      : []
  })
}

function identityErrors(of: ReportedPayment, ni_number: string, quarter: Quarter): string[] {
  if (ni_number !== '')
    return ni_shape.test(ni_number) ? [] : ['Worker National Insurance number: 2 letters, 6 digits, A to D']
  const errors: string[] = []
  if (!of.date_of_birth) errors.push('Worker date of birth: is required without a National Insurance number')
  else if (of.date_of_birth > quarter.end || of.date_of_birth < addDays(quarter.end, -130 * 366))
    errors.push('Worker date of birth: cannot be right')
  if (of.gender !== 'M' && of.gender !== 'F')
    errors.push('Worker gender: is required without a National Insurance number')
  return errors
}

function dateErrors(of: ReportedPayment, today: Day): string[] {
  if (!of.start_date) return ['Start date of engagement: is missing']
  return of.start_date > today ? ['Start date of engagement: is not reached yet'] : []
}

function partyErrors(of: ReportedPayment, code: string, party: readonly string[]): string[] {
  const brn = of.party_brn ?? ''
  return [
    ...(isPositive(of.amount) ? [] : ["Amount paid for the worker's services: must be above zero"]),
    ...(of.party_name === '' ? ['Name of party paid: is missing'] : []),
    ...(party[0] === '' ? ['Address line 1 of party paid: is missing'] : []),
    ...(party[1] === '' ? ['Address line 2 of party paid: is missing'] : []),
    ...(code === 'D' && !brn_shape.test(brn)
      ? ['Companies House registration number: 8 digits, or 2 letters and 6 digits']
      : []),
  ]
}

/** The whole file: the reporter, the headings, the workers from row 9. */
export function fileLines(reporter: Reporter, rows: readonly FileRow[]): (readonly string[])[] {
  const lines = linesOf(reporter.address)
  const details = [reporter.name, ...lines, reporter.address?.zipcode ?? '']
  return [
    ...own_details.map((label, at) => [label, details[at] ?? '']),
    [],
    template_columns,
    ...rows.map((row) => row.cells),
  ]
}
