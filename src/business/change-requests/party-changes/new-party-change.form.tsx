/** Requests a change of a party: present facts are filled in, and only changed ones are sent. */
import type { FieldErrors } from '#kernel/errors.ts'
import { NotFound } from '#web/blocks/NotFound.tsx'
import { pathOf, usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { country_options } from '#web/form/country-options.ts'
import type { FormField, Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { legal_forms } from '../../parties/legal-form.rules.ts'
import { SameVatNumber } from '../../parties/look-alikes/same-vat-number.card.tsx'
import { domainsFault, domainsIn } from '../../parties/mail-domains.rules.ts'
import { isPartyKind } from '../../parties/onboarding.rules.ts'
import { RecordState } from '../../shared/record-state.card.tsx'
import {
  genders,
  mandatory_facts,
  type PartyChangesRead,
  service_states,
} from '../request/party-change.rules.ts'
import { agencyChoice, comment_field } from '../request/request-fields.view.ts'
import { requestPath } from '../request/request-path.view.ts'
import { type Asked, usePartyChanges } from './party-changes.hook.ts'

/** Of a client or contractor about itself. */
export function OwnChangePage() {
  const { business } = useSession()
  return <ChangePage asked={{ business_id: business.id }} />
}

export function NewPartyChangePage() {
  const { id } = usePlace()
  return id === null ? <NotFound what="Business" /> : <ChangePage asked={{ business_id: id }} />
}

export function NewServiceChangePage() {
  const { id } = usePlace()
  return id === null ? <NotFound what="Service" /> : <ChangePage asked={{ service_id: id }} />
}

function ChangePage({ asked }: { asked: Asked }) {
  const query = usePartyChanges(asked)
  return (
    <RecordState query={query} what="Business">
      {(read) =>
        read.is_asker ? (
          <ChangeForm key={read.human_id} asked={asked} read={read} />
        ) : (
          <NotFound what="Business" />
        )
      }
    </RecordState>
  )
}

type Texts = Readonly<Record<string, string>>

/** A worker without an address may stay so. */
function fieldOf({ field, label, value }: PartyChangesRead['facts'][number]): FormField {
  const base = { name: field, label, required: value !== null && mandatory_facts.includes(field) }
  if (field === 'is_vat_registered' || field === 'conduct_regs_opt_out')
    return { ...base, kind: 'radios', options: yes_no }
  if (field === 'service_status') return { ...base, kind: 'radios', options: service_options }
  if (field === 'legal_form')
    return { ...base, kind: 'choice', options: form_options, placeholder: 'Not given' }
  if (field === 'gender')
    return { ...base, kind: 'choice', options: gender_options, placeholder: 'Not given' }
  // The name follows the code.
  if (field === 'country_code')
    return { ...base, kind: 'choice', label: 'Country', options: country_options, placeholder: 'Not given' }
  if (field === 'email_domains')
    return { ...base, kind: 'text', hint: 'For example harbour.example, homes.example.', wide: true }
  if (field === 'currency') return { ...base, kind: 'currency' }
  return field === 'date_of_birth' ? { ...base, kind: 'day' } : { ...base, kind: 'text' }
}
/** The other parties that have an asked VAT number. Clients and contractors read no others. */
function SameNumber({ asked, type, vat }: { asked: Asked; type: string; vat: string }) {
  const { category } = useSession()
  const reads = category === 'agency' || category === 'provider'
  if (!reads || !('business_id' in asked) || !isPartyKind(type)) return null
  return <SameVatNumber kind={type} id={asked.business_id} vat={vat} />
}

const service_options = Object.keys(service_states).map((name) => ({ value: name, label: name }))
const form_options = legal_forms.map(({ label }) => ({ value: label, label }))
const gender_options = Object.keys(genders).map((name) => ({ value: name, label: name }))
const yes_no = [
  { value: 'Yes', label: 'Yes' },
  { value: 'No', label: 'No' },
]

const sentAs = (name: string, text: string) =>
  name === 'email_domains' ? domainsIn(text) : booleans.includes(name) ? text === 'Yes' : text

const booleans: readonly string[] = ['is_vat_registered', 'conduct_regs_opt_out']

function ChangeForm({ asked, read }: { asked: Asked; read: PartyChangesRead }) {
  const { category } = useSession()
  const go = useGo()
  const facts: Texts = Object.fromEntries(read.facts.map(({ field, value }) => [field, value ?? '']))
  const several = read.agencies.length > 1
  return (
    <>
      <PageHeader
        title="Request a change"
        back={backOf(category, read, asked)}
        meta={<span>{read.human_id}</span>}
        actions={
          read.subject === 'contractor' &&
          category === 'contractor' && (
            <Link to={pathOf({ category, path: 'request/new_own_payment' })} className={buttonClass()}>
              Change the payment
            </Link>
          )
        }
      />
      <div className="max-w-200 px-4 pb-6">
        {read.refusal !== null && <p className="mb-3 text-amber11">{read.refusal}</p>}
        <VerbForm
          intro="Takes effect once another person approves."
          action_id="request.change_request.create_for_party"
          fixed={asked}
          initial={{ ...facts, agency_id: '', comment: '' } as Texts}
          fields={[
            several && agencyChoice('Agency that answers', read.agencies),
            ...read.facts.filter(({ field }) => field !== 'country').map(fieldOf),
            comment_field,
          ]}
          check={({ email_domains }): FieldErrors => {
            const fault = domainsFault(email_domains ?? '')
            return fault === null ? {} : { email_domains: fault }
          }}
          input={(_, { agency_id, comment, ...texts }) => ({
            comment,
            ...(several ? { agency_id } : {}),
            ...Object.fromEntries(
              Object.entries(texts)
                .filter(([name, text]) => text !== facts[name])
                .map(([name, text]) => [name, sentAs(name, text)]),
            ),
          })}
          aside={({ values: { vat_registration_no = '' } }) =>
            read.subject !== 'contractor' && (
              <SameNumber asked={asked} type={read.type} vat={vat_registration_no} />
            )
          }
          submit="Send for approval"
          success={({ human_id }: Made) => `Sent for approval as ${human_id}`}
          onDone={({ id }: Made) => go.replace(requestPath(id, read.subject, category))}
        />
      </div>
    </>
  )
}

function backOf(category: ReturnType<typeof useSession>['category'], read: PartyChangesRead, asked: Asked) {
  if (category === read.subject || !('business_id' in asked))
    return {
      to: pathOf({ category, path: `request/${read.subject}_change_request` }),
      label: 'Change Requests',
    }
  return { to: pathOf({ category, path: `business/${read.type}`, id: asked.business_id }), label: read.name }
}
