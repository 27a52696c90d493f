import { readPhone } from '#business/shared/phone.server.ts'
import { validationText } from '#kernel/messages.ts'
import { printedTextFault } from '#kernel/printed-text.ts'
import { typedLineFault, typedTextFault } from '#kernel/typed-text.ts'
import { type Build, slotSql } from '../build.ts'
import { DataFault } from '../fault.ts'
import type { Input } from '../input.ts'
import type { ColumnView } from '../profile.ts'
import type { WriteView } from './write-access.ts'

/** @throws DataFault at the field for text that nobody may type there */
function checkTyped(
  build: Build,
  { long_texts, printed_texts }: WriteView,
  column: ColumnView,
  input: Input,
  path: string,
) {
  if (input.is !== 'slot' || input.scalar !== 'String') return
  const { slot } = input
  const value =
    slot.from === 'constant' ? slot.value : slot.from === 'variable' ? build.values[slot.index] : null
  for (const text of [value].flat()) {
    if (typeof text !== 'string') continue
    const is_required = !column.nullable && !Array.isArray(value)
    const fault = long_texts.includes(column.name) ? typedTextFault(text) : typedLineFault(text, is_required)
    const unprinted = printed_texts.includes(column.name) ? printedTextFault(text) : null
    const message = fault ?? unprinted ?? phoneFault(column, text)
    if (message !== null) throw new DataFault('validation-failed', message, `${path}.${column.name}`)
  }
}

/** Telephone numbers are written as they are stored, in E.164. */
function phoneFault({ field }: ColumnView, text: string): string | null {
  if (field.kind !== 'phone' || text === '') return null
  const found = readPhone(text)
  return 'text' in found && found.text === text ? null : validationText.number
}

/** A value for a column; null is a value here. */
export function valueSql(
  build: Build,
  view: WriteView,
  column: ColumnView,
  input: Input,
  path: string,
): string {
  checkTyped(build, view, column, input, path)
  return input.is === 'null' ? `null::${column.type}` : slotSql(build, input, column.type)
}
