/** From rows as the data endpoint gives them to the lines of a file. Pure. */
import { valueAt } from '#entity/path.ts'
import type { Template } from '#entity/template.ts'
import { day, eachDay } from '#kernel/day.ts'

/** The values of one line, in the order of the columns. */
export type ExportRow = readonly unknown[]
/** The lines that a row gives: one, unless a template asks for one a related row. */
export type LinesOf = (row: unknown) => readonly ExportRow[]

type Get = (row: unknown) => unknown

/** Reads a path, taken apart once and not for every row. */
function getter(path: string): Get {
  const [first = '', second, ...rest] = path.split('.')
  const at = (of: unknown, step: string): unknown =>
    typeof of === 'object' && of !== null ? (of as Readonly<Record<string, unknown>>)[step] : null // As just checked.
  if (second === undefined) return (row) => at(row, first) ?? null
  if (rest.length === 0) return (row) => at(at(row, first), second) ?? null
  return (row) => valueAt(row, path)
}

/** One line a row. */
export function plainLines(paths: readonly string[]): LinesOf {
  const get = paths.map(getter)
  return (row) => [get.map((of) => of(row))]
}

/** Lines as a template wants them. */
export function templateLines({ columns, lines }: Template): LinesOf {
  const paths = columns.map(({ field }) => field)
  if (!lines) return plainLines(paths)
  const { relation, days } = lines
  const below = `${relation}.`
  const get = paths.map((path) =>
    path.startsWith(below) ? { inner: getter(path.slice(below.length)) } : { outer: getter(path) },
  )
  const order = paths.flatMap((path) => (path.startsWith(below) ? [getter(path.slice(below.length))] : []))
  const ofDay = paths.indexOf(days?.into ?? '')
  return (row) => {
    const related = valueAt(row, relation)
    const outer = get.map((one) => (one.outer ? one.outer(row) : null))
    if (Array.isArray(related) && related.length > 0)
      return [...related]
        .sort((a, b) => compare(order, a, b))
        .map((inner) => get.map((one, at) => (one.inner ? one.inner(inner) : outer[at])))
    if (!days) return [outer]
    const [from, to] = [valueAt(row, days.from), valueAt(row, days.to)]
    return eachDay(day(String(from)), day(String(to))).map((date) => outer.with(ofDay, date))
  }
}

/** By its columns from the left: days and names read in their order. */
function compare(order: readonly Get[], a: unknown, b: unknown): number {
  for (const of of order) {
    const [x, y] = [String(of(a) ?? ''), String(of(b) ?? '')]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
