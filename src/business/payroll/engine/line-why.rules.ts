/** The sentence behind each line of a payslip, from the line's inputs alone, so that a reader can recompute it. */
import { assert } from '#kernel/assert.ts'
import { countText } from '#kernel/count-text.ts'
import { displayMoney, GBP, money } from '#kernel/money.ts'
import type { LineElement, LineInputs } from './calculated-payslip.rules.ts'
import type { Pence } from './whole.rules.ts'

/** The edition of the sentences: raised by a change of their words, so that stored payslips keep theirs. */
export const LINE_WORDS = 2

const pounds = (amount: Pence): string => displayMoney(money(amount, GBP))
/** Thresholds and taxable pay are whole pounds. */
const whole = (amount: Pence): string => pounds(amount).replace(/\.00$/, '')

/** Reads amounts of inputs by name. */
function reader(inputs: LineInputs) {
  const amount = (name: string): Pence => {
    const value = inputs[name]
    assert(typeof value === 'number', `${name} is an amount of the line`)
    return value
  }
  const has = (name: string): boolean => inputs[name] !== undefined && inputs[name] !== 0
  return {
    has,
    amount,
    text: (name: string): string => String(inputs[name] ?? ''),
    money: (name: string): string => pounds(amount(name)),
    whole: (name: string): string => whole(amount(name)),
    /** `, of which £20.64 was taken before`, the most that may be taken, and the part that waits. */
    rest: (): string =>
      `${has('before') ? `, of which ${pounds(amount('before'))} was taken before` : ''}${
        inputs.most === undefined ? '' : `; half of the pay is the most, ${pounds(amount('most'))}`
      }${
        inputs.waits === undefined
          ? ''
          : `; ${pounds(amount('waits'))} waits for later pay, as no more is taken besides the ${pounds(amount('due_now'))} due on this pay`
      }`,
  }
}
type Reader = ReturnType<typeof reader>

function incomeTax(line: Reader): string {
  const outside = line.has('outside') ? `, ${line.money('outside')} of it by ${line.text('source')},` : ''
  const start = `Tax code ${line.text('code')}, ${line.text('when')}: ${line.money('pay')}${line.text('to_date')}${outside}`
  if (line.text('share') === 'no tax')
    return `${start} is free of tax${line.has('before') ? `, so ${line.money('before')} taken before goes back` : ''}`
  const free = line.amount('free_pay')
  const freed =
    free > 0 ? ` less ${pounds(free)} free pay` : free < 0 ? ` and ${pounds(-free)} added pay` : ''
  return `${start}${freed} leaves ${line.whole('taxable')}; ${line.text('share')} is ${line.money('due')}${line.rest()}`
}

function nationalInsurance(line: Reader): string {
  const bands = [1, 2, 3]
    .filter((nth) => line.has(`of_${nth}`))
    .map(
      (nth) =>
        `${line.text(`percent_${nth}`)} of ${line.money(`of_${nth}`)} above ${line.whole(`from_${nth}`)}`,
    )
  const share = bands.length === 0 ? 'nothing is due' : bands.join(' and ')
  const verb = bands.length > 1 ? 'are' : 'is'
  const of_year = line.has('settles') ? ' of the year' : ''
  return `NI letter ${line.text('letter')} on ${line.money('pay')}${of_year}: ${
    bands.length === 0 ? `${share}, ${line.money('due')}` : `${share} ${verb} ${line.money('due')}`
  }${line.rest()}`
}

const loan = (line: Reader): string =>
  `${line.text('plan')}: ${line.text('percent')} of ${line.money('above')} above ${line.money('threshold')}, in whole pounds, is ${line.money('due')}${line.rest()}`

function pension(line: Reader): string {
  if (line.has('refund')) return `Opted out in time: ${line.money('refund')} of contributions goes back`
  const limits = line.has('upper') ? `, the pay from ${line.whole('lower')} to ${line.whole('upper')},` : ''
  const start = `${line.text('percent')} of ${line.money('counted')}${limits} is ${line.money('contribution')}`
  const relief = line.has('relief')
    ? `; ${line.text('relief')} of it is ${line.money('due')}, and the provider adds the tax relief`
    : ''
  return `${start}${relief}${line.rest()}`
}

function attachment(line: Reader): string {
  const shares = [1, 2]
    .filter((nth) => line.has(`of_${nth}`))
    .map((nth) => `${line.text(`percent_${nth}`)} of ${line.money(`of_${nth}`)}`)
  const start = shares.length === 0 ? 'on the order' : `${shares.join(' and ')} of net earnings`
  const asked = `${line.text('kind')}: ${start}, ${line.money('wanted')}`
  const limit = line.has('limit') ? `; ${line.text('limit')}, so ${line.money('due')}` : ''
  return `${asked}${limit}${line.rest()}`
}

/** A line below zero carries an overpayment; the others take back earlier ones. */
function overpayment(line: Reader): string {
  if (line.has('carried'))
    return `Pay less deductions is ${line.money('carried')} below zero; ${line.money('owed')} is owed, and later pay takes it back`
  const plan = line.has('plan')
    ? `; the plan takes ${line.money('plan')} a pay day`
    : line.has('share')
      ? `; the plan takes ${line.text('percent')} of net pay of ${line.money('net')}, ${line.money('share')}`
      : ''
  const limit = line.has('limit') ? `; net pay leaves no more than ${line.money('limit')}` : ''
  const rest = line.has('rest') ? `; ${line.money('rest')} is left` : ''
  return `${line.money('owed')} was overpaid before${plan}${limit}: ${line.money('due')}${rest}`
}

/** As a payslip names its lines. */
export const line_names = {
  basic: 'Pay',
  overtime: 'Overtime',
  bonus: 'Bonus',
  holiday: 'Holiday pay',
  statutory_sick_pay: 'Statutory Sick Pay',
  statutory_parental_pay: 'Statutory pay of a parent',
  expense: 'Expenses paid back',
  salary_sacrifice: 'Pay given up for the pension',
  income_tax: 'Income tax',
  employee_ni: 'Employee NI',
  employee_pension: 'Employee pension',
  student_loan: 'Student loan',
  postgraduate_loan: 'Postgraduate loan',
  attachment: 'Attachment order',
  admin_fee: 'Fee for an order',
  agreed_deduction: 'Agreed deduction',
  overpayment: 'Overpayment',
  employer_ni: 'Employer NI',
  employer_pension: 'Employer pension',
  apprenticeship_levy: 'Apprenticeship levy',
} as const satisfies Readonly<Record<LineElement, string>>

function pay(line: Reader): string {
  const [name, due] = [line.text('name'), line.money('due')]
  if (line.has('hours'))
    return `${name}: ${countText(Number(line.text('hours')), 'hour')} at £${line.text('rate')} is ${due}`
  if (line.has('days')) return `${name}: ${line.text('days')} at ${line.money('weekly')} a week is ${due}`
  if (line.has('note')) return `${name}: ${line.text('note')}: ${due}`
  return `${name}: ${due}`
}

const sentences = {
  basic: pay,
  overtime: pay,
  bonus: pay,
  holiday: pay,
  statutory_sick_pay: pay,
  statutory_parental_pay: pay,
  expense: pay,
  salary_sacrifice: pension,
  income_tax: incomeTax,
  employee_ni: nationalInsurance,
  employee_pension: pension,
  student_loan: loan,
  postgraduate_loan: loan,
  attachment,
  agreed_deduction: (line) =>
    `${line.text('purpose')}, agreed on ${line.text('agreed_on')}: ${line.text('wanted')}${
      line.has('limit') ? `; ${line.text('limit')}, so ${line.money('due')}` : ''
    }`,
  overpayment,
  admin_fee: (line) => `${line.money('due')} for the employer’s costs of an order${line.rest()}`,
  employer_ni: nationalInsurance,
  employer_pension: pension,
  apprenticeship_levy: (line) =>
    `${line.text('percent')} of ${line.money('pay')} is ${line.money('due')}${line.rest()}`,
} as const satisfies Record<LineElement, (line: Reader) => string>

/** Amounts of a line: the amount due on all pay of the period, less earlier deductions, at most `most`. */
export function whyOf(element: LineElement, inputs: LineInputs): string {
  const line = reader(inputs)
  const corrected = line.has('corrected') ? `For ${line.text('corrected')}: ` : ''
  return `${corrected}${sentences[element](line)}`
}
