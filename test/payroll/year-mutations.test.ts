/** Each constant of a tax year's file, changed by one unit, changes a figure that is published. */
import { expect, test } from 'vitest'
import { pensionStatus } from '#business/payroll/employment/pension-status.rules.ts'
import { attachmentOrders, deductionLimit, type Order } from '#business/payroll/engine/attachment.rules.ts'
import { attachmentLines } from '#business/payroll/engine/attachment-lines.rules.ts'
import { calculate } from '#business/payroll/engine/calculate.rules.ts'
import { incomeTax } from '#business/payroll/engine/income-tax.rules.ts'
import {
  directorThresholds,
  nationalInsurance,
  periodThresholds,
} from '#business/payroll/engine/national-insurance.rules.ts'
import { pensionContributions } from '#business/payroll/engine/pension.rules.ts'
import {
  recoveryOf,
  statutoryShares,
  weeklyParentalPay,
  weeklySickPay,
} from '#business/payroll/engine/statutory-pay.rules.ts'
import { loanRepayment } from '#business/payroll/engine/student-loan.rules.ts'
import { readTaxCode } from '#business/payroll/engine/tax-code.rules.ts'
import { LOAN_PLANS, NI_LETTERS, type TaxYear } from '#business/payroll/engine/tax-year.rules.ts'
import { percentFaults } from '#business/payroll/pension/membership.rules.ts'
import { TAX_YEARS } from '#business/payroll/years/tax-years.rules.ts'
import { addDays, day } from '#kernel/day.ts'
import { formatRate, percent } from '#kernel/rate.ts'
import { letters, type Published, published } from './published-figures.ts'
import { pay, run, worker } from './sample-worker.ts'

const frequencies = ['week', 'fortnight', 'four_week', 'month'] as const
const weeks_of = { week: 1, fortnight: 2, four_week: 4, month: null } as const

/** A figure of the engine, and the published one. */
type Probe = readonly [what: string, computed: unknown, published: unknown]

/** §2.1: month 12 has the bands of the whole year. */
function taxProbes(year: TaxYear, { bands, most_percent }: Published): Probe[] {
  const of = (text: string, pounds: number, before = pounds) => {
    const code = readTaxCode(text, year)
    if ('message' in code) return code.message
    const period = { code, frequency: 'month', period: 12 } as const
    return incomeTax(year, {
      ...period,
      pay: 0,
      pay_before: before * 100,
      tax_before: 0,
      cash_pay: pounds * 1_000,
    }).tax
  }
  const regimes = ['uk', 'C', 'S'] as const
  return [
    ...regimes.flatMap((regime) => {
      const prefix = regime === 'uk' ? '' : regime
      let [from, below] = [0, 0]
      const steps = bands[regime].flatMap(([up_to, rate], at): Probe[] => {
        const upper = up_to ?? from + 10_000
        const taxOf = (pounds: number) => below + (pounds - from) * rate
        const probes = [upper - 1, upper].map(
          (pounds): Probe => [`${regime} ${pounds}`, of(`${prefix}0T`, pounds), taxOf(pounds)],
        )
        const basic = regime === 'S' ? 1 : 0
        const name = at < basic ? null : at === basic ? 'BR' : `D${at - basic - 1}`
        below = taxOf(upper)
        from = upper
        return name === null
          ? probes
          : [...probes, [`${prefix}${name}`, of(`${prefix}${name}`, 1_000), 1_000 * rate]]
      })
      return steps
    }),
    [
      'half of the pay',
      incomeTax(year, {
        code: worker.code,
        frequency: 'week',
        period: 1,
        pay: 10_000,
        pay_before: 1_000_000,
        tax_before: 0,
      }).tax,
      100 * most_percent,
    ],
  ]
}

/** §2.4, on the annual thresholds of directors. */
function niProbes(year: TaxYear, { thresholds, lower_limit }: Published): Probe[] {
  const annual = directorThresholds(year)
  const pounds = (amount: number) => amount * 100
  return [
    ...(['secondary', 'primary', 'freeport', 'upper_limit'] as const).map(
      (name): Probe => [name, annual[name], pounds(thresholds[name])],
    ),
    ['lower limit of a year', annual.lower_limit, pounds(lower_limit.year)],
    ...frequencies.map(
      (frequency): Probe => [
        `lower limit, ${frequency}`,
        periodThresholds(year, frequency).lower_limit,
        pounds(frequency === 'month' ? lower_limit.month : lower_limit.week * (weeks_of[frequency] ?? 1)),
      ],
    ),
    ...NI_LETTERS.map((letter): Probe => {
      const [main, above, low, middle, high] = letters[letter]
      const { secondary, primary, freeport, upper_limit } = thresholds
      const { employee, employer } = nationalInsurance(year, letter, pounds(60_270), annual)
      return [
        `letter ${letter}`,
        [employee, employer],
        [
          Math.round((upper_limit - primary) * main + 10_000 * above),
          Math.round((freeport - secondary) * low + (upper_limit - freeport) * middle + 10_000 * high),
        ],
      ]
    }),
    // Every band of its own: a sum hides a shift from one to another.
    ...NI_LETTERS.flatMap((letter): Probe[] => {
      const [main, , low, middle] = letters[letter]
      const at = (amount: number) => nationalInsurance(year, letter, pounds(amount), annual)
      return [
        [
          `letter ${letter}, to the upper limit`,
          at(thresholds.upper_limit).employee,
          Math.round((thresholds.upper_limit - thresholds.primary) * main),
        ],
        [
          `letter ${letter}, to the freeport limit`,
          at(thresholds.freeport).employer,
          (thresholds.freeport - thresholds.secondary) * low,
        ],
        [
          `letter ${letter}, above it`,
          at(thresholds.upper_limit).employer - at(thresholds.freeport).employer,
          (thresholds.upper_limit - thresholds.freeport) * middle,
        ],
      ]
    }),
  ]
}

/** §2.6: thresholds of a month and the percentage above. */
const loanProbes = (year: TaxYear, { loans }: Published): Probe[] =>
  LOAN_PLANS.map((plan): Probe => {
    const annual = loans[plan]
    const rate = plan === 'postgraduate' ? 6 : 9
    const found = loanRepayment(year, plan, 1_000_000, 'month')
    const threshold = annual === null ? 0 : Math.floor((annual * 100) / 12)
    const due = Math.floor(((1_000_000 - threshold) * rate) / 10_000) * 100
    return [plan, found, annual === null ? null : { threshold, percent: rate, due }]
  })

/** §2.7 */
function pensionProbes(year: TaxYear, { pension, least_percent: [total, employer] }: Published): Probe[] {
  const terms = {
    relief: 'net_pay',
    basis: 'qualifying',
    employee_percent: percent('5'),
    employer_percent: percent('3'),
  } as const
  const faults = (of: number, all: number) =>
    Object.keys(
      percentFaults(year, {
        basis: 'qualifying',
        employee_percent: percent(String(all - of)),
        employer_percent: percent(String(of)),
      }),
    )
  return [
    ...frequencies.flatMap((frequency): Probe[] => {
      const [lower, upper, trigger] = pension[frequency]
      const counted = (pounds: number) =>
        pensionContributions(year, terms, { pensionable: pounds * 100, basic: pounds * 100 }, frequency)
          .counted
      const status = (pounds: number) =>
        pensionStatus(year, {
          born: day('1990-01-01'),
          pay_day: day('2025-06-06'),
          pay: pounds * 100,
          frequency,
        }).status
      return [
        [
          `qualifying earnings, ${frequency}`,
          [counted(lower + 1), counted(upper + 1)],
          [100, (upper - lower) * 100],
        ],
        [`trigger, ${frequency}`, [status(trigger - 1), status(trigger)], ['non_eligible', 'eligible']],
      ]
    }),
    [
      'least percentages',
      [faults(employer, total), faults(employer - 1, total), faults(employer, total - 1)],
      [[], ['employer_percent'], ['employee_percent']],
    ],
  ]
}

const order = (change: Partial<Order>): Order => ({
  ...{ id: 'o', kind: 'dea', order_date: day('2024-01-01'), rate: 'standard', amount: null },
  ...{ protected_earnings: null, debt_left: null, charges_admin_fee: true, ...change },
})

/** Attachment orders (payroll-run): at the end of each step, and a pound above the last one. */
function attachmentProbes(year: TaxYear, { dea, council_tax, admin_fee, kept_percent }: Published): Probe[] {
  const take = (
    kind: 'dea' | 'council_tax',
    rate: Order['rate'],
    frequency: 'week' | 'month',
    pounds: number,
  ) =>
    attachmentOrders(year, [order({ kind, rate })], { earnings: pounds * 100, loans: 0, frequency })[0]
      ?.wanted
  const steps = (['week', 'month'] as const).flatMap((frequency) => [
    ...(['standard', 'higher'] as const).flatMap((rate) =>
      dea[rate].map((of, at): Probe => {
        const pounds = dea[frequency][at] ?? (dea[frequency].at(-1) ?? 0) + 100
        return [`${rate} ${frequency} ${pounds}`, take('dea', rate, frequency, pounds), pounds * of]
      }),
    ),
    ...(['standard', 'higher'] as const).flatMap((rate) =>
      dea[frequency].map(
        (pounds, at): Probe => [
          `${rate} ${frequency} above ${pounds}`,
          take('dea', rate, frequency, pounds + 1),
          (pounds + 1) * (dea[rate][at + 1] ?? 0),
        ],
      ),
    ),
    ...council_tax[frequency].flatMap((pounds, at): Probe[] => [
      [
        `council tax ${frequency} ${pounds}`,
        take('council_tax', 'table', frequency, pounds),
        pounds * (council_tax.percent[at] ?? 0),
      ],
      at + 1 < council_tax[frequency].length
        ? [
            `council tax ${frequency} above ${pounds}`,
            take('council_tax', 'table', frequency, pounds + 1),
            (pounds + 1) * (council_tax.percent[at + 1] ?? 0),
          ]
        : [
            `council tax ${frequency} above ${pounds}`,
            take('council_tax', 'table', frequency, pounds + 100),
            pounds * 17 + 100 * 50,
          ],
    ]),
  ])
  const { lines } = attachmentLines(year, [order({ amount: 1_000 })], {
    elements: [pay(500)],
    lines: [],
    frequency: 'week',
    already_paid: [],
  })
  return [
    ...steps,
    ['most of net earnings', deductionLimit(year, 10_000), (100 - kept_percent) * 100],
    ['fee', lines.find(({ element }) => element === 'admin_fee')?.amount, admin_fee],
  ]
}

/** §2.9 */
function statutoryProbes(
  year: TaxYear,
  { sick, parental, recovered: [standard, small] }: Published,
): Probe[] {
  const monday = day('2025-06-02')
  const days = (last: number) =>
    statutoryShares(
      {
        kind: 'ssp',
        first_day: monday,
        last_day: addDays(monday, last),
        weekly_earnings: 100_000,
        qualifying_days: [1, 2, 3, 4, 5],
      },
      { linked: [], from: monday, to: addDays(monday, last) },
      () => year,
    ).reduce((sum, one) => sum + one.days, 0)
  return [
    [
      'sick pay',
      [weeklySickPay(year, 10_000), weeklySickPay(year, 100_000)],
      [sick.percent === null ? sick.weekly : sick.percent * 100, sick.weekly],
    ],
    ['waiting days', days(4), 5 - sick.waiting],
    [
      'pay of parents',
      [weeklyParentalPay(year, 'spp', 10_000, 1), weeklyParentalPay(year, 'spp', 100_000, 1)],
      [parental.percent * 100, parental.weekly],
    ],
    ['recovered', recoveryOf(year, 'smp', 100_000, false), { recovered: standard * 1_000, compensation: 0 }],
    [
      'of a small employer',
      recoveryOf(year, 'smp', 100_000, true),
      { recovered: 100_000, compensation: Math.round((small - 100) * 1_000) },
    ],
  ]
}

/** §2.5, and the rates that other tables of the product read. */
function employerProbes(
  year: TaxYear,
  { levy: [thousandths, allowance], employment_allowance, minimum_wage }: Published,
): Probe[] {
  const of_year = { ...run(1, [pay(1_000)]), pay_day: year.last_day }
  const { adult, from_18, younger, apprentice } = year.minimum_wage
  return [
    ['levy', calculate(year, { ...worker, charges_levy: true }, of_year).employer.levy, thousandths * 100],
    ['levy allowance', year.levy.allowance, allowance],
    ['employment allowance', year.employment_allowance, employment_allowance],
    [
      'minimum wage',
      [adult, from_18, younger, apprentice].map((one) => Number(formatRate(one))),
      minimum_wage,
    ],
  ]
}

/** The names of published figures that a year does not give. */
function missed(year: TaxYear, figures: Published): string[] {
  const probes = [
    taxProbes,
    niProbes,
    loanProbes,
    pensionProbes,
    attachmentProbes,
    statutoryProbes,
    employerProbes,
  ]
  return probes
    .flatMap((probe) => probe(year, figures))
    .filter(([, computed, expected]) => JSON.stringify(computed) !== JSON.stringify(expected))
    .map(([what]) => what)
}

type Path = readonly string[]

/** Every number in the data of a year. */
function constantsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => constantsOf(inner, [...path, key]))
}

const constantAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((of, key) => (of as Record<string, unknown>)[key], value) // The path leads to a number.

/** A copy with one number changed. */
function withChange<T>(value: T, [key, ...rest]: Path, by: number): T {
  if (key === undefined) return ((value as number) + by) as T // The path ends at a number.
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  copy[key] = withChange(copy[key], rest, by)
  return copy as T // Of the same form.
}

test.each(TAX_YEARS.map((year) => [year.name, year] as const))(
  '%s has the published figures',
  (name, year) => {
    expect(missed(year, published[name as keyof typeof published])).toEqual([])
  },
)

test.each(TAX_YEARS.map((year) => [year.name, year] as const))(
  '%s: a change of any constant is found',
  (name, year) => {
    const figures = published[name as keyof typeof published]
    const constants = constantsOf(year)
    expect(constants.length).toBeGreaterThan(200)
    const unseen = constants.flatMap((path) =>
      // No constant is below nothing.
      (constantAt(year, path) === 0 ? [1] : [1, -1])
        .filter((by) => missed(withChange(year, path, by), figures).length === 0)
        .map((by) => `${path.join('.')} ${by}`),
    )
    expect(unseen).toEqual([])
  },
)
