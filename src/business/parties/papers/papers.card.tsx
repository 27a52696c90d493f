/** The papers of a party: those it has, those that are missing, and the side that acts. */
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { amountText } from '#web/kinds/amount.tsx'
import { toneOf } from '#web/kinds/choice.tsx'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { document } from '../../platform/file.entity.ts'
import { service } from '../service.entity.ts'
import { AddPaper } from './add-paper.form.tsx'
import { PaperDocuments } from './paper-documents.card.tsx'
import type { PaperLink, PaperRead } from './papers.view.ts'

export function Papers({ business_id }: { business_id: string }) {
  const query = useQuery({
    queryKey: ['papers', business_id],
    queryFn: () =>
      action<{ services: PaperLink[] }>('platform.compliance.read', { business_id }, crypto.randomUUID()),
  })
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  const links = (query.data?.services ?? []).filter(({ papers }) => papers.length > 0)
  return links.map((link) => <LinkPapers key={link.service_id ?? link.business_id} link={link} />)
}

const tones: Readonly<Record<string, Tone>> = {
  compliant: 'positive',
  pending: 'attention',
  expired: 'critical',
  rejected: 'critical',
}

function LinkPapers({ link }: { link: PaperLink }) {
  const [adding, setAdding] = useState<PaperRead | null>(null)
  const [shows_all, setShowsAll] = useState(false)
  const shown = link.papers.filter(
    ({ is_required, payments_wait, documents, sums_asked }) =>
      shows_all ||
      (is_required && link.is_asked) ||
      payments_wait !== null ||
      documents.length > 0 ||
      sums_asked.length > 0,
  )
  const hidden = link.papers.length - shown.length
  return (
    <Card
      title={link.service_id === null ? 'Documents' : `Documents for ${link.name}`}
      actions={
        link.is_asked && (
          <Badge tone={tones[link.compliance_status] ?? 'neutral'}>
            {labelIn(service.fields.compliance_status.choices, link.compliance_status)}
          </Badge>
        )
      }
    >
      {shown.length > 0 && (
        <ul className="flex flex-col divide-y divide-n5">
          {shown.map((paper) => (
            <li key={paper.type} className="flex flex-col gap-2 py-2">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{paper.label}</span>
                <PaperState paper={paper} is_asked={link.is_asked} />
                {paper.can_add && (
                  <span className="ml-auto">
                    <Button icon={Plus} aria-label={`Add ${paper.label}`} onClick={() => setAdding(paper)}>
                      Add
                    </Button>
                  </span>
                )}
              </div>
              {paper.payments_wait && <PaymentsWait paper={paper} />}
              <SumsAsked paper={paper} />
              <PaperDocuments type={paper.type} documents={paper.documents} />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div className="mt-2">
          <Button tone="secondary" onClick={() => setShowsAll(true)}>
            {shown.length === 0 ? 'Show documents that can be added' : `Show ${hidden} more`}
          </Button>
        </div>
      )}
      {adding && <AddPaper link={link} paper={adding} onClose={() => setAdding(null)} />}
    </Card>
  )
}

function PaymentsWait({ paper }: { paper: PaperRead }) {
  const { category } = useSession()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="critical">Payments wait</Badge>
      <span>{paper.payments_wait}</span>
      {category === 'provider' && <span className="text-n11">At {paper.waits_at.join(', ')}</span>}
    </div>
  )
}

function SumsAsked({ paper }: { paper: PaperRead }) {
  return paper.sums_asked.map(({ agency_name, amount, currency, gap }) => (
    <div key={agency_name ?? ''} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={gap === null ? 'positive' : 'attention'}>{gap === null ? 'Covered' : 'Not covered'}</Badge>
      <span>
        {gap ?? `At least ${amountText(amount, currency)} is asked for`}
        {agency_name !== null && <span className="text-n11">, by {agency_name}</span>}
      </span>
    </div>
  ))
}

/** The next person to act, in a word and a sentence. */
function PaperState({ paper, is_asked }: { paper: PaperRead; is_asked: boolean }) {
  const [newest] = paper.documents
  const is_held = paper.documents.some(({ status }) => status === 'completed')
  const state = is_held ? 'completed' : newest?.status
  if (state === undefined)
    return paper.is_required && is_asked ? (
      <>
        <Badge tone="attention">Missing</Badge>
        {paper.stops && <span className="text-n11">Stops: {paper.stops}</span>}
      </>
    ) : null
  return (
    <>
      <Badge tone={toneOf(state)}>{labelIn(document.fields.status.choices, state)}</Badge>
      {newest?.status === 'inprogress' && (
        <span className="text-n11">Waits for {newest.has_file ? paper.waits_for : 'its file'}</span>
      )}
      {state === 'expired' && paper.stops && <span className="text-n11">Stops: {paper.stops}</span>}
    </>
  )
}
