/** The small world of a walk (every-move.db.test.ts), and how a step finds what it is about. */
import type { Viewer } from '#entity/access.ts'
import { present } from '#kernel/assert.ts'
import type { TestDatabase } from '../database.ts'
import { act, type SeededPlacement, type World } from '../fixtures/world.ts'

export const models = ['direct', 'agency_billed', 'indirect'] as const
export type Model = (typeof models)[number]

export type Stage = {
  readonly world: World
  readonly database: TestDatabase
  readonly placements: readonly SeededPlacement[]
  readonly provider_id: string
  readonly agency_id: string
  /** Who bills the clients. */
  readonly biller: Viewer
  /** Whose books they are, who sets its rules, and the account that clients pay into. */
  readonly principal: { readonly id: string; readonly admin: Viewer; readonly account_id: string }
  /** What reports said on the evening of each day. */
  readonly evenings: Map<string, unknown>
}
export type Asked = { readonly a: number; readonly b: number; readonly size: number }
export type Found = { id: string; amount: string; other: string }

export const clients = `type in ('provider-client', 'agency-client', 'funder-client')`

export async function one({ database, provider_id }: Stage, sql: string, at: number): Promise<Found | null> {
  const { rows } = await database.owner.query<Found>(sql, [provider_id])
  return rows[at % Math.max(1, rows.length)] ?? null
}

export const part = (amount: string, size: number) =>
  (Math.max(1, Math.ceil(Number(amount) * size)) / 100).toFixed(2)
export const choose = <T>(list: readonly T[], at: number): T => present(list[at % list.length], 'one of some')

export const open_debt = `select id, outstanding_balance as amount, client_id as other from transaction.invoice where provider_id = $1
  and status = 'open' and outstanding_balance > 0 and ${clients} order by created_at, human_id`
export const receipts = `select id, unmatched_amount as amount, '' as other from transaction.payment_receipt_summary where provider_id = $1
  and type = 'receipt' and status <> 'reversed' order by created_at, human_id`
export const sheets = `select t.id, t.contract_id as other, '' as amount from transaction.timesheet t where provider_id = $1
  and type <> 'manual' and status in ('approved', 'suspense') order by created_at, human_id`
export const notes = `select id, -total_amount as amount, '' as other from transaction.invoice where provider_id = $1 and is_credit_note
  and ${clients} order by created_at, human_id`
export const batches = (
  status: string,
) => `select id, amount, '' as other from payment.payment_batch where provider_id = $1
  and status ${status} order by created_at, human_id`

/** Nothing to do it about: no step. */
export const nothing = 'nothing'

export type Move = (within: Stage, asked: Asked) => Promise<unknown>
export const on =
  (sql: string, run: (within: Stage, found: Found, asked: Asked) => Promise<unknown>): Move =>
  async (within, asked) => {
    const found = await one(within, sql, asked.a)
    return found ? run(within, found, asked) : nothing
  }

export const by = (within: Stage) => choose(within.placements, 0).agency
export const staff = (within: Stage) => by(within).provider
export const doing = (within: Stage, viewer: Viewer, action_id: string, input: object) =>
  act<{ id: string }>(within.world, viewer, action_id, input)
