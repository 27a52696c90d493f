/** The dashboard's queries: one request for all counts and sums, with the filters of its links. Pure. */
import type { Role } from '#entity/access.ts'
import { type Entity, rootName } from '#entity/entity.ts'
import type { FilterBy, Where } from '#entity/filter.ts'
import { allOf, filterWhere } from '#entity/filter.ts'
import type { Entities } from '#entity/path.ts'
import type { Day } from '#kernel/day.ts'
import { addMonths, endOfMonth, minDay, startOfMonth } from '#kernel/day.ts'

/** Rows to count, and the field to sum. */
export interface Asked {
  readonly entity: Entity
  readonly own?: Where
  readonly filter: FilterBy
  readonly sum?: string
}

export interface CurrencySum {
  /** ISO code. */
  readonly currency: string
  readonly amount: number
}

export interface Figure {
  readonly count: number
  /** Of the rows in the business's own currency; null where nothing is added up. */
  readonly sum: number | null
  /** How many of them are in another currency than the sum. */
  readonly others: number
}

/** Counts and sums by the names of the request. */
interface Figures {
  readonly count: (root: string) => number
  readonly sum: (root: string, field: string) => number | null
}

export interface Asking {
  readonly entities: Entities
  readonly today: Day
  /** ISO code of the sums' currency; null sums all matches. */
  readonly currency: string | null
}

/** The rows of a link: the list's base filter and its own. */
function rowsWhere({ entities, today }: Asking, asked: Asked): Where {
  return allOf([asked.own ?? null, ...filterWhere(entities, asked.entity, asked.filter, today)])
}

interface AggregateRoot {
  readonly name: string
  readonly entity: Entity
  readonly where: Where
  readonly sum?: string | undefined
}

function aggregatesRequest(roots: readonly AggregateRoot[]) {
  const head = roots.map(({ name, entity }) => `$w_${name}: ${rootName(entity)}_bool_exp!`).join(', ')
  const body = roots.map(
    ({ name, entity, sum }) =>
      `${name}: ${rootName(entity)}_aggregate(where: $w_${name}) { aggregate { count${sum ? ` sum { ${sum} }` : ''} } }`,
  )
  const variables = Object.fromEntries(roots.map(({ name, where }) => [`w_${name}`, where]))
  return { query: `query dashboard(${head}) { ${body.join(' ')} }`, variables }
}

const inCurrency = (where: Where, code: string): Where =>
  allOf([where, { currency: { alpha_code: { _eq: code } } }])

export function figuresRequest(asking: Asking, all: readonly Asked[]) {
  const { currency } = asking
  return aggregatesRequest(
    all.flatMap((asked, at) => {
      const { entity, sum } = asked
      const where = rowsWhere(asking, asked)
      const counted: AggregateRoot = { name: `c${at}`, entity, where }
      if (!sum) return [counted]
      return [
        counted,
        { name: `s${at}`, entity, sum, where: currency === null ? where : inCurrency(where, currency) },
      ]
    }),
  )
}

export function figuresOf(all: readonly Asked[], answer: Figures): Figure[] {
  return all.map(({ sum }, at) => {
    const count = answer.count(`c${at}`)
    if (!sum) return { count, sum: null, others: 0 }
    return { count, sum: answer.sum(`s${at}`, sum) ?? 0, others: count - answer.count(`s${at}`) }
  })
}

/** A sum in another currency, asked for where a figure has rows in others. */
export interface OtherSum {
  readonly asked: Asked
  readonly currency: string
}

export function otherSumsRequest(asking: Asking, all: readonly OtherSum[]) {
  return aggregatesRequest(
    all.map(({ asked, currency }, at) => ({
      name: `o${at}`,
      entity: asked.entity,
      sum: asked.sum,
      where: inCurrency(rowsWhere(asking, asked), currency),
    })),
  )
}

/** The sums of one figure; currencies without rows are left out. */
export function otherSumsOf(all: readonly OtherSum[], answer: Figures, of: Asked): CurrencySum[] {
  return all.flatMap(({ asked, currency }, at) =>
    asked === of && answer.count(`o${at}`) > 0
      ? [{ currency, amount: answer.sum(`o${at}`, asked.sum ?? '') ?? 0 }]
      : [],
  )
}

export interface Month {
  readonly from: Day
  readonly to: Day
}

/** The last so many months, the one that runs among them up to today. */
export function monthsUpTo(today: Day, count: number): Month[] {
  const first = addMonths(startOfMonth(today), 1 - count)
  return Array.from({ length: count }, (_, at) => {
    const from = addMonths(first, at)
    return { from, to: minDay(endOfMonth(from), today) }
  })
}

/** Does a viewer with these roles get it? */
export function isFor(
  one: { readonly roles?: readonly Role[]; readonly not_for?: readonly Role[] },
  roles: readonly Role[],
): boolean {
  const has = (some: readonly Role[]) => roles.some((role) => some.includes(role))
  return (!one.roles || has(one.roles)) && !(one.not_for && has(one.not_for))
}
