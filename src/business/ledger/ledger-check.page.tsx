/** "Prove it": runs the checks of the books, lists their signed reports, and checks a code (delight 19). */

import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { CouldNotLoad } from '#web/blocks/CouldNotLoad.tsx'
import { call, graphql } from '#web/core/call.ts'
import { useJobs } from '#web/core/jobs-context.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { FileLink } from '#web/kinds/file.tsx'
import { instantText } from '#web/kinds/time.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PageSkeleton } from '#web/ui/Skeleton.tsx'
import { type CheckedCode, LEDGER_CHECK } from './ledger-check.rules.ts'

const shown_max = 50
const document = gql(`query ledger_checks($type: String!, $shown: Int!) {
  reports: platform_document(where: { type: { _eq: $type } }, order_by: [{ created_at: desc }, { id: desc }], limit: $shown) {
    id title created_at attachment { file_name file_url sha256 }
  }
}`)

type Report = Answer<typeof document>['reports'][number]

export function LedgerCheckPage() {
  const { follow } = useJobs()
  const query = useQuery({
    queryKey: ['ledger_checks'],
    queryFn: async ({ signal }) =>
      (await graphql(document, { type: LEDGER_CHECK, shown: shown_max }, signal)).reports,
  })
  const start = useAction<{ job_id: string }>('ledger.check.start', {
    success: false,
    onDone: ({ job_id }) => follow(job_id, 'Ledger check'),
  })
  if (query.error) return <CouldNotLoad onRetry={() => void query.refetch()} />
  if (!query.data) return <PageSkeleton />
  return (
    <>
      <PageHeader
        title="Ledger Check"
        actions={
          <Button tone="primary" icon={ShieldCheck} busy={start.busy} onClick={() => void start.run({})}>
            Check the ledger
          </Button>
        }
      />
      <div className="grid max-w-300 items-start gap-4 px-4 pb-6 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Reports reports={query.data} />
        <div className="flex flex-col gap-4">
          <CodeCheck />
          <Card title="Checks">
            <ul className="list-disc pl-4">
              <li>Postings balance</li>
              <li>Documents agree with their lines and the ledger</li>
              <li>Document numbers are used once</li>
              <li>The audit log is unbroken</li>
              <li>Money and evidence are unchanged</li>
            </ul>
            <p className="mt-2 text-n11">The report names the first faulty rows. It changes nothing.</p>
          </Card>
        </div>
      </div>
    </>
  )
}

function Reports({ reports }: { reports: readonly Report[] }) {
  return (
    <Card title="Reports">
      {reports.length === 0 ? (
        <p className="text-n11">No ledger checks yet. Reports show here.</p>
      ) : (
        <ul className="flex flex-col">
          {reports.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
        </ul>
      )}
      {reports.length === shown_max && (
        <p className="mt-2 text-12 text-n11">
          The newest {shown_max}; a code of an older one is still valid.
        </p>
      )}
    </Card>
  )
}

function ReportRow({ report: { title, created_at, attachment } }: { report: Report }) {
  const isWhole = title.startsWith('All ')
  return (
    <li className="flex flex-col gap-1 border-t py-2.5 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isWhole ? 'positive' : 'critical'} dot>
          {isWhole ? 'Holds' : 'Broken'}
        </Badge>
        <time dateTime={created_at} className="numeric text-n11">
          {instantText(created_at)}
        </time>
      </div>
      <p className="font-medium">{title}</p>
      {attachment && (
        <>
          <FileLink name={attachment.file_name} file_url={attachment.file_url} />
          <div className="flex items-center gap-1 text-12 text-n11">
            <span className="numeric min-w-0 truncate">SHA-256 {attachment.sha256}</span>
            <CopyButton text={attachment.sha256} label="Copy the hash" />
          </div>
        </>
      )}
    </li>
  )
}

/** Tells the holder of a report whether it is genuine. */
function CodeCheck() {
  const [found, setFound] = useState<CheckedCode | null>(null)
  return (
    <Card title="Is a report genuine?">
      <VerbForm
        bare
        columns={1}
        action_id="ledger_check"
        send={({ code }) => call<CheckedCode>(`/api/ledger_check?code=${encodeURIComponent(String(code))}`)}
        fields={[
          {
            kind: 'text',
            name: 'code',
            label: 'Code of the report',
            hint: '24 letters and digits at its end',
            max: 60,
          },
        ]}
        blocked={({ code }) => (code.trim() === '' ? 'Type the code printed on the report' : null)}
        submit="Verify"
        tone="secondary"
        success={false}
        onDone={setFound}
        onChange={() => setFound(null)}
      />
      <div aria-live="polite" className="mt-3 empty:hidden">
        {found && <Verdict found={found} />}
      </div>
    </Card>
  )
}

function Verdict({ found }: { found: CheckedCode }) {
  if (!found.is_valid)
    return (
      <>
        <Badge tone="critical" dot>
          Not valid
        </Badge>
        <p className="mt-1.5">{found.why}</p>
      </>
    )
  return (
    <>
      <Badge tone="positive" dot>
        Valid
      </Badge>
      <p className="mt-1.5">
        The report with this code says: <strong>{found.result}</strong>, asked by {found.asked_by}, on the
        state of {instantText(found.checked_at)}. A different text means a different report.
      </p>
      <p className="mt-1.5">
        <FileLink name={found.file_name} file_url={found.file_url} />
      </p>
    </>
  )
}
