/** Values that no person types on purpose, in every verb that takes a day, a currency, an amount or a rate. */
import { expect, test } from 'vitest'
import type { Viewer } from '#entity/access.ts'
import { isDay } from '#kernel/day.ts'
import { freshDatabase } from '../database.ts'
import { refusalOf } from '../fixtures/refusal.ts'
import { act } from '../fixtures/world.ts'
import { type Input, makeStage } from './example-parts.ts'
import { examples } from './verb-examples.ts'

const stage = await makeStage(await freshDatabase())

type Path = readonly string[]
const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value)

function textsOf(value: unknown, at: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path: at, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => textsOf(one, [...at, name]))
}

function replaced(input: Input, path: Path, value: string): Input {
  const copy = structuredClone(input)
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1) ?? ''] = value
  return copy
}

type Tried = { readonly action_id: string; readonly viewer: Viewer; readonly input: Input }
const tried: Tried[] = []
for (const [action_id, example] of Object.entries(examples)) {
  if (example.reads) continue
  const viewer = example.by(stage)
  tried.push({ action_id, viewer, input: await example.input(stage, viewer) })
}

/** The example of a verb with values for one place in it: each must be refused under that field. */
async function accepted(
  found: (path: Path, text: string, action_id: string) => readonly string[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { action_id, viewer, input } of tried)
    for (const { path, text } of textsOf(input))
      for (const value of found(path, text, action_id)) {
        const place = path.join('.')
        const call = act(stage, viewer, action_id, replaced(input, path, value))
        const said = await refusalOf(call).then(
          ({ errors, message }) =>
            errors?.[place] === undefined ? `${message} ${JSON.stringify(errors)}` : null,
          () => 'was accepted',
        )
        if (said !== null) wrong.push(`${action_id} ${place} = ${value}: ${said}`)
      }
  return wrong
}

test('a day out of this century, and one that is none, is refused under its field by every verb', async () => {
  const wrong = await accepted((_, text) =>
    isDay(text) ? ['0019-06-01', '9999-12-31', '2025-02-30', '01/06/2025'] : [],
  )
  expect(wrong).toEqual([])
})

/** Days of money, on which something is posted or paid. */
const money_days = ['transaction_date', 'from_date', 'pay_day']

/** Work of the last quarter before the books is billed here. */
const isWorkDay = (action_id: string, name: string) =>
  name === 'contract_start_date' || (action_id === 'transaction.timesheet.create' && name === 'start_date')

test('a day of money before the books begin is refused by every verb that takes one', async () => {
  const seen = new Set<string>()
  const wrong = await accepted((path, text, action_id) => {
    const name = path.at(-1) ?? ''
    // A pay that is only tried is never posted.
    const is_tried = action_id === 'business.employment.what_if'
    const is_work = isWorkDay(action_id, name)
    if (!isDay(text) || !(money_days.includes(name) || is_work) || is_tried) return []
    seen.add(`${action_id} ${name}`)
    return ['2019-06-01', is_work ? '2024-01-04' : '2024-04-05']
  })
  expect(wrong).toEqual([])
  expect([...seen].sort()).toEqual([
    'contract.perm_placement.create contract_start_date',
    'contract.perm_placement.update contract_start_date',
    'transaction.bank_line.record transaction_date',
    'transaction.expense.create from_date',
    'transaction.expense.save_draft from_date',
    'transaction.expense.submit from_date',
    'transaction.pay_run.open pay_day',
    'transaction.payment_receipt.record transaction_date',
    'transaction.payroll_figure.import pay_day',
    'transaction.payroll_figure.record pay_day',
    'transaction.payroll_override.request pay_day',
    'transaction.timesheet.create start_date',
    'transaction.year_correction.correct_pay pay_day',
    'transaction.year_correction.preview_pay pay_day',
  ])
})

test('a permanent placement that starts in more than a year is refused under its field', async () => {
  const wrong = await accepted((path, text) =>
    isDay(text) && path.at(-1) === 'contract_start_date' ? ['2028-01-01', '2099-12-31'] : [],
  )
  expect(wrong).toEqual([])
})

test('an unknown currency is refused under its field by every verb', async () => {
  const wrong = await accepted((path) => (path.at(-1) === 'currency' ? ['ZZZ', 'gbp', 'Pounds', ''] : []))
  expect(wrong).toEqual([])
})

const decimal = /^-?\d+(\.\d+)?$/
/** Texts of digits that are no amounts. */
const no_amounts = [
  // What the caller believes to be owed: a difference is a conflict.
  'outstanding_balance',
  'reference',
  'description',
  'account_number',
  'sort_code',
  'brn',
  'utr',
  'zipcode',
]

test('an amount beyond reason, and one that is no decimal, is refused under its field by every verb', async () => {
  const wrong = await accepted((path, text) =>
    decimal.test(text) && !no_amounts.includes(path.at(-1) ?? '')
      ? ['999999999999.99', '12.34567', '1e5', 'ten', '0x10']
      : [],
  )
  expect(wrong).toEqual([])
})
