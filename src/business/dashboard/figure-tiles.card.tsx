/** Tiles of figures: each leads to its rows. */
import { Fragment } from 'react'
import { formatMoney } from '#kernel/money.ts'
import { sterlingTotal } from '#kernel/sterling.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { numberText } from '#web/kinds/number.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCurrencies } from '../reports/currencies.hook.ts'
import type { CurrencySum } from './dashboard.rules.ts'
import type { TileFigure } from './figures.hook.ts'
import type { Tile } from './tile.view.ts'
import { useTileAddress } from './tile-address.hook.ts'

export interface Entry {
  readonly tile: Tile
  readonly figure: TileFigure | undefined
}

export function Strip({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-14 font-semibold">{title}</h2>
      <Tiles entries={entries} />
    </section>
  )
}

export function Tiles({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-3 sideways:grid-cols-2 desktop:grid-cols-3 wide:grid-cols-4 super:grid-cols-5">
      {entries.map(({ tile, figure }) => (
        <li key={tile.id}>
          <TileCard tile={tile} figure={figure} />
        </li>
      ))}
    </ul>
  )
}

/** The sum in each currency, the business's own first, and in all: "£136,398.48 + €22,464.00". */
function Sums({ figure, other }: { figure: TileFigure; other?: string }) {
  const { business } = useSession()
  const own = { currency: business.currency_code, amount: figure.sum ?? 0 }
  const sums = [...(figure.others < figure.count || figure.count === 0 ? [own] : []), ...figure.other_sums]
  return (
    <>
      {sums.map(({ currency, amount }, at) => (
        <Fragment key={currency}>
          {at > 0 && ' '}
          <span className={cx('whitespace-nowrap', at > 0 && other)}>
            {at > 0 && '+ '}
            <Amount value={amount} currency={currency} />
          </span>
        </Fragment>
      ))}
      {sums.length > 1 && <SterlingTotal sums={sums} />}
    </>
  )
}

/** At the fallback rates, so it says that it is indicative (spec §9). */
function SterlingTotal({ sums }: { sums: readonly CurrencySum[] }) {
  const rates = useCurrencies()?.flatMap(({ alpha_code, fallback_rate }) =>
    fallback_rate === null ? [] : [[alpha_code, String(fallback_rate)] as const],
  )
  const total = rates && sterlingTotal(sums, new Map(rates))
  if (!total) return null
  return (
    <span className="block text-12 font-normal text-n11">
      about <Amount value={formatMoney(total)} currency={total.currency} /> in all (indicative)
    </span>
  )
}

/** The count and the sum; the sum first where money matters more. */
export function FigureText({ tile, figure }: Entry) {
  if (figure === undefined) return <Skeleton className="mt-1 h-6 w-16" />
  const count = numberText(figure.count)
  if (figure.sum === null) return <span className="numeric text-20 font-semibold">{count}</span>
  if (tile.part === 'needs')
    return (
      <>
        <span className="numeric text-20 font-semibold">{count}</span>
        <span className="text-12 text-n11">
          <Sums figure={figure} />
        </span>
      </>
    )
  const { label, plural } = tile.entity
  return (
    <>
      <span className="text-20 font-semibold">
        <Sums figure={figure} other="text-14" />
      </span>
      <span className="numeric text-12 text-n11">
        {count} {(figure.count === 1 ? label : plural).toLowerCase()}
      </span>
    </>
  )
}

const marks: Record<Tone, string> = {
  neutral: 'bg-n8',
  progress: 'bg-sky9',
  attention: 'bg-amber9',
  positive: 'bg-green9',
  critical: 'bg-red9',
}

function TileCard({ tile, figure }: Entry) {
  const live = figure !== undefined && figure.count > 0
  return (
    <Link
      plain
      to={useTileAddress(tile)}
      className="flex h-full items-stretch overflow-hidden rounded-lg border bg-surface hover:border-n8"
    >
      <span aria-hidden className={cx('w-1', live ? marks[tile.tone] : 'bg-transparent')} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 p-3">
        <span className="text-n11">{tile.label}</span>
        <FigureText tile={tile} figure={figure} />
      </span>
    </Link>
  )
}
