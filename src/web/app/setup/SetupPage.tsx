import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SetupFacts } from '#entity/setup-answer.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isReachable, nextStep, readSetup, type StepKey, setup_key, stateOf, steps } from './setup-facts.ts'
import {
  AddressStep,
  BankStep,
  BusinessStep,
  MailStep,
  NeedsTwo,
  SecondStep,
  YouStep,
} from './setup-forms.tsx'

/** The set-up of an empty installation, for the holder of its link. */
export function SetupPage() {
  const go = useGo()
  const queries = useQueryClient()
  const token = useRouterState({
    select: (state) => /^\/setup\/([^/]+)$/.exec(state.location.pathname)?.[1] ?? null,
  })
  const query = useQuery({ queryKey: setup_key, queryFn: ({ signal }) => readSetup(signal) })
  useEffect(() => {
    document.title = 'Set-up – Stint'
  }, [])
  const message = query.data?.message ?? ''
  const take = (facts: SetupFacts) => {
    queries.setQueryData(setup_key, { facts, message })
    go.replace('/setup')
  }
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { facts } = query.data
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-220 flex-col gap-6 px-4 py-8">
      <header className="flex items-center gap-2.5">
        <img src="/favicon.svg" alt="" width={32} height={32} />
        <h1 className="text-20 font-semibold tracking-[-0.02em]">Set up Stint</h1>
      </header>
      {facts ? (
        <Steps facts={facts} onFacts={take} onRead={() => query.refetch()} />
      ) : (
        <Start token={token} message={message} onFacts={take} />
      )}
    </main>
  )
}

function Start({
  token,
  message,
  onFacts,
}: {
  token: string | null
  message: string
  onFacts: (facts: SetupFacts) => void
}) {
  if (token === null)
    return (
      <div className="flex flex-col gap-2">
        <p>{message}</p>
        <p className="text-n11">
          On the server, <code>npm run admin -- setup-link</code> prints a new link.
        </p>
      </div>
    )
  return (
    <Card>
      <p className="mb-4">
        Enter your name, your business, its mail, its bank accounts and a second person. Each step is kept, so
        you can come back to this browser within a day. The first browser that begins owns the set-up.
      </p>
      <PlainForm<SetupFacts>
        path="/api/setup/begin"
        fixed={{ token }}
        fields={[]}
        submit="Begin"
        onDone={onFacts}
      />
    </Card>
  )
}

function Steps({
  facts,
  onFacts,
  onRead,
}: {
  facts: SetupFacts
  onFacts: (facts: SetupFacts) => void
  /** Reads the facts again. */
  onRead: () => Promise<unknown>
}) {
  const [chosen, setChosen] = useState<StepKey | null>(null)
  const current = chosen ?? nextStep(facts)
  const title = steps.find(({ key }) => key === current)?.title ?? ''
  const onAgain = () => {
    setChosen(null)
    void onRead()
  }
  const done = (next: SetupFacts) => {
    // A step that still waits for a code or a second account stays open.
    setChosen(stateOf(next, current) === 'open' ? current : null)
    onFacts(next)
  }
  return (
    <div className="grid items-start gap-4 tablet:grid-cols-[220px_1fr]">
      <StepList facts={facts} current={current} onChoose={setChosen} />
      <Card title={title}>
        {current === 'you' && <YouStep facts={facts} onDone={done} onAgain={onAgain} />}
        {current === 'business' && (
          <BusinessStep
            facts={facts}
            onDone={(next) => {
              done(next)
              // The logo comes after the business that it hangs on.
              if (next !== facts) setChosen('business')
            }}
          />
        )}
        {current === 'mail' && <MailStep facts={facts} onDone={done} />}
        {current === 'address' && <AddressStep facts={facts} onDone={done} />}
        {current === 'bank' && <BankStep facts={facts} onDone={done} />}
        {current === 'second' && <SecondStep facts={facts} onDone={done} />}
        {current === 'finish' && <Finish facts={facts} />}
      </Card>
    </div>
  )
}

const said = { open: '', done: 'done', skipped: 'left for later' } as const

function StepList({
  facts,
  current,
  onChoose,
}: {
  facts: SetupFacts
  current: StepKey
  onChoose: (key: StepKey) => void
}) {
  return (
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-0.5 tablet:flex-col">
        {steps.map(({ key, title }, at) => {
          const state = stateOf(facts, key)
          return (
            <li key={key}>
              <button
                type="button"
                aria-current={key === current ? 'step' : undefined}
                disabled={!isReachable(facts, key)}
                onClick={() => onChoose(key)}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2.5 rounded px-2 text-left enabled:hover:bg-n3 disabled:text-n10 pointer-coarse:min-h-12 pointer-coarse:min-w-12 max-tablet:justify-center',
                  key === current && 'bg-n3 font-medium',
                )}
              >
                <span className="grid size-5 shrink-0 place-items-center rounded-full border text-12">
                  {state === 'done' ? (
                    <Check size={13} aria-hidden />
                  ) : state === 'skipped' ? (
                    <Minus size={13} aria-hidden />
                  ) : (
                    at + 1
                  )}
                </span>
                {/* On a phone the card below shows the title of its step. */}
                <span className="min-w-0 flex-1 max-tablet:sr-only">{title}</span>
                {said[state] && <span className="sr-only">, {said[state]}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function Finish({ facts }: { facts: SetupFacts }) {
  const open = steps.filter(({ key }) => key !== 'finish' && stateOf(facts, key) !== 'done')
  return (
    <div className="flex flex-col gap-4">
      {open.length > 0 && <p>Left for later: {open.map(({ title }) => title).join(', ')}.</p>}
      {facts.second.state !== 'done' && <NeedsTwo facts={facts} />}
      <p>After this you sign in with {facts.you?.email}, your password and your second factor.</p>
      <PlainForm
        path="/api/setup/finish"
        fields={[]}
        submit="Finish the set-up"
        onDone={() => location.assign('/auth/login')}
      />
    </div>
  )
}
