/** Support: the address, and answers to common questions (spec §6, "support for all three"). */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Keys } from '#web/ui/Keys.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** Common questions with their answers, for viewers whose menu leads there. */
const answers = [
  {
    key: 'transaction/timesheet',
    ask: 'Where do I approve timesheets?',
    answer: 'On the dashboard or on the timesheet. The contractor reads your reason when you reject one.',
  },
  {
    key: 'transaction/expense',
    ask: 'Where do I approve expenses?',
    answer: 'In the same places. Receipts are on the page of the expense.',
  },
  {
    key: 'transaction/invoice',
    ask: 'Which account do I pay into?',
    answer: 'The account on the invoice. Quote the invoice number as the reference.',
  },
  {
    key: 'report/client_statement',
    ask: 'Which invoices are unpaid?',
    answer: 'The statement lists them by age and downloads as a PDF.',
  },
  {
    key: 'contract/temp_placement',
    ask: 'When does a placement end?',
    answer: 'The list filters placements ending in 30 days. Each page shows the notice period.',
  },
] as const

export function SupportPage() {
  const { support_email, help_url, business, category, menu } = useSession()
  const subject = encodeURIComponent(`${business.name} (${business.human_id})`)
  const mine = answers.filter(({ key }) => menu.some((entry) => entry.key === key))
  return (
    <>
      <PageHeader title="Support" meta={<span>{business.name}</span>} />
      <div className="grid max-w-260 items-start gap-4 px-4 pb-6 wide:grid-cols-2">
        <Card title="Contact us">
          {support_email === null ? (
            <p>Ask the administrator of your provider.</p>
          ) : (
            <p>
              <a href={`mailto:${support_email}?subject=${subject}`} className="text-a11 underline">
                {support_email}
              </a>
            </p>
          )}
          <p className="mt-1">
            <a href={`/help/${category}`} target="_blank" rel="noopener" className="text-a11 underline">
              How each thing is done
            </a>
          </p>
          {help_url !== null && (
            <p className="mt-1">
              <a href={help_url} target="_blank" rel="noopener" className="text-a11 underline">
                Help centre
              </a>
            </p>
          )}
          <p className="mt-1 text-n11">
            Quote the document number. Please send no passwords or bank details by email.
          </p>
        </Card>
        <Card title="Keyboard">
          <p className="text-n11">
            <Keys keys="?" /> lists the keys of this page. <Keys keys="Ctrl K" /> finds any record or page.
          </p>
        </Card>
        {mine.length > 0 && (
          <Card title="Common questions" className="wide:col-span-2">
            <dl className="flex flex-col gap-3">
              {mine.map(({ key, ask, answer }) => (
                <div key={key}>
                  <dt className="font-medium">{ask}</dt>
                  <dd className="text-n11">
                    {answer}{' '}
                    <Link className="underline" to={pathOf({ category, path: key })}>
                      Open
                    </Link>
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        )}
      </div>
    </>
  )
}
