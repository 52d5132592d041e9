import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** The responses of an authenticator and browser, which tests can falsify. */
export interface DeviceClaims {
  origin: string
  rpId: string
  isVerified?: boolean
  counter?: number
  userHandle?: Buffer | undefined
}

/** A software authenticator with one ES256 key. It returns what a browser would. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  return {
    id: id.toString('base64url'),
    create: (challenge: string, claims: DeviceClaims) => created({ id, publicKey, challenge, claims }),
    get: (challenge: string, claims: DeviceClaims) => signed({ id, privateKey, challenge, claims }),
  }
}

function encodeClientData(type: string, challenge: string, { origin }: DeviceClaims): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(
  { rpId, isVerified = true, counter = 0 }: DeviceClaims,
  credential?: Buffer,
): Buffer {
  const flags =
    USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential === undefined ? 0 : HAS_CREDENTIAL)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const of = createHash('sha256').update(rpId).digest()
  return Buffer.concat([of, Buffer.of(flags), count, credential ?? Buffer.alloc(0)])
}

function created(of: { id: Buffer; publicKey: KeyObject; challenge: string; claims: DeviceClaims }) {
  const { x = '', y = '' } = of.publicKey.export({ format: 'jwk' })
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(of.id.length)
  const credential = Buffer.concat([Buffer.alloc(16), length, of.id, Buffer.from(cose)])
  const attestationObject = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authenticatorData(of.claims, credential))],
    ]) as never, // safe because CBOR takes maps of maps; its types know only some
  )
  return {
    id: of.id.toString('base64url'),
    rawId: of.id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: encodeClientData('webauthn.create', of.challenge, of.claims).toString('base64url'),
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal'],
    },
  }
}

function signed(of: { id: Buffer; privateKey: KeyObject; challenge: string; claims: DeviceClaims }) {
  const client = encodeClientData('webauthn.get', of.challenge, of.claims)
  const data = authenticatorData(of.claims)
  const hash = createHash('sha256').update(client).digest()
  return {
    id: of.id.toString('base64url'),
    rawId: of.id.toString('base64url'),
    type: 'public-key',
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), of.privateKey).toString('base64url'),
      ...(of.claims.userHandle === undefined
        ? {}
        : { userHandle: of.claims.userHandle.toString('base64url') }),
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
