/** The facts of a client's statement: the parties, the open documents and the money that is matched to none. */
import type { Day } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'

export type StatementLine = {
  readonly human_id: string
  readonly what: string
  readonly raised_date: Day
  readonly due_date: Day
  readonly total_amount: Money
  readonly paid_amount: Money
  readonly outstanding_balance: Money
}

export type StatementFacts = {
  readonly agency: string
  readonly agency_address: string
  readonly client_human_id: string
  readonly client: string
  readonly client_address: string
  readonly today: Day
  readonly lines: readonly StatementLine[]
  /** Money that came in and is matched to nothing yet. */
  readonly unallocated: readonly Money[]
}
