/** Rows of a file: a JSON list, an object that holds lists, one row, or one row on each line. Pure. */

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Parsed = { readonly value: unknown } | { readonly fault: string }

function parsed(text: string): Parsed {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { fault: reasonOf(error) }
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row names its test, or its pay. */
const isRow = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(value).some((name) => /^(test_?identifier|gross_?pay)$/i.test(name))

/** @returns null for a value without rows */
function rowsOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  if (isRow(value)) return [value]
  const lists = Object.values(value).filter(Array.isArray)
  return lists.length === 0 ? null : lists.flat()
}

/** Rows of a file with a JSON value on each line; the fault of the first line that holds none. */
function rowsOfLines(lines: readonly string[]): readonly unknown[] | { readonly fault: string } {
  const rows: unknown[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = parsed(line)
    if ('fault' in read) return { fault: `line ${index + 1}: ${read.fault}` }
    rows.push(read.value)
  }
  return rows
}

/** @returns the rows, or the reason why the text holds none */
export function rowsOfFile(file: string): readonly unknown[] | { readonly fault: string } {
  const text = file.replace(/^\uFEFF/, '').trim()
  if (text === '') return { fault: 'it is empty' }
  const whole = parsed(text)
  if ('value' in whole) return rowsOf(whole.value) ?? { fault: 'it holds no list of rows' }
  const lines = text.split(/\r?\n/)
  // A broken list has its first line alone broken, too: the fault of the whole says more.
  const [first = ''] = lines
  if (lines.length === 1 || 'fault' in parsed(first)) return whole
  return rowsOfLines(lines)
}
