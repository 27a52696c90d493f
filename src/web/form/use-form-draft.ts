/** The draft of a form that opens: read before its fields take a key, so that nothing typed mixes with it. */
import { useEffect, useRef, useState } from 'react'
import { day } from '#kernel/day.ts'
import { useSession } from '#web/core/session.ts'
import { keepsDraft } from '#web/drafts/form-draft.ts'
import { type FormKeeper, type OpenDraft, openForm } from '#web/drafts/form-keeper.ts'
import { useDevice } from '#web/drafts/use-device.ts'
import { givenFields, startOf } from './fields.ts'
import type { VerbProps } from './use-verb-form.tsx'

/** A device that does not answer keeps nobody from typing. */
const longest_wait_ms = 2_000

/** Null while the device is read: the form is drawn after that. */
export function useFormDraft<N extends string, I, T>(props: VerbProps<N, I, T>): OpenDraft | null {
  const device = useDevice()
  const session = useSession()
  const [today] = useState(() => day(session.today))
  const [round, setRound] = useState(0)
  const [form] = useState(() => {
    const fields = givenFields(props.fields)
    if (props.keeps !== undefined || props.draft === false || !keepsDraft(fields)) return null
    return { fields, action_id: props.action_id, fixed: props.fixed ?? {} }
  })
  const startNow = () => startOf(givenFields(props.fields), props.initial ?? {})
  const starts = useRef(startNow)
  starts.current = startNow
  const isKept = form !== null && device !== null
  const [open, setOpen] = useState<Omit<OpenDraft, 'discard'> | null>(
    isKept ? null : () => ({ keeper: null, start: startNow(), round }),
  )
  useEffect(() => {
    if (!form || !device) return
    let isHere = true
    const start = starts.current()
    const show = (keeper: FormKeeper | null) => {
      if (isHere) setOpen({ keeper, start, round })
      isHere = false
    }
    const waited = setTimeout(() => show(null), longest_wait_ms)
    openForm({ ...form, device, start, today, newKey: () => crypto.randomUUID() }).then(show, () =>
      show(null),
    )
    return () => {
      isHere = false
      clearTimeout(waited)
    }
  }, [form, device, today, round])
  if (!open) return null
  const discard = async () => {
    await open.keeper?.discard()
    setRound(round + 1)
  }
  return { ...open, discard: () => void discard() }
}
