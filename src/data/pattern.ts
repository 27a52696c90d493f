/**
 * How large a regular expression is once its counted repetitions are written out, as PostgreSQL does before it can refuse
 * or run it: `(((x{1,60}){1,60}){1,60}){1,60}` keeps it busy for a second.
 */

const COUNT = /\{(\d{1,6})(,(\d{0,6}))?\}/y

/** The first place behind a bracket expression that begins at `from`. */
function behindSet(text: string, from: number): number {
  const first = text[from + 1] === '^' ? from + 2 : from + 1
  // A closing bracket that comes first is one of the set.
  const end = text.indexOf(']', first + 1)
  return end === -1 ? text.length : end + 1
}

/** The count and end of the quantifier at this place; null without one. */
function countAt(text: string, at: number): { readonly times: number; readonly end: number } | null {
  COUNT.lastIndex = at
  const found = COUNT.exec(text)
  if (!found) return null
  const [whole, least = '', further, most = ''] = found
  const times = Math.max(Number(least), further === undefined ? 0 : Number(most), 1)
  return { times, end: at + whole.length }
}

/** Atoms of the pattern, repetitions written out. It need not be a right one. */
export function patternSize(text: string): number {
  /** Sizes of the groups that are open, the outermost first. */
  const open: number[] = [0]
  let last = 0
  const add = (size: number) => {
    open[open.length - 1] = (open.at(-1) ?? 0) + size
    last = size
  }
  let at = 0
  while (at < text.length) {
    const sign = text[at]
    const count = sign === '{' ? countAt(text, at) : null
    if (count) {
      add(last * (count.times - 1))
      last *= count.times
      at = count.end
      continue
    }
    if (sign === '(') open.push(0)
    else if (sign === ')' && open.length > 1) add(open.pop() ?? 0)
    else if (!'*+?|'.includes(sign ?? '')) add(1)
    at = sign === '\\' ? at + 2 : sign === '[' ? behindSet(text, at) : at + 1
  }
  return open.reduce((sum, size) => sum + size, 0)
}
