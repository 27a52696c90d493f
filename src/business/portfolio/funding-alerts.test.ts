import { describe, expect, test } from 'vitest'
import { GBP, parseMoney } from '#kernel/money.ts'
import {
  type AlertAgency,
  type AlertDebtor,
  fundingAlerts,
  readThresholds,
  standard_thresholds,
} from './funding-alerts.rules.ts'

const pounds = (text: string) => parseMoney(text, GBP)
const healthy: AlertAgency = {
  agency_id: 'a',
  name: 'Alpha',
  ledger: pounds('1000.00'),
  verified: pounds('900.00'),
  aged: pounds('100.00'),
  headroom: pounds('0.00'),
  dso_days: 60,
  dilution_percent: 5,
}
const debtor: AlertDebtor = {
  client_id: 'c',
  agency_id: 'a',
  client: 'Beta',
  agency: 'Alpha',
  currency: 'GBP',
  share_percent: 25,
  headroom: pounds('0.00'),
}
const said = (agency: Partial<AlertAgency>, client: Partial<AlertDebtor> = {}) =>
  fundingAlerts([{ ...healthy, ...agency }], [{ ...debtor, ...client }], standard_thresholds).map(
    ({ kind, sentence }) => `${kind} | ${sentence}`,
  )

describe('an alert', () => {
  test('none at the threshold itself, and none for unknown figures', () => {
    expect(said({})).toEqual([])
    expect(
      said(
        { ledger: pounds('0.00'), headroom: null, dso_days: null, dilution_percent: null },
        { share_percent: null, headroom: null },
      ),
    ).toEqual([])
    // More was credited than is owed: there is no share of it.
    expect(said({ ledger: pounds('-5.00') })).toEqual([])
  })

  test.each<[Partial<AlertAgency>, Partial<AlertDebtor>, string]>([
    [{ headroom: pounds('-0.01') }, {}, 'headroom | Alpha: over-advanced by £0.01'],
    [
      { aged: pounds('100.10') },
      {},
      'aged | Alpha: 10.01% of the GBP ledger is over 90 days overdue (limit 10%)',
    ],
    [{ dso_days: 60.1 }, {}, 'dso | Alpha: DSO in GBP is 60.1 days (limit 60)'],
    [{ dilution_percent: 5.01 }, {}, 'dilution | Alpha: 5.01% dilution in GBP in 90 days (limit 5%)'],
    [
      { verified: pounds('899.90') },
      {},
      'verified | Alpha: 89.99% of the GBP ledger is approved work with evidence (minimum 90%)',
    ],
    [{}, { share_percent: 25.01 }, 'concentration | Alpha: Beta is 25.01% of eligible debt (limit 25%)'],
    [{}, { headroom: pounds('-12.50') }, 'credit_limit | Alpha: Beta is £12.50 over its credit limit'],
  ])('says the figure and the threshold: %#', (agency, client, sentence) => {
    expect(said(agency, client)).toEqual([sentence])
  })

  test('are sorted by gravity', () => {
    const kinds = said(
      { headroom: pounds('-1.00'), dso_days: 90, verified: pounds('0.00'), dilution_percent: 9 },
      { share_percent: 80 },
    ).map((one) => one.split(' ')[0])
    expect(kinds).toEqual(['headroom', 'concentration', 'dilution', 'dso', 'verified'])
  })
})

test('thresholds: stored ones are read back; invalid ones fall back to defaults', () => {
  expect(readThresholds({ dso_days: 45, dilution_percent: 0 })).toEqual({
    ...standard_thresholds,
    dso_days: 45,
    dilution_percent: 0,
  })
  for (const raw of [null, 'x', { dso_days: 'x', aged_percent: -1, verified_percent: 1001 }])
    expect(readThresholds(raw)).toEqual(standard_thresholds)
})
