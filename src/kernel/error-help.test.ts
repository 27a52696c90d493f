import { describe, expect, test } from 'vitest'
import { errorHelp, type FailureCode, helpBelow } from './error-help.ts'
import { conflict, invalid, notAllowed, notFound, precondition, toErrorBody } from './errors.ts'
import { errorText } from './messages.ts'

const codes = Object.keys(errorHelp) as FailureCode[] // The keys of a record of all codes.

describe('every kind of failure', () => {
  test.each(codes)('%s: names the fault, the safe part and the next step', (code) => {
    for (const text of Object.values(errorHelp[code])) {
      expect(text).toMatch(/^[A-Z].{8,}\.$/)
      // No reader has to know what a server or a token is made of.
      expect(text).not.toMatch(/exception|null|undefined|stack|sql|token|http|\d{3}/i)
    }
  })

  test('codes have different texts', () => {
    expect(new Set(codes.map((code) => errorHelp[code].happened)).size).toBe(codes.length)
  })

  test('the answers that say all three themselves are made of the same sentences', () => {
    const said = ({ happened, safe, next }: (typeof errorHelp)['internal']) => `${happened} ${safe} ${next}`
    expect(errorText.internal).toBe(said(errorHelp.internal))
  })
})

describe('help below a message', () => {
  test.each([
    [notFound('Timesheet'), 'Nothing was changed. Open it from its list.'],
    [notAllowed(), 'Nothing was changed. Ask an administrator of your business.'],
    [
      invalid({ amount: 'Max number is reached' }),
      'Nothing was changed, and your entries are kept. Correct it and try again.',
    ],
    [
      conflict('Timesheet TMS000001 is already approved'),
      'Nothing was done twice. Check the current state, then decide again.',
    ],
    [
      precondition('Batch BAT000001 is on hold'),
      'Nothing was changed. Check its status, which is up to date now.',
    ],
  ])('%s', (refusal, below) => {
    const { code, message } = toErrorBody(refusal)
    expect(helpBelow(code, message)).toBe(below)
  })

  test('is empty where the message has it already', () => {
    expect(helpBelow('internal', errorText.internal)).toBe('')
    expect(helpBelow('lost', 'No connection. Your entries are kept. Please try again.')).toBe('')
    expect(helpBelow('conflict', 'Somebody else has just done this. Please reload the page.')).toBe('')
  })
})
