import { describe, expect, it } from 'vitest'
import { day, eachDay } from '#kernel/day.ts'
import { units } from '#kernel/rate.ts'
import type { GridRate } from './timesheet-grid.rules.ts'
import {
  closedReason,
  copiedInto,
  entriesOf,
  errorsByCell,
  gridRows,
  leftFaults,
  pastedInto,
  sentFaults,
  typedFrom,
  typedOf,
} from './timesheet-grid.rules.ts'

const standard: GridRate = {
  group_id: 'g-standard',
  name: 'Standard',
  value_text: 'hourly',
  value_numeric: '20.0000',
  effective_from: day('2026-01-01'),
  effective_to: null,
}
const overtime: GridRate = { ...standard, group_id: 'g-over', name: 'After hours' }
const period = { start_date: day('2026-11-16'), end_date: day('2026-11-22') }
const days = eachDay(period.start_date, period.end_date)

describe('rows of the grid', () => {
  it('puts Standard first and leaves out rates of other times', () => {
    const past = { ...standard, group_id: 'g-old', name: 'Old', effective_to: day('2026-11-15') }
    expect(gridRows([overtime, past, standard], period).map((row) => row.name)).toEqual([
      'Standard',
      'After hours',
    ])
  })

  it('shows the newest version of a rate that changes inside the period', () => {
    const until = { ...standard, effective_to: day('2026-11-18') }
    const from = { ...standard, effective_from: day('2026-11-19'), value_numeric: '22.0000' }
    const [row] = gridRows([from, until], period)
    expect(row?.versions.map((version) => version.value_numeric)).toEqual(['20.0000', '22.0000'])
  })
})

describe('closed cells say why', () => {
  const [row] = gridRows([{ ...standard, effective_from: day('2026-11-18') }], period)
  const rules = { period, placement: { start_date: day('2026-11-17'), end_date: null } }
  it('outside the placement', () => {
    expect(row && closedReason(row, day('2026-11-16'), rules)).toBe(
      'Outside the placement. Should be after 16/11/2026',
    )
  })
  it('without a rate in force', () => {
    expect(row && closedReason(row, day('2026-11-17'), rules)).toBe(
      'No Standard rate is in force on this day',
    )
    expect(row && closedReason(row, day('2026-11-18'), rules)).toBeNull()
  })
})

describe('typed cells', () => {
  it('is sent cell by cell, emptied cells left out, and errors find their cell again', () => {
    const typed = {
      '2026-11-16 g-standard': ' 7.5 ',
      '2026-11-17 g-standard': '',
      '2026-11-18 g-standard': 'x',
    }
    const sent = entriesOf(typed)
    expect(sent).toEqual([
      { date: '2026-11-16', group_id: 'g-standard', units: '7.5' },
      { date: '2026-11-18', group_id: 'g-standard', units: 'x' },
    ])
    expect(errorsByCell({ 'details.1.units': 'Please enter a valid number', comment: 'no' }, sent)).toEqual({
      '2026-11-18 g-standard': 'Please enter a valid number',
    })
  })

  it('starts from saved cells without zeros', () => {
    const saved = [
      { date: '2026-11-16', group_id: 'g', units: '7.5000' },
      { date: '2026-11-17', group_id: 'g', units: 0 },
    ]
    expect(typedFrom(saved)).toEqual({ '2026-11-16 g': '7.5' })
  })

  it('copies last week onto the same weekdays where they are open', () => {
    const last = [
      { date: day('2026-11-09'), group_id: 'g', units: units('7.5') },
      { date: day('2026-11-11'), group_id: 'g', units: units('4') },
    ]
    expect(copiedInto(last, days, (_, on) => on !== '2026-11-16')).toEqual({ '2026-11-18 g': '4' })
  })

  it('takes a block pasted from a sheet', () => {
    const rows = gridRows([standard, overtime], period)
    expect(pastedInto('7.5\t8\r\n1\t\r\n', { row: 0, column: 5 }, rows, days)).toEqual({
      '2026-11-21 g-standard': '7.5',
      '2026-11-22 g-standard': '8',
      '2026-11-21 g-over': '1',
      '2026-11-22 g-over': '',
    })
  })
})

it('faults of cells sent earlier stand at their cells, and others at their fields', () => {
  const sent = [
    { date: '2026-11-16', group_id: 'g', units: '7' },
    { date: '2026-11-17', group_id: 'g', units: '25' },
  ]
  expect(sentFaults({ 'details.1.units': 'Max number is reached', comment: 'Mandatory' }, sent)).toEqual({
    'details.2026-11-17 g': 'Max number is reached',
    comment: 'Mandatory',
  })
  expect(typedOf(sent)).toEqual({ '2026-11-16 g': '7', '2026-11-17 g': '25' })
})

it('a cell shows its fault once it is left, and others show none', () => {
  const rules = {
    unit_type: 'hourly' as const,
    standard_units: units('7.5'),
    period,
    placement: { start_date: period.start_date, end_date: null },
  }
  const [monday = '', tuesday = '', wednesday = ''] = days.map((on) => `${on} ${standard.group_id}`)
  const typed = { [monday]: '25', [tuesday]: '-1', [wednesday]: '7.5' }
  expect(leftFaults(new Set(), typed, rules)).toEqual({})
  expect(leftFaults(new Set([monday, wednesday]), typed, rules)).toEqual({
    [monday]: 'Max number is reached',
  })
})
