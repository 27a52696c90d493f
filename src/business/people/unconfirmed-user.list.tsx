import { pathOf } from '#web/core/place.ts'
import { list } from '#web/list/model/list.ts'
import { unconfirmed_user } from '../platform/unconfirmed-user.entity.ts'
import { canChange, canResend } from './invitation.rules.ts'

const waiting = [
  { value: 'sent', label: 'Sent' },
  { value: 'expired', label: 'Expired' },
] as const

/** Spec §4: users not yet confirmed are listed as unconfirmed with no transaction, so there is no column for one. */
export const unconfirmed_user_list = list({
  entity: unconfirmed_user,
  title: 'Unconfirmed Users',
  columns: [
    { field: 'contact.name', label: 'Name', width: 180 },
    { field: 'email', width: 240 },
    { field: 'status', width: 140 },
    { field: 'business.name', label: 'Business', width: 200 },
    { field: 'contact.roles', label: 'Roles', width: 220 },
    { field: 'invited_by', width: 160 },
    { field: 'state', width: 110 },
    { field: 'sends' },
    { field: 'last_sent_at' },
    { field: 'expires_at' },
    { field: 'created_at', hidden: true },
  ],
  filters: [
    { field: 'contact.name', label: 'Name' },
    { field: 'email' },
    { field: 'business.name', label: 'Business' },
    { field: 'invited_by' },
    { field: 'state', options: waiting },
    { field: 'last_sent_at', max: 'today' },
    { field: 'expires_at' },
  ],
  groups: [],
  search: ['contact.name', 'email', 'business.name'],
  sort: { id: 'created_at', desc: true },
  fields: ['business_contact_id', 'sends', 'state'],
  row_actions: [
    {
      // Where there is no mail, its page copies the link.
      label: 'Open contact',
      to: (row, category) =>
        pathOf({ category, path: 'business/business_contact', id: String(row.business_contact_id) }),
    },
    {
      label: 'Resend',
      action_id: 'log.unconfirmed_user.resend',
      requires: 'log.unconfirmed_user.resend',
      allowed: (row) => canResend({ state: String(row.state), sends: Number(row.sends) }),
      input: (row) => ({ business_contact_id: row.business_contact_id }),
    },
    {
      label: 'Revoke',
      tone: 'danger',
      action_id: 'log.unconfirmed_user.revoke',
      requires: 'log.unconfirmed_user.revoke',
      allowed: (row) => canChange({ state: String(row.state) }),
      input: (row) => ({ business_contact_id: row.business_contact_id }),
    },
  ],
  link: () => null,
  card: {
    title: 'contact.name',
    badge: 'state',
    party: 'business.name',
    detail: 'email',
    date: 'last_sent_at',
  },
  first_run: 'All users have confirmed.',
})
