import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatManagementKey,
  getActorKind,
  getKeyPermissions,
  hashManagementKey,
  type KeyState,
  keyActorId,
  maskManagementKey,
  readPresented,
} from './management-key.rule.ts'
import { getPermissions, PERMISSIONS } from './permissions.rule.ts'

const KEY = `aff_mgmt_${'A'.repeat(28)}wxyz`
const NOW = new Date('2026-03-10T12:00:00.000Z')

describe('a management key (D54)', () => {
  it('can be read back from its text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 24 }), (random) => {
        const key = formatManagementKey(Buffer.from(random))
        expect(readPresented(`Bearer ${key}`)).toBe(key)
        expect(readPresented(`bearer  ${key} `)).toBe(key)
      }),
    )
  })

  it.each([
    ['no header', undefined],
    ['nothing', ''],
    ['no scheme', KEY],
    ['another scheme', `Basic ${KEY}`],
    ['a program key', `Bearer aff_live_1_${'A'.repeat(32)}`],
    ['too short', `Bearer ${KEY.slice(0, -1)}`],
    ['too long', `Bearer ${KEY}A`],
    ['an invalid character', `Bearer ${KEY.slice(0, -1)}.`],
    ['an upper-case prefix', `Bearer ${KEY.replace('aff_mgmt', 'AFF_MGMT')}`],
    ['two keys', `Bearer ${KEY}, Bearer ${KEY}`],
    ['a trailing line break', `Bearer ${KEY}\n`],
  ])('is not read from %s', (_label, header) => {
    expect(readPresented(header)).toBeUndefined()
  })

  it('has at least 192 random bits', () => {
    expect(() => formatManagementKey(Buffer.alloc(20))).toThrow()
  })

  it('is stored as its SHA-256 and shown with four characters of its secret', () => {
    expect(hashManagementKey(KEY)).toEqual(createHash('sha256').update(KEY).digest())
    expect(maskManagementKey(KEY)).toBe('aff_mgmt_…wxyz')
  })
})

describe('actors', () => {
  it.each([
    [keyActorId(1), 'key'],
    [keyActorId(Number.MAX_SAFE_INTEGER), 'key'],
    ['key', 'user'],
    ['key:', 'user'],
    ['9jKxw1Vq0H6cZkT2v8mB4nRr5sYpLdAe', 'user'],
    ['0b0d2b3e-5f5c-4a57-9b5e-2d8a1f6f3c11', 'user'],
  ])('%s is a %s', (actorId, kind) => {
    expect(getActorKind(actorId)).toBe(kind)
  })
})

describe('permissionsOfKey', () => {
  const validKey: KeyState = {
    key_permissions: ['tracking:read', 'partner:manage', 'commission:manage'],
    key_expires_at: null,
    key_revoked_at: null,
    role: 'admin',
  }
  const may = (changes: Partial<KeyState>) => {
    const permissions = getKeyPermissions({ ...validKey, ...changes }, NOW)
    return permissions && [...permissions]
  }

  it.each<[string, Partial<KeyState>, string[] | undefined]>([
    ['the granted permissions', {}, [...validKey.key_permissions]],
    ['no more than its creator currently has', { role: 'member' }, ['tracking:read', 'partner:manage']],
    ['those its creator has as a viewer', { role: 'viewer' }, ['tracking:read']],
    ['no unknown permissions', { key_permissions: ['tracking:read', 'moon:land'] }, ['tracking:read']],
    ['no permissions if its creator left', { role: null }, undefined],
    ['no permissions if it was revoked', { key_revoked_at: NOW }, undefined],
    [
      'no permissions if it was revoked by a clock that is ahead',
      { key_revoked_at: new Date(NOW.getTime() + 1) },
      undefined,
    ],
    [
      'all permissions until it expires',
      { key_expires_at: new Date(NOW.getTime() + 1) },
      [...validKey.key_permissions],
    ],
    ['no permissions from the instant it expires', { key_expires_at: NOW }, undefined],
  ])('returns %s', (_label, changes, expected) => {
    expect(may(changes)).toEqual(expected)
  })

  it('never returns more than the creator’s role and the granted permissions allow', () => {
    const roles = fc.constantFrom('owner' as const, 'admin' as const, 'member' as const, 'viewer' as const)
    fc.assert(
      fc.property(fc.subarray([...PERMISSIONS]), roles, (key_permissions, role) => {
        const permissions = may({ key_permissions, role }) ?? []
        expect(permissions).toEqual(key_permissions.filter((one) => getPermissions(role).has(one)))
      }),
    )
  })
})
