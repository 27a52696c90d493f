import type { FilterBy } from '#entity/filter.ts'
import type { GroupBy, ListState } from '#entity/url-codec.ts'
import { cx } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/inputs.tsx'
import { Count } from '#web/ui/Tabs.tsx'
import { groupValues } from '../model/filters.ts'
import type { ShapedList } from '../model/list.ts'

/** Spec §2: group-by selector, All plus each option with its count. */
export function GroupBar({
  shaped,
  group,
  state,
  filter,
  counts,
  onGroup,
}: {
  shaped: ShapedList
  group: string | null
  state: ListState
  filter: FilterBy
  counts: Readonly<Record<string, number>>
  onGroup: (group: GroupBy | null) => void
}) {
  const shown = shaped.groups.find((one) => one.field === group)
  if (!shown || !group) return null
  const values = groupValues(filter, group, state.group_by?.value ?? '')
  const options = [
    { value: '', label: 'All', count: counts.group },
    ...(shown.shape.choices ?? []).map((choice) => ({ ...choice, count: counts[`group:${choice.value}`] })),
  ]
  return (
    <div className="flex min-w-0 items-center gap-2">
      {shaped.groups.length > 1 && (
        <Select
          hideLabel
          label="Group by"
          value={group}
          onChange={(id) => onGroup({ id, value: '' })}
          options={shaped.groups.map((one) => ({ value: one.field, label: `By ${one.label.toLowerCase()}` }))}
          className="field-quiet w-auto! shrink-0 max-tablet:max-w-52"
        />
      )}
      <fieldset
        aria-label={`Group by ${shown.label}`}
        className="scroll-quiet -mx-1 flex min-w-0 gap-0.5 overflow-x-auto px-1 py-0.5"
      >
        {options.map((option) => {
          const on = option.value === '' ? values.length === 0 : values.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={on}
              onClick={() =>
                onGroup(
                  option.value === '' && group === shaped.groups[0]?.field
                    ? null
                    : { id: group, value: option.value },
                )
              }
              className={cx(
                'flex h-7 shrink-0 items-center gap-1.5 rounded px-2 whitespace-nowrap pointer-coarse:h-12',
                on ? 'bg-n5 font-medium text-n12' : 'text-n11 hover:bg-n4 hover:text-n12',
              )}
            >
              {option.label}
              {option.count !== undefined && <Count n={option.count} on={on} />}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}
