import { expect, test } from 'vitest'
import { sharedReasons } from './shared-reasons.rules.ts'

const of = (...reasons: string[]) => ({ reasons })

test.each([
  ['reasons of all of them', [of('payer', 'amount'), of('payer'), of('number', 'payer')], ['payer']],
  ['none where one lacks it', [of('payer'), of('amount')], []],
  ['none of one candidate alone: nothing is compared', [of('payer')], []],
  ['none without candidates', [], []],
])('shared reasons: %s', (_, candidates, shared) => {
  expect(sharedReasons(candidates)).toEqual(shared)
})
