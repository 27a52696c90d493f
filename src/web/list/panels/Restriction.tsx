import { showHumanId } from '#kernel/human-id.ts'
import { dialogText } from '#kernel/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { ListRow } from '../model/list.ts'

const shown_max = 50

/** Popup of a restricted bulk action (spec §8) with rows and reasons. */
export function Restriction({
  title,
  rows,
  others,
  onLeaveOut,
  onClose,
}: {
  title: string
  rows: readonly { row: ListRow; reason: string }[]
  /** Number of selected rows without an obstacle. */
  others: number
  onLeaveOut: () => void
  onClose: () => void
}) {
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      description={
        rows.length === 1
          ? 'One selected record prevents this.'
          : `${rows.length} selected records prevent this.`
      }
      footer={
        <>
          {others > 0 && (
            <Button tone="quiet" onClick={onLeaveOut} className="mr-auto">
              {`Continue with the other ${others === 1 ? 'one' : others}`}
            </Button>
          )}
          <Button onClick={onClose}>{dialogText.close}</Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {rows.slice(0, shown_max).map(({ row, reason }) => (
          <li key={row.id} className="flex gap-3 rounded bg-n2 px-2 py-1">
            <span className="numeric shrink-0 font-medium">
              {showHumanId(typeof row.human_id === 'string' ? row.human_id : null)}
            </span>
            <span className="text-n11">{reason}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown_max && <p className="mt-2 text-n11">and {rows.length - shown_max} more</p>}
    </Modal>
  )
}
