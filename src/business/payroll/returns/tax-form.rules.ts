/** What a P45 and a P60 say, as pages that are ready to print. Pure; amounts are pence. */
import { type Day, dayOf, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { clean } from '../../invoices/invoice-pdf.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { taxYearName } from '../pay-period.rules.ts'
import type { Told } from './fps-figures.rules.ts'

export type FormFacts = {
  readonly kind: 'p45' | 'p60'
  readonly tax_year: number
  readonly issued_on: Day
  readonly worker: string
  readonly first_name: string
  readonly last_name: string
  readonly ni_number: string | null
  readonly date_of_birth: string | null
  readonly gender: 'M' | 'F' | null
  readonly worker_address: string
  readonly employer: string
  readonly employer_address: string
  readonly employer_reference: string
  readonly payroll_id: string
  readonly start_date: Day
  readonly leave_date: Day | null
  /** `1257L W1/M1` */
  readonly tax_code: string
  readonly period: { readonly unit: 'Week' | 'Month'; readonly number: number } | null
  readonly has_loan: boolean
  readonly previous: { readonly pay: Pence; readonly tax: Pence }
  readonly told: Told
  readonly has_outside_pay: boolean
  /** The pay run of the last payslip, without a return that is ready. */
  readonly unreported_run: string | null
}

export const yearEnd = (tax_year: number): Day => dayOf(tax_year + 1, 4, 5)

/** Whether the form may be given. */
export function mayIssue(facts: FormFacts): Verdict {
  const { kind, worker, leave_date, start_date, issued_on, tax_year, unreported_run } = facts
  const last = yearEnd(tax_year)
  if (kind === 'p45' && leave_date === null)
    return refuse('precondition', `${worker} has no leave date: end the employment first`)
  if (kind === 'p45' && leave_date !== null && leave_date > issued_on)
    return refuse('precondition', `${worker} leaves on ${formatDay(leave_date)}`)
  if (kind === 'p60' && issued_on <= last)
    return refuse('precondition', `The tax year ${taxYearName(tax_year)} is not over`)
  if (kind === 'p60' && (start_date > last || (leave_date !== null && leave_date < last)))
    return refuse('precondition', `${worker} was not employed on ${formatDay(last)}`)
  if (facts.has_outside_pay)
    return refuse(
      'precondition',
      `Pay of ${worker} came from a bureau in this tax year, which gives the ${kind.toUpperCase()}`,
    )
  if (unreported_run !== null)
    return refuse('precondition', `The Full Payment Submission of pay run ${unreported_run} is not ready`)
  return true
}

type Row = { readonly label: string; readonly value: string }
type Section = { readonly heading: string; readonly rows: readonly Row[] }
type Table = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }

export type FormPage = {
  readonly title: string
  readonly subtitle: string
  readonly copy: boolean
  readonly author: string
  readonly date: { readonly year: number; readonly month: number; readonly day: number }
  /** One printed page each. */
  readonly parts: readonly {
    readonly title: string
    readonly note: string
    readonly sections: readonly Section[]
    readonly table: Table | null
  }[]
}

const pounds = (pence: Pence): string => displayMoney(money(pence, GBP))
const row = (label: string, value: string | null): Row[] =>
  value === null || value === '' ? [] : [{ label, value: clean(value) }]

export function formPage(facts: FormFacts): FormPage {
  const { kind, issued_on, employer, tax_year } = facts
  const [year, month, day] = issued_on.split('-').map(Number)
  return {
    title: kind.toUpperCase(),
    subtitle:
      kind === 'p45'
        ? 'Details of employee leaving work'
        : `End of Year Certificate, tax year to ${formatDay(yearEnd(tax_year))}`,
    copy: false,
    author: clean(employer),
    date: { year: year ?? 0, month: month ?? 1, day: day ?? 1 },
    parts: kind === 'p45' ? p45Parts(facts) : [p60Part(facts)],
  }
}

function p45Parts(facts: FormFacts): FormPage['parts'] {
  const sections = [worker(facts), leaving(facts), employerOf(facts)]
  const page = (title: string, note: string, of: readonly Section[]) => ({
    title,
    note,
    sections: of,
    table: null,
  })
  return [
    page(
      'Part 1A, copy for employee',
      'Keep this part: copies are not given out. You may need it for a tax return.',
      [
        ...sections,
        {
          heading: 'This employment',
          rows: [
            ...row('Total pay in this employment', pounds(facts.told.taxable)),
            ...row('Total tax in this employment', pounds(facts.told.tax)),
            ...row('Payroll number', facts.payroll_id),
            ...row('Gender', facts.gender),
            ...row('Date of birth', facts.date_of_birth),
            ...row('Address', facts.worker_address),
          ],
        },
      ],
    ),
    page(
      'Part 2, copy for new employer',
      'Give parts 2 and 3 to your new employer, or to Jobcentre Plus.',
      sections,
    ),
    page(
      'Part 3, for completion by new employer',
      'The new employer keeps this part with the first pay.',
      sections,
    ),
  ]
}

const worker = (facts: FormFacts): Section => ({
  heading: 'Employee',
  rows: [
    ...row('Surname', facts.last_name),
    ...row('First names', facts.first_name),
    ...row('National Insurance number', facts.ni_number),
  ],
})

const employerOf = (facts: FormFacts): Section => ({
  heading: 'Employer',
  rows: [
    ...row('Employer PAYE reference', facts.employer_reference),
    ...row('Name', facts.employer),
    ...row('Address', facts.employer_address),
    ...row('Date', formatDay(facts.issued_on)),
  ],
})

/** Totals to date are of a cumulative code alone; they hold earlier employments of the year. */
function leaving({ leave_date, has_loan, tax_code, period, previous, told }: FormFacts): Section {
  const [code = '', basis] = tax_code.split(' ')
  return {
    heading: 'Leaving',
    rows: [
      ...row('Leaving date', leave_date === null ? null : formatDay(leave_date)),
      ...row('Student loan deductions to continue', has_loan ? 'Yes' : null),
      ...row('Tax code at leaving date', code),
      ...(basis === undefined
        ? [
            ...row(`${period?.unit ?? 'Week'} number`, period === null ? null : String(period.number)),
            ...row('Total pay to date', pounds(previous.pay + told.taxable)),
            ...row('Total tax to date', pounds(previous.tax + told.tax)),
          ]
        : row('Week 1 or month 1 applies', 'X')),
    ],
  }
}

function p60Part(facts: FormFacts): FormPage['parts'][number] {
  const { previous, told, tax_code } = facts
  const loans = [
    ...row('Student loan deductions', told.student_loan === 0 ? null : pounds(told.student_loan)),
    ...row(
      'Postgraduate loan deductions',
      told.postgraduate_loan === 0 ? null : pounds(told.postgraduate_loan),
    ),
  ]
  return {
    title: 'To the employee',
    note: 'Please keep this certificate in a safe place, as you will need it to fill in a tax return, to make a claim for tax credits or Universal Credit, or to check that your employer is using the correct National Insurance number.',
    sections: [
      { heading: 'Employee', rows: [...worker(facts).rows, ...row('Payroll number', facts.payroll_id)] },
      {
        heading: 'Pay and Income Tax',
        rows: [
          ...row('Pay in previous employment', pounds(previous.pay)),
          ...row('Tax deducted in previous employment', pounds(previous.tax)),
          ...row('Pay in this employment', pounds(told.taxable)),
          ...row('Tax deducted in this employment', pounds(told.tax)),
          ...row('Total pay for the year', pounds(previous.pay + told.taxable)),
          ...row('Total tax for the year', pounds(previous.tax + told.tax)),
          ...row('Final tax code', tax_code),
        ],
      },
      ...(loans.length === 0 ? [] : [{ heading: 'Other details', rows: loans }]),
      employerOf(facts),
    ],
    table: {
      heads: [
        'NI letter',
        'At the lower limit',
        'To the primary threshold',
        'To the upper limit',
        'Contributions',
      ],
      rows: [...told.ni.values()].map(({ letter, bands, employee }) => [
        letter,
        pounds(bands.at_lel),
        pounds(bands.lel_pt),
        pounds(bands.pt_uel),
        pounds(employee),
      ]),
    },
  }
}
