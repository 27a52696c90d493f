import { expect, test } from 'vitest'
import { emptyText, merged, signatureState, sourcesOf, timelineQuery } from './timeline.rules.ts'

const kinds = (entity: string, category: 'agency' | 'client' | 'provider', ...roles: string[]) =>
  sourcesOf(entity, { category, roles: roles as never }).map(({ kind }) => kind)

test('a viewer asks only for sources that their role reads', () => {
  const placement = 'contract.temp_placement'
  expect(kinds(placement, 'agency', 'agency_admin')).toEqual([
    'activity',
    'note',
    'file',
    'signature',
    'mail',
    'mail',
    'mail',
    'message',
    'change_request',
  ])
  expect(kinds(placement, 'agency', 'agency_consultant')).not.toContain('activity')
  expect(kinds(placement, 'client', 'hiring_manager')).toContain('change_request')
  expect(kinds(placement, 'client', 'timesheet_approver')).not.toContain('change_request')
  expect(kinds('transaction.invoice', 'provider', 'provider_admin')).toEqual([
    'note',
    'file',
    'signature',
    'mail',
    'mail',
    'mail',
    'message',
  ])
})

test('an empty timeline names the kinds that it shows, and denies no step that it does not show', () => {
  expect(emptyText(['mail', 'message', 'note'], null)).toBe('No mails, messages or notes yet.')
  expect(emptyText(['activity', 'mail', 'note'], null)).toBe('Nothing has happened yet.')
  expect(emptyText(['activity', 'mail', 'note'], 'note')).toBe('No notes yet.')
  expect(emptyText([], null)).toBe('Nothing has happened yet.')
})

test('every source is limited, and is of this record', () => {
  const text = timelineQuery(
    sourcesOf('transaction.timesheet', { category: 'provider', roles: ['provider_admin'] }),
  )
  expect(text.match(/limit: \$limit/g)).toHaveLength(8)
  expect(text.match(/_eq: \$id/g)).toHaveLength(8)
})

test('items of all sources stand in one order, newest first', () => {
  const item = (kind: 'note' | 'file', id: string, created_at: string) => ({ kind, id, created_at })
  const items = [
    item('note', 'a', '2026-01-01T10:00:00+00:00'),
    item('file', 'b', '2026-01-02T10:00:00+00:00'),
    item('note', 'c', '2026-01-01T10:00:00+00:00'),
  ]
  expect(merged(items).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(merged([...items, ...items]).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect(merged(items.toReversed()).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
})

test.each([
  ['inprogress', 'asked', 'agency', 'Waiting for Ann Lee'],
  ['inprogress', 'viewed', 'client', 'Pending Client Approval'],
  ['inprogress', 'signed', 'client', 'In progress'],
  ['completed', 'signed', 'client', 'Completed'],
])('timeline: a document %s whose signer is %s for the %s reads "%s"', (status, signer, party, words) => {
  expect(signatureState(status, [{ name: 'Ann Lee', status: signer, party }])).toBe(words)
})
