/** A form that sends a record with its file: the verb makes the record, then the file is attached to it. */
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { FieldErrors } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { acceptedFiles, upload_hint, uploadFault } from '#web/blocks/FileControl.tsx'
import { action } from '#web/core/call.ts'
import { sendFile } from '#web/core/send-file.ts'
import { useSession } from '#web/core/session.ts'
import { Field, fieldAria } from '#web/ui/Field.tsx'
import type { FormPart } from './fields.ts'

type Made = { readonly id: string }

/** The verb's input: the file goes on its own. */
export const withoutFile = ({ file: _, ...input }: Record<string, unknown>): object => input

/**
 * @param parent_entity the entity of the record: `platform.document`
 * @returns `check` and `send` of the form, and the `render` of its field `file`
 */
export function useFileStep(action_id: string, parent_entity: string) {
  const { business_contact_id } = useSession()
  const queries = useQueryClient()
  const id = useId()
  const file = useRef<File | null>(null)
  // After a refused file the same facts are not recorded a second time.
  const last = useRef<{ readonly facts: string; readonly made: Made } | null>(null)

  const send = async (input: Record<string, unknown>, key: string): Promise<Made> => {
    const facts = JSON.stringify(input)
    const known = last.current?.facts === facts ? last.current.made : null
    const made = known ?? (await action<Made>(action_id, input, key))
    last.current = { facts, made }
    const chosen = file.current
    if (chosen === null) return made
    const fields = { parent_entity, path: `${made.id}/${chosen.name}` }
    try {
      await sendFile('/api/storage/upload', business_contact_id, {
        fields,
        file: chosen,
        onProgress: () => undefined,
      })
    } catch (thrown) {
      // The record exists, and its page shows that it waits for the file.
      void queries.invalidateQueries()
      throw thrown
    }
    return made
  }
  const check = (): FieldErrors => {
    const fault = file.current ? uploadFault(file.current, false) : validationText.required
    return fault === null ? {} : { file: fault }
  }
  const render = <V extends { readonly file: string }>({ errors, update }: FormPart<V>) => (
    <Field id={id} label="File" required error={errors.file} hint={upload_hint}>
      <input
        {...fieldAria(id, { error: errors.file, hint: upload_hint, required: true })}
        name="file"
        type="file"
        accept={acceptedFiles(false)}
        className="field-input"
        onChange={({ target }) => {
          file.current = target.files?.[0] ?? null
          // A new choice is a change, which clears the fault.
          update((now) => ({ ...now, file: file.current?.name ?? '' }))
        }}
      />
    </Field>
  )
  return { check, send, render }
}
