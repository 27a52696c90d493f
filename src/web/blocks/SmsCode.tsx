import { type ReactNode, useState } from 'react'
import { PlainForm } from '#web/form/PlainForm.tsx'
import type { PlainField } from '#web/form/plain-field.ts'
import { Button } from '#web/ui/Button.tsx'

/** A code that was sent to a phone. */
export const sms_code_field: PlainField = {
  name: 'code',
  label: 'Code from the SMS',
  required: true,
  numeric: true,
  autoComplete: 'one-time-code',
  wide: true,
}

/** Sends a code to the person's phone on request, then takes it. */
export function SmsCode<T>({
  phone,
  challenge,
  path,
  fixed,
  submit,
  onDone,
  buttons,
}: {
  /** Its last digits, where they are known. */
  phone?: string | undefined
  /** Of a sign-in under way; none = of the person signed in. */
  challenge?: string
  /** Takes the code. */
  path: string
  fixed: object
  submit: string
  onDone: (answer: T) => void
  buttons: ReactNode
}) {
  const [isSent, setSent] = useState(false)
  const to = phone === undefined ? 'your phone' : `your phone ${phone}`
  if (!isSent)
    return (
      <>
        <p>A code goes to {to}.</p>
        <PlainForm
          key="send"
          path="/api/auth/sms"
          fixed={challenge === undefined ? {} : { challenge }}
          fields={[]}
          submit="Send a code"
          onDone={() => setSent(true)}
          buttons={() => buttons}
        />
      </>
    )
  return (
    <>
      <p role="status">A code was sent to {to}. It is valid for 5 minutes.</p>
      <PlainForm<T>
        key="code"
        path={path}
        fixed={fixed}
        fields={[sms_code_field]}
        submit={submit}
        onDone={onDone}
        buttons={() => (
          <>
            {buttons}
            <Button tone="quiet" onClick={() => setSent(false)}>
              Send another code
            </Button>
          </>
        )}
      />
    </>
  )
}
