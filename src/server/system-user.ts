/** The user id of the product's own work, in marks of finished work and in the audit log; nobody signs in with it. */
export const SYSTEM = 'system'
