import { useEffect, useState } from 'react'
import type { StepUpMethod, StepUpNeed } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { PasskeyButton } from '#web/blocks/PasskeyButton.tsx'
import { SmsCode } from '#web/blocks/SmsCode.tsx'
import { canUsePasskeys, stepUpByPasskey } from '#web/core/passkey.ts'
import { answerStepUp, openStepUps, type StepUpProof, useStepUp } from '#web/core/step-up.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import type { PlainField } from '#web/form/plain-field.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'

/** Asks the person at the browser who they are, for the call that waits. The page behind keeps its entries. */
export function StepUpHost() {
  const waiting = useStepUp()
  useEffect(openStepUps, [])
  return (
    waiting && (
      <Modal
        open
        onClose={() => answerStepUp(null)}
        isUnsaved={() => false}
        title={errorText.unconfirmed}
        description={
          waiting.need.max_age === 0
            ? 'This confirms one payment run, as it is now.'
            : 'This action needs you to confirm again. Your entries are kept.'
        }
      >
        <Confirmation key={waiting.need.input_hash ?? 'session'} need={waiting.need} />
      </Modal>
    )
  )
}

type Words = { readonly use: string; readonly field: PlainField | null }

const code = { name: 'code', required: true, autoComplete: 'one-time-code', wide: true } as const

const words: Readonly<Record<StepUpMethod, Words>> = {
  passkey: { use: 'Use your passkey', field: null },
  totp: {
    use: 'Use the authenticator app',
    field: { ...code, label: 'Code of your authenticator app', numeric: true },
  },
  sms: { use: 'Use a code by SMS', field: null },
  recovery_code: {
    use: 'Use a recovery code',
    field: { ...code, label: 'Recovery code' },
  },
  password: {
    use: 'Use your password',
    field: {
      name: 'password',
      label: 'Your password',
      type: 'password',
      autoComplete: 'current-password',
      required: true,
      wide: true,
    },
  },
  demo: { use: 'Confirm with a click', field: null },
}

function Confirmation({ need }: { need: StepUpNeed }) {
  const methods = need.methods.filter((one) => one !== 'passkey' || canUsePasskeys())
  const [method, setMethod] = useState<StepUpMethod>(methods[0] ?? 'password')
  const { field } = words[method]
  const { action_id, input_hash } = need
  const one_call = action_id ? { action_id, input_hash } : {}
  const buttons = (
    <>
      <Button onClick={() => answerStepUp(null)}>Cancel</Button>
      {methods
        .filter((one) => one !== method)
        .map((one) => (
          <Button key={one} tone="quiet" onClick={() => setMethod(one)}>
            {words[one].use}
          </Button>
        ))}
    </>
  )
  if (methods.length === 0)
    return (
      <div className="flex flex-col gap-3">
        <p>Sign out and in again, then repeat the action: a sign-in confirms too.</p>
        <div className="flex flex-wrap justify-end gap-2">{buttons}</div>
      </div>
    )
  if (method === 'passkey')
    return (
      <div className="flex flex-col gap-3">
        <PasskeyButton
          label="Use your passkey"
          work={() => stepUpByPasskey<StepUpProof>(one_call)}
          onDone={answerStepUp}
        />
        <div className="flex flex-wrap justify-end gap-2">{buttons}</div>
      </div>
    )
  if (method === 'sms')
    return (
      <div className="flex flex-col gap-3">
        <SmsCode<StepUpProof>
          path="/api/auth/step-up"
          fixed={{ method, ...one_call }}
          submit="Confirm"
          onDone={answerStepUp}
          buttons={buttons}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      {field === null && <p>In this demo one click confirms. Elsewhere you are asked for a code.</p>}
      <PlainForm<StepUpProof>
        key={method}
        path="/api/auth/step-up"
        fixed={{ method, ...one_call }}
        fields={field ? [field] : []}
        submit="Confirm"
        onDone={answerStepUp}
        buttons={() => buttons}
      />
    </div>
  )
}
