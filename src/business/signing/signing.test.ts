import { describe, expect, test } from 'vitest'
import { instant } from '#kernel/instant.ts'
import {
  isCompleted,
  isProven,
  isReminderDue,
  mayRemind,
  maySign,
  nextSigners,
  type SignerFacts,
  sealFault,
  signatureFault,
  stateText,
  statusAt,
  stopsWaiting,
} from './signing.rules.ts'

const signer = (id: string, more: Partial<SignerFacts> = {}): SignerFacts => ({
  id,
  position: 1,
  role: 'signer',
  party: 'client',
  name: id,
  status: 'asked',
  has_left: false,
  ...more,
})
const client = signer('Cleo')
const agency = signer('Amelia', { position: 2, party: 'agency', status: 'waiting' })
const copy = signer('Cora', { role: 'copy' })

describe('the order of signers', () => {
  test('asks the lowest position first, equal ones together, and copies never', () => {
    const second = signer('Carl')
    expect(nextSigners([agency, client, second, copy]).map(({ id }) => id)).toEqual(['Cleo', 'Carl'])
    expect(maySign(agency, [client, agency])).toMatchObject({ message: 'It is not your turn to sign yet' })
    const signed = { ...client, status: 'signed' as const }
    expect(maySign(agency, [signed, agency])).toBe(true)
    expect(maySign(signed, [signed, agency])).toMatchObject({ code: 'conflict' })
    expect(maySign({ ...client, has_left: true }, [client, agency])).toMatchObject({
      message: 'Cleo no longer acts for the client, so somebody else signs',
    })
    expect(isCompleted([signed, { ...agency, status: 'signed' }, copy])).toBe(true)
  })

  test('is told in the words of the specification', () => {
    expect(stateText('inprogress', [client, agency])).toBe('Pending Client Approval')
    expect(stateText('inprogress', [{ ...client, status: 'signed' }, agency])).toBe('Waiting for Amelia')
    expect(stateText('rejected', [client])).toBe('Rejected')
  })
})

test('a document is over at its last moment', () => {
  const row = {
    status: 'inprogress',
    title: 'Terms',
    expires_at: instant('2026-11-20T10:00:00Z'),
    missing: [],
    signed_with: null,
    parent_entity: 'business.client',
  } as const
  expect(statusAt(row, instant('2026-11-20T09:59:59Z'))).toBe('inprogress')
  expect(statusAt(row, instant('2026-11-20T10:00:00Z'))).toBe('expired')
})

test('reminders are due after 3 and 7 days and a day before the end, each once', () => {
  const asked_at = instant('2026-11-01T10:00:00Z')
  const expires_at = instant('2026-11-15T10:00:00Z')
  const due = (now: string, reminded_at: string | null = null) =>
    isReminderDue(
      { asked_at, reminded_at: reminded_at === null ? null : instant(reminded_at), expires_at },
      instant(now),
    )
  expect(due('2026-11-04T09:00:00Z')).toBe(false)
  expect(due('2026-11-04T10:00:00Z')).toBe(true)
  expect(due('2026-11-05T10:00:00Z', '2026-11-04T10:00:00Z')).toBe(false)
  expect(due('2026-11-08T10:00:00Z', '2026-11-04T10:00:00Z')).toBe(true)
  expect(due('2026-11-14T10:00:00Z', '2026-11-08T10:00:00Z')).toBe(true)
  expect(due('2026-11-15T10:00:00Z')).toBe(false)
  expect(mayRemind(asked_at, instant('2026-11-02T09:59:59Z'))).toMatchObject({ code: 'precondition' })
  expect(mayRemind(asked_at, instant('2026-11-02T10:00:00Z'))).toBe(true)
})

test('only a signer who was known before proves the side of the record', () => {
  const one = { party: 'client', status: 'signed', contact_id: 'x', auth: 'link', is_asker: false } as const
  expect(isProven('client', [one])).toBe(true)
  expect(isProven('client', [{ ...one, auth: 'link_and_code' }])).toBe(false)
  expect(isProven('client', [{ ...one, contact_id: null }])).toBe(false)
  expect(isProven('client', [{ ...one, party: 'agency' }])).toBe(false)
  expect(isProven('client', [{ ...one, status: 'asked' }])).toBe(false)
  expect(isProven('client', [{ ...one, is_asker: true }])).toBe(false)
})

test('a signature is a name or some lines', () => {
  expect(signatureFault({ kind: 'typed', text: ' A ' })).toBe('Type your full name')
  expect(signatureFault({ kind: 'typed', text: 'Amelia Stanton' })).toBeNull()
  expect(signatureFault({ kind: 'drawn', lines: [[0, 0, 1, 1]] })).toBe('Draw your signature')
  expect(signatureFault({ kind: 'drawn', lines: [[0, 0, 0.3, 0.3, 0.6, 0.1, 1]] })).toBe(
    'Draw your signature',
  )
  expect(signatureFault({ kind: 'drawn', lines: [[0, 0, 0.3, 0.3, 0.6, 0.1, 1, 1]] })).toBeNull()
})

test('each thing that was changed has its sentence', () => {
  const whole = {
    is_final_sealed: true,
    holds_frozen: true,
    is_certificate_sealed: true,
    are_events_whole: true,
  }
  expect(sealFault(whole)).toEqual({ is_unchanged: true, faults: [] })
  expect(sealFault({ ...whole, are_events_whole: false }).faults).toEqual([
    'The record of the signatures was changed.',
  ])
})

test.each([
  ['2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.000Z', false],
  ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z', true],
  [null, '2026-11-21T10:00:00.000Z', false],
])('completed at %s: at %s the seal goes without a timestamp: %s', (completed_at, now, stops) =>
  expect(stopsWaiting(completed_at === null ? null : instant(completed_at), instant(now))).toBe(stops),
)
