-- Why: administrators see events of the security log as they come.
call platform.watch_changes('log.security_event');
