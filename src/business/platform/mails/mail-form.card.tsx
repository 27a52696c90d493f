/** A mail about a record: proposed recipients and words, files of the record, sent through the outbox. */

import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { sizeText } from '#kernel/file-text.ts'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Select } from '#web/ui/inputs.tsx'
import { notify } from '#web/ui/Toast.tsx'
import { isOneOf } from '../../shared/who-may.rules.ts'
import {
  addressesIn,
  addressFaults,
  mail_senders,
  mail_templates,
  subject_letters_max,
} from './communication.rules.ts'

interface Draft {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachments: readonly {
    readonly id: string
    readonly file_name: string
    readonly size_bytes: number
  }[]
}

const readDraft = (template: string, about: object) =>
  action<Draft>('platform.communication.draft', { template, ...about }, crypto.randomUUID())

/** The button of a record; absent for people who send no mail. */
export function EmailRecord({ entity, id }: { entity: string; id: string }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const [module = '', name = ''] = entity.split('.')
  const query = useQuery({
    queryKey: ['mail_draft', session.business_contact_id, entity, id],
    queryFn: () => readDraft('message', { module, entity: name, id }),
    enabled: isOpen,
  })
  if (!isOneOf(session, mail_senders)) return null
  return (
    <>
      <Button size="sm" icon={Mail} busy={isOpen && query.isPending} onClick={() => setOpen(true)}>
        Email
      </Button>
      {isOpen && query.data && (
        <MailForm draft={query.data} about={{ module, entity: name, id }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface Typed {
  readonly template: string
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly text: string
  readonly attachment_ids: readonly string[]
  readonly confirm_external: boolean
  readonly confirm_preference: boolean
}

function MailForm({ draft, about, onClose }: { draft: Draft; about: object; onClose: () => void }) {
  return (
    <VerbModal<keyof Typed, Typed, { recipients: number }>
      title="Email"
      columns={1}
      action_id="platform.communication.send"
      fixed={about}
      initial={{
        template: 'message',
        to: draft.to.join(', '),
        cc: draft.cc.join(', '),
        subject: draft.subject,
        text: draft.text,
        attachment_ids: [],
        confirm_external: false,
        confirm_preference: false,
      }}
      fields={[
        {
          kind: 'custom',
          name: 'template',
          label: 'Begins as',
          render: ({ values, set, update }) => (
            <Select
              label="Begins as"
              value={values.template}
              options={mail_templates.map((one) => ({ value: one, label: labelOf(one) }))}
              onChange={(template) => {
                set({ template })
                readDraft(template, about).then(
                  ({ subject, text }) => update(() => ({ subject, text })),
                  tellFailure,
                )
              }}
            />
          ),
        },
        {
          kind: 'text',
          name: 'to',
          label: 'To',
          required: true,
          max: 4000,
          hint: 'Addresses with commas between them.',
        },
        { kind: 'text', name: 'cc', label: 'Copy to', max: 4000 },
        { kind: 'text', name: 'subject', label: 'Subject', required: true, max: subject_letters_max },
        { kind: 'area', name: 'text', label: 'Text', required: true, rows: 8 },
        draft.attachments.length > 0 && {
          kind: 'custom',
          name: 'attachment_ids',
          label: 'Files',
          render: ({ values, set, errors }) => (
            <fieldset>
              <legend className="text-12 font-medium text-n11">Files</legend>
              {draft.attachments.map((file) => (
                <Checkbox
                  key={file.id}
                  label={`${file.file_name}, ${sizeText(file.size_bytes)}`}
                  checked={values.attachment_ids.includes(file.id)}
                  onChange={(is_ticked) =>
                    set({
                      attachment_ids: is_ticked
                        ? [...values.attachment_ids, file.id]
                        : values.attachment_ids.filter((one) => one !== file.id),
                    })
                  }
                />
              ))}
              {errors.attachment_ids && (
                <p role="alert" className="text-12 text-red11">
                  {errors.attachment_ids}
                </p>
              )}
            </fieldset>
          ),
        },
        {
          kind: 'custom',
          name: 'confirm_external',
          label: 'Outside',
          render: ({ values, set, errors }) => (
            <Confirmed
              label="Send to addresses outside this record’s parties"
              checked={values.confirm_external}
              onChange={(confirm_external) => set({ confirm_external })}
              error={errors.confirm_external}
            />
          ),
        },
        {
          kind: 'custom',
          name: 'confirm_preference',
          label: 'Preferences',
          render: ({ values, set, errors }) => (
            <Confirmed
              label="Send to people who wish to be reached by telephone"
              checked={values.confirm_preference}
              onChange={(confirm_preference) => set({ confirm_preference })}
              error={errors.confirm_preference}
            />
          ),
        },
      ]}
      input={(input, values) => ({
        ...input,
        to: addressesIn(values.to),
        cc: addressesIn(values.cc),
        confirm_external: values.confirm_external,
        confirm_preference: values.confirm_preference,
      })}
      check={(values) => addressFaults(addressesIn(values.to), addressesIn(values.cc))}
      submit="Send"
      success={false}
      onDone={({ recipients }) =>
        notify.success(`The mail goes to ${countText(recipients, 'address', 'addresses')}`)
      }
      onClose={onClose}
    />
  )
}

function Confirmed({
  error,
  ...box
}: {
  label: string
  checked: boolean
  onChange: (next: boolean) => void
  error: string | undefined
}) {
  return (
    <div>
      <Checkbox {...box} />
      {error && (
        <p role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
    </div>
  )
}
