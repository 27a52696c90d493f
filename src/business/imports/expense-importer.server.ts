import { visibleSql } from '#data/visible.ts'
import { errorText, validationText } from '#kernel/messages.ts'
import { currencyOrGbp } from '#kernel/money.ts'
import type { VerbContext } from '#server/verb.ts'
import { updateRow } from '#server/write-row.server.ts'
import { expense } from '../expenses/expense.entity.ts'
import { type Importer, oneByOne, type TakenBack, type UnitRow } from './importer.server.ts'
import { shapeNamed } from './made-business.server.ts'

const id_column = 'human_id'
const po_column = 'po_number'
const placement_column = 'contract.human_id'
const currency_column = 'currency.alpha_code'

/** The columns of a line by the verb's own names. */
const line_fields = {
  from_date: 'details.from_date',
  type: 'details.type',
  description: 'details.description',
  amount: 'details.amount',
  tax_amount: 'details.tax_amount',
} as const

type Placement = { readonly id: string; readonly currency: string }

/** Items as rows: those of one placement and purchase order are one draft expense. */
export const importExpenses: Importer = {
  shape: shapeNamed('expenses'),
  reads: [id_column, placement_column, po_column, currency_column, ...Object.values(line_fields)],
  entity: 'transaction.expense',
  inputOf: async (context, rows) => {
    const placement = await findPlacement(context, rows[0]?.values[placement_column] ?? '')
    const errors = new Map<number, Record<string, string>>()
    for (const [at, { values }] of rows.entries()) {
      const found = await rowErrors(context, values, placement)
      if (Object.keys(found).length > 0) errors.set(at, found)
    }
    if (errors.size > 0 || !placement) return { errors }
    const po_number = rows[0]?.values[po_column]
    return {
      input: {
        contract_id: placement.id,
        details: rows.map(lineOf),
        ...(po_number === undefined ? {} : { po_number }),
      },
      blame: (key) => {
        const [, at, part = ''] = /^details\.(\d+)(?:\.(\w+))?$/.exec(key) ?? []
        const row = Number(at ?? -1)
        if (at === undefined || row >= rows.length) return null
        const field: string | undefined = (line_fields as Readonly<Record<string, string>>)[part] // By its own names.
        return { row, field: field ?? 'row' }
      },
    }
  },
  before: async () => null,
  watched: [
    { table: 'transaction.expense', where: 'r.id = $1', reason: 'has been changed since' },
    {
      table: 'transaction.expense_detail',
      where: 'r.expense_id = $1 and r.deleted_at is null',
      reason: 'has been changed since',
    },
    {
      table: 'platform.attachment',
      where: `r.parent_entity = 'transaction.expense' and r.parent_id = $1 and r.deleted_at is null`,
      reason: 'has files',
    },
  ],
  takeBack: oneByOne(takeBack),
}

function lineOf({ values }: UnitRow): Record<string, string> {
  return Object.fromEntries(
    Object.entries(line_fields).flatMap(([name, field]) => {
      const value = values[field]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Another tenant's placement or expense reads as unknown. */
async function rowErrors(
  context: Pick<VerbContext, 'tx' | 'viewer'>,
  values: UnitRow['values'],
  placement: Placement | undefined,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  if (!placement) errors[placement_column] = errorText.not_found('Placement')
  const currency = values[currency_column]
  if (placement && currency !== undefined && currencyOrGbp(currency) !== placement.currency)
    errors[currency_column] = validationText.matches
  const id = values[id_column]
  if (id !== undefined) errors[id_column] = await idFault(context, id)
  return errors
}

async function idFault(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string,
): Promise<string> {
  const params: unknown[] = [human_id.toUpperCase()]
  const visible = visibleSql('transaction.expense', viewer, 't', params)
  const found = await tx.row(
    `select t.id from transaction.expense t where t.human_id = $1 and ${visible}`,
    params,
  )
  return found ? validationText.unique_existing : errorText.not_found('Expense')
}

async function findPlacement(
  { tx, viewer }: Pick<VerbContext, 'tx' | 'viewer'>,
  human_id: string,
): Promise<Placement | undefined> {
  const params: unknown[] = [human_id.toUpperCase()]
  const visible = visibleSql('contract.temp_placement', viewer, 't', params)
  return tx.row<Placement>(
    `select t.id, y.alpha_code as currency from contract.contract t join platform.currency y on y.id = t.currency_id
     where t.human_id = $1 and t.type = 'temp_placement' and ${visible}`,
    params,
  )
}

async function takeBack(context: VerbContext, { id, human_id }: TakenBack): Promise<void> {
  const { tx, clock } = context
  const now = clock.now()
  await tx.run(
    'update transaction.expense_detail set deleted_at = $2 where expense_id = $1 and deleted_at is null',
    [id, now],
  )
  await updateRow(tx, expense, id, { deleted_at: now })
  context.audit({
    entity: 'transaction.expense',
    entity_id: id,
    old_values: { human_id },
    new_values: { deleted_at: now },
  })
}
