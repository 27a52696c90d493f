/** Where help is: whom to write to, and what most people come for (spec §6, "support for all three"). */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Card.tsx'
import { Keys } from '#web/ui/Keys.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

/** What is asked most, answered by the page itself; shown to whom the menu leads there. */
const answers = [
  {
    key: 'transaction/timesheet',
    ask: 'Where do I approve timesheets?',
    answer:
      'On the dashboard, or on the timesheet itself. Rejecting asks for a reason, which the contractor reads.',
  },
  {
    key: 'transaction/expense',
    ask: 'And expenses?',
    answer: 'In the same places. Each line shows what was spent; the files behind it are on its page.',
  },
  {
    key: 'transaction/invoice',
    ask: 'Which account do I pay into?',
    answer:
      'The one on the invoice, with buttons to copy it. Quote the invoice id, so that it is matched at once.',
  },
  {
    key: 'report/client_statement',
    ask: 'What is open, and since when?',
    answer: 'The statement says it by age, and can be downloaded as PDF.',
  },
  {
    key: 'contract/temp_placement',
    ask: 'When does a placement end?',
    answer:
      'The list has those that end in the next 30 days under one button; each page says its notice period.',
  },
] as const

export function SupportPage() {
  const { support_email, business, category, menu } = useSession()
  const subject = encodeURIComponent(`${business.name} (${business.human_id})`)
  const mine = answers.filter(({ key }) => menu.some((entry) => entry.key === key))
  return (
    <>
      <PageHeader title="Support" meta={<span>{business.name}</span>} />
      <div className="grid max-w-260 items-start gap-4 px-4 pb-6 wide:grid-cols-2">
        <Card title="Write to us">
          <p>
            <a href={`mailto:${support_email}?subject=${subject}`} className="text-a11 underline">
              {support_email}
            </a>
          </p>
          <p className="mt-1 text-n11">
            Say which document it is about: its id stands at the top of its page. Please send no passwords or
            bank details by mail.
          </p>
        </Card>
        <Card title="By keyboard">
          <p className="text-n11">
            <Keys keys="?" /> shows every key of the page you are on, <Keys keys="Ctrl K" /> finds any record
            or page.
          </p>
        </Card>
        {mine.length > 0 && (
          <Card title="What is asked most" className="wide:col-span-2">
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
