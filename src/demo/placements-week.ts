/** New placements of the last week, one in each state before it is in force. */
import { addDays, type Day } from '#kernel/day.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

type Step = readonly [person: string, action: string]

const comment = 'The client moves the start to the next quarter'
export const by = {
  consultant: 'meridian_consultant',
  agency: 'meridian_admin',
  client: 'halcyon_hiring_manager',
  contractor: 'rory_lennox',
} as const

const sent: Step = [by.agency, 'submit']
export const agreed: readonly Step[] = [sent, [by.client, 'approve'], [by.contractor, 'approve']]

/** The title of each placement and the way to its state. */
const ways: readonly (readonly [title: string, steps: readonly Step[]])[] = [
  ['Bid coordinator', []],
  ['Site coordinator', [[by.consultant, 'submit']]],
  ['Document controller', [sent]],
  ['Planning assistant', [sent, [by.client, 'approve']]],
  ['Contracts coordinator', agreed],
  ['Risk coordinator', [sent, [by.client, 'reject']]],
  ['Night coordinator', [sent, [by.client, 'approve'], [by.contractor, 'reject']]],
  ['Quality coordinator', [sent, [by.agency, 'cancel']]],
]

/** A draft of Meridian's consultant that begins in two weeks. */
export const draftPlacement = (world: World, stage: Stage, title: string, day: Day) =>
  stage.act<{ id: string }>(by.consultant, 'contract.temp_placement.create', {
    client_id: businessId(world, 'halcyon'),
    contractor_id: businessId(world, by.contractor),
    title,
    start_date: addDays(day, 14),
    funding_type: 'funded',
    funder_id: businessId(world, 'northgate'),
    contractor_payment_terms: 3,
    notice: { type: 'single', count: 1, unit: 'week' },
    rates: [{ name: 'Standard', contractor_rate: '26.30', client_rate: '33.20' }],
  })

export function askForPlacements(world: World, day: Day): Promise<void> {
  return onStage(world, async (stage) => {
    for (const [title, steps] of ways) {
      const { id } = await draftPlacement(world, stage, title, day)
      for (const [person, action] of steps)
        await stage.act(person, `contract.temp_placement.${action}`, {
          id,
          ...(action === 'reject' || action === 'cancel' ? { comment } : {}),
        })
    }
  })
}
