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
export function rowsWhere({ entities, today }: Asking, asked: Asked): Where {
  return allOf([asked.own ?? null, ...filterWhere(entities, asked.entity, asked.filter, today)])
}

export function figuresRequest(asking: Asking, all: readonly Asked[]) {
  const variables: Record<string, Where> = {}
  const heads: string[] = []
  const roots = all.map((asked, at) => {
    const root = rootName(asked.entity)
    const where = rowsWhere(asking, asked)
    const take = (name: string, condition: Where) => {
      variables[name] = condition
      heads.push(`$${name}: ${root}_bool_exp!`)
    }
    take(`w${at}`, where)
    const count = `c${at}: ${root}_aggregate(where: $w${at}) { aggregate { count } }`
    if (!asked.sum) return count
    take(
      `s${at}`,
      asking.currency === null
        ? where
        : allOf([where, { currency: { alpha_code: { _eq: asking.currency } } }]),
    )
    return `${count} s${at}: ${root}_aggregate(where: $s${at}) { aggregate { count sum { ${asked.sum} } } }`
  })
  return { query: `query dashboard(${heads.join(', ')}) { ${roots.join(' ')} }`, variables }
}

export function figuresOf(all: readonly Asked[], answer: Figures): Figure[] {
  return all.map(({ sum }, at) => {
    const count = answer.count(`c${at}`)
    if (!sum) return { count, sum: null, others: 0 }
    return { count, sum: answer.sum(`s${at}`, sum) ?? 0, others: count - answer.count(`s${at}`) }
  })
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
