-- Why: one company is entered twice under two spellings of its name. Names are compared without their legal form, the article
-- and punctuation, and the index finds the alike ones.
create function business.plain_name(name text) returns text
  language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g'),
      '(^| )(the|ltd|limited|plc|llp)(?= |$)', ' ', 'g'))
  $$;
create index business_plain_name on business.business using gin (business.plain_name(name) gin_trgm_ops) where deleted_at is null;
