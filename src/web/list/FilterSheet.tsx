import { useState } from 'react'
import type { FilterBy } from '#entity/filter.ts'
import type { Day } from '#kernel/day.ts'
import { FilterInput } from '#web/kinds/FilterInput.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { ShapedList } from './shape.ts'
import { withCondition } from './Toolbar.tsx'

/** The filter form: one input a filter, by kind; nothing is asked until Apply. */
export function FilterSheet({
  shaped,
  filter,
  today,
  onApply,
  onClose,
}: {
  shaped: ShapedList
  filter: FilterBy
  today: Day
  onApply: (filter: FilterBy) => void
  onClose: () => void
}) {
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
      <form
        id="list-filter"
        className="flex flex-col gap-4 pt-1"
        onSubmit={(event) => {
          event.preventDefault()
          onApply(draft)
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
    </Modal>
  )
}
