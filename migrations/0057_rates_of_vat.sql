-- Why: a rate of VAT is a fact of a day, not of the program (books.md §1.3). A rate holds until the next one of its kind begins,
-- so that none is missing between two and no two hold at once.
create table config.tax_rate (
  id uuid primary key default platform.new_id(),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  tax_type text not null check (tax_type = 'standard'),
  -- Per cent.
  rate numeric(12,4) not null check (rate between 0 and 100),
  effective_from date not null,
  created_at timestamptz not null default now(),
  unique (country_code, tax_type, effective_from)
);
insert into config.tax_rate (country_code, tax_type, rate, effective_from) values
  ('GB', 'standard', 17.5, '1991-04-01'),
  ('GB', 'standard', 15, '2008-12-01'),
  ('GB', 'standard', 17.5, '2010-01-01'),
  ('GB', 'standard', 20, '2011-01-04');
create trigger tax_rate_kept before update or delete on config.tax_rate for each row execute function platform.refuse_change();
call log.keep_sealed('config.tax_rate');
