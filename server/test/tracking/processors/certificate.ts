import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A DER value: its tag, its length and its content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const SHA256_RSA = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'))

const distinguishedName = (commonName: string) =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(commonName)))))

const encodeTime = (at: Date) => {
  const text = `${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`
  return der(0x18, Buffer.from(text))
}

export interface TestCertificate {
  pem: string
  privateKey: KeyObject
}

/** Creates a self-signed X.509 certificate, without extensions. */
export function createCertificate({
  commonName,
  validFrom = new Date('2020-01-01T00:00:00Z'),
  validTo = new Date('2040-01-01T00:00:00Z'),
  bits = 2048,
}: {
  commonName: string
  validFrom?: Date
  validTo?: Date
  bits?: number
}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const name = distinguishedName(commonName)
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    SHA256_RSA,
    name,
    sequence(encodeTime(validFrom), encodeTime(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('RSA-SHA256', body, privateKey)
  const certificate = sequence(body, SHA256_RSA, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    privateKey,
  }
}
