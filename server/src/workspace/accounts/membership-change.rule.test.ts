import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MEMBER_ROLES } from '../../core/enums.ts'
import {
  applyMembershipChange,
  type Manager,
  type Membership,
  type MembershipChange,
  membershipChangeRejection,
} from './membership-change.rule.ts'
import { getPermissions } from './permissions.rule.ts'

const owner: Membership = { id: 'owner', role: 'owner', status: 'active' }
const second: Membership = { id: 'second', role: 'owner', status: 'active' }
const asleep: Membership = { id: 'asleep', role: 'owner', status: 'suspended' }
const admin: Membership = { id: 'admin', role: 'admin', status: 'active' }
const member: Membership = { id: 'member', role: 'member', status: 'active' }

const suspend: MembershipChange = { kind: 'update', status: 'suspended' }
const remove: MembershipChange = { kind: 'remove' }
const become = (role: Membership['role']): MembershipChange => ({ kind: 'update', role })

/** A member who doesn't act through a management key. */
const sessionActor = (actor: Membership) => ({ ...actor, keyPermissions: undefined })

describe('who may change a membership (D45)', () => {
  it.each([
    {
      label: 'an owner suspends a member',
      members: [owner, member],
      actor: owner,
      target: member,
      change: suspend,
    },
    {
      label: 'an admin suspends a member',
      members: [owner, admin, member],
      actor: admin,
      target: member,
      change: suspend,
    },
    {
      label: 'an admin makes an admin',
      members: [owner, admin, member],
      actor: admin,
      target: member,
      change: become('admin'),
    },
    {
      label: 'an owner makes an owner',
      members: [owner, admin],
      actor: owner,
      target: admin,
      change: become('owner'),
    },
    {
      label: 'an owner demotes another owner',
      members: [owner, second],
      actor: owner,
      target: second,
      change: become('viewer'),
    },
    {
      label: 'one of two owners steps down',
      members: [owner, second],
      actor: owner,
      target: owner,
      change: become('member'),
    },
    { label: 'a member leaves', members: [owner, member], actor: member, target: member, change: remove },
    {
      label: 'an owner reactivates an owner',
      members: [owner, asleep],
      actor: owner,
      target: asleep,
      change: { kind: 'update', status: 'active' } as const,
    },
  ])('allowed: $label', ({ members, actor, target, change }) => {
    expect(membershipChangeRejection(members, sessionActor(actor), target, change)).toBeUndefined()
  })

  it.each([
    {
      label: 'a member suspends another member',
      members: [owner, member, admin],
      actor: member,
      target: admin,
      change: suspend,
      why: 'not_permitted',
    },
    {
      label: 'a member promotes themselves',
      members: [owner, member],
      actor: member,
      target: member,
      change: become('admin'),
      why: 'not_permitted',
    },
    {
      label: 'a suspended owner reactivates themselves',
      members: [owner, asleep],
      actor: asleep,
      target: asleep,
      change: { kind: 'update', status: 'active' } as const,
      why: 'not_permitted',
    },
    {
      label: 'a suspended owner leaves',
      members: [owner, asleep],
      actor: asleep,
      target: asleep,
      change: remove,
      why: 'not_permitted',
    },
    {
      label: 'an admin makes themselves an owner',
      members: [owner, admin],
      actor: admin,
      target: admin,
      change: become('owner'),
      why: 'owner_only',
    },
    {
      label: 'an admin removes an owner',
      members: [owner, second, admin],
      actor: admin,
      target: second,
      change: remove,
      why: 'owner_only',
    },
    {
      label: 'an admin suspends an owner',
      members: [owner, second, admin],
      actor: admin,
      target: second,
      change: suspend,
      why: 'owner_only',
    },
    {
      label: 'the last owner steps down',
      members: [owner, admin],
      actor: owner,
      target: owner,
      change: become('admin'),
      why: 'last_owner',
    },
    {
      label: 'the last owner leaves',
      members: [owner, admin],
      actor: owner,
      target: owner,
      change: remove,
      why: 'last_owner',
    },
    {
      label: 'the last active owner is suspended',
      members: [owner, asleep],
      actor: owner,
      target: owner,
      change: suspend,
      why: 'last_owner',
    },
  ])('rejected as $why: $label', ({ members, actor, target, change, why }) => {
    expect(membershipChangeRejection(members, sessionActor(actor), target, change)).toBe(why)
  })

  it('any sequence of allowed changes leaves an active owner', () => {
    const status = fc.constantFrom('active' as const, 'suspended' as const)
    const role = fc.constantFrom(...MEMBER_ROLES)
    const change: fc.Arbitrary<MembershipChange> = fc.oneof(
      fc.constant(remove),
      fc.record({ kind: fc.constant('update' as const), role, status }),
    )
    const step = fc.record({ actor: fc.nat(4), target: fc.nat(4), change })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let members: Membership[] = [owner, second, asleep, admin, member]
        for (const { actor, target, change } of steps) {
          const [one, other] = [members[actor], members[target]]
          if (one === undefined || other === undefined) continue
          if (membershipChangeRejection(members, sessionActor(one), other, change) !== undefined) continue
          members = applyMembershipChange(members, other, change)
        }
        expect(members.some((each) => each.role === 'owner' && each.status === 'active')).toBe(true)
      }),
    )
  })
})

describe('a management key created by a member', () => {
  const viewer: Membership = { id: 'viewer', role: 'viewer', status: 'active' }
  const members = [owner, second, admin, member, viewer]
  const createKeyManager = (maker: Membership, role: Membership['role']): Manager => ({
    ...maker,
    keyPermissions: getPermissions(role),
  })
  it.each<[string, Manager, Membership, MembershipChange, string | undefined]>([
    [
      'with all permissions may change an admin',
      createKeyManager(owner, 'admin'),
      admin,
      become('viewer'),
      undefined,
    ],
    [
      'with all permissions may not demote an owner',
      createKeyManager(owner, 'admin'),
      second,
      become('admin'),
      'beyond_key',
    ],
    [
      'with all permissions may not make an owner',
      createKeyManager(owner, 'admin'),
      member,
      become('owner'),
      'beyond_key',
    ],
    [
      "created by an admin has the admin's limits",
      createKeyManager(admin, 'admin'),
      second,
      remove,
      'owner_only',
    ],
    [
      "with a member's permissions may suspend a member",
      createKeyManager(owner, 'member'),
      member,
      suspend,
      undefined,
    ],
    [
      "with a member's permissions may not suspend an admin",
      createKeyManager(owner, 'member'),
      admin,
      suspend,
      'beyond_key',
    ],
    [
      "with a viewer's permissions may not promote a viewer",
      createKeyManager(owner, 'viewer'),
      viewer,
      become('member'),
      'beyond_key',
    ],
    [
      'may not leave the workspace for its creator',
      createKeyManager(member, 'member'),
      member,
      remove,
      'not_permitted',
    ],
  ])('%s', (_label, key, target, change, expected) => {
    expect(membershipChangeRejection(members, key, target, change)).toBe(expected)
  })
})
