import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { OutsideButtons } from '#web/blocks/OutsideButtons.tsx'
import { PasskeyButton } from '#web/blocks/PasskeyButton.tsx'
import { CallError, call } from '#web/core/call.ts'
import { leaveForCompany, outsideFault } from '#web/core/outside.ts'
import { canUsePasskeys, signInByPasskey } from '#web/core/passkey.ts'
import { session_key } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { queries, wipeLocalData } from '../queries.ts'
import { FrontFrame } from './FrontPage.tsx'
import { SecondStep, type SecondStepAnswer } from './SecondStep.tsx'

interface Persona {
  readonly persona: string
  readonly name: string
  readonly email: string
  readonly business_name: string
  readonly category: string
  readonly roles: readonly string[]
}

const order = ['agency', 'client', 'contractor', 'funder', 'provider']

export function SignInPage() {
  const demo = useQuery({
    queryKey: ['demo'],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // Only a demo database has this page.
    queryFn: ({ signal }) => call<readonly Persona[]>('/api/auth/demo', undefined, signal).catch(() => []),
  })
  const [step, setStep] = useState(readStep)
  const link = new URLSearchParams(location.search).get('link')
  const personas = Array.isArray(demo.data) ? (demo.data as readonly Persona[]) : []
  useEffect(() => {
    document.title = 'Sign in – Stint'
    if (location.hash.startsWith('#step='))
      history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return (
    <FrontFrame>
      <div
        className={
          personas.length > 0 ? 'grid w-full max-w-200 gap-4 tablet:grid-cols-[320px_1fr]' : 'w-full max-w-80'
        }
      >
        {step && <SecondStep answer={step} onEntered={() => void entered()} />}
        {!step && link === null && <SignInForm onStep={setStep} />}
        {!step && link !== null && <SignInLink link={link} onStep={setStep} />}
        {personas.length > 0 && <DemoSignIns personas={personas} />}
      </div>
    </FrontFrame>
  )
}

/** The second step of a sign-in at a provider, which comes back by an address. */
function readStep(): SecondStepAnswer | null {
  const [name, text = ''] = location.hash.slice(1).split('=')
  if (name !== 'step') return null
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
    // Made by the server; a forged one leads to no session.
    return answer !== null && typeof answer === 'object' && 'challenge' in answer && 'methods' in answer
      ? (answer as SecondStepAnswer)
      : null
  } catch {
    return null
  }
}

async function entered(): Promise<void> {
  wipeLocalData()
  await queries.invalidateQueries({ queryKey: session_key })
}

function returned(search: string): CallError | null {
  const text = outsideFault(search)
  return text === null ? null : new CallError('not_allowed', text)
}

function SignInForm({ onStep }: { onStep: (answer: SecondStepAnswer) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<CallError | null>(() => returned(location.search))
  const [busy, setBusy] = useState(false)
  const [isMailed, setIsMailed] = useState(false)
  const isReset = new URLSearchParams(location.search).get('outside') === 'mailed'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(null)
    setIsMailed(false)
    try {
      const answer = await call<{ step?: 'mail' } | SecondStepAnswer>('/api/auth/login', {
        email: email.trim(),
        password,
      })
      if ('challenge' in answer) onStep(answer)
      else if (answer.step === 'mail') setIsMailed(true)
      else await entered()
    } catch (error) {
      setFault(
        error instanceof CallError
          ? error
          : new CallError('internal', 'The sign-in failed. Please try again.'),
      )
    } finally {
      setBusy(false)
    }
  }
  const errors = fault?.errors ?? {}
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="flex flex-col gap-4 self-start rounded-lg border bg-surface p-5 shadow-1"
    >
      <h1 className="text-16 font-semibold">Sign in</h1>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        error={errors.email}
        required
        autoFocus
      />
      <TextInput
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        required
      />
      {fault && Object.keys(errors).length === 0 && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 text-red11">
          {fault.message}
        </p>
      )}
      {isMailed && (
        <p role="status" className="rounded border bg-n2 px-3 py-2">
          Many sign-ins failed here. If the password was right, a link is in your mail: open it in this
          browser within 10 minutes.
        </p>
      )}
      {isReset && (
        <p role="status" className="rounded border bg-n2 px-3 py-2">
          Your second factor was reset. A link is in your mail: open it in this browser within 10 minutes.
        </p>
      )}
      <Button type="submit" tone="primary" busy={busy}>
        Sign in
      </Button>
      {canUsePasskeys() && (
        <PasskeyButton
          label="Sign in with a passkey"
          tone="secondary"
          work={signInByPasskey}
          onDone={
            (answer) => ('challenge' in answer ? onStep(answer as SecondStepAnswer) : void entered()) // As the server answers steps.
          }
        />
      )}
      <OutsideButtons
        asked={{ return_to: new URLSearchParams(location.search).get('next') ?? '/' }}
        label={(name) => `Sign in with ${name}`}
        before={() => {
          setFault(null)
          wipeLocalData()
        }}
      />
      <CompanySignIn email={email.trim()} />
      <a href="/auth/forgot" className="text-12 text-a11 underline">
        Forgotten your password?
      </a>
    </form>
  )
}

/** Leads by the domain of a work address. */
function CompanySignIn({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<CallError | null>(null)
  const leave = async (address: string) => {
    setBusy(true)
    setFault(null)
    const return_to = new URLSearchParams(location.search).get('next') ?? '/'
    try {
      wipeLocalData()
      await leaveForCompany({ email: address, return_to })
    } catch (error) {
      setFault(error instanceof CallError ? error : new CallError('internal', 'The sign-in failed.'))
      setBusy(false)
    }
  }
  if (!isOpen && fault === null)
    return (
      <Button busy={busy} onClick={() => (email === '' ? setOpen(true) : void leave(email))}>
        Sign in with your company
      </Button>
    )
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        label="Work address"
        type="email"
        value={typed}
        onChange={setTyped}
        error={fault?.errors.email ?? fault?.message}
        hint="Its domain leads to your company’s sign-in."
        autoFocus
      />
      <Button busy={busy} onClick={() => void leave(typed.trim())}>
        Go on with your company
      </Button>
    </div>
  )
}

/** The end of a sign-in by mail. A button does the work, since programs open links too. */
function SignInLink({ link, onStep }: { link: string; onStep: (answer: SecondStepAnswer) => void }) {
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    setFault('')
    try {
      const answer = await call<{ step?: undefined } | SecondStepAnswer>('/api/auth/verify', {
        challenge: link,
        method: 'mail',
      })
      if ('challenge' in answer) onStep(answer)
      else await entered()
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The sign-in failed.')
      setBusy(false)
    }
  }
  return (
    <section className="flex flex-col gap-4 self-start rounded-lg border bg-surface p-5 shadow-1">
      <h1 className="text-16 font-semibold">Finish signing in</h1>
      {fault && (
        <p role="alert" className="rounded border border-red6 bg-red3 px-3 py-2 text-red11">
          {fault} <a href="/auth/login">Sign in again</a>
        </p>
      )}
      <Button tone="primary" busy={busy} onClick={() => void finish()}>
        Sign in
      </Button>
    </section>
  )
}

function DemoSignIns({ personas }: { personas: readonly Persona[] }) {
  const [entering, setEntering] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const enter = async (persona: string) => {
    if (entering) return
    setEntering(persona)
    setFault('')
    try {
      await call('/api/auth/demo', { persona })
      await entered()
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The sign-in failed.')
      setEntering(null)
    }
  }
  // `npm start` prints addresses that name a persona: opening one signs in.
  const wanted = new URLSearchParams(location.search).get('persona')
  const known = personas.some((one) => one.persona === wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an address.
  useEffect(() => {
    if (wanted !== null && known) void enter(wanted)
  }, [wanted, known])
  const categories = [
    ...order,
    ...new Set(personas.map((one) => one.category).filter((one) => !order.includes(one))),
  ]
  return (
    <section aria-labelledby="demo" className="rounded-lg border bg-surface shadow-1">
      <header className="border-b px-5 py-3">
        <h2 id="demo" className="text-16 font-semibold">
          Demo sign-ins
        </h2>
        <p className="text-n11">Sign in with one click. All data is invented.</p>
      </header>
      {fault && (
        <p role="alert" className="px-5 pt-3 text-red11">
          {fault}
        </p>
      )}
      <div className="p-2">
        {categories.map((category) => {
          const of = personas.filter((one) => one.category === category)
          if (of.length === 0) return null
          return (
            <div key={category} className="pb-2">
              <h3 className="px-3 pt-2 pb-1 text-12 font-medium text-n11">{labelOf(category)}</h3>
              <ul>
                {of.map((one) => (
                  <li key={one.persona}>
                    <button
                      type="button"
                      onClick={() => void enter(one.persona)}
                      className="group flex w-full items-center gap-3 rounded px-3 py-1.5 text-left hover:bg-n3"
                    >
                      <span className="min-w-0 flex-1">
                        <span className="flex flex-wrap gap-x-2">
                          <span className="font-medium">{one.name}</span>
                          <span className="text-n11">{one.business_name}</span>
                        </span>
                        <span className="block text-12 text-n11">{one.roles.map(labelOf).join(', ')}</span>
                      </span>
                      {entering === one.persona ? (
                        <Spinner />
                      ) : (
                        <ChevronRight size={16} aria-hidden className="text-n9 group-hover:text-n12" />
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </section>
  )
}
