import type { Claim } from '#entity/access.ts'
import { DataFault } from './fault.ts'
import type { Input, Slot } from './input.ts'
import { LIMITS } from './limits.ts'
import { logged_fields } from './logged-fields.ts'
import type { Profile, TableView } from './profile.ts'
import { CLAIM_TYPES } from './rule-sql.ts'
import type { FunctionRoot } from './schema/function-root.ts'

/** The parts of one statement: its parameters, aliases and tables. */
export class Build {
  readonly profile: Profile
  /** Under which the viewer writes; it may force values. */
  readonly action_id: string | null
  /** Of the request's variables, for writes. */
  readonly values: readonly unknown[]
  readonly slots: Slot[] = []
  /** `schema.table` of everything the statement reads; true where only the viewer's own rows of it matter. */
  readonly tables = new Map<string, boolean>()
  /** Functions that supply rows; PostgreSQL knows the tables they read. */
  readonly functions = new Set<FunctionRoot>()
  /** Keys of the answer that show logged fields, by name of the endpoint's type. */
  readonly logged = new Map<string, Set<string>>()
  /** Endpoint's types with a logged field in a filter, an order or a count: their answers tell its value, too. */
  readonly asked = new Set<string>()
  readonly #numbers = new Map<string, number>()
  readonly #made = new Map<object, Map<string, unknown>>()
  readonly #shared: string[] = []
  #aliases = 0
  #cost = 0
  #isPlannedOnce = false

  constructor(profile: Profile, action_id: string | null = null, values: readonly unknown[] = []) {
    this.profile = profile
    this.action_id = action_id
    this.values = values
  }

  /** Notes a field that the answer shows under `key`. */
  shows(type: string, column: string, key: string): void {
    if (!logged_fields.has(`${type}.${column}`)) return
    this.logged.set(type, (this.logged.get(type) ?? new Set()).add(key))
  }

  /** Notes a field that decides which rows come, or in which order. */
  asks(type: string, column: string): void {
    if (logged_fields.has(`${type}.${column}`)) this.asked.add(type)
  }

  alias(): string {
    this.#aliases += 1
    return `t${this.#aliases}`
  }

  /** `$n::type` of a slot; the viewer's claims and the day are bound once. */
  bind(slot: Slot, type: string): string {
    const name =
      slot.from === 'claim' ? slot.claim : slot.from === 'today' || slot.from === 'now' ? slot.from : null
    const known = name === null ? undefined : this.#numbers.get(name)
    if (known !== undefined) return `$${known}::${type}`
    this.slots.push(slot)
    if (name !== null) this.#numbers.set(name, this.slots.length)
    return `$${this.slots.length}::${type}`
  }

  /** A part of `of` shared by several places of the statement, made once. */
  once<T>(of: object, name: string, make: () => T): T {
    const known = this.#made.get(of) ?? new Map<string, unknown>()
    this.#made.set(of, known)
    if (!known.has(name)) known.set(name, make())
    return known.get(name) as T // Made by the same call, told apart by its name.
  }

  /** Common table expressions of the whole statement: each is run once, where it is needed at all. */
  share(...expressions: readonly string[]): void {
    this.#shared.push(...expressions)
  }

  /**
   * PostgreSQL keeps one plan of this statement for all viewers: it does not see the claims, so a plan for one viewer
   * never looks cheaper. Planning a search takes longer than running it.
   */
  planOnce(): void {
    this.#isPlannedOnce = true
  }

  #hideClaims(text: string): string {
    return text.replace(/\$(\d+)::\w+/g, (bound, n: string) =>
      this.slots[Number(n) - 1]?.from === 'claim' ? `(select ${bound})` : bound,
    )
  }

  /**
   * The statement with the parameters it uses. An empty comparison or a skipped field leaves one behind that PostgreSQL
   * could not give a type.
   */
  finish(written: string): { readonly text: string; readonly slots: readonly Slot[] } {
    const whole = this.#shared.length === 0 ? written : `with ${this.#shared.join(', ')} ${written}`
    const text = this.#isPlannedOnce ? this.#hideClaims(whole) : whole
    const used = [...new Set([...text.matchAll(/\$(\d+)::/g)].map((found) => Number(found[1])))].sort(
      (a, b) => a - b,
    )
    if (used.length === this.slots.length) return { text, slots: this.slots }
    const numbers = new Map(used.map((old, n) => [old, n + 1]))
    return {
      text: text.replace(/\$(\d+)::/g, (_, old: string) => `$${numbers.get(Number(old))}::`),
      slots: used.flatMap((old) => this.slots[old - 1] ?? []),
    }
  }

  readonly claim = (claim: Claim['claim']): string => this.bind({ from: 'claim', claim }, CLAIM_TYPES[claim])
  readonly now = (): string => this.bind({ from: 'now' }, 'timestamptz')
  readonly today = (): string => this.bind({ from: 'today' }, 'date')

  /** The estimate of the whole request, in rows. */
  get cost(): number {
    return this.#cost
  }

  /** Adds `rows` (times those of the lists around them) to the estimate of the whole request. */
  spend(rows: number, path: string): void {
    this.#cost += rows
    if (this.#cost > LIMITS.cost) {
      throw new DataFault(
        'limit-exceeded',
        'the request asks for too many rows at once: set smaller limits',
        path,
      )
    }
  }

  /** Conditions for the rows of a table that are the viewer's. */
  visible(table: TableView, alias: string, reached: boolean): string[] {
    if (table.function) this.functions.add(table.function)
    for (const [name, isOwn] of table.watched) this.tables.set(name, isOwn && this.tables.get(name) !== false)
    return table.visible(alias, this.claim, reached)
  }
}

/** A slot as SQL of a column's type. */
export function slotSql(build: Build, input: Input, type: string): string {
  if (input.is !== 'slot') throw new DataFault('validation-failed', 'a value cannot be used here')
  return build.bind(input.slot, type)
}

const COMPARED = ['=', '<>', '<', '>', '<=', '>=']

/**
 * Comparisons that PostgreSQL marks as leakproof (a test asks it): they neither fail nor take long, whatever they meet.
 */
const OPEN: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['uuid', 'text', 'boolean', 'date', 'timestamptz', 'bigint'].map((type) => [type, COMPARED]),
)

export const open_operators: readonly (readonly [type: string, operator: string])[] = Object.entries(
  OPEN,
).flatMap(([type, operators]) => operators.map((operator) => [type, operator] as const))

/**
 * A slot that a column is compared with. The planner tries an operator on the column's statistics, which sample
 * everybody's rows, if it knows the value: as a sub-select it never does (decision 0033).
 */
export function unseenSql(build: Build, input: Input, type: string, operator: string): string {
  const value = slotSql(build, input, type)
  return OPEN[type]?.includes(operator) ? value : `(select ${value})`
}

/** The same for a list of values, one of which the column equals. */
export function unseenListSql(build: Build, input: Input, type: string): string {
  const value = slotSql(build, input, `${type}[]`)
  // Without the cast, "any" of a sub-select means its rows.
  return OPEN[type] ? value : `(select ${value})::${type}[]`
}

export function field(input: Input, name: string): Input | undefined {
  const found = input.is === 'object' ? input.fields.get(name) : undefined
  return found?.is === 'null' ? undefined : found
}

export function itemsOf(input: Input | undefined): readonly Input[] {
  if (input === undefined || input.is === 'null') return []
  return input.is === 'list' ? input.items : [input]
}

export const enumValues = (input: Input | undefined): string[] =>
  itemsOf(input).flatMap((one) => (one.is === 'enum' ? [one.value] : []))
