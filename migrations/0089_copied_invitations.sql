-- Why: without mail the inviter copies an invitation's link. A role that can release money joins by a mailed link alone,
-- also where the contact gets the role after the copy.
alter table auth.invitation_token add column is_copied boolean not null default false;
