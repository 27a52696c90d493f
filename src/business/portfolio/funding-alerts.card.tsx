/** Figures beyond a threshold, each with its debts; thresholds are the reader's own (experience.md, page 10). */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { validationText } from '#kernel/messages.ts'
import { currencyOrGbp, money } from '#kernel/money.ts'
import { graphql } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { usePreference } from '#web/core/preferences.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { minorOf } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { addressOf } from '../reports/report-list.view.ts'
import type { Agency } from './funding-agencies.card.tsx'
import { type AgedAgency, AgeMatrix, age_fields } from './funding-ages.card.tsx'
import {
  type Alert,
  type AlertDebtor,
  byGravity,
  fundingAlerts,
  readThresholds,
  standard_thresholds,
  type Thresholds,
  threshold_words,
} from './funding-alerts.rules.ts'
import { debtRows } from './funding-rows.rules.ts'

const debtors_max = 100
const document = gql(
  `query funding_watch($args: get_funding_ages_args!, $debtor_args: get_funding_debtors_args!, $watched: get_funding_debtors_bool_exp!, $debtors_max: Int!) {
  ages: get_funding_ages(args: $args, order_by: [{ alpha_code: asc }, { net_outstanding_balance: desc }]) {
    ...aged_agency
  }
  debtors: get_funding_debtors(args: $debtor_args, where: $watched, order_by: [{ share_percent: desc_nulls_last }, { id: asc }], limit: $debtors_max) {
    id client_id client_name agency_id agency_name alpha_code share_percent headroom
  }
}`,
  age_fields,
)

type Debtor = Answer<typeof document>['debtors'][number]

interface Watched {
  readonly agencies: readonly Agency[]
  readonly as_of: string
  readonly isPast: boolean
  /** The funding rule's limit on one client's share, where it has one. */
  readonly concentration: number | null
}

/** Ages and debtors of a day, fetched once for both parts of the page. */
function useWatch({ as_of, isPast, concentration }: Omit<Watched, 'agencies'>) {
  const [own, setOwn] = usePreference('funding_alerts', readThresholds)
  const limits = concentration === null ? own : { ...own, concentration_percent: concentration }
  const args = { as_of: isPast ? as_of : null }
  const watched = {
    _or: [{ share_percent: { _gt: limits.concentration_percent } }, { headroom: { _lt: 0 } }],
  }
  const query = useQuery({
    queryKey: ['funding_watch', args, watched],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => graphql(document, { args, debtor_args: args, watched, debtors_max }, signal),
  })
  return { data: query.data, own, setOwn, limits }
}

export function FundingAlerts(props: Watched) {
  const { agencies, isPast, concentration } = props
  const [isSetting, setSetting] = useState(false)
  const { data, own, setOwn, limits } = useWatch(props)
  if (!data || agencies.length === 0) return null
  return (
    <>
      <Alerts
        alerts={alertsOf(agencies, data.ages, data.debtors, limits)}
        isPast={isPast}
        onSet={() => setSetting(true)}
      />
      {isSetting && (
        <ThresholdForm
          own={own}
          concentration={concentration}
          onSave={(next) => setOwn(() => next)}
          onClose={() => setSetting(false)}
        />
      )}
    </>
  )
}

export function FundingAges(props: Omit<Watched, 'agencies'>) {
  const { data } = useWatch(props)
  // Spec §9: pounds come first.
  const codes = [...new Set((data?.ages ?? []).map((one) => one.alpha_code))].sort(
    (a, b) => Number(b === 'GBP') - Number(a === 'GBP'),
  )
  return codes.map((code) => (
    <AgeMatrix
      key={code}
      code={code}
      ages={(data?.ages ?? []).filter((one) => one.alpha_code === code)}
      isPast={props.isPast}
    />
  ))
}

type Coded = Alert & { readonly alpha_code: string }

function alertsOf(
  agencies: readonly Agency[],
  ages: readonly AgedAgency[],
  debtors: readonly Debtor[],
  limits: Thresholds,
): Coded[] {
  const codes = [...new Set(agencies.map((one) => one.alpha_code))]
  const found = codes.flatMap((alpha_code) => {
    const of = (value: number | null) => money(minorOf(value), currencyOrGbp(alpha_code))
    const aged = new Map(
      ages.filter((one) => one.alpha_code === alpha_code).map((one) => [one.agency_id, one]),
    )
    const alerts = fundingAlerts(
      agencies
        .filter((one) => one.alpha_code === alpha_code)
        .map((one) => {
          const old = aged.get(one.agency_id)
          return {
            agency_id: one.agency_id,
            name: one.agency_name,
            ledger: of(one.net_outstanding_balance),
            verified: of(one.verified_amount),
            aged: money(minorOf(old?.aged_91_120) + minorOf(old?.aged_over_120), currencyOrGbp(alpha_code)),
            headroom: one.headroom === null ? null : of(one.headroom),
            dso_days: one.dso_days,
            dilution_percent: one.dilution_percent,
          }
        }),
      debtors
        .filter((one) => one.alpha_code === alpha_code)
        .map(
          (one): AlertDebtor => ({
            client_id: one.client_id,
            agency_id: one.agency_id,
            client: one.client_name,
            agency: one.agency_name,
            currency: alpha_code,
            share_percent: one.share_percent,
            headroom: one.headroom === null ? null : of(one.headroom),
          }),
        ),
      limits,
    )
    return alerts.map((alert) => ({ ...alert, alpha_code }))
  })
  return found.sort(byGravity)
}

/** So many are read at once; the rest at a press. */
const shown_first = 6

function Alerts({ alerts, isPast, onSet }: { alerts: readonly Coded[]; isPast: boolean; onSet: () => void }) {
  const { category } = useSession()
  const [isAll, setAll] = useState(false)
  const path = pathOf({ category, path: 'report/funding_debt' })
  const shown = isAll ? alerts : alerts.slice(0, shown_first)
  const to = ({ alpha_code, agency_id, client_id, kind }: Coded) =>
    addressOf(
      path,
      debtRows({
        alpha_code,
        agency_id,
        ...(client_id === null ? {} : { client_id }),
        ...(kind === 'aged' ? { late: { from: '91' } } : {}),
      }),
    )
  return (
    <Card
      title={alerts.length === 0 ? 'Alerts' : `Alerts: ${alerts.length}`}
      actions={
        <Button size="sm" onClick={onSet}>
          Thresholds
        </Button>
      }
    >
      {alerts.length === 0 && (
        <p className="flex items-center gap-2 text-n11">
          <CircleCheck size={15} aria-hidden className="text-green11" /> All figures are within the
          thresholds.
        </p>
      )}
      <ul className="flex flex-col gap-1.5">
        {shown.map((alert) => (
          <li key={`${alert.alpha_code} ${alert.id}`} className="grid grid-cols-[auto_1fr] gap-2">
            <TriangleAlert size={15} aria-hidden className="mt-0.5 text-amber11" />
            {isPast ? (
              <span>{unbroken(alert.sentence)}</span>
            ) : (
              <Link to={to(alert)} className="min-w-0 break-words">
                {unbroken(alert.sentence)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {shown.length < alerts.length && (
        <Button size="sm" className="mt-2" onClick={() => setAll(true)}>
          {`Show ${alerts.length - shown.length} more`}
        </Button>
      )}
    </Card>
  )
}

const names = Object.keys(threshold_words) as (keyof Thresholds)[] // Its own keys.

function ThresholdForm({
  own,
  concentration,
  onSave,
  onClose,
}: {
  own: Thresholds
  concentration: number | null
  onSave: (next: Thresholds) => void
  onClose: () => void
}) {
  const isWrong = (text: string) => text.trim() === '' || !(Number(text) >= 0 && Number(text) <= 1000)
  return (
    <VerbModal
      title="Alert thresholds"
      description="For you only. Figures equal to a threshold raise no alert."
      action_id="thresholds"
      send={async (input) => onSave(readThresholds(input))}
      initial={textOf(own)}
      fields={names.map((name) => ({
        kind: 'decimal' as const,
        name,
        label: threshold_words[name],
        hint:
          name === 'concentration_percent' && concentration !== null
            ? `The funding rules set ${concentration}%, which applies here.`
            : undefined,
      }))}
      check={(values) =>
        Object.fromEntries(
          names.filter((name) => isWrong(values[name])).map((name) => [name, validationText.number]),
        )
      }
      input={(_, values) => Object.fromEntries(names.map((name) => [name, Number(values[name])]))}
      aside={({ set }) => <Button onClick={() => set(textOf(standard_thresholds))}>Reset to defaults</Button>}
      submit="Save"
      success={false}
      onClose={onClose}
    />
  )
}

const textOf = (thresholds: Thresholds): Readonly<Record<keyof Thresholds, string>> => ({
  concentration_percent: String(thresholds.concentration_percent),
  dso_days: String(thresholds.dso_days),
  dilution_percent: String(thresholds.dilution_percent),
  aged_percent: String(thresholds.aged_percent),
  verified_percent: String(thresholds.verified_percent),
})

/** No line ends between a minus and its amount. */
const unbroken = (sentence: string): string => sentence.replace(/-(?=[£€$])/g, '-\u2060')
