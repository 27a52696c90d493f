/** The builder: blocks of a template beside the PDF that they make. */
import { type ReactNode, useState } from 'react'
import { labelIn, labelOf } from '#entity/choices.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { UnsavedGuard } from '#web/form/UnsavedGuard.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useMedia } from '#web/ui/media.ts'
import { TabLinks } from '#web/ui/Tabs.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import { templateFaults, textsOf } from './blocks/template-blocks.rules.ts'
import { kind_choices } from './blocks/template-kinds.rules.ts'
import { type TemplateData, useTemplate } from './document-template.hook.ts'
import { can, NAME_MAX, template_editors } from './document-template.rules.ts'
import { sample_mark } from './samples/sample-parts.rules.ts'
import { AddBlock, TemplateBlock } from './template-block.card.tsx'
import { type Builder, useBuilder } from './template-builder.hook.ts'
import { TemplatePreview } from './template-preview.card.tsx'

const path = 'config/document_template'
const tones = { draft: 'neutral', published: 'positive', archived: 'attention' } as const satisfies Record<
  TemplateData['status'],
  Tone
>

export function DocumentTemplatePage() {
  const { id = '' } = usePlace()
  const query = useTemplate(id ?? '')
  return (
    <RecordState query={query} what="Document Template">
      {(template) => <Template key={template.id} template={template} />}
    </RecordState>
  )
}

function Template({ template }: { template: TemplateData }) {
  const session = useSession()
  const wide = useMedia('(min-width: 1280px)')
  const place = usePlace()
  const builder = useBuilder(template.kind, template.blocks)
  const [name, setName] = useState(template.name)
  const [revision, setRevision] = useState(template.revision)
  const [saved, setSaved] = useState(() => textOf(template.name, builder))
  const [isTold, setTold] = useState(false)
  const isUnsaved = textOf(name, builder) !== saved
  const draft = template.versions.find(({ status }) => status === 'draft')
  const verdict = can.save(template, { ...session, business_id: session.business.id })
  const mayEdit = verdict === true && (template.status === 'draft' || draft === undefined)
  const blocks = builder.rows.map(({ block }) => block)
  const faults = templateFaults(template.kind, blocks)
  const typed = { kind: template.kind, name, version: template.version, blocks }
  const isPreview = !wide && (place.tab === 'preview' || !mayEdit)
  return (
    <>
      <RecordHeader
        title={template.name}
        badge={<Badge tone={tones[template.status]}>{labelOf(template.status)}</Badge>}
        meta={
          <>
            <span>{labelIn(kind_choices, template.kind)}</span>
            <span>Version {template.version}</span>
            {template.business_id !== session.business.id && <span>{template.business?.name}</span>}
          </>
        }
        actions={
          <Steps
            template={template}
            isUnsaved={isUnsaved}
            save={
              mayEdit && (
                <SaveButton
                  template={template}
                  input={{ name, blocks, revision }}
                  isFaulty={Object.keys(faults).length > 0}
                  onFaulty={() => setTold(true)}
                  onSaved={(next) => {
                    setRevision(next)
                    setSaved(textOf(name, builder))
                  }}
                  isUnsaved={isUnsaved}
                />
              )
            }
          />
        }
      />
      <Notes template={template} mayEdit={mayEdit} draft_id={draft?.id} />
      {!wide && mayEdit && (
        <TabLinks
          label="Document template"
          tabs={[null, 'preview'].map((tab) => ({
            to: pathOf({ ...place, tab }),
            label: tab === null ? 'Blocks' : 'Preview',
            current: isPreview === (tab === 'preview'),
          }))}
        />
      )}
      <div className={mayEdit ? 'grid gap-4 px-4 pt-3 pb-6 wide:grid-cols-2' : 'px-4 pt-3 pb-6'}>
        {mayEdit && !isPreview && (
          <div className="flex min-w-0 flex-col gap-3">
            <TextInput label="Name" value={name} required maxLength={NAME_MAX} onChange={setName} />
            <Blocks builder={builder} kind={template.kind} faults={faults} isTold={isTold} />
          </div>
        )}
        {(wide || isPreview) && <TemplatePreview typed={typed} className="sticky top-4 self-start" />}
      </div>
      <UnsavedGuard isUnsaved={() => isUnsaved} isLost={() => isUnsaved} onLeave={() => undefined} />
    </>
  )
}

const textOf = (name: string, { rows }: Builder) => JSON.stringify([name, rows.map(({ block }) => block)])

function Blocks({
  builder,
  kind,
  faults,
  isTold,
}: {
  builder: Builder
  kind: TemplateData['kind']
  faults: Readonly<Record<string, string>>
  isTold: boolean
}) {
  return (
    <>
      <ol className="flex flex-col gap-3">
        {builder.rows.map((row, at) => (
          <TemplateBlock
            key={row.key}
            row={row}
            at={at}
            kind={kind}
            builder={builder}
            faults={faultsAt(
              faults,
              at,
              isTold ? null : new Set(textsOf(row.block).filter(isTyped).map(nameOf)),
            )}
          />
        ))}
      </ol>
      {isTold && faults.blocks && (
        <p role="alert" className="text-12 text-red11">
          {faults.blocks}
        </p>
      )}
      <div className="flex items-center gap-2">
        <AddBlock
          kind={kind}
          label="Add a block at the end"
          onAdd={(type) => builder.add(type, builder.rows.length)}
        />
        <span className="text-n11">Add a block</span>
      </div>
    </>
  )
}

const isTyped = ([, text]: readonly [string, string]) => text.trim() !== ''
const nameOf = ([field]: readonly [string, string]) => field

/** Faults of one block; empty fields are reported only after the first try to save. */
function faultsAt(faults: Readonly<Record<string, string>>, at: number, typed: ReadonlySet<string> | null) {
  const start = `blocks.${at}.`
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([key]) => key.startsWith(start))
      .map(([key, fault]) => [key.slice(start.length), fault] as const)
      .filter(([field]) => typed === null || typed.has(field)),
  )
}

function SaveButton({
  template,
  input,
  isFaulty,
  isUnsaved,
  onFaulty,
  onSaved,
}: {
  template: TemplateData
  input: object
  isFaulty: boolean
  isUnsaved: boolean
  onFaulty: () => void
  onSaved: (revision: number) => void
}) {
  const { category } = useSession()
  const go = useGo()
  const save = useAction<{ id: string; version: number; revision: number }>('config.document_template.save', {
    success: ({ id, version }) =>
      id === template.id ? 'Template saved' : `Version ${version} is a draft now`,
    onRefused: onFaulty,
    onDone: ({ id, revision }) => {
      onSaved(revision)
      if (id !== template.id) go.to(pathOf({ category, path, id }))
    },
  })
  return (
    <Button
      tone="primary"
      verb="config.document_template.save"
      busy={save.busy}
      disabledReason={isUnsaved ? null : 'Nothing is changed'}
      onClick={() => (isFaulty ? onFaulty() : void save.run({ id: template.id, ...input }))}
    >
      {template.status === 'published' ? 'Save as next version' : 'Save'}
    </Button>
  )
}

function Steps({
  template,
  isUnsaved,
  save,
}: {
  template: TemplateData
  isUnsaved: boolean
  save: ReactNode
}) {
  const session = useSession()
  const go = useGo()
  const [asked, setAsked] = useState<'publish' | 'archive' | null>(null)
  const viewer = { ...session, business_id: session.business.id }
  const publish = useAction('config.document_template.publish', { success: 'Template published' })
  const archive = useAction('config.document_template.archive', { success: 'Template archived' })
  const copy = useAction<{ id: string }>('config.document_template.copy', {
    success: 'Template copied',
    onDone: ({ id }) => go.to(pathOf({ category: session.category, path, id })),
  })
  if (!isOneOf(session, template_editors)) return null
  const isOwn = template.business_id === session.business.id
  const unsaved = isUnsaved ? 'Save it first' : null
  const hasMark = template.blocks.some((block) =>
    textsOf(block).some(([, text]) => text.includes(sample_mark)),
  )
  const steps = { publish, archive }
  return (
    <>
      {save}
      {isOwn && template.status === 'draft' && (
        <Button
          disabledReason={unsaved ?? reasonOf(can.publish(template, viewer))}
          verb="config.document_template.publish"
          onClick={() => setAsked('publish')}
        >
          Publish
        </Button>
      )}
      <Button
        verb="config.document_template.copy"
        busy={copy.busy}
        disabledReason={unsaved}
        onClick={() => void copy.run({ id: template.id })}
      >
        Copy
      </Button>
      {isOwn && template.status !== 'archived' && (
        <Button
          disabledReason={unsaved}
          verb="config.document_template.archive"
          onClick={() => setAsked('archive')}
        >
          Archive
        </Button>
      )}
      {asked !== null && (
        <ConfirmAction
          open
          onClose={() => setAsked(null)}
          label={asked === 'publish' ? 'Publish' : 'Archive'}
          description={
            asked === 'archive'
              ? 'It is offered on no record any more. Documents that were made stay.'
              : `It never changes after that: a change makes the next version.${hasMark ? ` It still says “${sample_mark}”.` : ''}`
          }
          onConfirm={async () => (await steps[asked].run({ id: template.id })) !== undefined}
        />
      )}
    </>
  )
}

function Notes({
  template,
  mayEdit,
  draft_id,
}: {
  template: TemplateData
  mayEdit: boolean
  draft_id: string | undefined
}) {
  const { category, business } = useSession()
  const text =
    template.business_id !== business.id
      ? 'This template is your provider’s. Copy it to change it.'
      : template.status === 'published' && mayEdit
        ? 'This version is published and never changes. Saving begins the next version as a draft.'
        : template.status === 'archived'
          ? 'This version is archived. Copy it to use its wording again.'
          : null
  if (text === null && (draft_id === undefined || draft_id === template.id)) return null
  return (
    <p className="px-4 pb-2 text-n11">
      {text}
      {text === null && draft_id !== undefined && (
        <>
          The next version is a draft already.{' '}
          <Link to={pathOf({ category, path, id: draft_id })} className="text-a11 underline">
            Open the draft
          </Link>
        </>
      )}
    </p>
  )
}
