/** `/developers`: the reference of the API for programs, made from its contract. It opens without a session. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call } from '#web/core/call.ts'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { EmptyMessage } from '#web/ui/EmptyMessage.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { type ApiAction, actionsOf, type Contract, curlOf, type Field, fieldsOf } from './contract.ts'

const contract_path = '/api/v1/openapi.json'

/** Status, code and meaning of refusals; docs/api.md says the same. */
const codes = [
  ['400', 'invalid', 'The input is refused; errors names its fields.'],
  ['401', 'signed_out', 'The token is not valid.'],
  ['403', 'not_allowed', 'Outside of the actions or the roles of the token.'],
  ['404', 'not_found', 'No such action, or no such record for this business.'],
  ['409', 'conflict', 'Changed by somebody else, or the key was used for another request.'],
  ['422', 'precondition', 'The state of the record forbids it.'],
  ['429', 'too_many', 'Too many calls: repeat after Retry-After seconds.'],
  ['503', 'unavailable', 'Repeat with the same key after Retry-After seconds.'],
] as const

const partsOf = (contract: Contract) => ({
  actions: actionsOf(contract),
  events: Object.keys(contract.webhooks),
})

export function DevelopersPage() {
  useEffect(() => {
    document.title = 'API – Stint'
  }, [])
  const query = useQuery({
    queryKey: ['contract'],
    queryFn: async ({ signal }) => partsOf(await call<Contract>(contract_path, undefined, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  if (query.isLoadingError) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  const { actions, events } = query.data
  const found = actions.filter(({ action_id, summary }) =>
    `${action_id} ${summary}`.toLowerCase().includes(wanted),
  )
  return (
    <main className="mx-auto flex max-w-220 flex-col gap-4 px-4 py-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-20 font-semibold">API for programs</h1>
        <p className="max-w-160 text-n11">
          Programs of a business call actions with an API token, which its administrator makes under API
          Tokens. Reads go to the{' '}
          <a href="/graphql" className="text-a11 underline">
            data endpoint
          </a>
          . The{' '}
          <a href={contract_path} className="text-a11 underline">
            contract
          </a>{' '}
          is OpenAPI 3.1, for generators of clients.
        </p>
      </header>
      <Codes />
      <Events events={events} />
      <div className="flex max-w-96 flex-col gap-1">
        <TextInput label="Find an action" value={text} onChange={setText} />
        <p role="status" className="text-12 text-n11">
          {found.length} of {actions.length} actions
        </p>
      </div>
      {found.length === 0 && <EmptyMessage title="No Records Found">Try a shorter word.</EmptyMessage>}
      <ul className="flex flex-col gap-2">
        {found.map((action) => (
          <Action key={action.action_id} action={action} />
        ))}
      </ul>
    </main>
  )
}

function Action({ action }: { action: ApiAction }) {
  // Opened at once from a link to it.
  const isNamed = location.hash === `#${action.action_id}`
  const [isOpen, setOpen] = useState(isNamed)
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNamed) item.current?.scrollIntoView()
  }, [isNamed])
  return (
    <li ref={item} id={action.action_id} className="min-w-0 rounded-lg border bg-surface">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-10 cursor-pointer px-3 py-2">
          <code className="font-medium wrap-anywhere">{action.action_id}</code>
          <span className="block text-12 text-n11">{action.summary}</span>
        </summary>
        {isOpen && <ActionParts action={action} />}
      </details>
    </li>
  )
}

function ActionParts({ action }: { action: ApiAction }) {
  const command = curlOf(action, location.origin)
  return (
    <div className="flex flex-col gap-3 border-t px-3 py-3">
      <p className="text-12 text-n11 wrap-anywhere">{action.note}</p>
      <Fields title="Input" fields={fieldsOf(action.input)} />
      <Fields title="Answer" fields={fieldsOf(action.answer)} />
      <section>
        <h3 className="flex items-center gap-2 text-12 font-semibold">
          Example <CopyButton text={command} label="Copy the example" />
        </h3>
        {/* Scrolled with the keyboard, too. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus */}
        <pre tabIndex={0} className="overflow-x-auto rounded border bg-n2 p-2 text-12">
          <code>{command}</code>
        </pre>
      </section>
    </div>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
  return (
    <section>
      <h3 className="text-12 font-semibold">{title}</h3>
      {fields.length === 0 ? (
        <p className="text-12 text-n11">No fields</p>
      ) : (
        <dl className="text-12">
          {fields.map(({ path, kind, isRequired }) => (
            <div key={path} className="flex flex-wrap gap-x-3 border-b py-1 last:border-b-0">
              <dt className="w-full tablet:w-56">
                <code className="wrap-anywhere">{path}</code>
              </dt>
              <dd className="min-w-0 wrap-anywhere text-n11">
                {kind}
                {!isRequired && ' · optional'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

/** Names of the events of webhooks; the page of webhooks leads here. */
function Events({ events }: { events: readonly string[] }) {
  return (
    <div id="events">
      <Card title="Events">
        <p className="text-12 text-n11">
          Webhooks are signed after Standard Webhooks 1.0.0: webhook-id, webhook-timestamp and
          webhook-signature over the id, the timestamp and the body, with points between them.
        </p>
        <ul className="mt-2 columns-1 text-12 tablet:columns-2">
          {events.map((event) => (
            <li key={event}>
              <code className="wrap-anywhere">{event}</code>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Codes() {
  return (
    <Card title="Refusals">
      <dl className="text-12">
        {codes.map(([status, code, meaning]) => (
          <div key={code} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="w-full tablet:w-40">
              {status} <code>{code}</code>
            </dt>
            <dd className="min-w-0 text-n11">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
