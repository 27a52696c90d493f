/** `/details/{token}`: a contractor enters their own details, step by step, without a sign-in. Made for a phone. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  asksInsurance,
  type DetailsStep,
  type DetailsView,
  detailsFaults,
  step_labels,
  stepFaults,
  stepsOf,
  type Typed,
} from '#business/parties/self-service/party-link.rules.ts'
import { day } from '#kernel/day.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { CallError, callByLink } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { DetailsFields, DetailsSummary, fieldsOf } from './DetailsFields.tsx'
import { DetailsFiles } from './DetailsFiles.tsx'
import { Fault, FrontPage, LinkedPage, type LinkPageProps } from './FrontPage.tsx'
import { bankOf, partsOf, useKeptDetails } from './use-kept-details.ts'
import { KnownLine, useWorkOffer, WorkWith } from './WorkWith.tsx'

export function DetailsPage({ token, session }: LinkPageProps) {
  const query = useQuery({
    queryKey: ['details', token],
    queryFn: ({ signal }) => callByLink<DetailsView>('/api/details/query', token, {}, signal),
    // From here on the page holds the typed values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return (
    <LinkedPage title="Your details" query={query} height="h-60">
      {(view) => <Details token={token} session={session} view={view} />}
    </LinkedPage>
  )
}

type DetailsProps = LinkPageProps & { readonly view: DetailsView }

function Details({ token, session, view }: DetailsProps) {
  const [isDone, setDone] = useState(false)
  const { offer, ask } = useWorkOffer(token, session)
  if (isDone)
    return (
      <FrontPage title="Thank you">
        <p role="status">Your details are with {view.agency}. You need not do anything more.</p>
      </FrontPage>
    )
  if (session && offer) return <WorkWith token={token} session={session} offer={offer} />
  return (
    <Steps
      token={token}
      session={session}
      view={view}
      onTold={() => void ask()}
      onDone={() => setDone(true)}
    />
  )
}

const keeping_words = {
  kept: 'What you type is kept. You can stop and come back by the same link.',
  typing: 'Keeping…',
  lost: 'No connection. Your details are saved when you are online.',
} as const

function Steps({
  token,
  session,
  view,
  onTold,
  onDone,
}: DetailsProps & {
  /** The server knows who the person says they are. */
  readonly onTold: () => void
  readonly onDone: () => void
}) {
  const { through, agency } = view
  const steps = stepsOf(through)
  const today = day(view.today)
  const [at, setAt] = useState(Math.min(view.step, steps.length - 1))
  const [values, setValues] = useState<Typed>(() => ({ ...view.values, ...view.bank }))
  const [files, setFiles] = useState(view.files)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [submission] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const { keep, flush, end, keeping, stopped } = useKeptDetails(token, view)
  const step: DetailsStep = steps[at] ?? 'you'
  const form = useStepFocus(step, errors)

  const set = (changes: Typed) => {
    const now = { ...values, ...changes }
    setValues(now)
    setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in changes))))
    keep({ values: now, step: at })
  }
  const goTo = (next: number) => {
    setAt(next)
    setFault('')
    keep({ values, step: next })
    void flush().then(session ? onTold : undefined)
  }
  /** Shows the faults at the first step that has one. */
  const showFaults = (faults: FieldErrors) => {
    setErrors(faults)
    const first = steps.findIndex((one) => fieldsOf(one, values, through).some(({ name }) => name in faults))
    if (first >= 0) setAt(first)
    return first >= 0
  }
  const next = async () => {
    const faults = stepFaults(step, values, today, through)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    if (step === 'bank' && !(await passes(() => callByLink('/api/details/check', token, bankOf(values)))))
      return
    goTo(at + 1)
  }
  /** @returns whether the server accepts it; else its faults show */
  const passes = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFault('')
    try {
      await call()
      return true
    } catch (error) {
      const known = error instanceof CallError ? error : null
      if (!showFaults(known?.errors ?? {})) setFault(known?.message ?? 'Please try again.')
      return false
    } finally {
      setBusy(false)
    }
  }
  const send = async () => {
    const faults = detailsFaults(values, today, through)
    if (Object.keys(faults).length > 0) return void showFaults(faults)
    const isSent = await passes(async () => {
      await flush()
      await callByLink('/api/details/submit', token, { ...partsOf(values), key: submission })
    })
    if (!isSent) return
    end()
    onDone()
  }
  const isLast = at === steps.length - 1
  return (
    <FrontPage title={step_labels[step]}>
      <p className="text-n11">
        For {agency}. Step {at + 1} of {steps.length}.
      </p>
      {session === null && (step === 'you' || isLast) && <KnownLine token={token} />}
      <div ref={form} className="flex flex-col gap-4">
        {isLast ? (
          <>
            <DetailsSummary values={values} files={files} steps={steps} view={view} onChange={goTo} />
            <DetailsFields step={step} values={values} set={set} errors={errors} view={view} />
          </>
        ) : step === 'papers' ? (
          <DetailsFiles
            token={token}
            view={view}
            insurances={asksInsurance(values, through) ? view.insurances : []}
            files={files}
            onChange={setFiles}
          />
        ) : (
          <DetailsFields step={step} values={values} set={set} errors={errors} view={view} />
        )}
        {(stopped || fault) && <Fault>{stopped || fault}</Fault>}
        {stopped && (
          <Button size="lg" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
        <div className="grid grid-cols-2 gap-2">
          {at > 0 ? (
            <Button size="lg" onClick={() => goTo(at - 1)}>
              Back
            </Button>
          ) : (
            <span />
          )}
          <Button size="lg" tone="primary" busy={busy} onClick={() => void (isLast ? send() : next())}>
            {isLast ? 'Send my details' : 'Next'}
          </Button>
        </div>
      </div>
      <p className="text-12 text-n11" role="status">
        {keeping_words[keeping]}
      </p>
    </FrontPage>
  )
}

/** The first faulty field, and the top of a new step. */
function useStepFocus(step: DetailsStep, errors: FieldErrors) {
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
  }, [step])
  return form
}
