/** The age bar: each part a button that opens the documents behind it (spec §9 age buckets; experience.md, page 8). */
import { encodeListState } from '#entity/url-codec.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'

export interface Aged {
  readonly aged_current: number
  readonly aged_0_30: number
  readonly aged_31_60: number
  readonly aged_61_90: number
  readonly aged_91_120: number
  readonly aged_over_120: number
}

const buckets = [
  { field: 'aged_current', value: 'current', label: 'Current', colour: 'bg-green9' },
  { field: 'aged_0_30', value: '0-30', label: '0-30', colour: 'bg-sky9' },
  { field: 'aged_31_60', value: '31-60', label: '31-60', colour: 'bg-amber6' },
  { field: 'aged_61_90', value: '61-90', label: '61-90', colour: 'bg-amber9' },
  { field: 'aged_91_120', value: '91-120', label: '91-120', colour: 'bg-red6' },
  { field: 'aged_over_120', value: 'over 120', label: 'Over 120', colour: 'bg-red9' },
] as const

export const aged_selection = buckets.map((bucket) => bucket.field).join(' ')

export function AgedAmounts({ aged, currency, path }: { aged: Aged; currency: string; path: string }) {
  const whole = buckets.reduce((sum, bucket) => sum + Math.max(minorOf(aged[bucket.field]), 0), 0)
  return (
    <div>
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-n4">
        {buckets.map((bucket) => {
          const share = whole === 0 ? 0 : Math.max(minorOf(aged[bucket.field]), 0) / whole
          return (
            share > 0 && <span key={bucket.value} className={bucket.colour} style={{ flexGrow: share }} />
          )
        })}
      </div>
      <ul className="mt-2 grid grid-cols-2 gap-x-3 gap-y-1 sideways:grid-cols-3 desktop:grid-cols-6">
        {buckets.map((bucket) => (
          <li key={bucket.value}>
            <Link
              plain
              to={`${path}?${query(bucket.value, currency)}`}
              className="block rounded p-1 hover:bg-n3"
            >
              <span className="flex items-center gap-1.5 text-12 text-n11">
                <span aria-hidden className={cx('size-2 rounded-full', bucket.colour)} />
                {bucket.label} {bucket.value === 'current' ? '' : 'days'}
              </span>
              <Amount value={aged[bucket.field]} currency={currency} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function query(age_bucket: string, currency: string): string {
  const state = encodeListState({
    group_by: null,
    // Money not matched yet stands beside the buckets, not in them.
    filter_by: {
      age_bucket: { in: [age_bucket] },
      alpha_code: { contains: currency },
      kind: { in: ['invoice', 'credit_note'] },
    },
    sort_by: null,
    search: '',
  })
  return new URLSearchParams(state as Record<string, string>).toString() // Left-out keys are not in the object.
}
