/** One bank account: its details, the pending change, and the decision (quality S16). */

import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { dialogText } from '#kernel/messages.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { Banner } from '#web/blocks/Banner.tsx'
import { RecordHeader } from '#web/blocks/RecordHeader.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { hasRole, useSession, useViewer } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useAskedDialog } from '#web/core/use-asked-dialog.ts'
import { sortCodeText } from '#web/kinds/text.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import type { Tone } from '#web/ui/Badge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { PropertiesTable } from '#web/ui/PropertiesTable.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { usePersonName } from '../parties/person-name.hook.ts'
import { open_flags } from '../parties/self-dealing/flag.rules.ts'
import { FlagsCard } from '../parties/self-dealing/flags.card.tsx'
import { useOpenFlags } from '../parties/self-dealing/flags.hook.ts'
import { RecordState } from '../shared/record-state.card.tsx'
import { bank_account } from './bank-account.entity.ts'
import { BankAccountForm } from './bank-account.form.tsx'
import type { Account } from './bank-account.hook.ts'
import { compared, useAccount, useAccountsOf, usePayee, useWaits } from './bank-account.hook.ts'
import type { BankAccountStatus } from './bank-account.rules.ts'
import { can, sharesReceiptsAndTrust } from './bank-account.rules.ts'

const tones: Record<BankAccountStatus, Tone> = {
  pending: 'attention',
  confirmed: 'positive',
  retired: 'neutral',
  rejected: 'critical',
}
const entering_roles = [
  'provider_admin',
  'provider_operations',
  'agency_admin',
  'primary_staff_user',
] as const

/** True where the viewer reads the name of an account's author. */
function useDecides(): boolean {
  const { category } = useSession()
  return category === 'provider' || category === 'agency'
}

export function BankAccountPage() {
  const { id } = usePlace()
  const query = useAccount(id, useDecides())
  return (
    <RecordState query={query} what="Bank account">
      {(account) => <AccountView key={account.id} account={account} />}
    </RecordState>
  )
}

function AccountView({ account }: { account: Account }) {
  return (
    <>
      <RecordHeader
        title={account.business?.name ?? 'Bank account'}
        badge={
          <Badge tone={tones[account.status]}>
            {labelIn(bank_account.fields.status.choices, account.status)}
          </Badge>
        }
        meta={<span>{account.currency?.alpha_code}</span>}
      />
      <div className="flex max-w-280 flex-col gap-4 px-4 pb-6">
        <BusinessAccounts
          business_ids={account.business ? [account.business.id] : []}
          first_id={account.id}
        />
        <Card title="Bank account">
          <PropertiesTable
            items={[
              ...compared.map(([field, label]) => ({ label, value: shownFact(field, account) })),
              { label: 'Purpose', value: purposeOf(account) },
              { label: 'Entered', value: instantText(account.created_at) },
              { label: 'Payable from', value: account.payable_from && dayText(account.payable_from) },
              { label: 'Decision comment', value: account.decision_comment },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

/** Current and pending accounts of these businesses: the card on every page of a business. */
export function BusinessAccounts({
  business_ids,
  first_id,
}: {
  business_ids: readonly string[]
  /** Shown before the others: the account that the page is about. */
  first_id?: string
}) {
  const session = useSession()
  const query = useAccountsOf(business_ids, useDecides())
  const accounts = query.data ?? []
  const adding = useAskedDialog('bank_account')
  const [changed, setChanged] = useState<Account | null>(null)
  const live = accounts.filter((one) => one.status === 'confirmed')
  const pending = accounts
    .filter((one) => one.status === 'pending')
    .sort((a, b) => Number(b.id === first_id) - Number(a.id === first_id))
  const waits = useWaits(live.map(({ id }) => id))
  const mayEnter = hasRole(session, entering_roles)
  const first = business_ids[0]
  if (!query.isSuccess || first === undefined) return null
  // The page says "none" only to viewers with access to bank accounts.
  const isKnown = session.category === 'provider' || mayEnter || business_ids.includes(session.business.id)
  if (accounts.length === 0 && !isKnown) return null
  return (
    <>
      {pending.map((one) => (
        <PendingChange
          key={one.id}
          next={one}
          old={
            live.find(
              (other) =>
                other.business?.id === one.business?.id &&
                other.currency?.id === one.currency?.id &&
                other.purpose === one.purpose,
            ) ?? null
          }
        />
      ))}
      {live
        .filter((one) => one.held_at !== null && one.hold_ended_at === null)
        .map((one) => (
          <HeldAccount key={one.id} account={one} />
        ))}
      {sharesReceiptsAndTrust(accounts) && (
        <Banner lead="One account">
          Receipts and money of clients share one account: your own money is not kept apart from theirs.
        </Banner>
      )}
      {live.map((one) => (
        <FlagsCard key={one.id} entity="business.bank_account" id={one.id} title="Flags of the account" />
      ))}
      <Card
        title="Bank accounts"
        flush
        actions={
          mayEnter && (
            <Button size="sm" verb="business.bank_account.create" onClick={adding.open}>
              New bank account
            </Button>
          )
        }
      >
        {live.length === 0 && <p className="p-3 text-n11">No confirmed bank account. Payments are held.</p>}
        <ul>
          {live.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-n6 px-3 py-2 last:border-b-0"
            >
              <span className="min-w-0 flex-1 basis-60">
                <Link to={pathOf({ category: session.category, path: 'business/bank_account', id: one.id })}>
                  {one.account_holder_name}
                </Link>
                <span className="block text-12 text-n11">
                  {one.bank_name}, {one.currency?.alpha_code}
                  {one.purpose !== 'payout' && `, ${purposeOf(one)?.toLowerCase()}`}
                </span>
                {waits.data?.has(one.id) && (
                  <span className="block text-12 text-n11">{waits.data.get(one.id)}</span>
                )}
              </span>
              <span className="numeric">
                {[one.sort_code && sortCodeText(one.sort_code), one.account_number ?? one.iban]
                  .filter(Boolean)
                  .join(' ')}
              </span>
              {mayEnter && (
                <Button
                  size="sm"
                  tone="quiet"
                  disabledReason={
                    pending.some(
                      (other) => other.currency?.id === one.currency?.id && other.purpose === one.purpose,
                    )
                      ? 'Another change already awaits a second person'
                      : null
                  }
                  verb="business.bank_account.update"
                  onClick={() => setChanged(one)}
                >
                  Update bank account
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {adding.isOpen && mayEnter && (
        <BankAccountForm business_id={first} changes={null} onClose={adding.close} />
      )}
      {changed && (
        <BankAccountForm
          business_id={changed.business?.id ?? first}
          changes={changed}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  )
}

/** Money came back from it: nothing is paid into it until a second person has looked (quality S16). */
function HeldAccount({ account }: { account: Account }) {
  const viewer = useViewer()
  const [asking, setAsking] = useState(false)
  const confirm = useAction('business.bank_account.confirm_again', {
    success: 'The bank account is confirmed again',
  })
  const allowed = can.confirm_again(
    {
      business_id: account.business?.id ?? '',
      business_type: account.business?.type ?? '',
      status: account.status,
      requested_by: account.requested_by ?? null,
      is_held: true,
      held_by: account.held_by ?? null,
    },
    viewer,
  )
  const number = account.account_number ?? account.iban ?? ''
  return (
    <Card title="Awaiting confirmation">
      <p>
        {account.hold_reason}. Payments into {number} ({account.currency?.alpha_code}) are held until it is
        confirmed again or replaced.
      </p>
      <div className="mt-3 flex justify-end">
        <Button
          tone="primary"
          verb="business.bank_account.confirm_again"
          busy={confirm.busy}
          disabledReason={reasonOf(allowed)}
          onClick={() => setAsking(true)}
        >
          Confirm again
        </Button>
      </div>
      <ConfirmAction
        open={asking}
        onClose={() => setAsking(false)}
        label="Confirm again"
        description="You called the payee on a known number, and the account is right. Payments to it resume."
        onConfirm={async () => (await confirm.run({ id: account.id })) !== undefined}
      />
    </Card>
  )
}

/** The accounts of a contractor's payee: their company, or themselves. */
export function ContractorAccounts({ contractor_id }: { contractor_id: string }) {
  const { category } = useSession()
  const shown = category !== 'client' && category !== 'funder'
  const payee = usePayee(contractor_id, shown)
  return shown && payee.data ? <BusinessAccounts business_ids={[payee.data]} /> : null
}

function shownFact(field: (typeof compared)[number][0], account: Account | null): string | null {
  const value = account?.[field] ?? null
  return value && field === 'sort_code' ? sortCodeText(value) : value
}

/** The words about a pending account: its effect on payments, and the statement of the second person. */
function wordsFor(next: Account, old: Account | null): { readonly until: string; readonly asked: string } {
  if (next.purpose !== 'payout')
    return {
      until: ' It is used once it is confirmed.',
      asked: 'You compared it with a letter or statement of the bank. It is used at once.',
    }
  return {
    until: old ? ' Payments to this payee are held until then.' : ' Payments start once it is confirmed.',
    asked: `You called the payee on a known number. Payments go to this account from ${old ? 'tomorrow' : 'today'}.`,
  }
}

const purposeOf = (account: Account | null): string | null =>
  account && labelIn(bank_account.fields.purpose.choices, account.purpose)

/** `Tideway Ltd, 20-00-00 12345678, GBP, Trust` */
function accountWords(account: Account): string {
  const number = [
    account.sort_code && sortCodeText(account.sort_code),
    account.account_number ?? account.iban,
  ]
  return [
    account.account_holder_name,
    number.filter(Boolean).join(' '),
    account.currency?.alpha_code,
    purposeOf(account),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Spec §5: edits that wait for approval, old beside new; changed rows are marked by a word, not by colour alone. */
function PendingChange({ next, old }: { next: Account; old: Account | null }) {
  const viewer = useViewer()
  const facts = {
    business_id: next.business?.id ?? '',
    business_type: next.business?.type ?? '',
    status: next.status,
    requested_by: next.requested_by ?? null,
  }
  const nameOf = usePersonName([next.requested_by])
  const has_flags = useOpenFlags('business.bank_account', next.id)
  const says = wordsFor(next, old)
  const [rejecting, setRejecting] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const confirm = useAction('business.bank_account.confirm', { success: 'The bank account is confirmed' })
  const reject = useAction('business.bank_account.reject', {
    shows: ['reason'],
    success: 'The bank account is rejected',
  })
  return (
    <>
      <FlagsCard entity="business.bank_account" id={next.id} title="Flags of the new account" />
      <Card title={dialogText.pending_changes} flush>
        <p className="border-b p-3 text-n11">
          Entered {instantText(next.created_at)} by{' '}
          {next.entered_by_link ? `${next.entered_by_link}, by link` : nameOf(next.requested_by)}, in{' '}
          {next.currency?.alpha_code}.{says.until}
        </p>
        <Table heads={['Field', 'Old', 'New']}>
          <tr>
            <Td className="text-n11">Purpose</Td>
            <Td>{purposeOf(old) ?? '–'}</Td>
            <Td>{purposeOf(next)}</Td>
          </tr>
          {compared
            .filter(([field]) => next[field] !== null || (old?.[field] ?? null) !== null)
            .map(([field, label]) => {
              const isChanged = old !== null && old[field] !== next[field]
              return (
                <tr key={field} className={cx(isChanged && 'bg-a2')}>
                  <Td className="text-n11">{label}</Td>
                  <Td className="break-all">{shownFact(field, old) ?? '–'}</Td>
                  <Td className="break-all">
                    {shownFact(field, next) ?? '–'} {isChanged && <Badge tone="attention">Changed</Badge>}
                  </Td>
                </tr>
              )
            })}
        </Table>
        <div className="flex flex-wrap justify-end gap-2 p-3">
          {can.reject(facts, viewer) === true && (
            <Button verb="business.bank_account.reject" onClick={() => setRejecting(true)}>
              Reject
            </Button>
          )}
          <Button
            tone="primary"
            verb="business.bank_account.confirm"
            busy={confirm.busy}
            disabledReason={reasonOf(can.confirm(facts, viewer)) ?? (has_flags ? open_flags : null)}
            onClick={() => setConfirming(true)}
          >
            Confirm
          </Button>
        </div>
        <ConfirmAction
          open={confirming}
          onClose={() => setConfirming(false)}
          label="Confirm"
          description={`${accountWords(next)}. ${says.asked}`}
          onConfirm={async () => (await confirm.run({ id: next.id })) !== undefined}
        />
        <ConfirmAction
          open={rejecting}
          onClose={() => setRejecting(false)}
          label="Reject"
          description={`${accountWords(next)}.`}
          error={reject.errors.reason}
          onConfirm={async (reason) => (await reject.run({ id: next.id, reason })) !== undefined}
        />
      </Card>
    </>
  )
}
