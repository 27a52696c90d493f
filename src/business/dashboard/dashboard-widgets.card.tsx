/** The parts of the dashboard as each person arranges them: in their order, some put away (spec §2, widget). */
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { usePreference } from '#web/core/preferences.ts'
import { useSession } from '#web/core/session.ts'
import { moved } from '#web/list/model/layout.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { inOrder, switched, type Widgets, widgetsIn } from './dashboard-widgets.rules.ts'

/** Null: this viewer has no such part. */
export type Widget = { readonly id: string; readonly title: string; readonly part: ReactNode }

function useWidgets() {
  const { category } = useSession()
  return usePreference<Widgets>(`dashboard_widgets/${category}`, widgetsIn)
}

export function WidgetList({ widgets }: { widgets: readonly Widget[] }) {
  const [kept] = useWidgets()
  const ids = widgets.map(({ id }) => id)
  return inOrder(ids, kept)
    .filter((id) => !kept.hidden.includes(id))
    .map((id) => <Fragment key={id}>{widgets.find((one) => one.id === id)?.part}</Fragment>)
}

export function ArrangeWidgets({ widgets }: { widgets: readonly Omit<Widget, 'part'>[] }) {
  const [isOpen, setOpen] = useState(false)
  const [, set] = useWidgets()
  return (
    <>
      <Button onClick={() => setOpen(true)}>Arrange</Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Arrange the dashboard"
        size="sm"
        isUnsaved={() => false}
        footer={
          <>
            <Button onClick={() => set(() => null)}>Reset</Button>
            <Button tone="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        }
      >
        <Parts widgets={widgets} />
      </Modal>
    </>
  )
}

function Parts({ widgets }: { widgets: readonly Omit<Widget, 'part'>[] }) {
  const [kept, set] = useWidgets()
  const ids = inOrder(
    widgets.map(({ id }) => id),
    kept,
  )
  const arrange = (change: Partial<Widgets>) => set((now) => ({ ...now, ...change }))
  return (
    <ul aria-label="Parts of the dashboard" className="flex flex-col">
      {ids.map((id, at) => {
        const title = widgets.find((one) => one.id === id)?.title ?? id
        return (
          <li key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-12">
            <span className="mr-auto min-w-0">
              <Checkbox
                label={title}
                checked={!kept.hidden.includes(id)}
                onChange={() => arrange({ hidden: switched(kept.hidden, id) })}
              />
            </span>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move ${title} up`}
              disabledReason={at === 0 ? 'This is the first' : null}
              onClick={() => arrange({ order: moved(ids, id, -1) })}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move ${title} down`}
              disabledReason={at === ids.length - 1 ? 'This is the last' : null}
              onClick={() => arrange({ order: moved(ids, id, 1) })}
            />
          </li>
        )
      })}
    </ul>
  )
}
