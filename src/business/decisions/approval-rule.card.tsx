/** How a client's people approve: the limit of mailed links, and the hours of reminders. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Amount } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isOneOf } from '../shared/who-may.rules.ts'
import {
  type ApprovalRule,
  approval_rule_editors,
  approval_rule_readers,
  mail_limit_editors,
} from './mailed-decision.rules.ts'

export function ApprovalRuleCard({ client }: { client: { readonly id: string; readonly name: string } }) {
  const session = useSession()
  const [open, setOpen] = useState<'limit' | 'hours' | null>(null)
  const query = useQuery({
    enabled: isOneOf(session, approval_rule_readers),
    queryKey: ['approval_rule', client.id],
    queryFn: () =>
      action<ApprovalRule>('business.approval_rule.read', { client_id: client.id }, crypto.randomUUID()),
  })
  const rule = query.data
  if (!rule) return null
  const close = () => setOpen(null)
  const isOff = Number(rule.approve_by_mail_limit) === 0
  return (
    <Card
      title="Approvals"
      actions={
        <>
          {isOneOf(session, mail_limit_editors) && (
            <Button onClick={() => setOpen('limit')}>Change limit</Button>
          )}
          {isOneOf(session, approval_rule_editors) && (
            <Button onClick={() => setOpen('hours')}>Change reminders</Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <dt className="text-n11">Approved by mail up to</dt>
        <dd>{isOff ? 'Switched off' : <Amount value={rule.approve_by_mail_limit} currency="GBP" />}</dd>
        <dt className="text-n11">Reminder after</dt>
        <dd>{rule.reminder_hours} working hours</dd>
        <dt className="text-n11">Other approvers after</dt>
        <dd>{rule.others_hours} working hours</dd>
        <dt className="text-n11">Agency after</dt>
        <dd>{rule.agency_hours} working hours</dd>
      </dl>
      {open === 'limit' && (
        <VerbModal
          title={`Approvals by mail of ${client.name}`}
          action_id="business.approval_rule.set_limit"
          fixed={{ client_id: client.id }}
          initial={{ approve_by_mail_limit: rule.approve_by_mail_limit }}
          fields={[
            {
              name: 'approve_by_mail_limit',
              label: 'Highest charge with VAT',
              kind: 'money',
              currency: 'GBP',
              required: true,
              hint: '0 switches approvals by mail off.',
            },
          ]}
          submit="Set limit"
          onClose={close}
        />
      )}
      {open === 'hours' && (
        <VerbModal
          title={`Reminders of ${client.name}`}
          action_id="business.approval_rule.set_hours"
          fixed={{ client_id: client.id }}
          initial={{
            reminder_hours: String(rule.reminder_hours),
            others_hours: String(rule.others_hours),
            agency_hours: String(rule.agency_hours),
          }}
          fields={[
            { name: 'reminder_hours', label: 'Reminder after working hours', kind: 'whole', required: true },
            { name: 'others_hours', label: 'Other approvers after', kind: 'whole', required: true },
            { name: 'agency_hours', label: 'Agency after', kind: 'whole', required: true },
          ]}
          submit="Set reminders"
          onClose={close}
        />
      )}
    </Card>
  )
}
