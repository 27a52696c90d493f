/**
 * The changes of a request for its reader (experience.md, page 12): old beside new, unchanged rows folded, and the
 * effects.
 */

import { useQuery } from '@tanstack/react-query'
import { Minus, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { countText } from '#kernel/count-text.ts'
import { addDays } from '#kernel/day.ts'
import { dialogText } from '#kernel/messages.ts'
import { currencyOrGbp, symbolOf } from '#kernel/money.ts'
import { Accordion } from '#web/blocks/Accordion.tsx'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { rateText } from '#web/kinds/number.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { Table, Td } from '#web/ui/Table.tsx'
import { notice_said } from '../placements/notice/notice-period.rules.ts'
import type { Compared, ComparedRow } from './request/change-request.rules.ts'

export function ChangedData({
  id,
  status,
  children,
}: {
  id: string
  status: string
  /** In its place where a request is about no placement. */
  children: ReactNode
}) {
  const query = useQuery({
    queryKey: ['change_request', id, status],
    queryFn: () => action<Compared | null>('request.change_request.compare', { id }, crypto.randomUUID()),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton className="h-24 w-full" />
  if (query.data === null) return children
  return <Compare compared={query.data} isPending={status === 'pending'} />
}

const nothing = '–'

function valueText(value: string | null | undefined, kind: ComparedRow['kind'], currency: string): string {
  if (value === null || value === undefined) return nothing
  return kind === 'day' ? dayText(value) : kind === 'rate' ? pricedText(value, currency) : value
}

const pricedText = (value: string, currency: string): string =>
  `${symbolOf(currencyOrGbp(currency))}${rateText(value)}`

function Compare({ compared, isPending }: { compared: Compared; isPending: boolean }) {
  const { rows, unchanged, notice, currency } = compared
  const moved = rows.filter((row) => row.now !== undefined)
  const region = useRef<HTMLElement>(null)
  const step = (by: 1 | -1) => {
    const all = [...(region.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement) // Compared only, never used as one.
    all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]?.focus()
  }
  useShortcuts([
    { keys: 'n', label: 'Next change', group: 'Change request', run: () => step(1) },
    { keys: 'p', label: 'Previous change', group: 'Change request', run: () => step(-1) },
  ])
  return (
    <Card title={isPending ? dialogText.pending_changes : 'Changed Data'} flush>
      {moved.length > 0 && (
        <p role="alert" className="flex items-start gap-2 border-b bg-amber3 px-3 py-2 text-amber11">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            Data changed since this request:{' '}
            {moved.map((row) => `${row.label} is ${valueText(row.now, row.kind, currency)} now`).join(', ')}.
            Compare it again before approval.
          </span>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section ref={region} aria-label="Changes, rows" tabIndex={0} className="scroll-quiet overflow-x-auto">
        <Table heads={['Field', 'Old', 'New']}>
          {rows.map((row) => (
            <ChangedRow key={row.label} row={row} currency={currency} />
          ))}
        </Table>
      </section>
      {rows.length === 0 && <p className="p-3 text-n11">No differences.</p>}
      {notice !== null && (
        <p className="border-t px-3 py-2 text-n11">
          Notice given today: {notice_said[notice].toLowerCase()}.
        </p>
      )}
      <Consequences {...compared} isPending={isPending} />
      {compared.effects.length > 0 && (
        <ul className="flex flex-col gap-1 border-t px-3 py-2 text-n11">
          <li>Once everybody approves:</li>
          {compared.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      {unchanged.length > 0 && (
        <Accordion name="changed_data" title={`Show ${unchanged.length} unchanged`} className="border-t">
          <dl className="grid gap-x-6 gap-y-1 px-3 pb-3 tablet:grid-cols-2">
            {unchanged.map((one) => (
              <div key={one.label} className="flex justify-between gap-3">
                <dt className="text-n11">{one.label}</dt>
                <dd className="text-right">{valueText(one.value, one.kind, currency)}</dd>
              </div>
            ))}
          </dl>
        </Accordion>
      )}
    </Card>
  )
}

/** Marked by sign, word and colour, so that none of them is needed alone. */
function ChangedRow({ row, currency }: { row: ComparedRow; currency: string }) {
  return (
    <tr data-change="" tabIndex={-1} className="focus:bg-n3">
      <Td className="py-1 text-n11">{row.label}</Td>
      <Td>
        <del className="inline-flex items-center gap-1 text-red11 decoration-red9">
          <Minus size={12} aria-hidden className="shrink-0" />
          {valueText(row.old, row.kind, currency)}
        </del>
        {row.closes && (
          <span className="ml-2 text-12 text-n11 max-tablet:ml-0 max-tablet:block">
            until {dayText(row.closes)}
          </span>
        )}
      </Td>
      <Td>
        <ins className="inline-flex items-center gap-1 font-medium text-green11 no-underline">
          <Plus size={12} aria-hidden className="shrink-0" />
          {valueText(row.new, row.kind, currency)}
        </ins>
        {row.closes && (
          <span className="ml-2 text-12 text-n11 max-tablet:ml-0 max-tablet:block">
            from {dayText(addDays(row.closes, 1))}
          </span>
        )}
      </Td>
    </tr>
  )
}

function Consequences({
  effective_from,
  margins,
  timesheets,
  currency,
  isPending,
}: Pick<Compared, 'effective_from' | 'margins' | 'timesheets' | 'currency'> & { isPending: boolean }) {
  if (effective_from === null) return null
  const isNone = !timesheets || !isPending
  return (
    <ul className="flex flex-col gap-1 border-t px-3 py-2 text-n11">
      <li>
        Rates in {currency} hold from {dayText(effective_from)} on.
      </li>
      {!isNone && <li>{countText(timesheets, 'timesheet is', 'timesheets are')} repriced on submission.</li>}
      {(margins ?? []).map(({ name, before, after }) => (
        <li key={name}>
          Margin of {name}: {before !== '' && `${pricedText(before, currency)} before, `}
          {pricedText(after, currency)} after.
        </li>
      ))}
    </ul>
  )
}
