/** `/sign/{token}`: reads one document and signs or declines it, without a sign-in. Made for a phone. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Answers, answerFaults } from '#business/platform/signature-fields.rules.ts'
import { consent_text, type SignatureValue, type SigningView } from '#business/signing/signing.rules.ts'
import { validationText } from '#kernel/messages.ts'
import { CallError, callByLink } from '#web/core/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Radios, TextInput } from '#web/ui/inputs.tsx'
import { Fault, FrontPage, LinkedPage, type LinkPageProps, SignInLine } from './FrontPage.tsx'
import { ReasonArea } from './ReasonArea.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { DocumentFile, Done, Facts } from './SignDocument.tsx'
import { SignFields } from './SignFields.tsx'

export function SignPage({ token }: LinkPageProps) {
  const query = useQuery({
    queryKey: ['signing', token],
    queryFn: ({ signal }) => callByLink<SigningView>('/api/sign/query', token, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const isTurn = query.data?.is_turn ?? false
  // A person looks at the page: mail filters that open links run no scripts, and call nothing.
  useEffect(() => {
    if (isTurn) void callByLink('/api/sign/viewed', token, {}).catch(() => undefined)
  }, [isTurn, token])
  return (
    <LinkedPage title="Signature" query={query} height="h-60" way_on={<SignInLine />}>
      {(view) => <Signing token={token} view={view} />}
    </LinkedPage>
  )
}

/** One call of the link; its answer is the page from then on. */
function useStep(token: string) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [fault, setFault] = useState<CallError | null>(null)
  const take = async (step: string, body: object): Promise<boolean> => {
    if (busy !== null) return false
    setBusy(step)
    setFault(null)
    try {
      queries.setQueryData(
        ['signing', token],
        await callByLink<SigningView>(`/api/sign/${step}`, token, body),
      )
      return true
    } catch (error) {
      setFault(error instanceof CallError ? error : new CallError('internal', 'Please try again.'))
      return false
    } finally {
      setBusy(null)
    }
  }
  return { take, busy, fault }
}

function Signing({ token, view }: { token: string; view: SigningView }) {
  const [mode, setMode] = useState<'sign' | 'decline' | 'pass_on'>('sign')
  return (
    <FrontPage title={view.title}>
      <Facts view={view} />
      <DocumentFile token={token} view={view} />
      {!view.is_turn ? (
        <Done token={token} view={view} />
      ) : view.needs_code ? (
        <Code token={token} />
      ) : mode === 'sign' ? (
        <Sign
          token={token}
          view={view}
          onDecline={() => setMode('decline')}
          onPassOn={() => setMode('pass_on')}
        />
      ) : mode === 'decline' ? (
        <Decline token={token} onBack={() => setMode('sign')} />
      ) : (
        <PassOn token={token} onBack={() => setMode('sign')} />
      )}
      <p className="text-12 text-n11">For {view.signer.name}</p>
    </FrontPage>
  )
}

function Code({ token }: { token: string }) {
  const { take, busy, fault } = useStep(token)
  const [isSent, setSent] = useState(false)
  const [code, setCode] = useState('')
  return (
    <>
      <p>A code by mail shows that this mailbox is yours.</p>
      {isSent && (
        <TextInput
          label="Code of 6 digits"
          value={code}
          onChange={setCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          error={fault?.errors.code}
          autoFocus
          required
        />
      )}
      {fault && !fault.errors.code && <Fault>{fault.message}</Fault>}
      {isSent && (
        <Button size="lg" tone="primary" busy={busy === 'prove'} onClick={() => void take('prove', { code })}>
          Continue
        </Button>
      )}
      <Button
        size="lg"
        tone={isSent ? 'secondary' : 'primary'}
        busy={busy === 'code'}
        onClick={async () => {
          if (await take('code', {})) setSent(true)
        }}
      >
        {isSent ? 'Send another code' : 'Send me a code'}
      </Button>
    </>
  )
}

type SignProps = {
  readonly token: string
  readonly view: SigningView
  readonly onDecline: () => void
  readonly onPassOn: () => void
}

function Sign({ token, view, onDecline, onPassOn }: SignProps) {
  const { take, busy, fault } = useStep(token)
  const [kind, setKind] = useState<'typed' | 'drawn'>('typed')
  const [text, setText] = useState('')
  const [lines, setLines] = useState<readonly (readonly number[])[]>([])
  const [consent, setConsent] = useState(false)
  const [fields, setFields] = useState<Answers>({})
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({})
  const sign = () => {
    const isBlank = kind === 'typed' ? text.trim() === '' : lines.length === 0
    const found = {
      ...(isBlank ? { signature: validationText.required } : {}),
      ...(consent ? {} : { consent: validationText.required }),
      ...answerFaults(view.fields, fields),
    }
    setMissing(found)
    const signature: SignatureValue = kind === 'typed' ? { kind, text: text.trim() } : { kind, lines }
    if (Object.keys(found).length === 0) void take('sign', { consent, signature, fields })
  }
  const signature_fault = missing.signature ?? fault?.errors.signature ?? fault?.errors['signature.text']
  const fault_of = (id: string) => missing[`fields.${id}`] ?? fault?.errors[`fields.${id}`]
  return (
    <>
      <SignFields
        fields={view.fields}
        answers={fields}
        faultOf={fault_of}
        onChange={(id, answer) => setFields((now) => ({ ...now, [id]: answer }))}
      />
      <Radios
        legend="Signature"
        name="kind"
        value={kind}
        onChange={(value) => setKind(value === 'drawn' ? 'drawn' : 'typed')}
        options={[
          { value: 'typed', label: 'Type' },
          { value: 'drawn', label: 'Draw' },
        ]}
      />
      {kind === 'typed' ? (
        <TextInput
          label="Your full name"
          value={text}
          onChange={setText}
          placeholder={view.signer.name}
          autoComplete="name"
          maxLength={120}
          error={signature_fault}
          required
        />
      ) : (
        <SignaturePad lines={lines} onChange={setLines} error={signature_fault} />
      )}
      <Checkbox label={consent_text} checked={consent} onChange={setConsent} />
      {missing.consent && (
        <p role="alert" className="text-12 text-red11">
          {missing.consent}
        </p>
      )}
      {fault && Object.keys(fault.errors).length === 0 && <Fault>{fault.message}</Fault>}
      <div className="sticky bottom-0 -mx-5 border-t bg-surface px-5 py-3">
        <Button size="lg" tone="primary" className="w-full" busy={busy === 'sign'} onClick={sign}>
          {view.signer.role === 'approver' ? 'Approve' : 'Sign'}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" onClick={onDecline}>
          Decline
        </Button>
        {view.can_pass_on && (
          <Button size="lg" onClick={onPassOn}>
            Pass on
          </Button>
        )}
      </div>
    </>
  )
}

function Decline({ token, onBack }: { token: string; onBack: () => void }) {
  const { take, busy, fault } = useStep(token)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState('')
  const decline = () => {
    if (comment.trim() === '') return setMissing(validationText.specify_reason)
    setMissing('')
    void take('decline', { comment })
  }
  return (
    <>
      <ReasonArea value={comment} onChange={setComment} missing={missing} fault={fault} />
      {fault && !fault.errors.comment && <Fault>{fault.message}</Fault>}
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" onClick={onBack}>
          Back
        </Button>
        <Button size="lg" tone="danger" busy={busy === 'decline'} onClick={decline}>
          Decline
        </Button>
      </div>
    </>
  )
}

/** After it this link is dead: the other person has a link of their own. */
function PassOn({ token, onBack }: { token: string; onBack: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<CallError | null>(null)
  const [isDone, setDone] = useState(false)
  const pass = async () => {
    setBusy(true)
    setFault(null)
    try {
      await callByLink('/api/sign/reassign', token, { name, email })
      setDone(true)
    } catch (error) {
      setFault(error instanceof CallError ? error : new CallError('internal', 'Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  if (isDone) return <p role="status">{name} gets a mail with a link. You need not do anything more.</p>
  return (
    <>
      <p>Name the person who signs in your place.</p>
      <TextInput label="Name" value={name} onChange={setName} error={fault?.errors.name} autoFocus required />
      <TextInput
        label="Email"
        type="email"
        value={email}
        onChange={setEmail}
        error={fault?.errors.email}
        required
      />
      {fault && Object.keys(fault.errors).length === 0 && <Fault>{fault.message}</Fault>}
      <div className="grid grid-cols-2 gap-2">
        <Button size="lg" onClick={onBack}>
          Back
        </Button>
        <Button size="lg" tone="primary" busy={busy} onClick={() => void pass()}>
          Pass on
        </Button>
      </div>
    </>
  )
}
