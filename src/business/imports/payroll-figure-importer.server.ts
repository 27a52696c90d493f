import { visibleSql } from '#data/visible.ts'
import { present } from '#kernel/assert.ts'
import { precondition } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { payroll_figure } from '../payroll/figures/payroll-figure.entity.ts'
import { amount_fields } from '../payroll/figures/payroll-figure.rules.ts'
import type { Values } from './import-cells.rules.ts'
import { type Importer, oneByOne, type TakenBack } from './importer.server.ts'
import { shapeNamed } from './made-business.server.ts'

const sheet_column = 'timesheet.human_id'
const period_column = 'period_number'
const text_columns = ['pay_day', 'other_deductions_for', 'tax_code', 'ni_letter', ...amount_fields] as const

/** The result of a payroll run as rows, a row a timesheet, each by the verb that records figures by hand. */
export const importBureauFigures: Importer = {
  shape: shapeNamed('payroll_figures'),
  reads: [sheet_column, period_column, ...text_columns],
  entity: 'transaction.payroll_figure',
  inputOf: async (context, rows) => {
    const values = rows[0]?.values ?? {}
    const timesheet_id = await findSheet(context, values[sheet_column] ?? '')
    if (timesheet_id === undefined)
      return { errors: new Map([[0, { [sheet_column]: errorText.not_found('Timesheet') }]]) }
    return {
      input: { timesheet_id, source: 'imported', ...figuresOf(values) },
      blame: (key) => ({ row: 0, field: key === 'timesheet_id' ? sheet_column : key }),
    }
  },
  before: async () => null,
  watched: [
    { table: 'transaction.payroll_figure', where: 'r.id = $1', reason: 'has other figures since' },
    {
      table: 'transaction.invoice_set',
      where: 'r.timesheet_id = (select f.timesheet_id from transaction.payroll_figure f where f.id = $1)',
      reason: 'has been invoiced since',
    },
  ],
  takeBack: oneByOne(takeBack),
}

/** The file's figures; blanks are zero, as the verb reads them. */
function figuresOf(values: Values): Record<string, string | number> {
  const entries = text_columns.flatMap((field): [string, string][] => {
    const value = values[field]
    return value === undefined ? [] : [[field, value]]
  })
  const period = values[period_column]
  return {
    ...Object.fromEntries(entries),
    ...(period === undefined ? {} : { period_number: Number(period) }),
  }
}

async function findSheet(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string,
): Promise<string | undefined> {
  const params: unknown[] = [human_id.toUpperCase()]
  const visible = visibleSql('transaction.timesheet', viewer, 't', params)
  const found = await tx.row<{ id: string }>(
    `select t.id from transaction.timesheet t where t.human_id = $1 and ${visible}`,
    params,
  )
  return found?.id
}

/** Removes the figures and restores the former ones. @throws precondition once invoiced */
async function takeBack(context: VerbContext, { id, human_id }: TakenBack): Promise<void> {
  const { tx, clock } = context
  const figure = present(
    await tx.row<{ timesheet_id: string; status: string }>(
      `select f.timesheet_id, t.status from transaction.payroll_figure f
       join transaction.timesheet t on t.id = f.timesheet_id where f.id = $1 for update of t, f`,
      [id],
    ),
    'the figures',
  )
  if (figure.status === 'approved')
    throw precondition(`${human_id} is invoiced with these figures: correct it by a refinement`)
  await updateRow(tx, payroll_figure, id, { deleted_at: clock.now() })
  await tx.run(
    `update transaction.payroll_figure o set deleted_at = null from transaction.payroll_figure f
     where f.id = $1 and o.timesheet_id = f.timesheet_id and o.id <> f.id and o.deleted_at = f.created_at`,
    [id],
  )
  context.audit({
    entity: 'transaction.payroll_figure',
    entity_id: id,
    old_values: { timesheet_id: figure.timesheet_id },
    new_values: { deleted_at: clock.now() },
  })
}
