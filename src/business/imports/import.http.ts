/** Files of imports: an empty template, and the faulty rows with their faults. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { errorLine, type RowErrors } from '#business/imports/import-cells.rules.ts'
import { filledColumns, shapeOfTemplate } from '#business/imports/import-shape.rules.ts'
import { isOneOf } from '#business/shared/who-may.rules.ts'
import { loadVisible } from '#data/visible.ts'
import type { Viewer } from '#entity/access.ts'
import { unguardCell } from '#kernel/cell-guard.ts'
import { csvLine } from '#kernel/csv-line.ts'
import { notFound } from '#kernel/errors.ts'
import { contentDisposition, takeDownload } from '#server/http/api-storage.ts'
import type { HttpContext } from '#server/http/http-context.ts'
import { parseInput } from '#server/http/input-errors.ts'
import { inTransaction } from '#server/tx.ts'

const params = z.object({ id: z.uuid() })
const named = z.object({ name: z.string().max(100) })
const PAGE = 1000

type Found = { readonly template: string; readonly file_name: string; readonly columns: readonly string[] }
type Row = { readonly row_no: number; readonly cells: readonly string[]; readonly errors: RowErrors }

function sendCsv(
  reply: FastifyReply,
  file_name: string,
  lines: AsyncIterable<string> | string,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', contentDisposition(file_name))
    .header('x-content-type-options', 'nosniff')
    .send(typeof lines === 'string' ? lines : Readable.from(lines))
}

/** The faulty rows as in the file, with one more column; a page at a time. */
async function* faultyLines(
  { database }: HttpContext,
  viewer: Viewer,
  id: string,
  { template, columns }: Found,
): AsyncGenerator<string> {
  const shape = shapeOfTemplate(template)
  if (!shape) throw notFound('Import')
  yield csvLine([...columns, 'Error'])
  for (let after = 0; ; ) {
    const rows = await inTransaction(database, async (tx) => {
      await loadVisible(tx, viewer, 'platform.import', [id], { columns: 't.id' })
      return tx.rows<Row>(
        `select row_no, cells, errors from platform.import_row
         where import_id = $1 and status in ('faulty', 'failed') and row_no > $2 order by row_no limit ${PAGE}`,
        [id, after],
      )
    })
    const last = rows.at(-1)
    if (!last) return
    after = last.row_no
    yield rows
      .map(({ cells, errors }) => {
        // The guard is put on again; cells short of the header are empty ones.
        const own = columns.map((_column, at) => unguardCell(cells[at] ?? ''))
        return csvLine([...own, errorLine(shape, errors)])
      })
      .join('')
  }
}

/** /api/import: the file of faulty rows, and the empty template. */
export function importRoutes(app: FastifyInstance, context: HttpContext): void {
  app.get('/api/import/:id/errors', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    await takeDownload(context, viewer, reply)
    const { id } = parseInput(params, request.params)
    const [found] = await inTransaction(context.database, (tx) =>
      loadVisible<Found>(tx, viewer, 'platform.import', [id], {
        columns: 't.template, t.file_name, t.columns',
      }),
    )
    if (!found) throw notFound('Import')
    const name = found.file_name.replace(/\.csv$/i, '')
    return sendCsv(reply, `${name} errors.csv`, faultyLines(context, viewer, id, found))
  })

  app.get('/api/import/template/:name', async (request, reply) => {
    const viewer = await context.viewerOf(request, reply)
    const shape = shapeOfTemplate(parseInput(named, request.params).name)
    if (!shape || !isOneOf(viewer, shape.who)) throw notFound('Template')
    const headers = filledColumns(shape).map(({ header }) => header)
    return sendCsv(reply, `${shape.template.title}.csv`, csvLine(headers))
  })
}
