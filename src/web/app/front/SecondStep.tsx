import { useState } from 'react'
import { PasskeyButton } from '#web/blocks/PasskeyButton.tsx'
import { PasskeyEnrol } from '#web/blocks/PasskeyEnrol.tsx'
import { SmsCode } from '#web/blocks/SmsCode.tsx'
import { RecoveryCodes, TotpEnrol, type TotpStart } from '#web/blocks/TotpEnrol.tsx'
import { leaveForCompany } from '#web/core/outside.ts'
import { canUsePasskeys, signInByPasskey } from '#web/core/passkey.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The answer of a right password that is not enough. */
export interface SecondStepAnswer {
  readonly step: 'second_factor' | 'enrol' | 'sso'
  readonly challenge: string
  readonly methods: readonly ('passkey' | 'totp' | 'sms' | 'recovery_code')[]
  /** Of codes by SMS: its last digits. */
  readonly phone?: string
  /** Of a business's own sign-in. */
  readonly provider_name?: string
  /** The business that asks for this step, in words. */
  readonly message?: string
}

/** The second step of a sign-in: a code, or the first factor of a role that needs one. */
export function SecondStep({
  answer: first,
  onEntered,
}: {
  answer: SecondStepAnswer
  onEntered: () => void
}) {
  const [next, setNext] = useState<SecondStepAnswer | null>(null)
  const answer = next ?? first
  return (
    <section className="flex flex-col gap-4 self-start rounded-lg border bg-surface p-5 shadow-1">
      {answer.step === 'enrol' && <Enrol {...answer} onEntered={onEntered} />}
      {answer.step === 'second_factor' && <Code {...answer} onEntered={onEntered} onStep={setNext} />}
      {answer.step === 'sso' && <Company {...answer} />}
      <a href="/auth/login" className="text-12 text-a11 underline">
        Sign in again
      </a>
    </section>
  )
}

type CodeMethod = Exclude<SecondStepAnswer['methods'][number], 'passkey'>

const words = {
  totp: { label: 'Code of your authenticator app', use: 'Use the authenticator app' },
  sms: { label: 'Code from the SMS', use: 'Use a code by SMS' },
  recovery_code: { label: 'Recovery code', use: 'Use a recovery code' },
} as const satisfies Record<CodeMethod, object>

/** The way on to the provider of the business. */
function Company({ challenge, message, provider_name }: SecondStepAnswer) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const leave = async () => {
    setBusy(true)
    setFault('')
    const return_to = new URLSearchParams(location.search).get('next') ?? '/'
    await leaveForCompany({ challenge, return_to }).catch((error: Error) => {
      setFault(error.message)
      setBusy(false)
    })
  }
  return (
    <>
      <h1 className="text-16 font-semibold">One more step</h1>
      <p>{message}</p>
      {fault && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 text-red11">
          {fault}
        </p>
      )}
      <Button tone="primary" busy={busy} onClick={() => void leave()}>
        Sign in with {provider_name}
      </Button>
    </>
  )
}

interface CodeProps extends SecondStepAnswer {
  readonly onEntered: () => void
  readonly onStep: (next: SecondStepAnswer) => void
}

function Code({ challenge, methods, phone, onEntered, onStep }: CodeProps) {
  // A business may ask for its own provider besides.
  const onDone = (answer: object | undefined) =>
    answer && 'step' in answer && 'challenge' in answer ? onStep(answer as SecondStepAnswer) : onEntered() // As the server answers steps.
  const codes = methods.filter((one) => one !== 'passkey')
  const [method, setMethod] = useState<CodeMethod>(codes[0] ?? 'recovery_code')
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  const others = codes
    .filter((one) => one !== method)
    .map((one) => (
      <Button key={one} tone="quiet" onClick={() => setMethod(one)}>
        {words[one].use}
      </Button>
    ))
  return (
    <>
      <h1 className="text-16 font-semibold">Confirm that it is you</h1>
      {hasPasskey && <PasskeyButton label="Use your passkey" work={signInByPasskey} onDone={onDone} />}
      {method === 'sms' ? (
        <SmsCode
          phone={phone}
          challenge={challenge}
          path="/api/permission/verifySMSCode"
          fixed={{ challenge }}
          submit="Sign in"
          onDone={onDone}
          buttons={others}
        />
      ) : (
        <PlainForm
          key={method}
          path="/api/auth/verify"
          fixed={{ challenge, method }}
          submit="Sign in"
          onDone={onDone}
          buttons={() => others}
          fields={[
            {
              name: 'code',
              label: words[method].label,
              required: true,
              numeric: method === 'totp',
              first: !hasPasskey,
              autoComplete: 'one-time-code',
              wide: true,
            },
          ]}
        />
      )}
    </>
  )
}

function Enrol({ challenge, message, onEntered }: SecondStepAnswer & { readonly onEntered: () => void }) {
  const [start, setStart] = useState<TotpStart | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <>
      <h1 className="text-16 font-semibold">Set up a second factor</h1>
      {codes ? (
        <RecoveryCodes codes={codes} doneLabel="Go on to Stint" onDone={onEntered} />
      ) : start ? (
        <TotpEnrol
          start={start}
          confirmPath="/api/auth/factors/totp/confirm"
          fixed={{ challenge }}
          doneLabel="Go on to Stint"
          onDone={onEntered}
        />
      ) : (
        <>
          <p>
            {message ?? 'Your role can release money, so a password alone does not sign you in'}. Use{' '}
            {canUsePasskeys() && 'a passkey of this device, or '}an authenticator app on your phone.
          </p>
          {canUsePasskeys() && (
            <PasskeyEnrol fixed={{ challenge }} onDone={(made) => (made ? setCodes(made) : onEntered())} />
          )}
          <PlainForm<TotpStart>
            path="/api/auth/factors/totp"
            fixed={{ challenge }}
            fields={[]}
            submit="Set up the app"
            onDone={setStart}
          />
        </>
      )}
    </>
  )
}
