/** A signed-in contractor asks the agency of a link to work with them as the contractor that they are. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  askedWords,
  mayAgree,
  payeeText,
  type WorkOffer,
} from '#business/parties/self-service/known-contractor.rules.ts'
import { action, CallError } from '#web/core/call.ts'
import type { Session } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, Radios, TextInput } from '#web/ui/inputs.tsx'
import { signOut } from '../queries.ts'
import { SelfBillingTerms } from './DetailsFields.tsx'
import { Fault, FrontPage } from './FrontPage.tsx'

/** The offer to a signed-in contractor; null or undefined: none. `ask` asks again, once the person is named. */
export function useWorkOffer(token: string, session: Session | null) {
  const query = useQuery({
    queryKey: ['work_offer', token],
    queryFn: () => action<WorkOffer | null>('business.party.read_offer', { token }, crypto.randomUUID()),
    enabled: session?.category === 'contractor',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return { offer: query.data, ask: query.refetch }
}

/** The same line on every link: it does not tell whether the person is known. */
export const KnownLine = ({ token }: { token: string }) => (
  <p>
    Have you worked through Stint before?{' '}
    <a href={`/auth/login?next=${encodeURIComponent(`/details/${token}`)}`} className="text-a11 underline">
      Sign in
    </a>{' '}
    first, so that you need not enter your details again.
  </p>
)

type WorkWithProps = { readonly token: string; readonly session: Session; readonly offer: WorkOffer }

export function WorkWith({ token, session, offer }: WorkWithProps) {
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <FrontPage title="Thank you">
        <p role="status">Your request is with {offer.agency}. You are told once they have decided.</p>
        <a href="/" className="text-a11 underline">
          Home
        </a>
      </FrontPage>
    )
  return (
    <FrontPage title={`Work with ${offer.agency}`}>
      <p className="wrap-anywhere">
        You are signed in as {session.business.name}, {session.user.email}.
      </p>
      {offer.refusal === null ? (
        <Ask token={token} offer={offer} onDone={() => setDone(true)} />
      ) : (
        <p role="status">{offer.refusal}.</p>
      )}
      <p className="text-n11">If this is not you, sign out and open the link again.</p>
      <Button size="lg" onClick={() => void signOut()}>
        Sign out
      </Button>
    </FrontPage>
  )
}

function Ask({
  token,
  offer: { agency, payees },
  onDone,
}: Pick<WorkWithProps, 'token' | 'offer'> & { readonly onDone: () => void }) {
  const [payee_id, setPayee] = useState(payees[0]?.id ?? '')
  const [agrees, setAgrees] = useState(false)
  const [signature, setSignature] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<CallError | null>(null)
  const payee = payees.find(({ id }) => id === payee_id)
  if (!payee) return null
  const ask = async () => {
    setBusy(true)
    setFault(null)
    try {
      const asked = { token, payee_id, agrees_self_billing: agrees && mayAgree(payee), signature }
      await action('business.party.work_with', asked, key)
      onDone()
    } catch (error) {
      setFault(error instanceof CallError ? error : new CallError('internal', 'Please try again.'))
      setBusy(false)
    }
  }
  const errors = fault?.errors ?? {}
  return (
    <div className="flex flex-col gap-4">
      <p>You need not enter your details again. They decide about your request.</p>
      {payees.length === 1 ? (
        <p className="wrap-anywhere">You are paid as today: {payeeText(payee)}.</p>
      ) : (
        <Radios
          legend="Paid to"
          name="payee_id"
          value={payee_id}
          onChange={setPayee}
          options={payees.map((one) => ({ value: one.id, label: payeeText(one) }))}
        />
      )}
      {mayAgree(payee) && (
        <>
          <Checkbox label="I agree to self-billing" checked={agrees} onChange={setAgrees} />
          <SelfBillingTerms agency={agency} />
        </>
      )}
      <p>{askedWords(payee, agrees && mayAgree(payee), agency)}</p>
      <TextInput
        label="Your full name"
        name="signature"
        autoComplete="name"
        maxLength={120}
        value={signature}
        onChange={setSignature}
        error={errors.signature}
        required
      />
      {fault && !errors.signature && <Fault>{fault.message}</Fault>}
      <Button size="lg" tone="primary" busy={busy} onClick={() => void ask()}>
        Send my request
      </Button>
    </div>
  )
}
