/** One timesheet: entered, handed in, decided on, invoiced (spec §2 timesheet form; experience.md, page 3). */

import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { payroll_data_roles } from '#entity/roles.ts'
import { day, formatDayLong } from '#kernel/day.ts'
import { formatUnits, units } from '#kernel/rate.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { Attachments } from '#web/blocks/Attachments.tsx'
import { Banner } from '#web/blocks/Banner.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import type { RelatedTab } from '#web/blocks/RelatedTabs.tsx'
import { RelatedTabs } from '#web/blocks/RelatedTabs.tsx'
import { Timeline } from '#web/blocks/Timeline.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { hasRole, type Session, useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { Amount } from '#web/kinds/amount.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { useVerbRefusal } from '#web/ui/verb-refusal.ts'
import { DecideButtons } from '../approvable-work/decide-buttons.card.tsx'
import { AcceptEvidence } from '../approvable-work/evidence.card.tsx'
import { useHasFile } from '../approvable-work/evidence.hook.ts'
import { HeldBadge, HeldBars } from '../approvable-work/held-bars.card.tsx'
import { type Hold, heldOf, useHeldDecisions } from '../approvable-work/held-decisions.hook.ts'
import { heldText } from '../approvable-work/held-work.rules.ts'
import { waitsWith } from '../approvable-work/waits-with.rules.ts'
import { consolidated_invoices_tab } from '../consolidated/consolidated-invoice.list.tsx'
import { invoices_tab } from '../invoices/invoice.list.tsx'
import { unusualTime } from '../parties/self-dealing/flag.rules.ts'
import { FlagsCard } from '../parties/self-dealing/flags.card.tsx'
import { takesFiles } from '../platform/attachable.rules.ts'
import { RecordBlocks } from '../platform/blocks/record-blocks.card.tsx'
import { PreviewSets } from '../raising/preview-sets.card.tsx'
import { unitLabel } from '../rates/units.rules.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { DayNotes } from './days/day-notes.card.tsx'
import { enteredDays, submittedBefore } from './days/entered-days.view.ts'
import { MoreOfTimesheet } from './more-of-timesheet.card.tsx'
import type { TimesheetData } from './timesheet.hook.ts'
import { useSheetsBeside, useTimesheet } from './timesheet.hook.ts'
import type { TimesheetFacts } from './timesheet.rules.ts'
import { can, entererOf } from './timesheet.rules.ts'
import { TimesheetDocuments } from './timesheet-documents.card.tsx'
import { TimesheetEntry } from './timesheet-entry.form.tsx'
import { TimesheetEvidence } from './timesheet-evidence.card.tsx'
import { TimesheetStatusBadge, timesheetTone } from './timesheet-status.card.tsx'

/** Spec §2, related-record tabs. */
export const timesheet_tabs = (id: string): readonly RelatedTab[] => [
  invoices_tab('timesheet_id', id),
  consolidated_invoices_tab('timesheet_id', id),
]

export function TimesheetPage() {
  const session = useSession()
  const { id } = usePlace()
  const query = useTimesheet(session, id ?? '')
  return (
    <RecordState query={query} what="Timesheet">
      {(sheet) => <Timesheet key={sheet.id} sheet={sheet} />}
    </RecordState>
  )
}

/** The state table's facts of a timesheet; readers without the named approvers leave that check to the server. */
export function factsOf(
  sheet: TimesheetData,
  { business_contact_id, stands_in_for }: Session,
): TimesheetFacts {
  const approvers = sheet.contract?.contract_contacts ?? []
  return {
    human_id: sheet.human_id,
    status: sheet.status,
    timesheet_submit: sheet.contract?.timesheet_submit ?? 'contractor',
    manual_timesheet_approval: sheet.contract?.manual_timesheet_approval ?? false,
    submitted_by: sheet.submitted_by,
    has_file: true,
    approved_by: sheet.approved_by,
    evidence_status: sheet.evidence_status ?? null,
    type: sheet.type,
    is_difference: sheet.refines_id !== null,
    held_by: sheet.held_by ?? null,
    approver_contact_ids: approvers.map((one) => one.business_contact_id),
    stand_ins: approvers
      .filter((one) => stands_in_for.includes(one.business_contact_id))
      .map((one) => ({ contact_id: business_contact_id, for_name: one.business_contact?.name ?? '' })),
  }
}

function Timesheet({ sheet }: { sheet: TimesheetData }) {
  const session = useSession()
  const facts = factsOf(sheet, session)
  const editable = can.save_draft(facts, session) === true
  const { held, decide, undo } = useHeldDecisions()
  const bars = heldOf(held, sheet.id)
  const [decided] = bars
  return (
    <>
      <RecordHeader
        title={sheet.human_id}
        badge={decided ? <HeldBadge held={decided} /> : <TimesheetStatusBadge status={sheet.status} />}
        meta={<Meta sheet={sheet} decided={decided !== undefined} />}
        actions={
          bars.length === 0 && (
            <>
              <HoursAndPayroll sheet={sheet} />
              <Decision sheet={sheet} hold={decide} />
              <MoreOfTimesheet human_id={sheet.human_id} id={sheet.id} facts={facts} />
            </>
          )
        }
      />
      <RelatedTabs label={sheet.human_id} own="Timesheet" tabs={timesheet_tabs(sheet.id)}>
        <div className="grid gap-4 px-4 pt-3 pb-6 wide:grid-cols-[minmax(0,1fr)_340px]">
          <div className="flex min-w-0 flex-col gap-4">
            <HeldBars held={bars} onUndo={undo} shortcut="u" />
            <Notice sheet={sheet} />
            <UnusualTime sheet={sheet} />
            <FlagsCard entity="transaction.timesheet" id={sheet.id} />
            <TimesheetEntry sheet={sheet} editable={editable} />
            <DayNotes sheet={sheet} editable={editable} />
            {sheet.invoices && <TimesheetDocuments sheet={sheet} invoices={sheet.invoices} />}
            <RecordBlocks entity="transaction.timesheet" id={sheet.id} has_files={false} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Figures sheet={sheet} />
            <Attachments
              title="Files"
              entity="transaction.timesheet"
              id={sheet.id}
              open={takesFiles('transaction.timesheet', sheet, session)}
            />
            <Card title="Activities">
              <Timeline steps={sheet.activities} toneOf={timesheetTone} />
            </Card>
            {sheet.evidence_hash && <TimesheetEvidence {...sheet} evidence_hash={sheet.evidence_hash} />}
          </div>
        </div>
      </RelatedTabs>
    </>
  )
}

/** PAYE work has its hours and payroll's figures on one page. */
function HoursAndPayroll({ sheet: { id, type } }: { sheet: TimesheetData }) {
  const session = useSession()
  const { category } = session
  const reads_pay = category === 'provider' || hasRole(session, payroll_data_roles)
  if (!reads_pay || (type !== 'paye' && type !== 'payroll')) return null
  return (
    <Link to={pathOf({ category, path: 'paye/paye_timesheet', id })} plain className={buttonClass()}>
      Hours and payroll
    </Link>
  )
}

function Meta({ sheet, decided }: { sheet: TimesheetData; decided: boolean }) {
  const session = useSession()
  const { category, roles } = session
  const opensPlacement = category !== 'client' || roles.some((role) => role !== 'timesheet_approver')
  const placement = sheet.contract
  return (
    <>
      <span>{sheet.contractor?.name}</span>
      <span>{sheet.client?.name}</span>
      {placement &&
        (opensPlacement ? (
          <Link to={pathOf({ category, path: 'contract/temp_placement', id: placement.id })}>
            {placement.title}
          </Link>
        ) : (
          <span>{placement.title}</span>
        ))}
      <span className="numeric">
        {formatDayLong(sheet.start_date)} – {formatDayLong(sheet.end_date)}
      </span>
      {!decided && <span>{next(sheet, session)}</span>}
    </>
  )
}

/** The next person; addressed directly when it is the reader. */
function next(sheet: TimesheetData, session: Session): string {
  const facts = factsOf(sheet, session)
  const enters = entererOf(facts) === 'agency' ? sheet.agency?.name : sheet.contractor?.name
  const mine = can.save_draft(facts, session) === true
  switch (sheet.status) {
    case 'draft':
      return mine ? 'Next: you enter the time' : `Next: ${enters ?? ''} enters the time`
    case 'rejected':
      return mine ? 'Next: you correct and submit again' : `Next: ${enters ?? ''} corrects and submits again`
    case 'submitted':
      return session.category === 'client' && can.approve(facts, session) === true
        ? 'Next: you approve'
        : waitsWith(
            sheet.contract?.contract_contacts?.map((one) => one.business_contact?.name) ?? [],
            sheet.client?.name ?? 'the client',
            sheet.submitted_date,
            day(session.today),
          )
    case 'suspense':
      if (sheet.approved_at === null) return 'In suspense: nobody decides until it is released'
      return sheet.held_by ? 'Approved, and held until it is released' : 'Approved, documents not raised yet'
    case 'approved':
      if (sheet.evidence_status === 'waiting') return 'Next: the provider accepts the evidence'
      return `Approved by ${sheet.approved_by_name ?? ''}${sheet.approved_at ? `, ${instantText(sheet.approved_at)}` : ''}`
    case 'cancelled':
      return 'Cancelled'
  }
}

function Notice({ sheet }: { sheet: TimesheetData }) {
  const said = noticeOf(sheet)
  if (!said?.text) return null
  const { lead, text } = said
  return <Banner lead={lead}>{text}</Banner>
}

/** The worker entered the time; the other readers are told of its signs until it is decided. */
function UnusualTime({ sheet }: { sheet: TimesheetData }) {
  const session = useSession()
  const is_read = sheet.status === 'submitted' && session.category !== 'contractor'
  const beside = useSheetsBeside(session, sheet, is_read)
  if (!is_read) return null
  const signs = unusualTime(
    enteredDays(sheet.details),
    day(session.today),
    submittedBefore(sheet, beside.data ?? []).map(({ details }) => enteredDays(details)),
  )
  return signs.length > 0 && <Banner lead="Check before the approval">{signs.join('. ')}</Banner>
}

function noticeOf(sheet: TimesheetData): { lead: string; text: string | null | undefined } | null {
  if (sheet.status === 'suspense')
    return { lead: sheet.held_by ? 'Put in suspense' : 'In suspense', text: sheet.suspense_reason }
  if (sheet.status !== 'rejected' && sheet.status !== 'cancelled') return null
  const step = sheet.activities.find(({ new_status }) => new_status === sheet.status)
  const verb = sheet.status === 'rejected' ? 'Rejected' : 'Cancelled'
  return step ? { lead: `${verb} by ${step.user_name}`, text: step.comment } : null
}

function Decision({ sheet, hold }: { sheet: TimesheetData; hold: Hold }) {
  const session = useSession()
  const facts = factsOf(sheet, session)
  const raise = useAction('transaction.timesheet.raise', { success: false })
  const [isRejecting, setRejecting] = useState(false)
  const decide = (decision: 'approve' | 'reject', comment?: string) =>
    hold({
      entity: 'transaction.timesheet',
      ids: [sheet.id],
      decision,
      ...(comment ? { comment } : {}),
      submitted_until: sheet.submitted_date ?? undefined,
      text: heldText(decision, 'timesheet', [
        { human_id: sheet.human_id, contractor: sheet.contractor?.name ?? '' },
      ]),
    })
  // 48 px for a thumb (experience.md, page 4).
  const has_file = useHasFile('transaction.timesheet', sheet.id)
  const decides = can.reject({ ...facts, status: 'submitted' }, session) === true
  const shown = decides && sheet.status === 'submitted'
  const refusal = useVerbRefusal()('transaction.timesheet.hold_decision')
  const unproven = reasonOf(can.approve({ ...facts, has_file }, session))
  useShortcuts(
    shown && refusal === null
      ? [
          ...(unproven === null
            ? [{ keys: 'a', label: 'Approve', group: 'Timesheet', run: () => void decide('approve') }]
            : []),
          { keys: 'r', label: 'Reject', group: 'Timesheet', run: () => setRejecting(true) },
        ]
      : [],
  )
  if (can.accept_evidence(facts, session) === true)
    return <AcceptEvidence noun="timesheet" id={sheet.id} human_id={sheet.human_id} />
  if (can.raise(facts, session) === true)
    return (
      <>
        <PreviewSets timesheet_ids={[sheet.id]} />
        <Button tone="primary" busy={raise.busy} onClick={() => void raise.run({ ids: [sheet.id] })}>
          Raise documents
        </Button>
      </>
    )
  if (!shown && can.refine(facts, session) === true && sheet.contract)
    return (
      <Link
        to={pathOf({ category: session.category, path: 'transaction/refine', id: sheet.id })}
        className={buttonClass()}
      >
        Refine
      </Link>
    )
  // The agency previews the result of an approval.
  if (!shown) return sheet.status === 'submitted' ? <PreviewSets timesheet_ids={[sheet.id]} /> : null
  return (
    <>
      <DecideButtons
        verb="transaction.timesheet.hold_decision"
        unproven={unproven}
        onReject={() => setRejecting(true)}
        onApprove={() => void decide('approve')}
      />
      <ConfirmAction
        open={isRejecting}
        onClose={() => setRejecting(false)}
        label="Reject"
        description={`Reject ${sheet.human_id}: ${formatUnits(units(String(sheet.total_units)))} ${unitLabel(sheet.unit_type, 'plural').toLowerCase()} of ${sheet.contractor?.name ?? ''}.`}
        onConfirm={(comment) => decide('reject', comment)}
      />
    </>
  )
}

function Figures({ sheet }: { sheet: TimesheetData }) {
  const currency = sheet.currency?.alpha_code
  const facts: readonly (readonly [string, number | undefined])[] = [
    ['Contractor, net', sheet.contractor_amount],
    ['Client, net', sheet.client_amount],
  ]
  const shown = facts.filter(([, amount]) => amount !== undefined)
  return (
    <Card title="Totals">
      <dl className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between">
          <dt className="text-n11">Total units ({unitLabel(sheet.unit_type, 'plural')})</dt>
          <dd className="numeric text-16 font-semibold">{formatUnits(units(String(sheet.total_units)))}</dd>
        </div>
        {shown.map(([label, amount]) => (
          <div key={label} className="flex items-baseline justify-between">
            <dt className="text-n11">{label}</dt>
            <dd>
              <Amount value={amount} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between">
          <dt className="text-n11">Placement</dt>
          <dd className="numeric">{sheet.contract?.human_id}</dd>
        </div>
        <div className="flex items-baseline justify-between">
          <dt className="text-n11">Units</dt>
          <dd>{labelIn([], sheet.unit_type)}</dd>
        </div>
      </dl>
    </Card>
  )
}
