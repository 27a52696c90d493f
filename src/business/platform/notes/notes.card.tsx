/** The notes of the viewer's own business about a record (spec §2, note and note list). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { systemClock } from '#kernel/clock.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbForm, type VerbFormProps } from '#web/form/VerbForm.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { MentionArea } from './mention-area.card.tsx'
import { canChangeNote, canRemoveNote } from './note.rules.ts'

const document = gql(`query notes($entity: String!, $id: uuid!, $limit: Int!) {
  notes: platform_note(
    where: { parent_entity: { _eq: $entity }, parent_id: { _eq: $id } }, order_by: [{ created_at: desc }, { id: desc }], limit: $limit
  ) { id text user_id user_name created_at updated_at }
}`)

type Note = Answer<typeof document>['notes'][number]

const page_rows = 20

export function Notes({ entity, id }: { entity: string; id: string }) {
  const { business, business_contact_id } = useSession()
  const [shown, setShown] = useState(page_rows)
  const [round, setRound] = useState(0)
  const query = useQuery({
    queryKey: ['notes', business_contact_id, entity, id, shown],
    // Reads one more than it shows, to know whether there are older ones.
    queryFn: async ({ signal }) => (await graphql(document, { entity, id, limit: shown + 1 }, signal)).notes,
    placeholderData: (before) => before,
  })
  const notes = query.data ?? []
  return (
    <Card title="Notes">
      <NoteForm
        key={round}
        label="Note"
        action_id="platform.note.create"
        fixed={{ parent_entity: entity, parent_id: id }}
        submit="Add note"
        onDone={() => setRound(round + 1)}
      />
      <p className="mt-1 text-12 text-n11">Only people of {business.name} see notes.</p>
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {notes.length > 0 && (
        <ol className="mt-3 flex flex-col gap-3" aria-label="Notes, newest first">
          {notes.slice(0, shown).map((note) => (
            <NoteItem key={note.id} note={note} />
          ))}
        </ol>
      )}
      {notes.length > shown && (
        <Button size="sm" className="mt-3" onClick={() => setShown(shown + page_rows)}>
          Show older notes
        </Button>
      )}
    </Card>
  )
}

interface Told {
  readonly mentioned: readonly string[]
}

const toldText = ({ mentioned }: Told): string =>
  mentioned.length === 0 ? 'The note is saved' : `The note is saved, ${mentioned.join(' and ')} will be told`

function NoteForm({
  label,
  text = '',
  ...props
}: { label: string; text?: string } & Pick<
  VerbFormProps<'text', { text: string }, Told>,
  'action_id' | 'fixed' | 'submit' | 'onDone' | 'buttons'
>) {
  return (
    <VerbForm<'text', { text: string }, Told>
      bare
      columns={1}
      tone="secondary"
      initial={{ text }}
      fields={[
        {
          kind: 'custom',
          name: 'text',
          label,
          required: true,
          kept: { text: (value) => typeof value === 'string' },
          render: ({ values, set, errors }) => (
            <MentionArea
              label={label}
              value={values.text}
              error={errors.text}
              onChange={(typed) => set({ text: typed })}
            />
          ),
        },
      ]}
      success={toldText}
      {...props}
    />
  )
}

function NoteItem({ note }: { note: Note }) {
  const { user } = useSession()
  const [step, setStep] = useState<'edit' | 'remove' | null>(null)
  const remove = useAction('platform.note.remove', { success: 'The note is removed' })
  const own = { user_id: user.id }
  if (step === 'edit')
    return (
      <li>
        <NoteForm
          label="Change the note"
          text={note.text}
          action_id="platform.note.update"
          fixed={{ id: note.id }}
          submit="Save"
          buttons={() => <Button onClick={() => setStep(null)}>Cancel</Button>}
          onDone={() => setStep(null)}
        />
      </li>
    )
  return (
    <li className="border-l-2 border-n6 pl-3">
      <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
      <div className="flex flex-wrap items-center gap-x-2 text-12 text-n11">
        <span>
          {note.user_name} · <time dateTime={note.created_at}>{instantText(note.created_at)}</time>
          {note.updated_at !== note.created_at && ' · changed'}
        </span>
        {canChangeNote(note, own, systemClock.now()) === true && (
          <Button size="sm" tone="quiet" onClick={() => setStep('edit')}>
            Edit
          </Button>
        )}
        {canRemoveNote(note, own) === true && (
          <Button size="sm" tone="quiet" onClick={() => setStep('remove')}>
            Remove
          </Button>
        )}
      </div>
      <ConfirmAction
        open={step === 'remove'}
        onClose={() => setStep(null)}
        label="Remove"
        description="The note is removed for everybody."
        onConfirm={async () => (await remove.run({ id: note.id })) !== undefined}
      />
    </li>
  )
}
