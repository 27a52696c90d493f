/** The effect of reassigning a debt, or taking it back: runs the same code in a savepoint and rolls it back. */

import { z } from 'zod'
import type { ReadRow } from '#entity/new-row.ts'
import { formatMoney, isPositive, parseMoney, sub, zero } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { debtName } from '../invoices/debt-name.server.ts'
import type { invoice } from '../invoices/invoice.entity.ts'
import { moneyText } from '../shared/answers.rules.ts'
import type { ReassignEffect } from './reassign.rules.ts'
import { who } from './reassign.rules.ts'
import { giveToAgency, lockDebt, type ReassignRow, takeFromAgency } from './reassign-invoice.server.ts'

const input = z.strictObject({ id: z.uuid(), is_taken_back: z.boolean() })

type Stand = ReadRow<typeof invoice, 'id human_id recourse_amount disallowed_amount disallowed_status'>

const output = z.strictObject({
  id: z.uuid(),
  human_id: z.string(),
  currency: z.string(),
  outstanding_balance: moneyText,
  effects: z
    .array(
      z.strictObject({
        id: z.uuid(),
        human_id: z.string(),
        recourse_before: z.string(),
        recourse_after: z.string(),
        disallowed_before: z.string(),
        disallowed_after: z.string(),
        disallowed_status: z.string().nullable(),
      }),
    )
    .readonly(),
  given_back: z.string(),
})

export const previewReassign = verb({
  action_id: 'transaction.invoice.preview_reassign',
  since: '0.1.0',
  summary: 'Shows the effects of reassigning a debt to its agency',
  machine: 'allowed',
  impersonator: 'allowed',
  who: who.reassign,
  is_reading: true,
  input,
  output,
  run: async (context, { id, is_taken_back }) => {
    const { tx, clock, viewer } = context
    const row = await lockDebt(context, id)
    const before = await standOf(context, row)
    const recovered = await recoveredFrom(context, row)
    await tx.run('savepoint preview')
    const within = { tx, clock, viewer }
    await (is_taken_back ? takeFromAgency(within, row, 'Preview') : giveToAgency(within, row, 'Preview'))
    const after = await standOf(context, row)
    const left = await recoveredFrom(context, row)
    // Undoes notes, entries and postings.
    await tx.run('rollback to savepoint preview')
    const back = sub(recovered, left)
    return {
      id: row.id,
      human_id: row.human_id,
      currency: row.currency,
      outstanding_balance: row.outstanding_balance,
      effects: effectsOf(row, before, after),
      given_back: formatMoney(isPositive(back) ? back : zero(row.currency)),
    }
  },
})

/** The agency's debt with this principal in this currency, as far as anything is disallowed, owed or reassigned. */
function standOf({ tx, viewer }: VerbContext, row: ReassignRow): Promise<Stand[]> {
  return tx.rows<Stand>(
    `select i.id, ${debtName(viewer, 'i')} as human_id, i.recourse_amount, i.disallowed_amount, i.disallowed_status
     from transaction.invoice i join transaction.invoice o on o.id = $1 and o.currency_id = i.currency_id
     where i.agency_id = $2 and transaction.principal_of(i.type, i.provider_id, i.funder_id) = $3 and i.deleted_at is null
       and i.type in ('provider-client', 'agency-client', 'funder-client')
       and (i.id = $1 or i.is_disallowed or i.recourse_amount > 0)
     order by i.raised_date, length(i.human_id), i.human_id`,
    [row.id, row.agency_id, row.principal_id],
  )
}

/** Amounts recovered from earnings for notes of this agency and principal. */
async function recoveredFrom({ tx }: VerbContext, row: ReassignRow) {
  const found = await tx.row<{ recovered: string }>(
    `select coalesce(sum(n.recovered_amount), 0) as recovered from transaction.collection_note n
     join transaction.invoice i on i.id = $1 and i.currency_id = n.currency_id
     where n.agency_id = $2 and n.principal_id = $3 and n.source = 'disallowance' and n.deleted_at is null and n.status <> 'cancelled'`,
    [row.id, row.agency_id, row.principal_id],
  )
  return parseMoney(found?.recovered ?? '0', row.currency)
}

const nothing = { recourse_amount: '0.00', disallowed_amount: '0.00', disallowed_status: null } as const

function effectsOf(row: ReassignRow, before: readonly Stand[], after: readonly Stand[]): ReassignEffect[] {
  const was = new Map(before.map((one) => [one.id, one]))
  const is = new Map(after.map((one) => [one.id, one]))
  const names = new Map([...before, ...after].map((one) => [one.id, one.human_id]))
  const effects = [...names].map(([id, human_id]) => {
    const old = was.get(id) ?? nothing
    const now = is.get(id) ?? nothing
    return {
      id,
      human_id,
      recourse_before: old.recourse_amount,
      recourse_after: now.recourse_amount,
      disallowed_before: old.disallowed_amount,
      disallowed_after: now.disallowed_amount,
      disallowed_status: now.disallowed_status,
    }
  })
  const changed = effects.filter(
    (one) =>
      one.id === row.id ||
      one.recourse_before !== one.recourse_after ||
      one.disallowed_before !== one.disallowed_after,
  )
  return changed.toSorted((a, b) => Number(b.id === row.id) - Number(a.id === row.id))
}
