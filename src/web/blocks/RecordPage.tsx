import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { labelIn } from '#entity/choices.ts'
import type { Entities } from '#entity/path.ts'
import { findField, valueAt } from '#entity/path.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useEntities } from '#web/core/entities-context.ts'
import { usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import type { ListRow, ShapedColumn } from '#web/list/model/list.ts'
import { Cell } from '#web/list/rows/Cell.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { CouldNotLoad } from './CouldNotLoad.tsx'
import { NotFound } from './NotFound.tsx'
import { RecordHeader } from './RecordHeader.tsx'
import { type PartTab, RelatedTabs } from './RelatedTabs.tsx'
import type { RecordScreen, ShapedTable } from './record.ts'
import { recordQuery, shapeRecord } from './record.ts'

export interface RecordPart extends Omit<PartTab, 'content'> {
  /** After the tables of the part. */
  readonly content?: (row: ListRow) => ReactNode
}

/** The record of the address. `before` and `after` hold the parts special to this kind of record. */
export function RecordPage({
  screen,
  badge,
  actions,
  before,
  after,
  parts = [],
}: {
  screen: RecordScreen
  /** In place of the status. */
  badge?: (row: ListRow) => ReactNode
  actions?: (row: ListRow) => ReactNode
  before?: (row: ListRow) => ReactNode
  after?: (row: ListRow) => ReactNode
  /** Long parts of the record, each in a tab of its own. */
  parts?: readonly RecordPart[]
}) {
  const entities = useEntities()
  const session = useSession()
  const { id } = usePlace()
  const shaped = useMemo(() => shapeRecord(entities, screen, session), [entities, screen, session])
  const query = useQuery({
    queryKey: ['record', screen.entity.module, screen.entity.name, id, session.business_contact_id],
    queryFn: async ({ signal }) => (await builtQuery(recordQuery(shaped), { id }, signal)).row('record'),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (query.isPending) return <PageSkeleton />
  const row = query.data
  if (!row) return <NotFound what={screen.what} />

  const tablesOf = (part: string | undefined) =>
    shaped.tables
      .filter(({ table }) => table.part === part)
      .map((table) => <RowsCard key={table.table.title} shaped={table} row={row} />)
  const facts = (
    <div className="flex flex-col gap-4 p-4">
      {before?.(row)}
      <div className="grid items-start gap-4 wide:grid-cols-2">
        {shaped.cards
          .filter(({ when }) => when?.(row) ?? true)
          .map((card) => (
            <Card key={card.title} title={card.title}>
              <PropertiesTable
                columns={1}
                items={card.facts.flatMap((fact) => {
                  const value = factOf(fact, row)
                  if (fact.when_set && value === null) return []
                  return [{ label: fact.label, value, ...(fact.wide ? { wide: true } : {}) }]
                })}
              />
            </Card>
          ))}
      </div>
      {tablesOf(undefined)}
      {after?.(row)}
    </div>
  )
  const tabs = screen.tabs?.(row.id) ?? []
  return (
    <div className="flex flex-1 flex-col">
      <RecordHeader
        title={titleText(entities, screen, row)}
        badge={badge?.(row) ?? (screen.badge ? <Status screen={screen} row={row} /> : undefined)}
        meta={shaped.meta.map((fact) => <span key={fact.field}>{factOf(fact, row)}</span>)}
        actions={actions?.(row)}
      />
      {tabs.length + parts.length > 0 ? (
        <RelatedTabs
          label={screen.what}
          own="Details"
          tabs={tabs}
          parts={parts.map((one) => ({
            ...one,
            content: () => (
              <>
                {tablesOf(one.id)}
                {one.content?.(row)}
              </>
            ),
          }))}
        >
          {facts}
        </RelatedTabs>
      ) : (
        facts
      )}
    </div>
  )
}

/** Shows the label of a choice used as title. */
function titleText(entities: Entities, screen: RecordScreen, row: ListRow): string {
  const value = String(valueAt(row, screen.title) ?? '')
  const choices = findField(entities, screen.entity, screen.title)?.field.choices
  if (choices) return labelIn(choices, value)
  return screen.title_text?.(value) ?? value
}

/** Null for an empty value, so that the table shows its dash; a cell of its own says it in words. */
function factOf(fact: ShapedColumn, row: ListRow): ReactNode {
  const value = valueAt(row, fact.field)
  if (fact.cell) return fact.cell(row)
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : <Cell column={fact} row={row} to={null} />
}

function Status({ screen, row }: { screen: RecordScreen; row: ListRow }) {
  const entities = useEntities()
  const path = screen.badge ?? ''
  const value = String(valueAt(row, path) ?? '')
  const choices = findField(entities, screen.entity, path)?.field.choices ?? []
  return <Badge tone={toneOf(value)}>{labelIn(choices, value)}</Badge>
}

function RowsCard({ shaped, row }: { shaped: ShapedTable; row: ListRow }) {
  const { table, columns } = shaped
  const answered = (valueAt(row, table.relation) ?? []) as readonly ListRow[] // An array relation answers an array.
  const sorted = table.compare ? [...answered].sort(table.compare) : answered
  const rows = table.in_its_currency ? sorted.map((one) => ({ ...one, currency: row.currency })) : sorted
  return (
    <Card title={table.title} flush>
      {rows.length === 0 ? (
        <p className="p-3 text-n11">{table.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
        <section className="scroll-quiet overflow-x-auto" aria-label={`${table.title}, rows`} tabIndex={0}>
          <Table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Th key={column.field} numeric={column.numeric} className="pr-6">
                    {column.label}
                  </Th>
                ))}
                <td className="w-full border-b border-n7 bg-n1" />
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.id}>
                  {columns.map((column) => (
                    <Td
                      key={column.field}
                      numeric={column.numeric}
                      className="max-w-90 truncate pr-6 whitespace-nowrap"
                    >
                      <Cell column={column} row={one} to={null} />
                    </Td>
                  ))}
                  <Td />
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
      )}
    </Card>
  )
}
