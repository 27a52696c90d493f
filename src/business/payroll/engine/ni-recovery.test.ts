/** National Insurance that a correction moves to paid pay days: taken up to the limit, the rest from later pay. */
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { following, pay, run, worker, year } from '#test/payroll/sample-worker.ts'
import { calculate } from './calculate.rules.ts'
import type { Payslip, PeriodPart } from './calculated-payslip.rules.ts'
import { niArrears, niThatWaits } from './ni-recovery.rules.ts'

const weekOf = (week: number) => day(`2026-05-${String(week).padStart(2, '0')}`)

/** Payslips of weeks, each with its pay, and pay of earlier weeks that it corrects. */
function paid(weeks: readonly (readonly [number, Readonly<Record<number, number>>?])[]) {
  let state = worker
  const parts: PeriodPart[] = []
  return weeks.map(([amount, corrects = {}], index): Payslip => {
    const week = index + 1
    const recovers = niThatWaits(parts).map(({ pay_day }) => pay_day)
    const elements = [
      pay(amount),
      ...Object.entries(corrects).map(([of, change]) => pay(change, { for_pay_day: weekOf(Number(of)) })),
    ]
    const slip = calculate(
      year,
      state,
      run(week, elements, { pay_day: weekOf(week), earlier_parts: [...parts], recovers }),
    )
    state = following(state, slip)
    parts.push(...slip.parts)
    return slip
  })
}
const niOf = (slips: readonly Payslip[]) => slips.map(({ deductions }) => deductions.employee_ni)
const waits = (slips: readonly Payslip[]) => niThatWaits(slips.flatMap(({ parts }) => parts))

/** £240.00 a week bears no National Insurance. Of 600.00 it is 28.64, of 1,000.00 58.66. */
const moved = { 1: -240, 2: 240 + 160 }

test('pay that moves to a week above the threshold: at most the NI of this pay is taken besides', () => {
  const slips = paid([[240], [600], [300, { 1: -240, 2: 240 }]])
  // 240.00 more of week 2 is 19.20; 300.00 bears 4.64, so 4.64 is taken besides, and 14.56 waits.
  expect(niOf(slips)).toEqual([0, 2864, 464 + 464])
  expect(waits(slips)).toEqual([{ pay_day: '2026-05-02', amount: 1456 }])
  const why = slips
    .at(-1)
    ?.lines.find(({ for_pay_day, element }) => element === 'employee_ni' && for_pay_day === '2026-05-02')
  expect(why).toMatchObject({
    amount: 464,
    why: 'For 02/05/2026: NI letter A on £840.00: 8 % of £598.00 above £242 is £47.84, of which £28.64 was taken before; £14.56 waits for later pay, as no more is taken besides the £4.64 due on this pay',
  })
})

test('the rest is taken from later pay within the limit of each, until none waits', () => {
  const slips = paid([[240], [600], [300, { 1: -240, 2: 240 }], [240], [300], [600], [600]])
  expect(niOf(slips)).toEqual([0, 2864, 928, 0, 928, 2864 + 992, 2864])
  expect(waits(slips)).toEqual([])
  expect(waits(slips.slice(0, 5))).toEqual([{ pay_day: '2026-05-02', amount: 992 }])
  // The contributions of the whole year are those of the corrected weeks.
  expect(slips.at(-1)?.ni_ytd_by_letter.A?.employee).toBe(4784 + 464 + 464 + 2864 + 2864)
})

test('pay that a correction adds bears its own NI at once', () => {
  const slips = paid([[240], [600], [240, { 2: 160 }]])
  expect(niOf(slips)).toEqual([0, 2864, 1280])
  expect(waits(slips)).toEqual([])
})

test('a later correction that takes the pay back again leaves nothing to wait', () => {
  const slips = paid([[240], [600], [300, { 1: -240, 2: 240 }], [600, { 1: 240, 2: -240 }]])
  expect(waits(slips)).toEqual([])
  expect(slips.at(-1)?.ni_ytd_by_letter.A?.employee).toBe(2864 + 464 + 2864)
})

test('corrections within the limit are taken at once', () => {
  expect(niOf(paid([[240], [600], [600, moved]])).at(-1)).toBe(2864 + 3002)
  const [own] = paid([[600]]).at(-1)?.parts ?? []
  if (own === undefined) throw new Error('a payslip has its own part')
  expect(niArrears(year, own.pay_day, [own])).toEqual({ recovered: 0, due: 2864 })
})
