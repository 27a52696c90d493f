-- Why: each person reads the security events about themselves and about the programs that they made, the newest first.
create index security_event_of_person on log.security_event (user_id, at, id);
create index security_event_of_token on log.security_event (token_id) where token_id is not null;
