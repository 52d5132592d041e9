import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** Where passkeys of the installation are good: its public address, and no other. */
interface PasskeyPlace {
  publicUrl: string
}

/** Answers whether a challenge is one of ours that nobody has spent; it is spent by asking. */
type Spend = (challenge: string) => Promise<boolean>

export interface KnownPasskey {
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}

export type NewPasskey = KnownPasskey & { is_synced: boolean }

/** Loaded when somebody has a passkey: most calls of a process have nothing to do with one. */
const library = () => import('@simplewebauthn/server')

const SECOND_MS = 1000

/** What a browser makes a new passkey by: one that it finds without being told whose, and that verifies its user. */
export async function creationOptions(
  { publicUrl }: PasskeyPlace,
  asked: {
    challenge: Buffer
    userId: Buffer
    email: string
    known: readonly KnownPasskey[]
    minutes: number
  },
) {
  const { generateRegistrationOptions } = await library()
  const { hostname } = new URL(publicUrl)
  return generateRegistrationOptions({
    rpName: `Partner at ${hostname}`,
    rpID: hostname,
    userName: asked.email,
    userDisplayName: asked.email,
    userID: Uint8Array.from(asked.userId),
    challenge: Uint8Array.from(asked.challenge),
    timeout: asked.minutes * 60 * SECOND_MS,
    attestationType: 'none',
    excludeCredentials: asked.known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[], // safe because the browser said them itself
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser signs in by: with whichever passkey of this address its user chooses. */
export async function requestOptions(
  { publicUrl }: PasskeyPlace,
  { challenge, minutes }: { challenge: Buffer; minutes: number },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    challenge: Uint8Array.from(challenge),
    timeout: minutes * 60 * SECOND_MS,
    userVerification: 'required',
  })
}

/** @returns undefined for whatever is no answer to a challenge of ours, made here and by a verified user */
export async function verifyNewPasskey(
  { publicUrl }: PasskeyPlace,
  response: RegistrationResponseJSON,
  spend: Spend,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { origin, hostname } = new URL(publicUrl)
  if (!(await isWithoutCertificates(response))) return undefined
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(refusedOrBroken)
  if (verified?.verified !== true) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    is_synced: credentialBackedUp,
  }
}

/**
 * We ask for no statement of who made an authenticator. One with certificates would have the library look up, at addresses that
 * stand in them, whether they were revoked: whoever sends it would choose whom this service calls.
 */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const object = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    const format = object.get('fmt')
    if (format === 'none') return true
    return format === 'packed' && object.get('attStmt').get('x5c') === undefined
  } catch {
    return false
  }
}

/** @returns what the passkey counts now; undefined for whatever is no answer of this passkey to a challenge of ours */
export async function verifyPasskey(
  { publicUrl }: PasskeyPlace,
  { response, passkey }: { response: AuthenticationResponseJSON; passkey: KnownPasskey },
  spend: Spend,
): Promise<{ counter: number; is_synced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, hostname } = new URL(publicUrl)
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[], // safe because the browser said them itself
    },
  }).catch(refusedOrBroken)
  if (verified?.verified !== true) return undefined
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, is_synced: credentialBackedUp }
}

/** A database that fails while a challenge is looked up is no wrong answer. */
class ChallengeLookupFailed extends Error {}

/** Has a failure of ours pass through the library, which throws for every answer that it does not take. */
export function lookingUp(spend: Spend): Spend {
  return (challenge) =>
    spend(challenge).catch((cause: unknown) => {
      throw new ChallengeLookupFailed('the challenge could not be looked up', { cause })
    })
}

function refusedOrBroken(error: unknown): undefined {
  if (error instanceof ChallengeLookupFailed) throw error.cause
  return undefined
}
