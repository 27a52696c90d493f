import { z } from 'zod'
import { formatDay } from '#kernel/day.ts'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { client_size_writers, statedYears } from '../../parties/client-sizes/client-size.rules.ts'
import { clientSizeInput, writeClientSize } from '../../parties/client-sizes/write-client-size.server.ts'
import { dayInput, mandatory } from '../../parties/party-input.server.ts'
import { requireUnshared } from '../../parties/party-sides.server.ts'
import { visibleBusiness } from '../../parties/visible-business.server.ts'
import { recheckPlacements } from '../checks/recheck-placements.server.ts'

const input = z.strictObject({
  client_id: z.uuid(),
  tax_year: z.int(),
  size: clientSizeInput,
  /** The person or firm who states it. */
  stated_by: mandatory,
  stated_on: dayInput,
})

/** One size for each tax year: a second statement replaces the first. */
export const setClientSize = verb({
  action_id: 'business.client.set_size',
  since: '0.1.0',
  summary: 'States the size of a client in a tax year, which decides who determines IR35 status',
  machine: 'refused',
  impersonator: 'refused',
  who: client_size_writers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, tax_year, ...stated }) => {
    const { viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    if (viewer.category === 'client' && client.id !== viewer.business_id) throw notFound('Business')
    if (viewer.category === 'agency')
      await requireUnshared(context, client, {
        done: 'The size of this client is stated',
        by: 'the client or the provider',
      })
    if (!statedYears(clock.today()).includes(tax_year)) throw invalid({ tax_year: validationText.matches })
    if (stated.stated_on > clock.today())
      throw invalid({ stated_on: validationText.max_date(formatDay(clock.today())) })
    const id = await writeClientSize(context, { client_id: client.id, tax_year, ...stated })
    await followSize(context, client.id)
    return { id }
  },
})

/** Checks the client's agreed placements again: the size decides whether they wait for a statement. */
async function followSize(context: VerbContext, client_id: string): Promise<void> {
  const waiting = await context.tx.rows<{ id: string }>(
    `select id from contract.contract where client_id = $1 and type = 'temp_placement' and deleted_at is null
       and status in ('awaiting_raise_approval', 'pending_raise_approval') order by id`,
    [client_id],
  )
  for (const { id } of waiting) {
    const entries = await recheckPlacements(context, context.viewer.user_id, id)
    for (const entry of [...entries.values()].flat()) context.audit(entry)
  }
}
