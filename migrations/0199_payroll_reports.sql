-- Why: payroll reports read the pensionable pay of a payslip, and what each timesheet added to the employer's costs, alone and
-- by its share of gross pay (payroll-run, reports). Columns are computed once; lists neither open JSON nor add versions up.
create function transaction.pensionable_pay(kept jsonb) returns numeric language sql immutable parallel safe as $$
  select coalesce(sum((p.part #>> '{pension,pensionable}')::bigint), 0) / 100 from jsonb_array_elements(kept -> 'parts') p (part)
$$;
alter table transaction.pay_run_payslip
  add column pensionable_pay numeric(15,2) not null generated always as (transaction.pensionable_pay(kept)) stored;
call log.keep_sealed('transaction.pay_run_payslip');

alter table transaction.payroll_figure
  -- Of figures that correct others, the difference.
  add column pay_added numeric(15,2) not null generated always as (coalesce(gross_change, gross_pay)) stored,
  add column cost_added numeric(15,2) not null generated always as (coalesce(cost_change,
    employer_ni + employer_pension + apprenticeship_levy + holiday_pay_retained)) stored;
call log.keep_sealed('transaction.payroll_figure');

-- The costs of a payslip's work by the gross pay of each timesheet. Shares are differences of rounded running sums, so that
-- they add up to the costs exactly. Null for figures without a payslip.
create function transaction.cost_by_gross(figure_id uuid, payslip_id uuid) returns numeric language sql stable parallel safe as $$
  select s.share from (
    select f.id, coalesce(
        round(t.cost * sum(f.pay_added) over w / nullif(t.pay, 0), 2)
          - round(t.cost * (sum(f.pay_added) over w - f.pay_added) / nullif(t.pay, 0), 2),
        f.cost_added) as share
    from transaction.payroll_figure f
    cross join (select sum(a.cost_added) as cost, sum(a.pay_added) as pay from transaction.payroll_figure a
      where a.payslip_id = cost_by_gross.payslip_id and a.deleted_at is null) t
    where f.payslip_id = cost_by_gross.payslip_id and f.deleted_at is null
    window w as (order by f.id)) s
  where s.id = cost_by_gross.figure_id
$$;

-- Of the pension membership on the pay day.
create function transaction.pension_state(employment_id uuid, pay_run_id uuid) returns text language sql stable parallel safe as $$
  select m.state from business.pension_membership m join transaction.pay_run r on r.id = pension_state.pay_run_id
  where m.employment_id = pension_state.employment_id and m.deleted_at is null
    and r.pay_day between m.effective_from and coalesce(m.effective_to, r.pay_day)
$$;
create function transaction.pension_name(employment_id uuid, pay_run_id uuid) returns text language sql stable parallel safe as $$
  select p.name from business.pension_membership m join transaction.pay_run r on r.id = pension_name.pay_run_id
  join business.pension_scheme p on p.id = m.pension_scheme_id
  where m.employment_id = pension_name.employment_id and m.deleted_at is null
    and r.pay_day between m.effective_from and coalesce(m.effective_to, r.pay_day)
$$;
-- Lists of payslips with contributions, and of orders.
create index pay_run_payslip_pension on transaction.pay_run_payslip (provider_id, updated_at desc, id) where payslip_id is not null;
create index payroll_payment_orders on transaction.payroll_payment (provider_id, due_date desc, id) where attachment_order_id is not null;
