import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#kernel/day.ts'
import { formatUnits, sumUnits, units } from '#kernel/rate.ts'
import type { Entry, EntryRules, UnitType } from './units.rules.ts'
import { parseUnits, readEntries, unitLabel } from './units.rules.ts'

const standard_units = units('7.5')

function read(text: string, unit_type: UnitType): string {
  const parsed = parseUnits(text, { unit_type, standard_units })
  return 'message' in parsed ? parsed.message : formatUnits(parsed.units)
}

const [number, most, positive] = [
  'Please enter a valid number',
  'Max number is reached',
  'Needs Positive Number',
]

test.each<[string, UnitType, string]>([
  // typed     unit       read as
  ['7.5', 'hourly', '7.5'],
  ['7:30', 'hourly', '7.5'],
  ['7:20', 'hourly', '7.3333'],
  ['0:01', 'hourly', '0.0167'],
  ['s', 'hourly', '7.5'],
  ['S', 'hourly', '7.5'],
  ['', 'hourly', '0'],
  ['  8 ', 'hourly', '8'],
  ['.5', 'hourly', '0.5'],
  ['24', 'hourly', '24'],
  ['24:00', 'hourly', '24'],
  ['0.0001', 'hourly', '0.0001'],
  ['24.0001', 'hourly', most],
  ['24:01', 'hourly', most],
  ['25', 'hourly', most],
  ['-1', 'hourly', positive],
  ['-0:30', 'hourly', positive],
  ['-25', 'hourly', positive],
  ['abc', 'hourly', number],
  ['7:60', 'hourly', number],
  ['7,5', 'hourly', number],
  ['1e2', 'hourly', number],
  ['7.55555', 'hourly', number],
  ['7:', 'hourly', number],
  ['s', 'daily', '1'],
  ['7:30', 'daily', '1'],
  ['3:45', 'daily', '0.5'],
  ['0.5', 'daily', '0.5'],
  ['3.2', 'daily', '3.2'],
  ['3.3', 'daily', most],
  ['1', 'monthly', '1'],
  ['7:30', 'monthly', number],
  ['s', 'custom', number],
  ['250', 'custom', '250'],
  ['999999999', 'custom', most],
])('%j in %s units: %s', (typed, unit_type, shown) => {
  expect(read(typed, unit_type)).toBe(shown)
})

test('a placement may set its standard day', () => {
  const parsed = parseUnits('s', { unit_type: 'hourly', standard_units: units('8') })
  expect(parsed).toEqual({ units: units('8') })
})

const rules: EntryRules = {
  unit_type: 'hourly',
  standard_units,
  period: { start_date: day('2026-03-02'), end_date: day('2026-03-08') },
  placement: { start_date: day('2026-03-04'), end_date: day('2026-03-06') },
}

const entry = (date: string, typed: string, group_id = 'standard'): Entry => ({
  date,
  group_id,
  units: typed,
})

test.each<[string, Entry[], Record<string, string>]>([
  ['before the placement', [entry('2026-03-03', '7.5')], { 'details.0.date': 'Should be after 03/03/2026' }],
  ['after the placement', [entry('2026-03-07', '7.5')], { 'details.0.date': 'Should be before 07/03/2026' }],
  ['on no real day', [entry('2026-02-30', '7.5')], { 'details.0.date': 'Please enter a valid Input' }],
  ['more than a day holds', [entry('2026-03-04', '24.5')], { 'details.0.units': most }],
  ['less than nothing', [entry('2026-03-04', '-1')], { 'details.0.units': positive }],
  ['words', [entry('2026-03-04', 'seven')], { 'details.0.units': number }],
  [
    'one day twice',
    [entry('2026-03-04', '1'), entry('2026-03-04', '2')],
    { 'details.1.date': 'Cannot reuse this date' },
  ],
  [
    'two rates over 24 hours together',
    [entry('2026-03-04', '14'), entry('2026-03-05', '8'), entry('2026-03-04', '10.5', 'overtime')],
    { 'details.0.units': most, 'details.2.units': most },
  ],
  [
    'all at once',
    [entry('2026-03-09', 'x')],
    { 'details.0.date': 'Should be before 07/03/2026', 'details.0.units': number },
  ],
])('an entry %s is answered under its own field', (_what, entries, errors) => {
  expect(readEntries(entries, rules).errors).toEqual(errors)
})

test('an open-ended placement is bounded by the period alone', () => {
  const open = { ...rules, placement: { start_date: day('2026-01-01'), end_date: null } }
  expect(readEntries([entry('2026-03-02', '1'), entry('2026-03-08', '1')], open).errors).toEqual({})
  expect(readEntries([entry('2026-03-09', '1')], open).errors).toEqual({
    'details.0.date': 'Should be before 09/03/2026',
  })
})

test('a daily rate beside an hourly one shares the 24 hours of the day', () => {
  const mixed: EntryRules = { ...rules, unit_type_of_group: { callout: 'daily' } }
  const fits = [entry('2026-03-04', '16.5'), entry('2026-03-04', '1', 'callout')]
  expect(readEntries(fits, mixed).errors).toEqual({})
  const over = [entry('2026-03-04', '16.5001'), entry('2026-03-04', '1', 'callout')]
  expect(Object.keys(readEntries(over, mixed).errors)).toEqual(['details.0.units', 'details.1.units'])
})

test('the week of the story: five days of 7.5 hours', () => {
  const week = { ...rules, placement: { start_date: day('2026-01-01'), end_date: null } }
  const dates = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']
  const { cells, errors } = readEntries(
    dates.map((date) => entry(date, 's')),
    week,
  )
  expect(errors).toEqual({})
  expect(formatUnits(sumUnits(cells.map((cell) => cell.units)))).toBe('37.5')
})

test("whatever is typed is read or answered in the spec's words, never thrown", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom<UnitType[]>('hourly', 'daily', 'monthly', 'custom'),
      (typed, unit_type) => {
        const parsed = parseUnits(typed, { unit_type, standard_units })
        if ('message' in parsed) expect([number, most, positive]).toContain(parsed.message)
        else expect(parsed.units).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})

test('units are named as the spec names them', () => {
  expect(
    (['hourly', 'daily', 'monthly', 'custom'] as const).map((u) => [
      unitLabel(u, 'plural'),
      unitLabel(u, 'singular'),
    ]),
  ).toEqual([
    ['Hours', 'hour'],
    ['Days', 'day'],
    ['unit', 'unit'],
    ['unit', 'unit'],
  ])
})
