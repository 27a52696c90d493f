/** The line of a report that says whether it agrees with the ledger, with the figures and the time (experience.md, page 9). */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Condition, FilterBy } from '#entity/filter.ts'
import { resolveDay } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { day } from '#kernel/day.ts'
import { withinSentence } from '#kernel/list-text.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { useSession } from '#web/core/session.ts'
import { minorOf } from '#web/kinds/amount.tsx'
import { instantText } from '#web/kinds/time.tsx'
import type { Asked, ListRow } from '#web/list/model/list.ts'
import { currentFilter } from '#web/list/model/request.ts'
import { ownFirst } from '../shared/form-choices.view.ts'
import type { Basis } from './agreement.rules.ts'
import { agreementOf, whatToDo } from './agreement.rules.ts'

type Line = ReturnType<typeof lineOf>

/** Each report has an agreement of its own, with the same columns. */
const lineOf = (row: ListRow) => ({
  measure: String(row.measure),
  on_day: day(String(row.on_day)),
  alpha_code: String(row.alpha_code),
  reported: minorOf(row.reported),
  posted: minorOf(row.posted),
  difference: minorOf(row.difference),
  checked_at: String(row.checked_at),
})

export interface AgreementProps {
  /** Root field that compares: `get_agency_vat_agreement`. */
  readonly root: string
  readonly args?: Readonly<Record<string, unknown>>
  /** The scope of the figures, where it is not the whole page: `All documents raised in these days`. */
  readonly covers?: string
  readonly basis?: Basis
  /** The report's answer has arrived: the ledger is asked after it. */
  readonly ready?: boolean
}

/** One line a currency; empty while loading, and where nothing can be compared. */
export function Agreement({ root, args = {}, covers, basis = 'sum', ready = true }: AgreementProps) {
  const { category, business } = useSession()
  const query = useQuery({
    queryKey: ['agreement', root, args],
    enabled: ready,
    queryFn: async ({ signal }) => {
      const given = Object.keys(args).length > 0
      const text = `query agreement${given ? `($args: ${root}_args!)` : ''} {
  lines: ${root}(${given ? 'args: $args, ' : ''}order_by: [{ alpha_code: asc }, { on_day: asc }]) {
    id measure on_day alpha_code reported posted difference checked_at
  }
}`
      return (await builtQuery(text, given ? { args } : {}, signal)).rows('lines').map(lineOf)
    },
  })
  if (query.isError) return <p className="text-12 text-n11">Could not compare this report with the ledger.</p>
  const by_currency = [
    ...Map.groupBy(ownFirst(query.data ?? [], business.currency_code), (line) => line.alpha_code),
  ]
  return by_currency.map(([code, lines]) => (
    <AgreementLine
      key={code}
      code={by_currency.length > 1 ? code : null}
      lines={lines}
      basis={basis}
      covers={covers}
      advice={whatToDo(category)}
    />
  ))
}

function AgreementLine({
  code,
  lines,
  basis,
  covers,
  advice,
}: {
  code: string | null
  lines: readonly Line[]
  basis: Basis
  covers: string | undefined
  advice: string
}) {
  const of = (line: Line, minor: number) => money(minor, currencyOrGbp(line.alpha_code))
  const { agrees, figures, differences } = agreementOf(
    lines.map((line) => ({
      measure: line.measure,
      on_day: line.on_day,
      reported: of(line, line.reported),
      posted: of(line, line.posted),
      difference: of(line, line.difference),
    })),
    basis,
  )
  const checked = `checked ${instantText(lines[0]?.checked_at)}`
  const lead = code && covers ? `${code}, ${withinSentence(covers)}` : (code ?? covers)
  if (agrees)
    return (
      <p className="flex items-start gap-1.5 text-12 text-n11">
        <CircleCheck size={14} aria-hidden className="mt-0.5 shrink-0 text-green11" />
        <span className="numeric">
          <strong className="font-medium text-n12">Agrees with the ledger.</strong> {lead && `${lead}: `}
          {figures}, {checked}.
        </span>
      </p>
    )
  return (
    <div
      role="alert"
      className="flex items-start gap-1.5 rounded border border-red6 bg-red3 p-2 text-12 text-n12"
    >
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0 text-red11" />
      <div className="numeric">
        <strong className="font-medium">Differs from the ledger.</strong> {lead && `${lead}: `}
        {checked}.
        <ul>
          {differences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>{advice}</p>
      </div>
    </div>
  )
}

/** The period that a list is filtered by, as the arguments of its comparison. */
export interface ListAgreement {
  readonly root: string
  /** Path of the days that the list is filtered by, and the names of the arguments. */
  readonly days?: { readonly path: string; readonly args: 'raised' | 'paid' }
  readonly args?: Readonly<Record<string, unknown>>
  readonly covers?: string
  readonly basis?: Basis
}

/** The line above the rows of a list (`above`): it covers the list's days, not its other filters. */
export function listAgreement({ root, days, args, covers, basis }: ListAgreement) {
  return function AgreementAbove({ asked }: { asked: Asked }) {
    const filter = currentFilter(asked.shaped, asked.state)
    const period = days ? periodArgs(filter, days, asked.today) : {}
    return (
      <div className="px-4 pb-2">
        <Agreement
          root={root}
          args={{ ...period, ...args }}
          {...(covers ? { covers } : {})}
          {...(basis ? { basis } : {})}
        />
      </div>
    )
  }
}

export function periodArgs(
  filter: FilterBy,
  { path, args }: { path: string; args: 'raised' | 'paid' },
  today: string,
): Record<string, unknown> {
  const { raised_from, raised_to } = chosenPeriod(filter[path], today)
  return { [`${args}_from`]: raised_from, [`${args}_to`]: raised_to }
}

/** A list's filter on `raised_date` as arguments of a report. */
export function chosenPeriod(
  condition: Condition | undefined,
  today: string,
): { raised_from: Day | null; raised_to: Day | null } {
  const range = (condition ?? {}) as { from?: string; to?: string } // A day is filtered by a range.
  const end = (text: string | undefined) => (text === undefined ? null : resolveDay(text, day(today)))
  return { raised_from: end(range.from), raised_to: end(range.to) }
}
