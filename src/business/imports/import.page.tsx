/** One import: its columns, its rows before any change, their outcome, and the undo. */

import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { groupThousands } from '#kernel/decimal-text.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { timeLeft } from '#web/core/time-left.ts'
import { useAction } from '#web/core/use-action.ts'
import { instantText } from '#web/kinds/time.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { RecordState } from '../shared/record-state.card.tsx'
import { type ImportStatus, import_statuses } from './import.entity.ts'
import { factsOf, type ImportData, type ImportJobData, useImport } from './import.hook.ts'
import { can, type ImportMode, isAtWork } from './import.rules.ts'
import { ImportColumns } from './import-columns.form.tsx'
import type { ImportShape } from './import-kind.rules.ts'
import { ImportRows } from './import-rows.card.tsx'
import { shapeOfTemplate } from './import-shape.rules.ts'

const counted = (rows: number) => groupThousands(String(rows))

const tones: Readonly<Record<ImportStatus, Tone>> = {
  checking: 'progress',
  unmapped: 'attention',
  refused: 'critical',
  checked: 'attention',
  applying: 'progress',
  applied: 'positive',
  undoing: 'progress',
  undone: 'neutral',
}

export function ImportPage() {
  const { id } = usePlace()
  const query = useImport(id ?? '')
  return (
    <RecordState query={query} what="Import">
      {(row) => <Import key={row.id} row={row} read_at={query.dataUpdatedAt} />}
    </RecordState>
  )
}

function Import({ row, read_at }: { row: ImportData; read_at: number }) {
  const [isMapping, setMapping] = useState(false)
  const shape = shapeOfTemplate(row.template)
  const facts = factsOf(row)
  const atWork = isAtWork(facts)
  if (!shape) return null
  // A stopped check can be started again here.
  const isStopped = row.status === 'checking' && isAtRest(row) && row.columns.length > 0
  const maps = row.status === 'unmapped' || isStopped || isMapping
  return (
    <>
      <RecordHeader
        title={row.file_name}
        badge={
          isAtRest(row) ? (
            <Badge tone="attention">Stopped</Badge>
          ) : (
            <Badge tone={tones[row.status]}>{labelIn(import_statuses, row.status)}</Badge>
          )
        }
        meta={
          <>
            <span>{shape.template.title}</span>
            <span>{shape.actions.find((one) => one.action_id === row.action_id)?.label}</span>
            <span className="numeric">{instantText(row.created_at)}</span>
          </>
        }
        actions={<Actions row={row} shape={shape} />}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        {row.message && (
          <p role="status" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
            {row.message}
          </p>
        )}
        {atWork && row.job && <Work key={row.job.id} row={row} job={row.job} read_at={read_at} />}
        {isStopped && <p>The check was stopped. Nothing was changed. You can start it again.</p>}
        {!atWork && maps && row.status !== 'refused' && (
          <ImportColumns row={row} shape={shape} onClose={isMapping ? () => setMapping(false) : null} />
        )}
        {!atWork && row.status === 'unmapped' && (
          <div>
            <AnotherFile template={row.template} tone="secondary" />
          </div>
        )}
        {!atWork && !maps && <Outcome row={row} shape={shape} onMap={() => setMapping(true)} />}
        {!maps && row.row_count > 0 && !(atWork && row.status === 'checking') && (
          <ImportRows key={row.status} row={row} shape={shape} />
        )}
      </div>
    </>
  )
}

/** Work that was begun and is neither done nor under way: it was cancelled, or it failed. */
const isAtRest = (row: ImportData) =>
  ['checking', 'applying', 'undoing'].includes(row.status) && !isAtWork(factsOf(row))

const work_words: Partial<Record<ImportStatus, string>> = {
  checking: 'Checking the rows. Nothing is changed.',
  applying: 'Importing. You can leave this page; it goes on.',
  undoing: 'Undoing. You can leave this page; it goes on.',
}

function progressText(row: ImportData, { total, done, failed }: ImportJobData, left: string | null): string {
  const through = done + failed
  if (row.status === 'checking' && through === 0) return total > 0 ? `${counted(total)} rows read` : ''
  if (total === 0) return ''
  return `${counted(through)} of ${counted(total)}${left === null ? '' : `, ${left}`}`
}

function Work({ row, job, read_at }: { row: ImportData; job: ImportJobData; read_at: number }) {
  const cancel = useAction('platform.job.cancel', { success: false })
  const done = job.done + job.failed
  const now = { at: read_at, done }
  const [first, setFirst] = useState(now)
  // Reading the file, and restarted work, tell nothing about the speed of rows.
  if (done < first.done || (first.done === 0 && done > 0)) setFirst(now)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60">
          <span aria-live="polite">{work_words[row.status]}</span>{' '}
          <span className="numeric text-n11">{progressText(row, job, timeLeft(first, now, job.total))}</span>
        </p>
        <Button busy={cancel.busy} onClick={() => void cancel.run({ id: job.id })}>
          Cancel
        </Button>
      </div>
      <progress
        aria-label="Progress"
        className="progress mt-2 h-1.5 w-full"
        value={done > 0 ? done : undefined}
        max={Math.max(1, job.total)}
      />
    </Card>
  )
}

function AnotherFile({ template, tone }: { template: string; tone: 'primary' | 'secondary' }) {
  const { category } = usePlace()
  return (
    <Link
      plain
      to={pathOf({ category, path: 'platform/new_import', tab: template })}
      className={buttonClass(tone)}
    >
      Upload another file
    </Link>
  )
}

function Outcome({ row, shape, onMap }: { row: ImportData; shape: ImportShape; onMap: () => void }) {
  const { category } = usePlace()
  if (row.status === 'refused' || row.status === 'undone')
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>{row.status === 'undone' ? 'All records are as before the import.' : 'Nothing was changed.'}</p>
        <AnotherFile template={row.template} tone="primary" />
      </div>
    )
  if (row.status === 'checked' || row.status === 'applying')
    return <Apply row={row} shape={shape} onMap={onMap} />
  if (row.status === 'checking')
    return (
      <Card>
        <p>The check was stopped. Nothing was changed.</p>
      </Card>
    )
  return (
    <Card {...(row.status === 'undoing' ? { title: 'Stopped before the end' } : {})}>
      <Counts row={row} />
      {row.status === 'undoing' && <p className="mt-2">Nothing was undone. All imported records remain.</p>}
      <p className="mt-2">
        <Link to={pathOf({ category, path: shape.template.list })}>Show the {shape.noun.many}</Link>
      </p>
    </Card>
  )
}

function Counts({ row }: { row: ImportData }) {
  const isDone = row.applied_count > 0 || row.status === 'applied'
  const left = row.row_count - row.faulty_count - row.applied_count
  const figures = [
    { label: 'Rows', value: row.row_count },
    ...(isDone ? [{ label: 'Imported', value: row.applied_count }] : []),
    ...(left > 0 || !isDone ? [{ label: 'Ready', value: left }] : []),
    { label: 'With errors', value: row.faulty_count },
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-12 text-n11">{label}</dt>
          <dd className="numeric text-20 font-semibold">{counted(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The choice of action, and its button. */
function Apply({ row, shape, onMap }: { row: ImportData; shape: ImportShape; onMap: () => void }) {
  const [mode, setMode] = useState<ImportMode>(row.mode ?? (shape.only_whole ? 'all' : 'valid'))
  const apply = useAction<{ job_id: string }>('platform.import.apply', { success: false })
  const facts = factsOf(row)
  const left = row.row_count - row.faulty_count - row.applied_count
  const session = useSession()
  const may = can.apply({ ...facts, mode, only_whole: shape.only_whole }, session)
  const earlier = row.earlier[0]
  return (
    <Card title={row.status === 'applying' ? 'Stopped before the end' : 'Review'}>
      <div className="flex flex-col gap-3">
        <Counts row={row} />
        {earlier && (
          <p role="status" className="rounded-lg border border-amber6 bg-amber3 p-3 text-amber11">
            This file was imported before
            {earlier.applied_at ? `, on ${instantText(earlier.applied_at)}` : ''}.
          </p>
        )}
        {shape.only_whole ? (
          <p className="text-n11">All rows or nothing. {shape.only_whole}.</p>
        ) : (
          <Radios
            legend="Rows to import"
            name="mode"
            value={mode}
            onChange={(next) => setMode(next === 'all' ? 'all' : 'valid')}
            options={[
              { value: 'valid', label: 'Valid rows only' },
              { value: 'all', label: 'All rows or nothing' },
            ]}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            busy={apply.busy}
            disabledReason={reasonOf(may)}
            onClick={() => void apply.run({ id: row.id, mode })}
          >
            {row.status === 'applying'
              ? `Continue with ${counted(left)} rows`
              : `Import ${counted(left)} ${left === 1 ? 'row' : 'rows'}`}
          </Button>
          {row.applied_count === 0 && row.columns.length > 0 && (
            <Button onClick={onMap}>Change columns</Button>
          )}
        </div>
        <p className="text-12 text-n11">
          {shape.actions.find((one) => one.action_id === row.action_id)?.label}.{' '}
          {shape.put_right ?? 'You can undo it until later work depends on it.'}
        </p>
      </div>
    </Card>
  )
}

function Actions({ row, shape }: { row: ImportData; shape: ImportShape }) {
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const undo = useAction<{ job_id: string }>('platform.import.undo', { success: false })
  const facts = factsOf(row)
  if (isAtWork(facts) || can.undo(facts, session) !== true) return null
  return (
    <>
      <Button icon={Undo2} busy={undo.busy} onClick={() => setAsking(true)}>
        Undo import
      </Button>
      <ConfirmAction
        open={isAsking}
        onClose={() => setAsking(false)}
        label="Undo"
        description={`Undoes the ${shape.noun.many} of ${counted(row.applied_count)} rows, unless later work depends on one of them.`}
        onConfirm={async () => (await undo.run({ id: row.id })) !== undefined}
      />
    </>
  )
}
