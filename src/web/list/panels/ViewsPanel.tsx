import { Check, Trash2 } from 'lucide-react'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import type { SavedView } from '../model/views.ts'

/** Saved views of a list, and a field to save the current one. */
export function ViewsPanel({
  list,
  title,
  views,
  current,
  changed,
  search,
  name,
  onName,
  onOpened,
}: {
  list: string
  title: string
  views: readonly SavedView[]
  current: SavedView | null
  /** The view opened before the change. */
  changed: SavedView | null
  search: string
  /** Typed name of a new view. */
  name: string
  onName: (name: string) => void
  onOpened: () => void
}) {
  const place = usePlace()
  const path = pathOf({ ...place, id: null })
  const kept = () => {
    onName('')
    onOpened()
  }
  const save = useAction('platform.saved_view.save', { success: 'View saved', onDone: kept })
  const remove = useAction('platform.saved_view.remove', { success: 'View removed' })
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Saved views" className="flex flex-col">
        <ViewLine label={title} to={path} isCurrent={search === ''} onOpened={onOpened} />
        {views.map((view) => (
          <ViewLine
            key={view.id}
            label={view.name}
            to={view.search ? `${path}?${view.search}` : path}
            isCurrent={view === current}
            onOpened={onOpened}
          >
            <IconButton
              size="sm"
              icon={Trash2}
              label={`Remove ${view.name}`}
              busy={remove.busy}
              onClick={() => void remove.run({ id: view.id })}
            />
          </ViewLine>
        ))}
      </ul>
      {changed && (
        <Button
          busy={save.busy}
          onClick={() => void save.run({ id: changed.id, name: changed.name, list, search })}
        >
          {`Save changes to ${changed.name}`}
        </Button>
      )}
      <div className="border-t pt-2">
        <VerbForm
          bare
          columns={1}
          action_id="platform.saved_view.save"
          fixed={{ list, search }}
          initial={{ name }}
          fields={[
            {
              kind: 'text',
              name: 'name',
              label: 'Save this view as',
              max: 60,
              placeholder: 'Name of the view',
            },
          ]}
          blocked={({ name: typed }) => (typed.trim() ? null : 'The view needs a name')}
          onChange={({ name: typed }) => onName(typed)}
          submit="Save"
          success="View saved"
          onDone={kept}
        />
      </div>
    </div>
  )
}

function ViewLine({
  label,
  to,
  isCurrent,
  onOpened,
  children,
}: {
  label: string
  to: string
  isCurrent: boolean
  onOpened: () => void
  children?: React.ReactNode
}) {
  return (
    <li className="flex items-center gap-1">
      <Link
        plain
        to={to}
        onClick={onOpened}
        aria-current={isCurrent || undefined}
        className={cx(
          'flex h-8 min-w-0 flex-1 items-center gap-2 rounded px-2 hover:bg-n4 pointer-coarse:h-12',
          isCurrent && 'font-medium text-a11',
        )}
      >
        <Check size={14} aria-hidden className={cx('shrink-0', !isCurrent && 'invisible')} />
        <span className="truncate">{label}</span>
      </Link>
      {children}
    </li>
  )
}
