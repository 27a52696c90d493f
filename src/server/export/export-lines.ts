/** From rows of the data endpoint to the lines of a file. Pure. */
import { valueAt } from '#entity/path.ts'
import type { Template } from '#entity/template.ts'
import { assert } from '#kernel/assert.ts'
import { day, eachDay } from '#kernel/day.ts'

/** The values of one line, in the order of the columns. */
export type ExportRow = readonly unknown[]
/** The lines that rows give: one each, unless a template asks for one a related row. */
export type LinesOf = (rows: readonly ExportRow[]) => readonly ExportRow[]

type Get = (row: ExportRow) => unknown

/** Finds a path's value in rows of `read_paths`: a value of its own, or inside an object. */
function getter(read_paths: readonly string[], path: string): Get {
  const at = read_paths.indexOf(path)
  if (at >= 0) return (row) => row[at]
  const around = read_paths.findIndex((one) => path.startsWith(`${one}.`))
  assert(around >= 0, `${path} was read`)
  const rest = path.slice((read_paths[around] ?? '').length + 1)
  return (row) => valueAt(row[around], rest)
}

/** One line a row. */
export function plainLines(paths: readonly string[], read_paths: readonly string[]): LinesOf {
  const get = paths.map((path) => getter(read_paths, path))
  return (rows) => rows.map((row) => get.map((of) => of(row)))
}

/** Lines as a template wants them. */
export function templateLines({ columns, lines }: Template, read_paths: readonly string[]): LinesOf {
  const paths = columns.map(({ field }) => field)
  if (!lines) return plainLines(paths, read_paths)
  const { relation, days } = lines
  const below = `${relation}.`
  const get = paths.map((path) =>
    path.startsWith(below) ? { inner: path.slice(below.length) } : { outer: getter(read_paths, path) },
  )
  const order = get.flatMap(({ inner }) => inner ?? [])
  const ofDay = paths.indexOf(days?.into ?? '')
  const relatedOf = getter(read_paths, relation)
  const span = days && { from: getter(read_paths, days.from), to: getter(read_paths, days.to) }
  return (rows) =>
    rows.flatMap((row) => {
      const related = relatedOf(row)
      const outer = get.map((one) => (one.outer ? one.outer(row) : null))
      if (Array.isArray(related) && related.length > 0)
        return [...related]
          .sort((a, b) => compare(order, a, b))
          .map((line) =>
            get.map((one, at) => (one.inner === undefined ? outer[at] : valueAt(line, one.inner))),
          )
      if (!span) return [outer]
      const to = day(String(span.to(row)))
      return eachDay(day(String(span.from(row))), to).map((date) => outer.with(ofDay, date))
    })
}

/** By its columns from the left: days and names read in their order. */
function compare(order: readonly string[], a: unknown, b: unknown): number {
  for (const path of order) {
    const [x, y] = [String(valueAt(a, path) ?? ''), String(valueAt(b, path) ?? '')]
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}
