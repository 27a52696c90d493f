/**
 * The condition of a contact in use that is known to be of its business: none that waits for the provider's check. Mails about
 * records reach these contacts alone, and a party has its people once it has one (onboarding §2).
 * @param alias of business.business_contact with its dot; empty where the statement reads that table alone
 */
export const knownContactSql = (alias: '' | 'b.' | 'c.' = ''): string =>
  `${alias}is_active and ${alias}deleted_at is null and ${alias}check_status is distinct from 'pending_check'`
