/** A party that is not in force yet: its state, its next step, and the reader's buttons. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { Banner } from '#web/blocks/Banner.tsx'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { toneOf } from '#web/kinds/choice.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'
import { AlikeList, type AlikeParty } from '../look-alikes/alike-list.card.tsx'
import type { PartyAction, PartyNeed } from '../onboarding.rules.ts'
import { open_flags } from '../self-dealing/flag.rules.ts'
import { FlagsCard } from '../self-dealing/flags.card.tsx'
import { useOpenFlags } from '../self-dealing/flags.hook.ts'
import { NameDiffers } from '../vat-check/name-differs.card.tsx'
import { type Correction, EnteredDetails } from './entered-details.card.tsx'
import { FinancialFacts } from './financials.card.tsx'
import type { Financials } from './financials.rules.ts'
import { FirstFeeFacts } from './first-fee.card.tsx'
import type { FirstFee } from './first-fee.rules.ts'
import { FirstFundingRuleFacts } from './first-funding-rule.card.tsx'
import type { FirstFundingRule } from './first-funding-rule.rules.ts'
import { SwitchCard, type Turn } from './switch.card.tsx'

type Step = { readonly action: PartyAction; readonly refusal: string | null }
type PartyRead = {
  readonly updated_at: string
  readonly status: string
  readonly next: string | null
  readonly needs: readonly PartyNeed[]
  readonly remarks: readonly string[]
  readonly comment: string | null
  readonly submitted_by_name: string | null
  readonly draft_id: string | null
  readonly steps: readonly Step[]
  readonly is_active: boolean
  readonly turn: Turn | null
  readonly alike: readonly AlikeParty[]
  readonly hmrc_name: string | null
  readonly corrections: readonly Correction[]
  readonly financials: Financials | null
  readonly first_fee: FirstFee | null
  readonly first_funding_rule: FirstFundingRule | null
}
type Party = {
  readonly id: string
  readonly name: string
  readonly status: unknown
  readonly is_person: boolean
  readonly pays_fees: boolean
}

/** Submitting and correcting are the form's. */
const labels: Readonly<Partial<Record<PartyAction, string>>> = {
  withdraw: 'Withdraw',
  reject: 'Reject',
  delete_draft: 'Discard',
  approve: 'Approve',
  onboard: 'Onboard',
}
const done: Readonly<Partial<Record<PartyAction, string>>> = {
  withdraw: 'is withdrawn',
  reject: 'is sent back',
  delete_draft: 'is discarded',
  approve: 'is approved',
  onboard: 'is onboarded',
}
/** A party that looks alike: the provider links it in place of the submitted one, or sends the submitted one back. */
const same_steps = ['link_same', 'reject'] as const
type SameStep = (typeof same_steps)[number]
const same_labels = { link_same: 'Same company: link', reject: 'It is the same: reject' } as const
const with_comment: readonly PartyAction[] = ['withdraw', 'reject']
const on_draft: readonly PartyAction[] = ['withdraw', 'delete_draft']
const primary: readonly PartyAction[] = ['approve', 'onboard']

/** At the top of a party's page. */
export function Onboarding({
  row,
  is_person = false,
  pays_fees = false,
}: {
  row: ListRow
  is_person?: boolean
  pays_fees?: boolean
}) {
  const party = { id: row.id, name: String(row.name ?? ''), status: row.status, is_person, pays_fees }
  const { category } = useSession()
  if (category !== 'agency' && category !== 'provider') return null
  if (party.status === 'onboarded')
    return (
      <>
        <SwitchCard party={party} />
        <FlagsCard entity="business.business" id={party.id} only="company_status" />
      </>
    )
  return (
    <>
      <OnboardingCard party={party} />
      <FlagsCard entity="business.business" id={party.id} />
    </>
  )
}

function NewFeeRule({ agency_id }: { agency_id: string }) {
  const session = useSession()
  if (!isOneOf(session, { provider: provider_staff })) return null
  return (
    <Link
      className="underline"
      to={`${pathOf({ category: session.category, path: 'contract/new_service_charge' })}?agency=${agency_id}`}
    >
      New fee rule
    </Link>
  )
}

function OnboardingCard({ party }: { party: Party }) {
  const session = useSession()
  const { category } = session
  const [asking, setAsking] = useState<Step | null>(null)
  const [same, setSame] = useState<{ party: AlikeParty; step: SameStep } | null>(null)
  const query = useQuery({
    queryKey: ['onboarding', party.id],
    queryFn: () => action<PartyRead>('business.party.read', { id: party.id }, crypto.randomUUID()),
  })
  const has_flags = useOpenFlags('business.business', party.id)
  const read = query.data
  const shown = read?.steps.filter(({ action }) => labels[action] !== undefined) ?? []
  return (
    <Card
      title="Onboarding"
      actions={
        read && (
          <>
            {read.draft_id !== null && read.steps.some(({ action }) => action === 'submit') && (
              <Link
                to={pathOf({ category, path: 'request/draft_request', id: read.draft_id })}
                className={buttonClass('primary')}
              >
                Correct and submit
              </Link>
            )}
            {shown.map((step) => (
              <Button
                verb={`business.party.${step.action}`}
                key={step.action}
                tone={primary.includes(step.action) ? 'primary' : 'secondary'}
                disabledReason={
                  step.refusal ?? (primary.includes(step.action) && has_flags ? open_flags : null)
                }
                onClick={() => setAsking(step)}
              >
                {labels[step.action]}
              </Button>
            ))}
          </>
        )
      }
    >
      {query.isPending && <Skeleton className="h-12" />}
      {query.isError && <CouldNotLoad onRetry={() => void query.refetch()} />}
      {read && (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={toneOf(read.status)}>{labelOf(read.status)}</Badge>
            <span>{read.next}</span>
            {/* The other missing facts are entered on this page. An agency that waits may have its rule already. */}
            {(read.needs.includes('fee_rule') || (party.pays_fees && read.status === 'submitted')) && (
              <NewFeeRule agency_id={party.id} />
            )}
          </p>
          {read.comment && (
            <p>
              <strong>Reason:</strong> {read.comment}
            </p>
          )}
          {read.hmrc_name !== null && <NameDiffers name={party.name} hmrc_name={read.hmrc_name} />}
          {read.remarks.map((remark) => (
            <Banner key={remark} lead="Please note">
              {remark}
            </Banner>
          ))}
          <Alike
            parties={read.alike}
            steps={read.steps}
            onSame={(one, step) => setSame({ party: one, step })}
          />
          {read.submitted_by_name && <p className="text-n11">Submitted by {read.submitted_by_name}</p>}
          {read.financials && <FinancialFacts financials={read.financials} />}
          {read.first_fee && <FirstFeeFacts fee={read.first_fee} />}
          {read.first_funding_rule && <FirstFundingRuleFacts rule={read.first_funding_rule} />}
          {party.is_person && (
            <EnteredDetails
              contractor_id={party.id}
              corrections={read.corrections}
              may_correct={read.steps.some(({ action, refusal }) => action === 'correct' && refusal === null)}
            />
          )}
        </div>
      )}
      {same && <SameParty party={party} same={same.party} step={same.step} onClose={() => setSame(null)} />}
      {read && <AskedStep party={party} read={read} step={asking} onClose={() => setAsking(null)} />}
    </Card>
  )
}

/** The approver may say that it is another party already. */
function Alike({
  parties,
  steps,
  onSame,
}: {
  parties: readonly AlikeParty[]
  steps: readonly Step[]
  onSame: (party: AlikeParty, step: SameStep) => void
}) {
  return (
    <AlikeList
      parties={parties}
      answer={(one) =>
        same_steps.map((name) => {
          const step = steps.find(({ action }) => action === name)
          return (
            step && (
              <Button
                key={name}
                verb={`business.party.${name}`}
                disabledReason={step.refusal}
                onClick={() => onSame(one, name)}
              >
                {same_labels[name]}
              </Button>
            )
          )
        })
      }
    />
  )
}

function SameParty({
  party,
  same,
  step,
  onClose,
}: {
  party: Party
  same: AlikeParty
  step: SameStep
  onClose: () => void
}) {
  const { category } = useSession()
  const go = useGo()
  const act = useAction(`business.party.${step}`, {
    success: step === 'link_same' ? `${same.name} is linked` : `${party.name} is sent back`,
    onDone: () => {
      // The submitted party is gone.
      if (step === 'link_same') go.replace(pathOf({ category, path: `business/${same.type}`, id: same.id }))
    },
  })
  const is = `${same.name} (${same.human_id})`
  return (
    <ConfirmAction
      open
      onClose={onClose}
      label={same_labels[step]}
      {...(step === 'reject' ? { tone: 'danger' } : {})}
      description={
        step === 'reject'
          ? `${party.name} goes back: it is ${is} already.`
          : `The agency gets ${is} as its client, with the terms that it asked for. ${party.name} is removed with its people and documents.`
      }
      onConfirm={async () => (await act.run({ id: party.id, same_as: same.id })) !== undefined}
    />
  )
}

function AskedStep({
  party,
  read,
  step,
  onClose,
}: {
  party: Party
  read: PartyRead
  step: Step | null
  onClose: () => void
}) {
  const { category } = useSession()
  const go = useGo()
  const name = step?.action ?? 'approve'
  const act = useAction(`business.party.${name}`, {
    success: `${party.name} ${done[name] ?? 'is changed'}`,
    onDone: () => {
      if (name === 'delete_draft') go.replace(pathOf({ category, path: 'request/draft_request' }))
    },
  })
  const of = on_draft.includes(name) ? { draft_id: read.draft_id } : { id: party.id }
  const label = labels[name] ?? ''
  return (
    <ConfirmAction
      open={step !== null}
      onClose={onClose}
      label={label}
      {...(with_comment.includes(name) ? { withComment: 'required' } : {})}
      {...(name === 'delete_draft' ? { tone: 'danger' } : {})}
      description={`${label}: ${party.name}.`}
      onConfirm={async (comment) =>
        (await act.run({
          ...of,
          ...(with_comment.includes(name) ? { comment } : {}),
          ...(name === 'approve' ? { updated_at: read.updated_at } : {}),
        })) !== undefined
      }
    />
  )
}
