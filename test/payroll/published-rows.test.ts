/** HMRC's own test rows, to the penny, and the directors' scenarios of its sheet. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { computeRows, type RowResult } from '#business/payroll/years/published-rows.rules.ts'

const rowsOf = (name: string): unknown[] => {
  const file = new URL(`../fixtures/payroll/${name}_test_data_2025-2026.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as unknown[] // HMRC's list.
}
const faults = (rows: readonly unknown[]): readonly RowResult[] =>
  computeRows(rows).filter(({ is_exact }) => !is_exact)

test.each([
  ['income_tax', 168],
  ['national_insurance', 896],
])('published rows of %s: all %i are exact', (name, count) => {
  const rows = rowsOf(name)
  expect(rows).toHaveLength(count)
  expect(faults(rows)).toEqual([])
})

const director = (scenario: string, period: number, row: object) => ({
  TestIdentifier: `Directors/${scenario}/${period}`,
  TaxYearEnding: 'Apr5_2026',
  RelatesTo: 'Director',
  PayFrequency: 'Weekly',
  Period: period,
  GrossPay: 1000,
  NiCategory: 'A',
  StatusMethod: 'AlternativeMethod',
  ...row,
})

describe('directors', () => {
  test('alternative method: as an employee, and once on the whole year in week 52', () => {
    const weeks = Array.from({ length: 51 }, (_, index) =>
      director('1', index + 1, {
        EmployeeNiContribution: 58.66,
        EmployerNiContribution: 135.6,
        EarningsLELtoPT_YTD: 117 * (index + 1),
        GrossPayYtd: 1000 * (index + 1),
      }),
    )
    const last = director('1', 52, {
      EmployeeNiContribution: 58.94,
      EmployerNiContribution: 134.4,
      EarningsAtLEL_YTD: 6500,
      EarningsLELtoPT_YTD: 6084,
      EarningsPTtoUEL_YTD: 37700,
      TotalEmployerContributions_YTD: 7050,
      EmployeeNiContributionYtd: 3050.6,
      GrossPayYtd: 52000,
    })
    expect(faults([...weeks, last])).toEqual([])
  })

  test('alternative method, appointed in week 5: 48 weeks of the thresholds, up to the next pound', () => {
    const paid = (period: number) =>
      director('2', period, {
        NiCategory: 'M',
        ProRataFactor: 0.923077,
        EmployeeNiContribution: period < 52 ? 58.66 : 58.9,
        EmployerNiContribution: period < 52 ? 4.95 : 6.75,
      })
    const before = [1, 2, 3, 4].map((period) => director('2', period, { NiCategory: 'M', GrossPay: 0 }))
    const weeks = Array.from({ length: 48 }, (_, index) => paid(index + 5))
    expect(faults([...before, ...weeks])).toEqual([])
  })

  test.each([
    ['3', 52_000, 'A', undefined, 3050.6, 7050, 6500, 6070, 37700],
    ['4', 48_000, 'M', 0.923077, 2815.92, 239.4, 6000, 5604, 34800],
  ])(
    'annual method, scenario %s',
    (scenario, pay, letter, factor, employee, employer, lel, to_pt, to_uel) => {
      const row = director(scenario, 52, {
        PayFrequency: 'Annually',
        GrossPay: pay,
        NiCategory: letter,
        ProRataFactor: factor,
        StatusMethod: 'StandardAnnualisedEarningsMethod',
        EmployeeNiContribution: employee,
        EmployerNiContribution: employer,
        TotalNiContribution: employee + employer,
        EarningsAtLEL_YTD: lel,
        EarningsLELtoPT_YTD: to_pt,
        EarningsPTtoUEL_YTD: to_uel,
        GrossPayYtd: pay,
      })
      expect(faults([row])).toEqual([])
    },
  )

  test('annual method by months: nothing until the year’s threshold is passed', () => {
    const employee = [0, 0, 0, 0, 194.4, 240]
    const employer = [0, 150, 450, 450, 450, 450]
    const months = employee.map((amount, index) =>
      director('months', index + 1, {
        TaxYearEnding: 'Apr5_2027',
        PayFrequency: 'Monthly',
        GrossPay: 3000,
        StatusMethod: 'StandardAnnualisedEarningsMethod',
        EmployeeNiContribution: amount,
        EmployerNiContribution: employer[index],
      }),
    )
    expect(faults(months)).toEqual([])
  })
})

describe('a director whose letter changes', () => {
  const month = (method: string, period: number, row: object) =>
    director(`letters ${method}`, period, {
      TaxYearEnding: 'Apr5_2027',
      PayFrequency: 'Monthly',
      GrossPay: 3000,
      NiCategory: period <= 6 ? 'A' : 'C',
      StatusMethod: method,
      ...row,
    })

  test('alternative method: month 12 settles each letter for the year', () => {
    const months = Array.from({ length: 11 }, (_, index) =>
      month('AlternativeMethod', index + 1, {
        EmployeeNiContribution: index < 6 ? 156.16 : 0,
        EmployerNiContribution: 387.45,
        GrossPayYtd: 3000 * (index + 1),
      }),
    )
    // Under A: 8 % of 5,430.00 is 434.40, of 936.96 deducted. Employer: 15 % of 31,000.00, of 11 times 387.45.
    const last = month('AlternativeMethod', 12, {
      EmployeeNiContribution: -502.56,
      EmployerNiContribution: 388.05,
      EmployeeNiContributionYtd: 434.4,
      EmployerNiContributionYtd: 4650,
    })
    expect(faults([...months, last])).toEqual([])
  })

  test('annual method: the second letter begins above the pay of the first', () => {
    const figures = [
      { GrossPay: 20_000, NiCategory: 'A', EmployeeNiContribution: 594.4, EmployerNiContribution: 2250 },
      { GrossPay: 1000, NiCategory: 'C', EmployeeNiContribution: 0, EmployerNiContribution: 150 },
    ]
    const rows = figures.map((row, at) => month('StandardAnnualisedEarningsMethod', at + 1, row))
    expect(faults(rows)).toEqual([])
  })
})

describe('rows', () => {
  const ni = {
    TestIdentifier: 'Made/ni/1',
    TaxYearEnding: 'Apr5_2027',
    RelatesTo: 'Employee',
    GrossPay: 1200,
    NiCategory: 'A',
  }

  const week = (period: number, row: object) => ({
    TestIdentifier: `Made/scenario/${period}`,
    TaxYearEnding: 'Apr5_2027',
    PayFrequency: 'Weekly',
    Period: period,
    GrossPay: 600,
    TaxCode: '1257L',
    ...row,
  })

  test('a wrong figure is named with the computed one and the working', () => {
    const [fault] = faults([week(1, { TaxDueInPeriod: 71.61 })])
    expect(fault?.differences).toEqual([{ field: 'TaxDueInPeriod', expected: 7161, computed: 7160 }])
    expect(fault?.working).toEqual([
      'Tax code 1257L, week 1: £600.00 to date less £241.92 free pay leaves £358; 20 % is £71.60',
    ])
  })

  test('a row in the middle of a scenario starts from its own figures to date', () => {
    const alone = week(21, {
      TaxablePayToDate: 12_600,
      TaxDueInPeriod: 71.6,
      TaxDueToDate: 1503.8,
    })
    expect(faults([alone])).toEqual([])
  })

  test('a week 1 row inside a scenario keeps the tax of the year', () => {
    const weeks = [1, 2, 3, 4, 5].map((period) =>
      week(period, {
        W1M1Flag: period === 4 ? 'WM1' : false,
        TaxDueInPeriod: [71.6, 71.6, 71.6, 71.6, 71.6][period - 1],
      }),
    )
    expect(faults(weeks)).toEqual([])
  })

  test('a director’s row in the middle of a scenario takes its bands to date from itself', () => {
    const row = director('middle', 40, {
      GrossPayYtd: 40_000,
      EmployeeNiContribution: 58.66,
      EmployeeNiContributionYtd: 2346.4,
      EmployerNiContribution: 135.6,
      EmployerNiContributionYtd: 5424,
      EarningsAtLEL_YTD: 5000,
      EarningsLELtoPT_YTD: 4680,
      EarningsPTtoUEL_YTD: 29_000,
      StatusMethod: 'ALT',
    })
    expect(faults([row])).toEqual([])
  })

  test.each([
    ['tax to date', { TaxDueInPeriod: 71.6, TaxablePayToDate: 1200 }],
    ['tax in the period', { TaxDueToDate: 143.2, TaxablePayToDate: 1200 }],
  ])('a row in the middle of a scenario without %s: earlier pay was taxed in full', (_, row) => {
    expect(faults([week(2, row)])).toEqual([])
  })

  test('a director’s row in the middle of a scenario without contributions to date: earlier pay bore its own', () => {
    const row = director('without', 40, {
      GrossPayYtd: 40_000,
      StatusMethod: 'StandardAnnualisedEarningsMethod',
      EmployeeNiContribution: 80,
      EmployerNiContribution: 150,
      EarningsAtLEL_YTD: 6500,
      EarningsPTtoUEL_YTD: 27_430,
    })
    expect(faults([row])).toEqual([])
    const totals = { TotalEmployeeContributions_YTD: 2194.4, TotalEmployerContributions_YTD: 5250 }
    expect(faults([{ ...row, ...totals }])).toEqual([])
    expect(faults([{ ...row, EmployeeNiContribution: undefined, ...totals }])).toEqual([])
  })

  test('tax to date of a week 1 row without pay to date is of its period, or of the year', () => {
    const first = week(1, { TaxDueInPeriod: 71.6 })
    const second = (TaxDueToDate: number) => week(2, { W1M1Flag: true, TaxDueInPeriod: 71.6, TaxDueToDate })
    expect(faults([first, second(71.6)])).toEqual([])
    expect(faults([first, second(143.2)])).toEqual([])
    expect(faults([first, second(143.3)])).toHaveLength(1)
  })

  test.each([
    ['of its period', 600, 71.6],
    ['of the year', 1200, 143.2],
  ])('tax to date of a week 1 row is %s where its pay to date is', (_, TaxablePayToDate, TaxDueToDate) => {
    const second = week(2, { W1M1Flag: true, TaxablePayToDate, TaxDueInPeriod: 71.6, TaxDueToDate })
    expect(faults([week(1, { TaxDueInPeriod: 71.6 }), second])).toEqual([])
    expect(faults([second])).toEqual([])
  })

  test.each([
    ['Weekly', 53, 600, 71.6],
    ['Fortnightly', 27, 1200, 143.2],
    ['Fortnightly', 54, 1200, 143.2],
    ['FourWeekly', 14, 2400, 286.4],
    ['FourWeekly', 56, 2400, 286.4],
  ])('%s pay in period %i is taxed alone', (PayFrequency, period, GrossPay, tax) => {
    const to_date = { TaxablePayToDate: 31_200 + GrossPay, TaxDueToDate: 3724 + tax }
    const last = week(period, { PayFrequency, GrossPay, TaxDueInPeriod: tax })
    expect(faults([{ ...last, ...to_date }])).toEqual([])
    expect(faults([{ ...last, TaxablePayToDate: GrossPay, TaxDueToDate: tax }])).toEqual([])
  })

  test.each([
    ['Quarterly', '1257L', 6000, [571, 571]],
    ['BiAnnually', 'S1257L', 20_000, [2774.48, 2774.49]],
    ['Annually', 'K499', 15_685.97, [4137]],
  ])('%s pay is taxed by the tables of its last month', (PayFrequency, TaxCode, GrossPay, taxes) => {
    const rows = taxes.map((tax, at) =>
      week(at + 1, { PayFrequency, TaxCode, GrossPay, TaxDueInPeriod: tax }),
    )
    expect(faults(rows)).toEqual([])
  })

  test.each([
    ['Quarterly', 13_000, 762.64, 1762.5, 1677, 1466, 9425],
    ['BiAnnually', 26_000, 1525.3, 3525, 3354, 2931, 18_850],
    ['Annually', 52_000, 3050.6, 7050, 6708, 5862, 37_700],
  ])(
    '%s pay has thresholds up to the next pound',
    (PayFrequency, GrossPay, employee, employer, lel, to_pt, to_uel) => {
      const row = {
        ...ni,
        PayFrequency,
        GrossPay,
        EmployeeNiContribution: employee,
        EmployerNiContribution: employer,
        EarningsAtLEL_YTD: lel,
        EarningsLELtoPT_YTD: to_pt,
        EarningsPTtoUEL_YTD: to_uel,
      }
      expect(faults([row])).toEqual([])
    },
  )

  test('a director paid by the quarter settles a change of letter with the last quarter', () => {
    const quarter = (period: number, NiCategory: string, row: object) =>
      director('quarters', period, {
        TaxYearEnding: 'Apr5_2027',
        PayFrequency: 'Quarterly',
        GrossPay: 9000,
        NiCategory,
        ...row,
      })
    const paid = { EmployeeNiContribution: 468.56, EmployerNiContribution: 1162.5 }
    const rows = [
      quarter(1, 'A', paid),
      quarter(2, 'A', paid),
      quarter(3, 'C', { EmployeeNiContribution: 0, EmployerNiContribution: 1162.5 }),
      // Under A: 8 % of 5,430.00 is 434.40, of 937.12 deducted. Employer: 15 % of 31,000.00, of 3 times 1,162.50.
      quarter(4, 'C', {
        EmployeeNiContribution: -502.72,
        EmployerNiContribution: 1162.5,
        EarningsAtLEL_YTD: 4 * 1677,
        EarningsPTtoUEL_YTD: 4 * 5857,
        EmployeeNiContributionYtd: 434.4,
        EmployerNiContributionYtd: 4650,
      }),
    ]
    expect(faults(rows)).toEqual([])
  })

  test('numbers may be text, period 0 is 1, and a flag may be a word', () => {
    const row = week(0, { GrossPay: '600.00', W1M1Flag: 'true', TaxDueInPeriod: '71.6', TaxDueToDate: 71.6 })
    expect(faults([row])).toEqual([])
  })

  test.each([
    [
      'names in small letters',
      Object.fromEntries(
        Object.entries(week(1, { TaxDueInPeriod: 71.6 })).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    ],
    [
      'words in other letters',
      week(1, {
        PayFrequency: 'WEEKLY',
        TaxCode: ' 1257l ',
        TaxYearEnding: 'APR5_2027',
        TaxDueInPeriod: 71.6,
      }),
    ],
    ['only the year', week(1, { TaxYearEnding: 2027, TaxDueInPeriod: 71.6 })],
    [
      'empty cells',
      week(1, {
        RelatesTo: '',
        W1M1Flag: '',
        NiCategory: '',
        TaxDueToDate: '',
        TaxDueInPeriod: 71.6,
        Period: null,
      }),
    ],
    ['amounts with signs and commas', week(1, { GrossPay: '£1,600.00', TaxDueInPeriod: ' 398.20 ' })],
    [
      'exponents and noise',
      week(1, { GrossPay: '6e2', TaxablePayToDate: 600.0000000001, TaxDueInPeriod: 71.6 }),
    ],
    ['a flag that is a word', week(40, { W1M1Flag: 'Noncum', TaxDueInPeriod: 71.6 })],
    [
      'two weeks in digits',
      { ...ni, PayFrequency: '2-weekly', EmployeeNiContribution: 57.28, EmployerNiContribution: 151.05 },
    ],
    [
      'four weeks',
      {
        ...ni,
        GrossPay: 2400,
        PayFrequency: '4 weekly',
        EmployeeNiContribution: 114.64,
        EmployerNiContribution: 302.25,
      },
    ],
    [
      'a director computed as an employee',
      {
        ...ni,
        RelatesTo: 'Director',
        StatusMethod: 'EMP',
        PayFrequency: 'Fortnightly',
        EmployeeNiContribution: 57.28,
      },
    ],
    [
      'a director by letters of another case',
      {
        ...ni,
        RelatesTo: 'DIRECTOR',
        StatusMethod: 'standardannualisedearningsmethod',
        PayFrequency: 'Monthly',
        EmployeeNiContribution: 0,
        GrossPayYtd: '1,200',
      },
    ],
  ])('%s are read', (_, row) => {
    expect(faults([row])).toEqual([])
  })

  test('rows of a scenario follow each other by period, in any order of the file', () => {
    const month = (period: number | string, due: number) => ({
      TestIdentifier: `mixed/${period}`,
      TaxYearEnding: 'Apr5_2027',
      PayFrequency: 'Monthly',
      GrossPay: 2000,
      TaxCode: '1257L',
      Period: period,
      TaxDueInPeriod: due,
    })
    const [first, second, third] = [month(1, 190.2), month('Month 2', 190.4), month('M3', 190.4)]
    expect(faults([third, first, second])).toEqual([])
    // Of two years the second begins again.
    const other = { ...first, TaxYearEnding: '2025-26' }
    expect(faults([other, second, first])).toEqual([])
  })

  test.each(['Apr5_2027', '2027', 2027, '2027-04-05', '5 April 2027', '2026-27', '2026/27', '2026-2027'])(
    'the tax year is read as %s',
    (TaxYearEnding) => {
      // 129.00 is the lower limit of 2026-27 alone.
      const row = { TaxYearEnding, PayFrequency: 'Weekly', GrossPay: 129, NiCategory: 'A' }
      expect(faults([{ ...row, EarningsAtLEL_YTD: 129 }])).toEqual([])
    },
  )

  test('a row that cannot be read is named by itself, and the rows after it are computed', () => {
    const rows = [
      week(1, { GrossPay: 'six hundred' }),
      null,
      week(2, { TaxDueInPeriod: 71.6, TaxDueToDate: 143.2, TaxablePayToDate: 1200 }),
    ]
    expect(computeRows(rows).map(({ name, is_exact }) => [name, is_exact])).toEqual([
      ['Made/scenario/1', false],
      ['row 2', false],
      ['Made/scenario/2', true],
    ])
    expect(computeRows([])).toEqual([])
  })

  test.each([
    ['a year without rates', { TaxYearEnding: 'Apr5_2031' }, 'There are no rates for Apr5_2031'],
    [
      'pay by the day',
      { PayFrequency: 'Daily' },
      '✖ PayFrequency is Weekly, Fortnightly, FourWeekly, Monthly, Quarterly, BiAnnually or Annually, not Daily\n  → at PayFrequency',
    ],
    [
      'a word that every object has',
      { PayFrequency: 'constructor' },
      '✖ PayFrequency is Weekly, Fortnightly, FourWeekly, Monthly, Quarterly, BiAnnually or Annually, not constructor\n  → at PayFrequency',
    ],
    [
      'such a word as a flag',
      { W1M1Flag: 'constructor' },
      '✖ W1M1Flag is true or false, not constructor\n  → at W1M1Flag',
    ],
    ['a month 13', { PayFrequency: 'Monthly', Period: 13 }, 'Period 13 is after the last one of the year'],
    [
      'a fifth quarter',
      { PayFrequency: 'Quarterly', Period: 5 },
      'Period 5 is after the last one of the year',
    ],
    ['no pay', { GrossPay: null }, '✖ It is missing, or of another kind\n  → at GrossPay'],
    ['an unknown flag', { W1M1Flag: 'perhaps' }, '✖ W1M1Flag is true or false, not perhaps\n  → at W1M1Flag'],
    ['no code and no letter', { TaxCode: null }, 'The row has no TaxCode and no NiCategory'],
    ['a code without a letter', { TaxCode: '1257' }, '1257: A tax code ends in a letter, such as 1257L'],
    [
      'a factor of more than the year',
      { ProRataFactor: 2 },
      '✖ ProRataFactor is above 0, and at most 1\n  → at ProRataFactor',
    ],
    [
      'a method that HMRC has not',
      { StatusMethod: 'Monthly' },
      '✖ StatusMethod is AlternativeMethod or StandardAnnualisedEarningsMethod\n  → at StatusMethod',
    ],
  ])('%s is not exact', (_, row, sentence) => {
    expect(faults([week(1, row)])[0]?.working).toEqual([sentence])
  })

  test('a row whose figures have unknown names is not exact: nothing of it is compared', () => {
    const [fault] = faults([week(1, { TaxDue: 71.6, More: true })])
    expect(fault?.working[0]).toBe('The row states no figure to compare')
    expect(faults([week(1, { TaxDueInPeriod: 71.6, More: true })])).toEqual([])
  })

  test('rows without a name are computed each alone', () => {
    const { TestIdentifier, ...row } = week(1, { TaxDueInPeriod: 71.6 })
    expect(TestIdentifier).toBeDefined()
    expect(faults([row, { ...row, Period: 3, TaxDueInPeriod: 0 }])).toEqual([])
  })
})
