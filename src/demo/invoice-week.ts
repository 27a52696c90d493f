/** Invoices of one week: sent, disputed, assigned to an owner, settled. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { clients } from './cast-clients.ts'
import { agencies } from './cast-finance.ts'
import { businessId, contactId, onStage, type Stage, type World } from './stage.ts'

/** The provider's invoices of the day go to the client's invoice contacts. */
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

/** A client may dispute an invoice a week after it was raised; most disputes are settled five to nine weeks later. */
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
    await giveDisputes(world, stage, today)
    for (const row of await invoicesRaised(stage, true, addDays(today, -365), addDays(today, -42))) {
      if (!draw.happens(30, 'is settled', row.about, today)) continue
      const resolution = draw.pick(ways, 'way', row.about)
      await stage.act('provider_operations', 'transaction.invoice.resolve_dispute', {
        id: row.id,
        resolution,
      })
    }
  })
}

const ways = [
  'The client found the signed timesheet and agrees',
  'A new purchase order covers the hours',
  'The rate was shown in the placement’s terms; nothing changes',
] as const

/** Disputes of last week get an owner: of the agency, now and then of the provider. */
async function giveDisputes(world: World, stage: Stage, today: Day): Promise<void> {
  const { draw } = world
  const waiting = await stage.tx.rows<{ id: string; agency_id: string; about: string }>(
    `select i.id, i.agency_id, t.human_id as about from transaction.dispute d
     join transaction.invoice i on i.id = d.invoice_id join transaction.timesheet t on t.id = i.timesheet_id
     where d.status = 'open' and d.owner_id is null and d.raised_on < $1 order by t.human_id`,
    [today],
  )
  for (const { id, agency_id, about } of waiting) {
    const agency = agencies.find(({ key }) => businessId(world, key) === agency_id)
    const [head, ...others] = present(agency, 'the agency of a dispute').people.filter(
      ({ roles }) => !roles.includes('agency_read_only'),
    )
    const admin = present(head, 'an agency has its admin').key
    const isOurs = draw.happens(25, 'is taken', about)
    const by = isOurs ? 'provider_operations' : admin
    const owner = isOurs ? by : draw.pick([admin, ...others.map(({ key }) => key)], 'owner', about)
    await stage.act(by, 'transaction.invoice.assign_dispute', {
      id,
      owner_id: contactId(world, owner),
      ...(owner === by ? {} : { comment: draw.pick(asks, 'asks', about) }),
    })
  }
}

const asks = [
  'Please call their accounts before the end of the week',
  'The signed hours are on the timesheet; send them over',
  'Find out which order number they want on it',
] as const

/** Open client invoices raised between two days; `about` names one the same in every world of one seed. */
function invoicesRaised(stage: Stage, is_disputed: boolean, from: Day, to: Day): Promise<Row[]> {
  return stage.tx.rows<Row>(
    `select i.id, i.client_id, t.human_id as about
     from transaction.invoice i join transaction.timesheet t on t.id = i.timesheet_id
     where i.status = 'open' and i.type in ('provider-client', 'agency-client', 'funder-client') and not i.is_credit_note
       and i.is_disputed = $1 and i.raised_date between $2 and $3 order by t.human_id`,
    [is_disputed, from, to],
  )
}
