-- Why: a trace goes on in jobs and deliveries, which run later and elsewhere.
alter table platform.job add column traceparent text;
alter table platform.outbox add column traceparent text;
