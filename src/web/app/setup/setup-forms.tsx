/** The forms of the set-up's steps. */
import { useState } from 'react'
import { asksVatNumber } from '#business/parties/company.rules.ts'
import type { SetupFacts } from '#entity/setup-answer.ts'
import { MailAddresses } from '#web/blocks/MailAddresses.tsx'
import { PasskeyEnrol } from '#web/blocks/PasskeyEnrol.tsx'
import { RecoveryCodes, TotpEnrol, type TotpStart } from '#web/blocks/TotpEnrol.tsx'
import { canUsePasskeys } from '#web/core/passkey.ts'
import { country_options } from '#web/form/country-options.ts'
import { PlainForm } from '#web/form/PlainForm.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SetupLogo } from './setup-logo.tsx'

interface StepProps {
  readonly facts: SetupFacts
  readonly onDone: (facts: SetupFacts) => void
}

/** The first user, then their second factor, then its recovery codes. */
export function YouStep({ facts, onDone, onAgain }: StepProps & { readonly onAgain: () => void }) {
  const [start, setStart] = useState<TotpStart | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isChanging, setChanging] = useState(false)
  const { you } = facts
  if (codes) return <RecoveryCodes codes={codes} doneLabel="Continue" onDone={onAgain} />
  if (start)
    return (
      <TotpEnrol
        start={start}
        confirmPath="/api/setup/you/totp/confirm"
        onDone={onAgain}
        doneLabel="Continue"
      />
    )
  if (you && !isChanging)
    return (
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {you.first_name} {you.last_name}, {you.email}
        </p>
        <p>
          {you.has_factor
            ? 'Your second factor is set up.'
            : `An administrator needs a second factor: ${canUsePasskeys() ? 'a passkey of this device, or ' : ''}an authenticator app on your phone, like Aegis, 1Password or Google Authenticator.`}
        </p>
        {!you.has_factor && canUsePasskeys() && (
          <PasskeyEnrol
            path="/api/setup/you/passkey"
            onDone={(made) => (made ? setCodes(made) : onAgain())}
          />
        )}
        {!you.has_factor && (
          <PlainForm<TotpStart>
            path="/api/setup/you/totp"
            fields={[]}
            submit="Set up the app"
            onDone={setStart}
            buttons={() => <Button onClick={() => setChanging(true)}>Change your details</Button>}
          />
        )}
        {you.has_factor && (
          <div className="flex justify-end">
            <Button onClick={() => setChanging(true)}>Change your details and the second factor</Button>
          </div>
        )}
      </div>
    )
  return (
    <PlainForm<SetupFacts>
      path="/api/setup/you"
      kept="setup-you"
      submit="Continue"
      onDone={(next) => {
        setChanging(false)
        onDone(next)
      }}
      initial={you ? { first_name: you.first_name, last_name: you.last_name, email: you.email } : {}}
      fields={[
        { name: 'first_name', label: 'First name', required: true, autoComplete: 'given-name' },
        { name: 'last_name', label: 'Last name', required: true, autoComplete: 'family-name' },
        {
          name: 'email',
          label: 'Email',
          type: 'email',
          required: true,
          autoComplete: 'username',
          wide: true,
        },
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          required: true,
          autoComplete: 'new-password',
          hint: 'At least 12 characters. A phrase of several words is easy to remember.',
          wide: true,
        },
      ]}
    />
  )
}

export function BusinessStep({ facts, onDone }: StepProps) {
  if (facts.business)
    return (
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {facts.business.name} is entered{facts.business.has_logo ? ', with its logo' : ''}. Change its
          profile under Account, in More lists, after the set-up.
        </p>
        <SetupLogo key={String(facts.business.has_logo)} hasLogo={facts.business.has_logo} onDone={onDone} />
        <div className="flex justify-end">
          <Button tone="primary" onClick={() => onDone(facts)}>
            Continue
          </Button>
        </div>
      </div>
    )
  return (
    <PlainForm<SetupFacts>
      path="/api/setup/business"
      kept="setup-business"
      submit="Continue"
      onDone={onDone}
      initial={{ 'address.country_code': 'GB' }}
      fields={[
        { name: 'name', label: 'Registered name', required: true, autoComplete: 'organization', wide: true },
        { name: 'brn', label: 'Company number' },
        { name: 'email', label: 'Email', type: 'email' },
        { name: 'is_vat_registered', label: 'Registered for VAT', type: 'check' },
        { name: 'vat_registration_no', label: 'VAT number', when: asksVatNumber },
        { name: 'phone', label: 'Phone', autoComplete: 'tel' },
        { name: 'website', label: 'Website' },
        { name: 'address.line_1', label: 'Address line 1', required: true },
        { name: 'address.line_2', label: 'Address line 2' },
        { name: 'address.city', label: 'City' },
        { name: 'address.zipcode', label: 'Postcode' },
        { name: 'address.country_code', label: 'Country', options: country_options },
      ]}
    />
  )
}

export function MailStep({ facts, onDone }: StepProps) {
  return (
    <MailAddresses
      mail={facts.mail}
      path="/api/setup/mail"
      withoutMail="Continue without mail"
      onDone={onDone}
    />
  )
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

export function AddressStep({ facts, onDone }: StepProps) {
  const { public_url } = facts.address
  const isLocal = public_url === null && loopback.includes(location.hostname)
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-4 gap-y-1 tablet:grid-cols-[auto_1fr]">
        <dt className="text-n11">PUBLIC_URL</dt>
        <dd className="wrap-anywhere">{public_url ?? 'Not set'}</dd>
        <dt className="text-n11">This page</dt>
        <dd className="wrap-anywhere">{location.origin}</dd>
      </dl>
      <p>
        {isLocal
          ? 'Without PUBLIC_URL Stint serves this machine alone. That is enough for a first look.'
          : 'Links in mails begin with PUBLIC_URL, so it must be the address that people use.'}
      </p>
      <PlainForm<SetupFacts>
        path="/api/setup/address"
        fixed={{ origin: location.origin, skip: isLocal }}
        submit={isLocal ? 'Use on this machine alone' : 'Check the address'}
        onDone={onDone}
        fields={[]}
      />
    </div>
  )
}

const accounts = [
  { purpose: 'receipt', title: 'Account for receipts', says: 'Clients pay into it.' },
  { purpose: 'trust', title: 'Trust account', says: 'It holds money of others until it is paid out.' },
] as const

export function BankStep({ facts, onDone }: StepProps) {
  const next = accounts.find(({ purpose }) => !facts.bank.entered.includes(purpose))
  return (
    <div className="flex flex-col gap-4">
      {accounts
        .filter(({ purpose }) => facts.bank.entered.includes(purpose))
        .map(({ purpose, title }) => (
          <p key={purpose}>{title}: entered. A second person confirms it before it is used.</p>
        ))}
      {next && (
        <>
          <div>
            <h3 className="font-semibold">{next.title}</h3>
            <p className="text-n11">{next.says}</p>
          </div>
          <PlainForm<SetupFacts>
            key={next.purpose}
            path="/api/setup/bank"
            fixed={{ purpose: next.purpose }}
            submit="Save the account"
            onDone={onDone}
            buttons={(send) => <Button onClick={() => send('/api/setup/bank/skip')}>Enter later</Button>}
            fields={[
              { name: 'bank_name', label: 'Bank', required: true },
              { name: 'account_holder_name', label: 'Account holder', required: true },
              { name: 'sort_code', label: 'Sort code', numeric: true, required: true },
              { name: 'account_number', label: 'Account number', numeric: true, required: true },
            ]}
          />
        </>
      )}
    </div>
  )
}

const needs_two = 'Payments need two people. You can invite the second one under More lists, Account, People.'
const needs_mail = 'They join by mail alone: set SMTP_URL in the environment of the server before.'

/** Why a second person is needed, and how they join after the set-up. */
export function NeedsTwo({ facts }: { readonly facts: SetupFacts }) {
  return (
    <p>
      {needs_two}
      {!facts.mail.sends_mail && ` ${needs_mail}`}
    </p>
  )
}

export function SecondStep({ facts, onDone }: StepProps) {
  if (facts.second.email !== null)
    return (
      <p className="wrap-anywhere">
        {facts.second.email} is invited. The link works for 7 days, after the set-up is finished.
      </p>
    )
  if (!facts.mail.sends_mail)
    return (
      <div className="flex flex-col gap-4">
        <NeedsTwo facts={facts} />
        <PlainForm<SetupFacts>
          path="/api/setup/second/skip"
          submit="Invite later"
          onDone={onDone}
          fields={[]}
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <NeedsTwo facts={facts} />
      <PlainForm<SetupFacts>
        path="/api/setup/second"
        submit="Send the invitation"
        onDone={onDone}
        buttons={(send) => <Button onClick={() => send('/api/setup/second/skip')}>Invite later</Button>}
        initial={{ role: 'provider_admin' }}
        fields={[
          { name: 'first_name', label: 'First name', required: true },
          { name: 'last_name', label: 'Last name', required: true },
          { name: 'email', label: 'Email', type: 'email', required: true },
          {
            name: 'role',
            label: 'Role',
            options: [
              { value: 'provider_admin', label: 'Provider admin' },
              { value: 'provider_approver', label: 'Provider approver' },
            ],
            hint: 'An approver confirms payments and bank accounts. An administrator also confirms roles that release money, like those of the administrators of agencies.',
            wide: true,
          },
        ]}
      />
    </div>
  )
}
