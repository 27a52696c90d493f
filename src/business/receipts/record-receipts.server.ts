/**
 * Receipts of many bank lines at once: the payer follows from the reference, from learned payers, or from the name.
 */

import { z } from 'zod'
import { visibleSql } from '#data/visible.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { verb } from '#server/verb.ts'
import { findReturns, statement_line } from '../bank/suggest-returns.server.ts'
import { provider_staff } from '../shared/who-may.rules.ts'
import type { LinePayer } from './match-answers.rules.ts'
import { insertReceipt } from './record-receipt.server.ts'
import { invoiceNumbersIn, payerKey } from './suggest.rules.ts'

const lines_max = 500

type LineRow = Omit<LinePayer, 'for_business_id' | 'payer' | 'reason'>
type Client = { readonly id: string; readonly name: string }

const linePayersAnswer = z.strictObject({
  lines: z.array(
    z.strictObject({
      ...statement_line,
      for_business_id: z.uuid().nullable(),
      payer: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})

/** Bank lines without a receipt, each with its most likely payer. Changes nothing. */
export const linePayers = verb({
  action_id: 'transaction.bank_line.payers',
  since: '0.1.0',
  summary: 'Finds the most likely payers of bank lines without a receipt',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  is_reading: true,
  input: z.strictObject({}),
  output: linePayersAnswer,
  run: async (context) => {
    const { tx, viewer } = context
    const params: unknown[] = [lines_max]
    const visible = visibleSql('transaction.bank_line', viewer, 'l', params)
    const rows = await tx.rows<LineRow>(
      `select l.id as bank_line_id, l.transaction_date::text, l.amount, y.alpha_code as currency, l.reference, l.counterparty
       from transaction.bank_line l join platform.currency y on y.id = l.currency_id
       where l.amount > 0 and ${visible}
         and not exists (select from transaction.payment_receipt_summary s where s.bank_line_id = l.id)
         and not exists (select from transaction.payment_receipt_summary s where s.returned_line_id = l.id)
       order by l.transaction_date desc, l.id limit $1`,
      params,
    )
    const returns = new Map((await findReturns(context, null)).map((one) => [one.bank_line_id, one]))
    const [named, learned, clients] = [
      await clientsOfNumbers(context, rows),
      await learnedClients(context, rows),
      await clientsByName(context, rows),
    ]
    return {
      lines: rows.map((row) => {
        const key = payerKey(row.counterparty)
        const by_number = onlyOne(
          invoiceNumbersIn(row.reference).flatMap((number) => named.get(number) ?? []),
        )
        const by_memory = onlyOne(learned.get(key) ?? [])
        const by_name = onlyOne(clients.get(key) ?? [])
        const returned = returns.get(row.bank_line_id)
        if (returned) {
          // A receipt would state that a client paid.
          const reason = `Looks like payment ${returned.payment} coming back`
          return { ...row, for_business_id: null, payer: null, reason }
        }
        const found =
          (by_number && { ...by_number, reason: 'Invoice number in the reference' }) ??
          (by_memory && { ...by_memory, reason: `Payer seen before as ${by_memory.name}` }) ??
          (by_name && { ...by_name, reason: 'The name is the client’s' })
        return {
          ...row,
          for_business_id: found?.id ?? null,
          payer: found?.name ?? null,
          reason: found?.reason ?? null,
        }
      }),
    }
  },
})

/** The one client of all of them; null when they differ or there is none. */
function onlyOne(clients: readonly Client[]): Client | null {
  const ids = new Set(clients.map((client) => client.id))
  return ids.size === 1 ? (clients[0] ?? null) : null
}

async function clientsOfNumbers(
  { tx, viewer }: VerbContext,
  rows: readonly LineRow[],
): Promise<Map<string, Client[]>> {
  const params: unknown[] = [[...new Set(rows.flatMap((row) => invoiceNumbersIn(row.reference)))]]
  const visible = visibleSql('transaction.invoice', viewer, 'i', params)
  const found = await tx.rows<Client & { human_id: string }>(
    `select i.human_id, b.id, b.name from transaction.invoice i join business.business b on b.id = i.client_id
     where i.human_id = any ($1) and i.type in ('provider-client', 'agency-client', 'funder-client') and ${visible}`,
    params,
  )
  return Map.groupBy(found, (one) => one.human_id)
}

async function learnedClients(
  { tx, viewer }: VerbContext,
  rows: readonly LineRow[],
): Promise<Map<string, Client[]>> {
  const found = await tx.rows<Client & { payer_key: string }>(
    `select m.payer_key, b.id, b.name from transaction.payer_memory m join business.business b on b.id = m.business_id
     where m.provider_id = $1 and m.payer_key = any ($2) and m.times > 0 and m.payer_key <> ''`,
    [viewer.provider_id, keysOf(rows)],
  )
  return Map.groupBy(found, (one) => one.payer_key)
}

async function clientsByName(
  { tx, viewer }: VerbContext,
  rows: readonly LineRow[],
): Promise<Map<string, Client[]>> {
  const params: unknown[] = [keysOf(rows)]
  const visible = visibleSql('business.business', viewer, 'b', params)
  const found = await tx.rows<Client & { payer_key: string }>(
    `select left(regexp_replace(upper(b.name), '[^A-Z0-9]', '', 'g'), 60) as payer_key, b.id, b.name from business.business b
     where b.type in ('client', 'payer') and ${visible}
       and left(regexp_replace(upper(b.name), '[^A-Z0-9]', '', 'g'), 60) = any ($1)`,
    params,
  )
  return Map.groupBy(found, (one) => one.payer_key)
}

const keysOf = (rows: readonly LineRow[]) => [
  ...new Set(rows.map((row) => payerKey(row.counterparty)).filter((key) => key !== '')),
]

const input = z.strictObject({
  receipts: z
    .array(z.strictObject({ bank_line_id: z.uuid(), for_business_id: z.uuid() }))
    .min(1, { error: validationText.required })
    .max(lines_max, { error: validationText.max }),
})

/** A receipt of each of these lines; all of them or none. */
export const recordReceipts = verb({
  action_id: 'transaction.payment_receipt.record_many',
  since: '0.1.0',
  summary: 'Records a receipt of each of several bank lines, all of them or none',
  machine: 'allowed',
  impersonator: 'allowed',
  who: { provider: provider_staff },
  input,
  output: z.strictObject({ receipts: z.number(), ids: z.array(z.uuid()) }),
  run: async (context, { receipts }) => {
    const ids: string[] = []
    for (const receipt of receipts) ids.push((await insertReceipt(context, receipt)).id)
    return { receipts: ids.length, ids }
  },
})
