import { expect, test } from 'vitest'
import { collection_mail_topic } from './collection-notes/collection-note-pdf.rules.ts'
import { gatherNotes } from './recourse-notice.rules.ts'

const told = (n: number, agency_id: string, to: string) => ({
  topic: collection_mail_topic,
  fact_key: `recourse:${n}:${to}`,
  payload: { collection_note_id: `note ${n}`, agency_id, to },
})

test('notes of one agency for one address come in one mail; others alone, and everything else as it was', () => {
  const notice = { topic: 'notice_mail', fact_key: 'recourse:9:a@x', payload: { to: 'a@x' } }
  const lone = told(3, 'other agency', 'a@x')
  expect(
    gatherNotes([told(1, 'agency', 'a@x'), told(1, 'agency', 'b@x'), notice, told(2, 'agency', 'a@x'), lone]),
  ).toEqual([
    {
      topic: collection_mail_topic,
      fact_key: 'recourse:1:a@x',
      payload: { collection_note_ids: ['note 1', 'note 2'], to: 'a@x' },
    },
    told(1, 'agency', 'b@x'),
    notice,
    lone,
  ])
  expect(gatherNotes([])).toEqual([])
})
