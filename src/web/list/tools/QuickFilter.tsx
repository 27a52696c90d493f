import { useQuery } from '@tanstack/react-query'
import type { Condition } from '#entity/filter.ts'
import { valueAt } from '#entity/path.ts'
import type { Day } from '#kernel/day.ts'
import { builtQuery } from '#web/core/built-query.ts'
import { conditionText, presetsOf } from '#web/kinds/condition-text.ts'
import { Select } from '#web/ui/inputs.tsx'
import type { ShapedFilter } from '../model/list.ts'

interface QuickProps {
  filter: ShapedFilter
  today: Day
  value: Condition | null
  onChange: (condition: Condition | null) => void
}

/** A filter in the toolbar (spec §2, quick filters): one choice of a few, by the kind of its field. */
export function QuickFilter(props: QuickProps) {
  const { filter, value, onChange } = props
  const { kind } = filter.shape
  if (filter.shape.choices) return <ChoiceFilter {...props} options={filter.shape.choices} />
  if (filter.pick) return <PickFilter {...props} />
  if (kind === 'day' || kind === 'instant') return <PeriodFilter {...props} />
  if (kind !== 'boolean') return null
  return (
    <OneOf
      label={filter.label}
      value={value && 'is' in value ? String(value.is) : ''}
      onChange={(next) => onChange(next === '' ? null : { is: next === 'true' })}
      options={[
        { value: 'true', label: `${filter.label}: Yes` },
        { value: 'false', label: `${filter.label}: No` },
      ]}
    />
  )
}

function ChoiceFilter({
  filter,
  value,
  onChange,
  options,
}: QuickProps & { options: readonly { value: string; label: string }[] }) {
  const chosen = value && 'in' in value ? value.in : []
  return (
    <OneOf
      label={filter.label}
      placeholder={chosen.length > 1 ? `${filter.label} (${chosen.length})` : filter.label}
      value={chosen.length === 1 ? (chosen[0] ?? '') : ''}
      onChange={(next) => onChange(next ? { in: [next] } : null)}
      options={options}
    />
  )
}

/** Limit of a menu of choices, such as currencies. Longer lists use the filter form. */
const picked_max = 50

function PickFilter(props: QuickProps) {
  const { entity = '', label = 'id', where = {} } = props.filter.pick ?? {}
  const root = entity.replace('.', '_')
  const query = useQuery({
    queryKey: ['quick_filter', root, label, where],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await builtQuery(
        `query choices($where: ${root}_bool_exp!) { rows: ${root}(where: $where, limit: ${picked_max}) { id ${label} } }`,
        { where },
        signal,
      )
      return answer.rows('rows').map((row) => ({ value: row.id, label: String(valueAt(row, label) ?? '') }))
    },
  })
  return <ChoiceFilter {...props} options={query.data ?? []} />
}

function PeriodFilter({ filter, today, value, onChange }: QuickProps) {
  const presets = presetsOf(filter)
  const range: { readonly from?: string; readonly to?: string } =
    value && !('in' in value || 'is' in value || 'contains' in value) ? value : {}
  const at = presets.findIndex((one) => one.from === range.from && one.to === range.to)
  return (
    <OneOf
      label={filter.label}
      placeholder={value && at < 0 ? conditionText(filter, value, today) : filter.label}
      value={value && at >= 0 ? String(at) : ''}
      onChange={(next) => {
        const chosen = next === '' ? undefined : presets[Number(next)]
        onChange(
          chosen
            ? { ...(chosen.from ? { from: chosen.from } : {}), ...(chosen.to ? { to: chosen.to } : {}) }
            : null,
        )
      }}
      options={presets.map((one, no) => ({ value: String(no), label: one.label }))}
    />
  )
}

function OneOf({
  label,
  placeholder = label,
  value,
  onChange,
  options,
}: {
  label: string
  placeholder?: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}) {
  return (
    <Select
      hideLabel
      label={label}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      options={options}
      className="field-quiet w-auto! max-w-44"
    />
  )
}
