/** Corrections of one week: wrong hours, agreed reductions, and consolidated invoices. */
import { present } from '#kernel/assert.ts'
import { addDays, type Day, partsOf } from '#kernel/day.ts'
import { rate, toNumericText, units, unitsFromScaled } from '#kernel/rate.ts'
import { attempt } from './attempt.ts'
import { businessId, onStage, type Stage, type World } from './stage.ts'

type Refinable = {
  readonly id: string
  readonly version: number
  readonly about: string
  readonly invoice_id: string
}

/** Approved weeks of a client without a correction and without documents in an unfinished payment batch. */
function refinable(stage: Stage, client_id: string, until: Day): Promise<Refinable[]> {
  return stage.tx.rows<Refinable>(
    `select t.id, t.version, t.human_id as about, i.id as invoice_id from transaction.timesheet t
     join transaction.invoice_set s on s.timesheet_id = t.id and s.version = t.version and s.status = 'live'
     join transaction.invoice i on i.invoice_set_id = s.id and i.type in ('provider-client', 'agency-client', 'funder-client')
     where t.client_id = $1 and t.status = 'approved' and t.end_date <= $2 and t.refines_id is null and s.generation_type = 'timesheet'
       and i.status in ('open', 'closed') and i.consolidated_invoice_id is null
       and not exists (select from transaction.refinement r where r.transaction_id = t.id)
       and not exists (select from payment.payment_batch_item p join transaction.invoice o on o.id = p.invoice_id
         where o.invoice_set_id = s.id and p.status in ('included', 'held'))
     order by t.end_date desc, t.human_id`,
    [client_id, until],
  )
}

type Cell = { readonly date: Day; readonly group_id: string; readonly units: string }

/** The last day of a week is shortened. */
export function refineOne(
  world: World,
  client: string,
  person: string,
  today: Day,
  mode: 'full' | 'difference',
): Promise<void> {
  return onStage(world, async (stage) => {
    const found = await refinable(stage, businessId(world, client), addDays(today, -9))
    const sheet = found.find((one) => !world.in_transit.has(one.invoice_id))
    if (!sheet) return
    const cells = await stage.tx.rows<Cell>(
      `select date, group_id, units from transaction.timesheet_detail
       where timesheet_id = $1 and deleted_at is null and units > 0 order by date, group_id`,
      [sheet.id],
    )
    const last = present(cells.at(-1), 'a day of the week')
    const shorter = unitsFromScaled(units(last.units) - units('0.5'))
    if (shorter <= 0) return
    await stage.act(person, 'transaction.timesheet.refine', {
      id: sheet.id,
      version: sheet.version,
      mode,
      details: cells.map((cell) => ({ ...cell, units: cell === last ? toNumericText(shorter) : cell.units })),
      reason: 'The gate log of the last day shows half an hour less',
    })
  })
}

/** Client and agency agree on less for one week: the issuer credits a part of the invoice. */
export function creditOne(world: World, client: string, today: Day): Promise<void> {
  return onStage(world, async (stage) => {
    const found = await refinable(stage, businessId(world, client), addDays(today, -9))
    const one = found.find((sheet) => !world.in_transit.has(sheet.invoice_id))
    if (!one) return
    const invoice = await stage.tx.row<{ from_business_id: string; amount: string }>(
      'select from_business_id, amount from transaction.invoice where id = $1',
      [one.invoice_id],
    )
    const issuers = { tideway: 'provider_operations', copperbeech: 'copperbeech_admin' }
    const issuer = Object.entries(issuers).find(
      ([key]) => businessId(world, key) === invoice?.from_business_id,
    )
    if (!invoice || !issuer || rate(invoice.amount) < rate('100')) return
    await stage.act(issuer[1], 'transaction.invoice.credit', {
      id: one.invoice_id,
      amount: '60.00',
      reason: 'Agreed with the client: the first hours of induction are not charged',
    })
  })
}

/** The first week of a month bills the month before as one document. */
export function consolidateMonth(world: World, client: string, person: string, today: Day): Promise<void> {
  return onStage(world, async (stage) => {
    if (partsOf(today).date > 7) return
    const client_id = businessId(world, client)
    await stage.act(person, 'business.service.set_consolidation', {
      client_id,
      frequency: 'month',
      by: 'client',
    })
    const first = `${today.slice(0, 8)}01`
    const open = await stage.tx.row<{ n: number }>(
      `select count(*)::int as n from transaction.invoice
       where client_id = $1 and status = 'open' and type in ('provider-client', 'agency-client', 'funder-client')
         and consolidated_invoice_id is null
         and raised_date >= ($2::date - interval '1 month')::date and raised_date < $2::date`,
      [client_id, first],
    )
    if (!open || open.n === 0) return
    const made = await stage.act<{ consolidated_invoices: { id: string }[] }>(
      person,
      'transaction.consolidated_invoice.create',
      { client_id },
    )
    for (const { id } of made.consolidated_invoices) {
      await stage.act(person, 'transaction.consolidated_invoice.generate', { id })
      await stage.act(person, 'transaction.consolidated_invoice.send', { id })
    }
  })
}

/** A reduction meant for another week: debits of the same lines reverse the credit. */
export function undoCredit(world: World): Promise<void> {
  return onStage(world, async (stage) => {
    const [note] = await stage.tx.rows<{ id: string }>(
      `select i.id from transaction.invoice i
       where i.is_credit_note and i.type = 'agency-client' and i.refinement_id is null and i.client_id = $1
         and not exists (select from transaction.invoice r where r.reverses_invoice_id = i.id) order by i.human_id limit 1`,
      [businessId(world, 'penninelogistics')],
    )
    if (note)
      await attempt(stage, 'copperbeech_admin', 'transaction.invoice.reverse_credit', {
        id: note.id,
        reason: 'Agreed for another week: this one is charged in full',
      })
  })
}

/** Consolidated invoices before sending: one under review, one ready to mail, one that the client refused. */
export function consolidateSome(world: World, day: Day, repeats: number): Promise<void> {
  const wanted = [
    { repeats: 2, client: 'ashdown', by: 'copperbeech_admin', ends: 'canceled' },
    { repeats: 1, client: 'tamarpoint', by: 'agency_admin', ends: 'generated' },
    { repeats: 0, client: 'kestrel', by: 'agency_admin', ends: 'draft' },
  ]
  return onStage(world, async (stage) => {
    for (const one of wanted) {
      if (one.repeats !== repeats) continue
      const made = await attempt<{ consolidated_invoices: { id: string }[] }>(
        stage,
        one.by,
        'transaction.consolidated_invoice.create',
        {
          client_id: businessId(world, one.client),
          period_start: addDays(day, -30),
          period_end: addDays(day, -1),
          by: 'client',
        },
      )
      for (const { id } of made?.consolidated_invoices ?? []) {
        if (one.ends === 'generated')
          await stage.act(one.by, 'transaction.consolidated_invoice.generate', { id })
        if (one.ends === 'canceled')
          await stage.act(one.by, 'transaction.consolidated_invoice.cancel', {
            id,
            reason: 'The client wants its invoices one by one',
          })
      }
    }
  })
}
