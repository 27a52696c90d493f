/** Looking ahead at documents before they are raised: the same code, undone (money.md, "Dry run"). */

import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { BulkDialog } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { invoice } from '../invoices/invoice.entity.ts'
import type { PreviewDocument } from './preview-sets.rules.ts'

interface Previewed {
  readonly sets: readonly {
    readonly source_id: string
    readonly currency: string
    readonly documents: readonly PreviewDocument[]
  }[]
  readonly refused: readonly { readonly source_id: string; readonly reason: string }[]
  readonly hash: string
}

type Wanted = {
  readonly timesheet_ids?: readonly string[]
  readonly expense_ids?: readonly string[]
  readonly perm_placement_ids?: readonly string[]
}

/** Fees and earnings are commission: other readers get no preview. */
export function PreviewSets(wanted: Wanted) {
  const { category, roles } = useSession()
  const [shown, setShown] = useState<Previewed | null>(null)
  const [busy, setBusy] = useState(false)
  const may =
    category === 'provider' || roles.some((role) => role === 'agency_admin' || role === 'agency_read_only')
  if (!may) return null
  const look = async () => {
    setBusy(true)
    try {
      setShown(await action<Previewed>('transaction.invoice_set.preview', wanted, crypto.randomUUID()))
    } catch (error) {
      notify.error(error instanceof Error ? error.message : undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button icon={Eye} busy={busy} onClick={() => void look()}>
        Preview
      </Button>
      <Modal
        open={shown !== null}
        onClose={() => setShown(null)}
        size="lg"
        title="Documents to be raised"
        description="Preview as of today. Nothing is raised."
      >
        {shown && <Sets shown={shown} />}
      </Modal>
    </>
  )
}

/** The same for timesheets selected in a list. */
export function PreviewSelected({ rows, onClose }: BulkDialog) {
  const timesheet_ids = rows.map((row) => row.id)
  const query = useQuery({
    queryKey: ['preview_sets', ...timesheet_ids],
    queryFn: () =>
      action<Previewed>('transaction.invoice_set.preview', { timesheet_ids }, crypto.randomUUID()),
  })
  const names = new Map(rows.map((row) => [row.id, String(row.human_id)]))
  const count = countText(rows.length, 'timesheet')
  return (
    <Modal
      open
      onClose={onClose}
      size="lg"
      title="Documents to be raised"
      description={`Preview of ${count} as of today. Nothing is raised.`}
    >
      {query.isPending && (
        <p role="status" className="flex items-center gap-2 text-n11">
          <Spinner /> Working it out
        </p>
      )}
      {query.isError && <p className="text-red11">{query.error.message}</p>}
      {query.data && <Sets shown={query.data} names={names} />}
    </Modal>
  )
}

function Sets({ shown, names }: { shown: Previewed; names?: ReadonlyMap<string, string> }) {
  return (
    <div className="flex flex-col gap-4">
      {shown.refused.map(({ source_id, reason }) => (
        <p key={source_id} role="note" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
          <strong className="font-semibold">
            {names ? `${names.get(source_id) ?? 'This'} would wait in suspense.` : 'Would wait in suspense.'}
          </strong>{' '}
          {reason}
        </p>
      ))}
      {shown.sets.map((set) => (
        <div key={set.source_id} className="flex flex-col gap-1">
          {names && <h3 className="font-semibold">{names.get(set.source_id)}</h3>}
          <Documents set={set} name={names?.get(set.source_id)} />
        </div>
      ))}
      <p className="text-12 break-all text-n11">
        Fingerprint of this run: <span className="font-mono">{shown.hash}</span>
      </p>
    </div>
  )
}

function Documents({ set, name }: { set: Previewed['sets'][number]; name: string | undefined }) {
  return (
    <section
      className="scroll-quiet overflow-x-auto"
      aria-label={name ? `Documents of ${name}` : 'Documents'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard.
      tabIndex={0}
    >
      <Table
        heads={[
          'Type',
          'From',
          'To',
          'Due Date',
          { numeric: 'Net' },
          { numeric: 'VAT' },
          { numeric: 'Total' },
        ]}
      >
        {set.documents.map((one) => (
          <tr key={`${one.type} ${one.from}`}>
            <Td>{labelIn(invoice.fields.type.choices, one.type)}</Td>
            <Td>{one.from}</Td>
            <Td>{one.to}</Td>
            <Td className="whitespace-nowrap">{dayText(one.due_date)}</Td>
            <Td numeric>
              <Amount value={one.amount} currency={set.currency} />
            </Td>
            <Td numeric>
              <Amount value={one.tax_amount} currency={set.currency} />
            </Td>
            <Td numeric>
              <Amount value={one.total_amount} currency={set.currency} />
            </Td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
