/** A change of a placement, asked for: what stands is filled in, and only what is changed goes out. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formatRate, rate } from '#kernel/rate.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { graphql } from '#web/core/call.ts'
import { pathOf, usePlace } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, TextArea, TextInput } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { compareRateNames } from '../rates/rate-version.rules.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { requestPath } from './change-request.list.tsx'
import { askers, type RateField } from './change-request.rules.ts'

const document = gql(`query changed_placement($id: uuid!) {
  placement: contract_temp_placement_by_pk(id: $id) {
    id human_id title end_date work_location po_number currency { alpha_code }
    rates(order_by: [{ effective_from: asc }]) { group_id name sub_type value_numeric effective_from effective_to }
  }
}`)

type Placement = NonNullable<Answer<typeof document>['placement']>

export function NewChangeRequestPage() {
  const session = useSession()
  const { id } = usePlace()
  const mayAsk = isOneOf(session, askers)
  const query = useQuery({
    queryKey: ['changed_placement', id],
    queryFn: async ({ signal }) => (await graphql(document, { id: id ?? '' }, signal)).placement,
    enabled: mayAsk && id !== null,
  })
  if (!mayAsk || id === null) return <NotFound what="Placement" />
  return (
    <RecordState query={query} what="Placement">
      {(placement) => <ChangeForm key={placement.id} placement={placement} today={session.today} />}
    </RecordState>
  )
}

interface Row {
  readonly group_id: string
  readonly name: string
  readonly contractor_rate: string
  readonly client_rate: string
}

/** Each rate as it stands on a day; of one that is not in force then, its last version. */
function rowsOf({ rates }: Placement, on: string): Row[] {
  const names = new Map(rates.map(({ group_id, name }) => [group_id, name]))
  const at = (group_id: string, side: RateField): string => {
    const versions = rates.filter((one) => one.group_id === group_id && one.sub_type === side)
    const held = versions.filter(
      (one) => one.effective_from <= on && (one.effective_to === null || one.effective_to >= on),
    )
    const value = (held.at(-1) ?? versions.at(-1))?.value_numeric
    return value === undefined ? '' : formatRate(rate(String(value)))
  }
  return [...names]
    .sort(([, a], [, b]) => compareRateNames(a, b))
    .map(([group_id, name]) => ({
      group_id,
      name,
      contractor_rate: at(group_id, 'contractor_rate'),
      client_rate: at(group_id, 'client_rate'),
    }))
}

const sides = [
  { field: 'contractor_rate', label: 'contractor rate' },
  { field: 'client_rate', label: 'client rate' },
] as const

type Typed = Readonly<Record<string, string>>

/** The rates of which a side is typed otherwise than it stands, as the verb takes them. */
function changedRates(rates: readonly Row[], typed: Typed) {
  return rates.flatMap((row) => {
    const asked = sides.flatMap(({ field }) => {
      const text = typed[`${row.group_id} ${field}`]
      return text === undefined || text.trim() === row[field] ? [] : [[field, text.trim()] as const]
    })
    return asked.length > 0 ? [{ group_id: row.group_id, ...Object.fromEntries(asked) }] : []
  })
}

/** What is typed into the form, what of it is refused, and sending what differs from what stands. */
function useChange(placement: Placement, today: string) {
  const { category } = useSession()
  const go = useGo()
  const stands = useMemo(
    () => ({
      title: placement.title,
      end_date: placement.end_date ?? '',
      work_location: placement.work_location ?? '',
      po_number: placement.po_number ?? '',
    }),
    [placement],
  )
  const [facts, setFacts] = useState(stands)
  const [effective_from, setFrom] = useState('')
  const [comment, setComment] = useState('')
  const rates = useMemo(() => rowsOf(placement, effective_from || today), [placement, effective_from, today])
  const [typed, setTyped] = useState<Typed>({})
  const unsaved = useUnsaved()
  const send = useAction<{ id: string; human_id: string }>('request.change_request.create', {
    success: ({ human_id }) => `Asked for as ${human_id}`,
    onDone: ({ id }) => {
      unsaved.clear()
      go.replace(requestPath(id, 'contract', category))
    },
  })
  const changed = changedRates(rates, typed)
  const marked = (keep: (value: string) => void) => (value: string) => {
    unsaved.mark()
    keep(value)
  }
  const fact = (name: keyof typeof stands) => ({
    value: facts[name],
    error: send.errors[name],
    onChange: marked((value) => setFacts((now) => ({ ...now, [name]: value }))),
  })
  const rate_of = (row: Row, field: RateField) => {
    const at = changed.findIndex((one) => one.group_id === row.group_id)
    return {
      value: typed[`${row.group_id} ${field}`] ?? row[field],
      error:
        at < 0 ? undefined : (send.errors[`rates.${at}.${field}`] ?? send.errors[`rates.${at}.group_id`]),
      onChange: marked((value) => setTyped((now) => ({ ...now, [`${row.group_id} ${field}`]: value }))),
    }
  }
  const submit = () => {
    const { end_date, ...texts } = facts
    const others = Object.entries(texts).filter(
      ([name, text]) => text !== stands[name as keyof typeof stands],
    ) // Its own keys.
    void send.run({
      contract_id: placement.id,
      comment,
      ...Object.fromEntries(others),
      ...(end_date === stands.end_date ? {} : { end_date: end_date === '' ? null : end_date }),
      ...(effective_from === '' ? {} : { effective_from }),
      rates: changed,
    })
  }
  return {
    fact,
    rates,
    rate_of,
    isRateChanged: changed.length > 0,
    from: { value: effective_from, error: send.errors.effective_from, onChange: marked(setFrom) },
    reason: { value: comment, error: send.errors.comment, onChange: marked(setComment) },
    submit,
    busy: send.busy,
    errors: send.errors,
    guard: unsaved.guard,
  }
}

function ChangeForm({ placement, today }: { placement: Placement; today: string }) {
  const { category } = useSession()
  const back = pathOf({ category, path: 'contract/temp_placement', id: placement.id })
  const { fact, rates, rate_of, isRateChanged, from, reason, submit, busy, errors, guard } = useChange(
    placement,
    today,
  )
  const form = useFirstFault(errors)
  return (
    <>
      <PageHeader
        title="Request a change"
        back={{ to: back, label: placement.title }}
        meta={<span>{placement.human_id}</span>}
      />
      <form
        ref={form}
        className="flex max-w-200 flex-col gap-4 px-4 pb-6"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className="text-n11">
          Nothing changes until the client and the contractor have agreed, as far as it concerns them. Neither
          sees the other’s rate.
        </p>
        <Card title="Placement">
          <div className="grid gap-3 tablet:grid-cols-2">
            <TextInput label="Title" maxLength={200} {...fact('title')} />
            <DayPicker label="End date" hint="Empty: until further notice" {...fact('end_date')} />
            <TextInput label="Work location" maxLength={200} {...fact('work_location')} />
            <TextInput label="PO number" maxLength={200} {...fact('po_number')} />
          </div>
        </Card>
        <Card title="Rates">
          <div className="grid gap-3 tablet:grid-cols-2">
            <DayPicker
              label="New rates from"
              hint="Only where a rate changes"
              required={isRateChanged}
              {...from}
            />
            <span className="max-tablet:hidden" />
            {rates.flatMap((row) =>
              sides.map(({ field, label }) => (
                <MoneyInput
                  key={`${row.group_id} ${field}`}
                  label={`${row.name} ${label}`}
                  currency={placement.currency?.alpha_code}
                  {...rate_of(row, field)}
                />
              )),
            )}
          </div>
        </Card>
        <Card>
          <TextArea
            label="Reason"
            required
            rows={2}
            maxLength={4000}
            hint="Everybody who is asked reads it"
            {...reason}
          />
          <div className="mt-3 flex justify-end">
            <Button type="submit" tone="primary" busy={busy}>
              Ask for the change
            </Button>
          </div>
        </Card>
      </form>
      {guard}
    </>
  )
}
