/** Figures of payroll.md, and of the pay run, by tax year, written a second time beside the year files. */

type Bands = readonly (readonly [up_to: number | null, percent: number])[]

const uk: Bands = [
  [37_700, 20],
  [125_140, 40],
  [null, 45],
]
const above_basic: Bands = [
  [31_092, 21],
  [62_430, 42],
  [125_140, 45],
  [null, 48],
]
const dea = {
  week: [100, 160, 220, 270, 375, 520],
  month: [430, 690, 950, 1_160, 1_615, 2_240],
  standard: [0, 3, 5, 7, 11, 15, 20],
  higher: [5, 6, 10, 14, 22, 30, 40],
}
const council_tax = {
  week: [75, 135, 185, 225, 355, 505],
  month: [300, 550, 740, 900, 1_420, 2_020],
  percent: [0, 3, 5, 7, 12, 17, 50],
}

/** §2.4: percent of employee up to and above the upper limit; of employer up to freeport, up to and above it. */
export const letters = {
  A: [8, 2, 15, 15, 15],
  B: [1.85, 2, 15, 15, 15],
  C: [0, 0, 15, 15, 15],
  D: [2, 2, 0, 15, 15],
  E: [1.85, 2, 0, 15, 15],
  F: [8, 2, 0, 15, 15],
  H: [8, 2, 0, 0, 15],
  I: [1.85, 2, 0, 15, 15],
  J: [2, 2, 15, 15, 15],
  K: [0, 0, 0, 15, 15],
  L: [2, 2, 0, 15, 15],
  M: [8, 2, 0, 0, 15],
  N: [8, 2, 0, 15, 15],
  S: [0, 0, 0, 15, 15],
  V: [8, 2, 0, 0, 15],
  X: [0, 0, 0, 0, 0],
  Z: [2, 2, 0, 0, 15],
} as const

const of_both = {
  thresholds: { secondary: 5_000, primary: 12_570, freeport: 25_000, upper_limit: 50_270 },
  pension: {
    week: [120, 967, 192],
    fortnight: [240, 1_934, 384],
    four_week: [480, 3_867, 768],
    month: [520, 4_189, 833],
  },
  least_percent: [8, 3],
  ...{ dea, council_tax, admin_fee: 100, kept_percent: 60, most_percent: 50 },
  levy: [5, 15_000],
  employment_allowance: 10_500,
} as const

export const published = {
  '2025-26': {
    ...of_both,
    bands: { uk, C: uk, S: [[2_827, 19], [14_921, 20], ...above_basic] satisfies Bands },
    lower_limit: { week: 125, month: 542, year: 6_500 },
    loans: { plan_1: 26_065, plan_2: 28_470, plan_4: 32_745, plan_5: null, postgraduate: 21_000 },
    sick: { weekly: 118_75, percent: null, waiting: 3 },
    parental: { weekly: 187_18, percent: 90 },
    recovered: [92, 108.5],
    minimum_wage: [12.21, 10, 7.55, 7.55],
  },
  '2026-27': {
    ...of_both,
    bands: { uk, C: uk, S: [[3_967, 19], [16_956, 20], ...above_basic] satisfies Bands },
    lower_limit: { week: 129, month: 559, year: 6_708 },
    loans: { plan_1: 26_900, plan_2: 29_385, plan_4: 33_795, plan_5: 25_000, postgraduate: 21_000 },
    sick: { weekly: 123_25, percent: 80, waiting: 0 },
    parental: { weekly: 194_32, percent: 90 },
    recovered: [92, 109],
    minimum_wage: [12.71, 10.85, 8, 8],
  },
} as const
export type Published = (typeof published)[keyof typeof published]
