/**
 * The condition of contacts whom mails about their business's records reach: in use, and not waiting for the provider's check,
 * since nobody knows yet that they are of that business (onboarding §2).
 * @param alias of business.business_contact with its dot; empty where the statement reads that table alone
 */
export const mailableSql = (alias: '' | 'b.' | 'c.' = ''): string =>
  `${alias}is_active and ${alias}deleted_at is null and ${alias}check_status is distinct from 'pending_check'`
