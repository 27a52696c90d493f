import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Condition, Where } from '#entity/filter.ts'
import { allOf, idsIn, likePattern, mayBeNone, no_value } from '#entity/filter.ts'
import { nest, valueAt } from '#entity/path.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { Combobox } from '#web/ui/Combobox.tsx'
import type { Filterable, Pick } from './filterable.ts'
import { useNames } from './use-names.ts'

interface Picked {
  readonly value: string
  readonly label: string
}

/** Rows of another entity, found by the server as the user types. */
export function usePick(
  pick: Pick,
  text: string,
  extra?: Where,
): { options: readonly Picked[]; busy: boolean } {
  const root = pick.entity.replace('.', '_')
  const where = allOf([
    pick.where ?? null,
    extra ?? null,
    text.trim() ? nest(pick.label, { _ilike: likePattern(text) }) : null,
  ])
  const query = useQuery({
    queryKey: ['pick', root, where],
    queryFn: async ({ signal }) => {
      const answer = await builtQuery(
        `query pick($where: ${root}_bool_exp!, $order_by: [${root}_order_by!]!) { rows: ${root}(where: $where, order_by: $order_by, limit: 30) { id ${pick.label} } }`,
        { where, order_by: [nest(pick.label, 'asc')] },
        signal,
      )
      return answer
        .rows('rows')
        .map((row) => ({ value: row.id, label: String(valueAt(row, pick.label) ?? '') }))
    },
  })
  return { options: query.data ?? [], busy: query.isFetching }
}

export function PickInput({
  filter,
  value,
  onChange,
}: {
  filter: Filterable
  value: Condition | null
  onChange: (value: Condition | null) => void
}) {
  if (!filter.pick) return null
  return <Picker filter={filter} pick={filter.pick} value={value} onChange={onChange} />
}

/** Offers rows without a value, too. */
const none: Picked = { value: no_value, label: 'None' }
const matches = (label: string, text: string) => label.toLowerCase().startsWith(text.trim().toLowerCase())

function Picker({
  filter,
  pick,
  value,
  onChange,
}: {
  filter: Filterable
  pick: Pick
  value: Condition | null
  onChange: (value: Condition | null) => void
}) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const { options, busy } = usePick(pick, text)
  const chosen = value && 'in' in value ? value.in : []
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const known = useNames(pick, idsIn(value ?? undefined))
  const nameOf = (id: string) => (id === no_value ? none.label : (names[id] ?? known[id] ?? '…'))
  const offered = mayBeNone(filter.shape) && matches(none.label, text) ? [...options, none] : options
  const set = (ids: readonly string[]) => onChange(ids.length > 0 ? { in: ids } : null)
  return (
    <div>
      <Combobox
        key={chosen.length}
        label={filter.label}
        value={null}
        options={offered.filter((one) => !chosen.includes(one.value))}
        onSearch={setTyped}
        busy={busy}
        onChange={(picked) => {
          if (!picked) return
          setNames((now) => ({ ...now, [picked.value]: picked.label }))
          set([...chosen, picked.value])
          setTyped('')
        }}
      />
      {chosen.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id} className="inline-flex h-6 items-center rounded border border-a6 bg-a2 pl-2 text-12">
              {nameOf(id)}
              <button
                type="button"
                aria-label={`Remove ${nameOf(id)}`}
                onClick={() => set(chosen.filter((one) => one !== id))}
                className="grid size-6 place-items-center text-n10 hover:text-n12"
              >
                <X size={13} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
