/** Imports of records that other verbs put right: they are not taken back by their file. */
import type { Importer } from './importer.server.ts'
import { notUndone } from './importer.server.ts'

/** The part of an importer that refuses the undo, with the verb's way out: `change the scheme on its page`. */
export const keptRows = (
  table: string,
  way_out: string,
): Pick<Importer, 'before' | 'watched' | 'takeBack'> => ({
  before: async () => null,
  watched: [{ table, where: 'r.id = $1', reason: `has been changed since: ${way_out}` }],
  takeBack: async (_context, records) => {
    for (const { row_no, human_id } of records) throw notUndone(row_no, `${human_id} stays: ${way_out}`)
  },
})

/** Columns of yes and no as the verb reads them. */
export const withYesNo = (
  input: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> => ({
  ...input,
  ...Object.fromEntries(
    fields.flatMap((field): [string, boolean][] =>
      input[field] === undefined ? [] : [[field, input[field] === 'yes']],
    ),
  ),
})
