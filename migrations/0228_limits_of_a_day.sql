-- Why: changes, exports and reads of one person in a day are limited. Reaching a limit is an event.
alter table log.security_event drop constraint security_event_kind_check, add constraint security_event_kind_check check (kind in (
  'sign_in', 'sign_in_quiet', 'throttled', 'sign_out', 'switch', 'new_device', 'role_approved', 'role_removed',
  'user_deactivated', 'user_reactivated', 'permission_refused', 'not_found_burst', 'csrf_refused', 'host_refused',
  'export_personal', 'setting_changed', 'factor_added', 'factor_removed', 'factor_failed', 'recovery_used', 'session_ended',
  'invitation_sent', 'invitation_accepted', 'invitation_revoked', 'password_set', 'factor_reset', 'password_changed',
  'password_reset_asked', 'step_up', 'token_created', 'token_used_new_address', 'token_refused', 'token_revoked', 'magic_used',
  'magic_refused', 'role_asked', 'role_rejected', 'impersonation_started', 'impersonation_ended', 'impersonation_refused',
  'identity_linked', 'identity_unlinked', 'identity_refused', 'email_asked', 'email_changed', 'webhook_changed',
  'factor_reset_waits', 'factor_reset_stopped', 'tax_code_read', 'password_check_unavailable',
  'file_refused', 'admin_command', 'payroll_data_read', 'bank_account_changed', 'day_used_up'));
