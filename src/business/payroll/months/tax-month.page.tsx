/** One closed tax month: each figure with its sentence, and its correction. */
import { useState } from 'react'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { type FormerMonth, type MonthFigures, month_amounts, type Working } from './month-figures.rules.ts'
import { MonthLines } from './month-lines.card.tsx'
import { formerLines, monthLines } from './month-lines.rules.ts'
import { tax_month } from './tax-month.entity.ts'
import { can, type TaxMonthFacts } from './tax-month.rules.ts'

export const tax_month_record = record({
  entity: tax_month,
  what: 'Tax month',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'paye_scheme.employer_reference' }, { field: 'period_end' }],
  currency: 'currency.alpha_code',
  fields: ['paye_scheme_id', 'working', 'payslip_count', ...month_amounts],
  cards: [
    {
      title: 'Tax month',
      facts: [
        {
          field: 'paye_scheme.employer_reference',
          label: 'P32',
          link: (row, category) => pathOf({ category, path: 'paye/p32', id: String(row.paye_scheme_id) }),
        },
        { field: 'tax_year', cell: (row) => taxYearName(Number(row.tax_year)) },
        { field: 'tax_month' },
        { field: 'period_start' },
        { field: 'period_end' },
        { field: 'payslip_count' },
        { field: 'source' },
        { field: 'due' },
        { field: 'paid' },
        { field: 'due_date' },
        { field: 'relief' },
        { field: 'created_by_name' },
        { field: 'created_at' },
        { field: 'correction_reason' },
        { field: 'corrected_by_name' },
        { field: 'corrected_at' },
      ],
    },
  ],
})

export function TaxMonthPage() {
  return (
    <RecordPage
      screen={tax_month_record}
      actions={(row) => <Correct row={row} />}
      after={(row) => <MonthLines title="Figures" lines={linesOf(row)} />}
    />
  )
}

const linesOf = (row: ListRow) =>
  typeof row.source === 'string' ? formerLines(formerOf(row, row.source)) : monthLines(figuresOf(row))

const formerOf = (row: ListRow, source: string): FormerMonth => ({
  ...figuresOf(row),
  paid: minorOf(row.paid),
  source,
})

function figuresOf(row: ListRow): MonthFigures {
  const amounts = Object.fromEntries(month_amounts.map((field) => [field, minorOf(row[field])]))
  return {
    ...(amounts as Record<(typeof month_amounts)[number], number>), // Every field once.
    payslip_count: Number(row.payslip_count),
    working: row.working as Working, // As the verb keeps it.
  }
}

function Correct({ row }: { row: ListRow }) {
  const session = useSession()
  const [asking, setAsking] = useState(false)
  const facts: TaxMonthFacts = {
    human_id: String(row.human_id),
    status: row.status as TaxMonthFacts['status'], // The choice of the field.
  }
  const run = useAction('transaction.tax_month.correct', {
    shows: ['reason'],
    success: `${facts.human_id} is open again`,
  })
  if (can.correct(facts, session) !== true) return null
  return (
    <>
      <Button verb="transaction.tax_month.correct" onClick={() => setAsking(true)}>
        Correct
      </Button>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Correct"
        withComment="required"
        error={run.errors.reason}
        description="Opens the month again. What it gave back is due to HMRC until it is closed again."
        onConfirm={async (reason) => (await run.run({ id: row.id, reason })) !== undefined}
      />
    </>
  )
}
