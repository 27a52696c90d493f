import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { verb } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { oneLine } from '../../shared/printed-input.server.ts'
import { payroll_keepers } from '../schemes/paye-scheme.rules.ts'
import { pension_scheme } from './pension.entity.ts'
import {
  COLUMNS_MOST,
  DATE_FORMATS,
  FILE_LAYOUTS,
  type FileLayout,
  LAYOUT_VALUES,
} from './pension-layouts.rules.ts'

const input = z.strictObject({
  id: z.uuid(),
  file_layout: z.enum(FILE_LAYOUTS),
  /** Of an own layout alone. */
  columns: z
    .array(
      z.strictObject({
        value: z.enum(LAYOUT_VALUES),
        heading: oneLine(z.string().trim().max(80)).default(''),
      }),
    )
    .max(COLUMNS_MOST)
    .default([]),
  has_headings: z.boolean().default(true),
  date_format: z.enum(DATE_FORMATS).default('dmy'),
})

/** @throws invalid for an own layout without columns, and for a heading that is missing where headings are written */
export const setPensionLayout = verb({
  action_id: 'business.pension_scheme.set_layout',
  since: '0.1.0',
  summary: 'Chooses the layout of the file for a pension provider: a known one, or own columns',
  machine: 'allowed',
  impersonator: 'refused',
  who: payroll_keepers,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, file_layout, columns, ...form }) => {
    const { tx, viewer, clock } = context
    const [row] = await loadVisible<{ id: string; file_layout: FileLayout; own_layout: object | null }>(
      tx,
      viewer,
      'business.pension_scheme',
      [id],
      { lock: true, columns: 't.id, t.file_layout, t.own_layout' },
    )
    const before = present(row, 'the pension scheme')
    if (file_layout === 'own') requireColumns(columns, form.has_headings)
    const own_layout = file_layout === 'own' ? { columns, ...form } : null
    await updateRow(tx, pension_scheme, id, { file_layout, own_layout, updated_at: clock.now() })
    context.audit({
      entity: 'business.pension_scheme',
      entity_id: id,
      old_values: { file_layout: before.file_layout, own_layout: before.own_layout },
      new_values: { file_layout, own_layout },
    })
    return { id }
  },
})

function requireColumns(columns: readonly { readonly heading: string }[], has_headings: boolean): void {
  if (columns.length === 0) throw invalid({ columns: validationText.required })
  const missing = columns.flatMap(({ heading }, at) => (has_headings && heading === '' ? [at] : []))
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((at) => [`columns.${at}.heading`, validationText.required])))
}
