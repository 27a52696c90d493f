import { z } from 'zod'
import { addDays, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { newUuid } from '#kernel/uuid.ts'
import { verb } from '#server/verb.ts'
import { insertRow } from '#server/write-row.server.ts'
import { dayInput } from '../parties/party-input.server.ts'
import { visibleBusiness } from '../parties/visible-business.server.ts'
import { oneLine } from '../shared/printed-input.server.ts'
import { agency_writers } from '../shared/who-may.rules.ts'
import { chase } from './credit.entity.ts'

const text = (max: number) =>
  z
    .string({ error: validationText.required })
    .trim()
    .min(1, { error: validationText.required })
    .max(max, { error: validationText.max_length(max) })
const input = z.strictObject({
  client_id: z.uuid(),
  person: oneLine(text(200)),
  note: text(4000),
  on_date: dayInput,
})

/** Records a call about a client's debt, beside the letters: the person and the content. Nothing is mailed. */
export const recordCall = verb({
  action_id: 'transaction.chase.record_call',
  since: '0.1.0',
  summary: "Records a call about a client's debt",
  machine: 'allowed',
  impersonator: 'allowed',
  who: { agency: agency_writers },
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { client_id, person, note, on_date }) => {
    const { tx, viewer, clock } = context
    const client = await visibleBusiness(context, client_id, 'client')
    if (on_date > clock.today())
      throw invalid({ on_date: validationText.max_date(formatDay(addDays(clock.today(), 1))) })
    const id = newUuid(clock)
    await insertRow(tx, chase, {
      id,
      kind: 'call',
      provider_id: viewer.provider_id,
      agency_id: viewer.business_id,
      client_id: client.id,
      subject: 'Call',
      body: note,
      recipients: [person],
      invoice_count: 0,
      user_name: viewer.user_name,
      on_date,
      funder_id: null,
      days: null,
      created_at: clock.now(),
    })
    context.audit({
      entity: 'transaction.chase',
      entity_id: id,
      new_values: { kind: 'call', client_id: client.id, person, on_date },
    })
    return { id }
  },
})
