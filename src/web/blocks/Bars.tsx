/**
 * Bars over time (experience.md). Each bar links to its rows and names its figure; a table shows the same, so height
 * and colour are never the only sign.
 */
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'

export interface BarValue {
  /** Height; null for no value. */
  readonly value: number | null
  /** The displayed figure: `£1,250.00`. */
  readonly text: string
  /** Address of its rows. */
  readonly to: string
}

export interface BarSeries {
  readonly label: string
  readonly tone: 'accent' | 'green' | 'amber'
}

export interface BarPoint {
  readonly key: string
  /** `March 2026`. */
  readonly label: string
  /** `Mar`. */
  readonly short: string
  /** In the order of the series. */
  readonly values: readonly BarValue[]
}

const fills = { accent: 'fill-a9', green: 'fill-green9', amber: 'fill-amber9' } as const
/** Least width of a bar with its gap. */
const bar_pixels = 25

/** Where the bars scroll, the newest are in sight first. */
const toNewest = (box: HTMLDivElement | null): void => {
  if (box) box.scrollLeft = box.scrollWidth
}

const marks = { accent: 'bg-a9', green: 'bg-green9', amber: 'bg-amber9' } as const

export interface BarsProps {
  readonly title: string
  readonly series: readonly BarSeries[]
  readonly points: readonly BarPoint[]
  /** Formats the ends of the scale. */
  readonly scale: (value: number) => string
  /** One line about the figures. */
  readonly about: ReactNode
  /** Table heading of the points. */
  readonly period?: string
  /** Controls that choose the figure. */
  readonly children?: ReactNode
}

export function Bars({ title, series, points, scale, about, period = 'Month', children }: BarsProps) {
  const [is_table, setTable] = useState(false)
  return (
    <Card
      title={title}
      actions={
        <Button size="sm" tone="quiet" aria-pressed={is_table} onClick={() => setTable(!is_table)}>
          {is_table ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {children}
      <p className="mb-2 text-12 text-n11">{about}</p>
      {is_table ? (
        <BarTable title={title} series={series} points={points} period={period} />
      ) : (
        <BarChart title={title} series={series} points={points} scale={scale} />
      )}
    </Card>
  )
}

function BarChart({
  title,
  series,
  points,
  scale,
}: Pick<BarsProps, 'title' | 'series' | 'points' | 'scale'>) {
  const values = points.flatMap((point) => point.values.map(({ value }) => value ?? 0))
  const high = Math.max(0, ...values)
  const low = Math.min(0, ...values)
  const height = high - low || 1
  // Every label if there is room, otherwise every other; a phone has room for six days.
  const step = points.length > 13 && series.length === 1 ? 2 : 1
  const has_days = points.length > 6 && points.some(({ short }) => short.length > 3)
  return (
    <>
      {series.length > 1 && (
        <ul className="mb-1 flex flex-wrap gap-x-4 text-12 text-n11">
          {series.map((one) => (
            <li key={one.label} className="flex items-center gap-1.5">
              <span aria-hidden className={cx('size-2 rounded-full', marks[one.tone])} />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-between text-12 text-n11" aria-hidden>
        <span className="numeric">{scale(high)}</span>
        {low < 0 && <span className="numeric">lowest {scale(low)}</span>}
      </div>
      {/* A bar is a link of at least 24 pixels (WCAG 2.5.8); too many of them scroll. */}
      <div data-chart="" ref={toNewest} className="scroll-quiet overflow-x-auto">
        <div style={{ minWidth: points.length * series.length * bar_pixels }}>
          <ul aria-label={title} className="flex h-36 items-stretch gap-px border-b border-t border-n6">
            {points.map((point) => (
              <li key={point.key} className="flex min-w-0 flex-1 items-stretch justify-center gap-px">
                {point.values.map((one, at) => {
                  const of = series[at]
                  return of ? (
                    <Link
                      key={of.label}
                      plain
                      to={one.to}
                      title={`${point.label}, ${of.label}: ${one.text}`}
                      aria-label={`${point.label}, ${of.label}: ${one.text}`}
                      className="block max-w-16 min-w-6 flex-1 rounded-sm hover:bg-n3"
                    >
                      <Bar value={one.value ?? 0} low={low} height={height} fill={fills[of.tone]} />
                    </Link>
                  ) : null
                })}
              </li>
            ))}
          </ul>
          <div className="flex gap-px pt-1 text-center text-12 text-n11" aria-hidden>
            {points.map((point, at) => (
              <span
                key={point.key}
                className={cx(
                  'min-w-0 flex-1 overflow-visible whitespace-nowrap',
                  at % step !== 0 && 'invisible',
                  has_days && at % 2 !== 0 && 'max-tablet:invisible',
                )}
              >
                {point.short}
              </span>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

/** Percentages of the box. Negative values hang from the zero line. */
function Bar({ value, low, height, fill }: { value: number; low: number; height: number; fill: string }) {
  const top = 100 * (1 - (Math.max(value, 0) - low) / height)
  const tall = (100 * Math.abs(value)) / height
  return (
    <svg aria-hidden="true" className="mx-auto h-full w-full max-w-12">
      {value !== 0 && (
        <rect x="12%" width="76%" y={`${top}%`} height={`${Math.max(tall, 1)}%`} rx="2" className={fill} />
      )}
    </svg>
  )
}

function BarTable({
  title,
  series,
  points,
  period,
}: Pick<BarsProps, 'title' | 'series' | 'points' | 'period'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
    <section className="scroll-quiet max-h-80 overflow-auto" aria-label={`${title}, rows`} tabIndex={0}>
      <Table>
        <thead>
          <tr>
            <Th>{period}</Th>
            {series.map((one) => (
              <Th key={one.label} numeric>
                {one.label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <Td>{point.label}</Td>
              {point.values.map((one, at) => (
                <Td key={series[at]?.label} numeric>
                  <Link to={one.to}>{one.text}</Link>
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
