/** Examples of the verbs of timesheets that are made, held and closed by hand. */
import { act, seedSubmittedTimesheet } from '../fixtures/world.ts'
import { admin, again, approver, type Example, sheet, submitted, worker } from './example-parts.ts'

export const timesheet_examples: Readonly<Record<string, Example>> = {
  'transaction.timesheet.create': {
    by: admin,
    categories: ['agency'],
    input: async (stage) => ({
      contract_id: (await again(stage)).id,
      start_date: '2025-06-03',
      end_date: '2025-06-05',
      comment: 'Forgotten days',
    }),
  },
  'transaction.timesheet.note_day': {
    by: worker,
    categories: ['agency', 'contractor'],
    input: async (stage) => ({
      id: (await sheet(stage, await again(stage))).id,
      date: '2025-06-03',
      availability: 'holiday',
      description: 'Wedding of a sister',
    }),
  },
  'transaction.timesheet.suspend': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'The rate is in question' }),
  },
  'transaction.timesheet.release': {
    by: admin,
    categories: ['agency', 'provider'],
    input: async (stage) => {
      const { id } = await seedSubmittedTimesheet(stage, await again(stage))
      const ids = [id]
      await act(stage, admin(stage), 'transaction.timesheet.suspend', {
        ids,
        comment: 'The rate is in question',
      })
      return { ids }
    },
  },
  'transaction.timesheet.reject_finally': {
    by: approver,
    categories: ['agency', 'client'],
    input: async (stage) => ({ ...(await submitted(stage)), comment: 'Nobody was on site' }),
  },
}
