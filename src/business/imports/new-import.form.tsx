/** The first step of an import: its kind, and the file. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Upload } from '#web/blocks/Upload.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { Radios } from '#web/ui/inputs.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { filledColumns, import_shapes } from './import-shape.rules.ts'

export function NewImportPage() {
  const session = useSession()
  const go = useGo()
  const { category, tab } = usePlace()
  const shapes = import_shapes.filter((one) => isOneOf(session, one.who))
  const [name, setName] = useState(tab ?? shapes[0]?.template.name ?? '')
  const shape = shapes.find((one) => one.template.name === name) ?? shapes[0]
  const [chosen, setAction] = useState('')
  const list = { to: pathOf({ category, path: 'platform/import' }), label: 'Imports' }
  if (!shape)
    return (
      <>
        <PageHeader title="Import" back={list} />
        <EmptyMessage title="You have no access to imports" />
      </>
    )
  const action = shape.actions.find((one) => one.action_id === chosen) ?? shape.actions[0]
  const columns = filledColumns(shape)
  return (
    <>
      <PageHeader title="Import" back={list} />
      <div className="grid max-w-280 gap-4 px-4 pb-6 desktop:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title="File" className="self-start">
          <div className="flex flex-col gap-4">
            {shapes.length > 1 && (
              <Radios
                legend="Record type"
                name="template"
                value={shape.template.name}
                onChange={setName}
                options={shapes.map(({ template }) => ({ value: template.name, label: template.title }))}
              />
            )}
            {shape.actions.length > 1 && (
              <Radios
                legend="Action"
                name="action"
                value={action.action_id}
                onChange={setAction}
                options={shape.actions.map(({ action_id, label }) => ({ value: action_id, label }))}
              />
            )}
            <Upload<{ id: string }>
              key={action.action_id}
              label={`${shape.template.title} as CSV`}
              hint="You’ll review every row before anything is saved. Up to 50,000 rows."
              bulk
              path="/api/storage/bulkUpload"
              fields={() => ({ action_id: action.action_id })}
              onDone={({ id }) => go.replace(pathOf({ category, path: 'platform/import', id }))}
            />
          </div>
        </Card>
        <Card
          title="Columns"
          className="self-start"
          actions={
            <a
              href={`/api/import/template/${shape.template.name}`}
              download
              className={buttonClass('quiet', 'sm')}
            >
              <Download size={14} aria-hidden />
              Empty template
            </a>
          }
        >
          <ul className="columns-1 gap-x-6 text-13 tablet:columns-2">
            {columns.map(({ field, header, required }) => (
              <li key={field} className="break-inside-avoid py-0.5">
                {header}
                {required && <span className="ml-1.5 text-12 text-n11">required</span>}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-12 text-n11">
            Columns in any order, with commas, semicolons or tabs. Stint exports work unchanged.
          </p>
        </Card>
      </div>
    </>
  )
}
