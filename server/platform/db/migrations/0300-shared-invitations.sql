-- When the onboarding link was first copied, mailed or printed; null: not since it was created or rotated.
alter table organization add column invite_shared_at timestamptz;
-- Of those that exist nobody knows.
update organization set invite_shared_at = now();
