-- A copy of the database is no login any more. Sessions are found by a keyed hash of their token that SQL cannot compute,
-- so those of before end: everybody signs in once more. A process of the version before goes on and makes sessions of its
-- own, which end with it.
delete from sessions;

-- The id of an invitation was its secret; now it is the hash of one. The links that were passed on stay good.
update workspace_invitations
set id = translate(rtrim(encode(sha256(convert_to('invitation:' || id, 'UTF8')), 'base64'), '='), '+/', '-_');

-- Links and challenges that were stored by name: none of them lives longer than an hour.
delete from verifications;

alter table users
  add column two_factor_enabled boolean not null default false;

-- The second factor of an account. better-auth owns the rows; secret and codes are encrypted with APP_SECRET.
create table two_factors (
  id text primary key,
  user_id text not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- A workspace may demand a second factor of its members; who has none sees nothing of it until there is one.
alter table workspaces
  add column requires_two_factor boolean not null default false;
