/** The contents of a P45 and a P60, as pages ready to print. Pure; amounts are pence. */
import { type Day, dayOf, formatDay } from '#kernel/day.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import { refuse, type Verdict } from '#kernel/refusal.ts'
import { clean } from '../../invoices/invoice-pdf.rules.ts'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { reportedBands } from '../engine/national-insurance.rules.ts'
import { statutory_names } from '../engine/statutory-pay.rules.ts'
import type { Pence } from '../engine/whole.rules.ts'
import { reported_pay, type Told } from '../figures/fps-figures.rules.ts'

export type FormFacts = {
  readonly kind: 'p45' | 'p60'
  readonly tax_year: number
  readonly issued_on: Day
  readonly worker: string
  readonly first_name: string
  readonly last_name: string
  readonly ni_number: string | null
  readonly date_of_birth: Day | null
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

/** Boxes as HMRC numbers them. Parts 2 and 3 hold the first seven; part 3 leaves room for the new employer. */
function p45Parts(facts: FormFacts): FormPage['parts'] {
  const sections = [detailsOf(facts), leaving(facts)]
  const page = (title: string, note: string, of: readonly Section[]) => ({
    title,
    note,
    sections: of,
    table: null,
  })
  return [
    page(
      'Part 1A, copy for employee',
      'Keep this part safe: copies are not given out. You may need it for a tax return, or to claim tax back. If you go on working, give parts 2 and 3 to your new employer, unopened, so that no emergency tax code is used.',
      [
        ...sections,
        {
          heading: 'This employment',
          rows: [
            ...row('8 Total pay in this employment', pounds(facts.told.taxable)),
            ...row('8 Total tax in this employment', pounds(facts.told.tax)),
            ...row('9 Works number or payroll number', facts.payroll_id),
            ...row('10 Gender', facts.gender === null ? null : { M: 'Male', F: 'Female' }[facts.gender]),
            ...row('11 Date of birth', facts.date_of_birth === null ? null : formatDay(facts.date_of_birth)),
            ...row('12 Employee’s private address', facts.worker_address),
          ],
        },
        certified(facts, '13'),
      ],
    ),
    page(
      'Part 2, copy for new employer',
      'To the employee: give parts 2 and 3 to your new employer, or to Jobcentre Plus, as they are. To the new employer: check this form and begin the payroll record with it.',
      [...sections, employerOf(facts)],
    ),
    page(
      'Part 3, for completion by new employer',
      'To the new employer: fill in boxes 8 to 18, and report the new starter with the first Full Payment Submission.',
      [
        ...sections,
        employerOf(facts),
        {
          heading: 'To be filled in by the new employer',
          rows: new_employer.map((label) => ({ label, value: BLANK })),
        },
      ],
    ),
  ]
}

const BLANK = '................................'
const new_employer = [
  '8 New employer PAYE reference',
  '9 Date new employment started',
  '10 Works number or payroll number',
  '11 P, if not paid between the start and the next 5 April',
  '12 Tax code in use, if different from box 6',
  '13 Tax, if different from box 7',
  '14 New employee’s job title',
  '15 Employee’s private address',
  '16 Gender',
  '17 Date of birth',
  '18 Declaration: signature and date',
] as const

const detailsOf = (facts: FormFacts): Section => ({
  heading: 'Employee',
  rows: [
    ...row('1 Employer PAYE reference', facts.employer_reference),
    ...row('2 Employee’s National Insurance number', facts.ni_number),
    ...row('3 Surname or family name', facts.last_name),
    ...row('3 First names', facts.first_name),
  ],
})

const employerRows = (facts: FormFacts): Row[] => [
  ...row('Employer name', facts.employer),
  ...row('Employer address', facts.employer_address),
  ...row('Date', formatDay(facts.issued_on)),
]

const employerOf = (facts: FormFacts): Section => ({ heading: 'Employer', rows: employerRows(facts) })

const certified = (facts: FormFacts, box: string): Section => ({
  heading: `${box} Employer: the details above are correct`,
  rows: employerRows(facts),
})

/** Totals to date are of a cumulative code alone; they hold earlier employments of the year. */
function leaving({ leave_date, has_loan, tax_code, period, previous, told }: FormFacts): Section {
  const [code = '', basis] = tax_code.split(' ')
  return {
    heading: 'Leaving',
    rows: [
      ...row('4 Leaving date', leave_date === null ? null : formatDay(leave_date)),
      ...row('5 Student loan deductions to continue', has_loan ? 'Y' : null),
      ...row('6 Tax code at leaving date', code),
      ...(basis === undefined
        ? [
            ...row(`7 ${period?.unit ?? 'Week'} number`, period === null ? null : String(period.number)),
            ...row('7 Total pay to date', pounds(previous.pay + told.taxable)),
            ...row('7 Total tax to date', pounds(previous.tax + told.tax)),
          ]
        : row('6 Week 1 or month 1 applies', 'X')),
    ],
  }
}

/** Tax that was paid back has the letter R. */
const taxText = (pence: Pence): string => (pence < 0 ? `${pounds(-pence)} R` : pounds(pence))

/** Loans are whole pounds, as they were deducted. */
const wholeText = (pence: Pence): string => pounds(pence).replace(/\.00$/, '')

const about_p60 =
  'This form shows your total pay for Income Tax purposes in this employment for the year. Overtime, bonus, commission, Statutory Sick Pay, Statutory Maternity Pay and other statutory pay are included. Please keep this certificate in a safe place: you will need it for a tax return, to claim tax credits or Universal Credit, to check that your employer uses your right National Insurance number and deducts the right rate, and for other purposes such as a mortgage. You can also check your tax record at www.gov.uk/personal-tax-account. By law you must tell HM Revenue and Customs about any income that is not fully taxed, even if you are not sent a tax return.'

function p60Part(facts: FormFacts): FormPage['parts'][number] {
  const { previous, told, tax_code } = facts
  const loans = [
    ...row('Student loan deductions', told.student_loan === 0 ? null : wholeText(told.student_loan)),
    ...row(
      'Postgraduate loan deductions',
      told.postgraduate_loan === 0 ? null : wholeText(told.postgraduate_loan),
    ),
  ]
  const statutory = reported_pay.flatMap((kind) =>
    row(statutory_names[kind], told.statutory[kind] === 0 ? null : pounds(told.statutory[kind])),
  )
  return {
    title: 'To the employee',
    note: about_p60,
    sections: [
      {
        heading: 'Employee’s details',
        rows: [
          ...row('Surname', facts.last_name),
          ...row('Forenames or initials', facts.first_name),
          ...row('National Insurance number', facts.ni_number),
          ...row('Works number or payroll number', facts.payroll_id),
        ],
      },
      {
        heading: 'Pay and Income Tax',
        rows: [
          ...row('Pay in previous employment', pounds(previous.pay)),
          ...row('Tax deducted in previous employment', taxText(previous.tax)),
          ...row('Pay in this employment', pounds(told.taxable)),
          ...row('Tax deducted in this employment', taxText(told.tax)),
          ...row('Total pay for the year', pounds(previous.pay + told.taxable)),
          ...row('Total tax for the year', taxText(previous.tax + told.tax)),
          ...row('Final tax code', tax_code),
        ],
      },
      ...(statutory.length === 0
        ? []
        : [{ heading: 'Statutory payments included in the pay in this employment', rows: statutory }]),
      ...(loans.length === 0 ? [] : [{ heading: 'Other details', rows: loans }]),
      {
        heading: 'Your employer',
        rows: [...row('Employer PAYE reference', facts.employer_reference), ...employerRows(facts)],
      },
    ],
    table: {
      heads: [
        'NI letter',
        '1a At the Lower Earnings Limit',
        '1b Above it, to the Primary Threshold',
        '1c Above it, to the Upper Earnings Limit',
        '1d Employee’s contributions',
      ],
      rows: [...told.ni.values()].map(({ letter, bands, employee }) => {
        const { at_lel, lel_pt, pt_uel } = reportedBands(letter, bands)
        return [letter, pounds(at_lel), pounds(lel_pt), pounds(pt_uel), pounds(employee)]
      }),
    },
  }
}
