/** What people do with invoices in one week: send them, dispute them, settle the dispute. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { clients } from './cast-clients.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

/** What the provider billed the client on the day goes to its invoice contacts. */
export function sendInvoices(world: World, client: string, raised_date: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const invoices = await stage.tx.rows<{ id: string }>(
      `select id from transaction.invoice where client_id = $1 and raised_date = $2 and type = 'provider-client' order by human_id`,
      [businessId(world, client), raised_date],
    )
    for (const { id } of invoices) await stage.act('provider_operations', 'transaction.invoice.send', { id })
  })
}

type Row = { readonly id: string; readonly client_id: string; readonly about: string }

const causes = [
  'The timesheet shows a day on which our site was closed',
  'The purchase order of these hours was used up',
  'The overtime rate is not the one agreed',
  'We were billed for this week already',
] as const

/** A week after an invoice was raised its client may dispute it; most disputes are settled five to nine weeks later. */
export function disputeInvoices(world: World, today: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const { draw } = world
    for (const row of await invoicesRaised(stage, false, addDays(today, -21), addDays(today, -7))) {
      const client = present(
        clients.find((one) => businessId(world, one.key) === row.client_id),
        'the client of an invoice',
      )
      if (world.disputed.has(row.id) || !draw.happens(client.pays.dispute_per_cent, 'disputes', row.about))
        continue
      world.disputed.add(row.id)
      const person = present(client.people[1], 'the invoice contact of a client').key
      const reason = draw.pick(causes, 'cause', row.about)
      await stage.act(person, 'transaction.invoice.dispute', { id: row.id, reason })
    }
    for (const row of await invoicesRaised(stage, true, addDays(today, -365), addDays(today, -42))) {
      if (!draw.happens(30, 'is settled', row.about, today)) continue
      await stage.act('provider_operations', 'transaction.invoice.resolve_dispute', { id: row.id })
    }
  })
}

/** Open invoices to clients, raised between two days; `about` names one the same in every world of one seed. */
function invoicesRaised(stage: Stage, is_disputed: boolean, from: Day, to: Day): Promise<Row[]> {
  return stage.tx.rows<Row>(
    `select i.id, i.client_id, t.human_id as about
     from transaction.invoice i join transaction.timesheet t on t.id = i.timesheet_id
     where i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client') and not i.is_credit_note
       and i.is_disputed = $1 and i.raised_date between $2 and $3 order by t.human_id`,
    [is_disputed, from, to],
  )
}
