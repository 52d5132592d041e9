import { expect, it } from 'vitest'
import { readS3Location } from './s3-location.rule.ts'

const NONE = { region: undefined, endpoint: undefined }

it.each([
  ['s3://backups', NONE, 'https://backups.s3.us-east-1.amazonaws.com/', '', 'us-east-1'],
  [
    's3://backups/shop/',
    { ...NONE, region: 'eu-west-1' },
    'https://backups.s3.eu-west-1.amazonaws.com/',
    'shop/',
    'eu-west-1',
  ],
  ['s3://back.ups/a/b', NONE, 'https://s3.us-east-1.amazonaws.com/back.ups/', 'a/b/', 'us-east-1'],
  [
    's3://backups/x',
    { region: undefined, endpoint: 'https://storage.example/' },
    'https://storage.example/backups/',
    'x/',
    'auto',
  ],
])('parses %s with %j', (address, settings, bucketUrl, prefix, region) => {
  expect(readS3Location(address, settings)).toEqual({
    url: address.replace(/\/$/, ''),
    bucketUrl,
    prefix,
    region,
  })
})

it.each([
  ['s3://', NONE, /Use s3:\/\/bucket\/prefix/],
  ['s3://UPPER/x', NONE, /Use s3:/],
  ['s3://evil@host/x', NONE, /Use s3:/],
  ['s3://backups/a?b', NONE, /The prefix/],
  ['s3://backups/../other', NONE, /The prefix/],
  ['s3://backups/x', { region: undefined, endpoint: 'ftp://x' }, /AWS_ENDPOINT_URL/],
])('rejects %s with %j', (address, settings, message) => {
  expect(() => readS3Location(address, settings)).toThrow(message)
})
