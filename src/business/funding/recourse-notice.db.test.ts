/** An agency gets a mail of each debt and of its end: once a change, at the addresses of its people for money. */
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { deliveredMails } from '#test/fixtures/outbox.ts'
import { act } from '#test/fixtures/world.ts'
import { fundedWeek } from '#test/money/stories/funded-tell.ts'

const database = await freshDatabase()

test('recourse mail: an increase brings the note, a cure brings words; a preview sends nothing', async () => {
  const one = await fundedWeek(database)
  const world = { ...one.story, database }
  const { agency } = one.placed
  const told = async (topic: string) => {
    const mails = await deliveredMails(world, topic, 'recourse:')
    return mails.map(({ to, subject, files }) => ({ to, subject, files }))
  }
  const look = { id: one.bill.id, is_taken_back: false }
  await act(one.story, agency.provider.admin, 'transaction.invoice.preview_reassign', look)
  expect(await told('collection_note_mail')).toEqual([])

  await one.reassign()
  const owed = await told('collection_note_mail')
  // The company's own address and the agency's admin; nobody of the others, and neither of them twice.
  expect(owed.map((mail) => mail.to)).toHaveLength(2)
  expect(owed.map((mail) => mail.to)).toContain(agency.admin.email)
  for (const mail of owed) {
    expect(mail.subject).toMatch(/^Collection note COL-?\d+ from Provider/)
    expect(mail.files).toEqual([expect.stringMatching(/\.pdf$/)])
  }

  await one.works()
  await one.story.morning('2025-07-09')
  await one.pay_out('2025-07-09')
  await one.pays('400.00')
  const all = await deliveredMails(world, 'notice_mail', 'recourse:')
  const cures = all.filter((mail) => mail.subject === `You owe £400.00 less for ${one.bill.human_id}`)
  expect(cures).toHaveLength(2)
  expect(cures[0]?.body_text).toContain('You now owe £725.00')
  expect(cures[0]?.body_text).toContain('Reassigned to the agency')
  expect(cures[0]?.body_text).not.toContain('deducted from your earnings already')
  expect(cures[0]?.files).toEqual([expect.stringMatching(/\.pdf$/)])

  await one.pays('725.00')
  const last = (await deliveredMails(world, 'notice_mail', 'recourse:')).filter((mail) =>
    mail.subject.startsWith('You owe £725.00 less'),
  )
  expect(last).toHaveLength(2)
  expect(last[0]?.body_text).toContain('You now owe £0.00')
  expect(last[0]?.body_text).toContain('£191.24 of it was deducted from your earnings already')
  // A night that looks at the same debt again sends no second mail.
  const before = (await told('notice_mail')).length
  await one.story.morning('2025-07-10')
  await one.story.morning('2025-07-11')
  expect((await told('notice_mail')).length).toBe(before)
})

test('recourse of one night: one mail an address with every note; the next night sends nothing', async () => {
  const one = await fundedWeek(database)
  const world = { ...one.story, database }
  const { agency } = one.placed
  await one.rule({ age_days: 40, age_basis: 'raised_date', part_paid_days: 0 })
  const second = await one.works()
  await one.story.morning('2025-07-09')
  await one.pay_out('2025-07-09')
  const before = (await deliveredMails(world, 'collection_note_mail', 'recourse:')).length
  // Nobody looked in between: both have grown too old since.
  await one.story.morning('2025-08-20')
  const mails = (await deliveredMails(world, 'collection_note_mail', 'recourse:')).slice(before)
  expect(mails).toHaveLength(2)
  expect(mails.map((mail) => mail.to)).toContain(agency.admin.email)
  for (const { subject, body_text, files } of mails) {
    expect(subject).toMatch(/^2 collection notes from Provider/)
    expect(files).toHaveLength(2)
    for (const { human_id } of [one.bill, second])
      expect(body_text).toContain(`Reason: ${human_id}: Age disapproval`)
  }
  await one.story.morning('2025-08-21')
  expect((await deliveredMails(world, 'collection_note_mail', 'recourse:')).length).toBe(before + 2)
})
