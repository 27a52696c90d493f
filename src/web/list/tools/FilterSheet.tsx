import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { FilterInput } from '#web/kinds/FilterInput.tsx'
import { isAskable } from '#web/kinds/range-faults.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { withCondition } from '../model/filters.ts'
import type { ShapedList } from '../model/list.ts'

export interface FilterFormProps {
  shaped: ShapedList
  filter: FilterBy
  today: Day
  onApply: (filter: FilterBy) => void
}

/** The filter form: one input per filter, applied on Apply. */
export function FilterSheet({
  shaped,
  filter,
  today,
  onApply,
  onClose,
}: FilterFormProps & { onClose: () => void }) {
  const [draft, setDraft] = useState(filter)
  return (
    <Modal
      open
      onClose={onClose}
      place="side"
      title={`Filter ${shaped.list.title.toLowerCase()}`}
      footer={
        <>
          <Button tone="quiet" onClick={() => setDraft({})} className="mr-auto">
            Clear all
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="list-filter">
            Apply
          </Button>
        </>
      }
    >
      <FilterForm {...{ shaped, today, draft, setDraft, onApply }} />
    </Modal>
  )
}

/** The same form beside the rows on wide screens. */
export function FilterPane({ shaped, filter, today, onApply }: FilterFormProps) {
  const [draft, setDraft] = useState(filter)
  const [before, setBefore] = useState(filter)
  // Chips, tags and Back change the filter outside the form.
  if (before !== filter && JSON.stringify(before) !== JSON.stringify(filter)) {
    setBefore(filter)
    setDraft(filter)
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(filter)
  return (
    <aside aria-label="Filter" className="flex w-80 shrink-0 flex-col border-r">
      <h2 className="border-b px-4 py-2 text-12 font-medium text-n11">Filter</h2>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <FilterForm {...{ shaped, today, draft, setDraft, onApply }} />
      </div>
      <div className="flex gap-2 border-t px-4 py-2">
        <Button tone="quiet" onClick={() => onApply({})} className="mr-auto">
          Clear all
        </Button>
        <Button
          tone="primary"
          type="submit"
          form="list-filter"
          disabledReason={isChanged ? null : 'Nothing has been changed'}
        >
          Apply
        </Button>
      </div>
    </aside>
  )
}

function FilterForm({
  shaped,
  today,
  draft,
  setDraft,
  onApply,
}: {
  shaped: ShapedList
  today: Day
  draft: FilterBy
  setDraft: (change: (now: FilterBy) => FilterBy) => void
  onApply: (filter: FilterBy) => void
}) {
  return (
    <form
      id="list-filter"
      className="flex flex-col gap-4 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (shaped.filters.every((one) => isAskable(one, draft[one.field]))) onApply(draft)
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    >
      {shaped.filters.map((one) => (
        <FilterInput
          key={one.field}
          filter={one}
          value={draft[one.field] ?? null}
          today={today}
          onChange={(condition) => setDraft((now) => withCondition(now, one.field, condition))}
        />
      ))}
    </form>
  )
}
