-- A listener is a webhook without an address: whoever made it comes for its messages (`affiliate listen`), and it ends when
-- nobody has come for a while. All else of the rule of webhooks holds for it: while it is there, what it wants is told.
alter table webhook_endpoints alter column url drop not null;

alter table webhook_endpoints add column kind text not null default 'address';

alter table webhook_endpoints add constraint webhook_endpoints_kind_check check (kind in ('address', 'listener'));

alter table webhook_endpoints add column listened_by text;

alter table webhook_endpoints add column listening_until timestamptz;

alter table webhook_endpoints add constraint webhook_endpoints_address_check
  check ((kind = 'address') = (url is not null));

alter table webhook_endpoints add constraint webhook_endpoints_listener_check
  check ((kind = 'listener') = (listened_by is not null) and (kind = 'listener') = (listening_until is not null));

create index webhook_endpoints_listening on webhook_endpoints (listening_until) where kind = 'listener';
