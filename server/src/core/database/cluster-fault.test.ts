import { describe, expect, it } from 'vitest'
import { clusterFault, isLostCommit, workerUnavailableError } from './cluster-fault.ts'
import {
  DatabaseUnavailableError,
  isDatabaseUnavailable,
  isWorkerUnavailable,
} from './database-unavailable.ts'

const errorWith = (code: string, message = 'unrelated message') => Object.assign(new Error(message), { code })
const REMOTE = 'connection to the remote node postgres@10.0.0.3:5432 failed with the following error: refused'

describe('a cluster error', () => {
  it.each([
    ['moved', errorWith('XX000', 'cannot execute a distributed query from a query on a shard')],
    ['moved', errorWith('XX000', 'could not open relation with OID 16542')],
    ['moved', errorWith('XX000', 'could not find valid entry for shard placement 102008')],
    ['moved', errorWith('22023', 'could not find any healthy placement for shard 102008')],
    ['moved', errorWith('42P01', 'relation "public.customers_102045" does not exist')],
    [
      'moved',
      errorWith('0A000', 'cannot find a worker that has active placements for all shards in the query'),
    ],
    ['moved', errorWith('0A000', 'found no worker with all shard placements')],
    ['moved', errorWith('55006')],
    ['conflict', errorWith('40001')],
    ['conflict', errorWith('40P01')],
    ['away', errorWith('08006', REMOTE)],
    ['away', errorWith('08003', 'connection to the remote node postgres@10.0.0.3:5432 failed')],
    ['away', errorWith('XX000', 'failure on connection marked as essential: 10.0.0.3:5432')],
    ['away', errorWith('57P01')],
    ['away', errorWith('57P02')],
    ['away', errorWith('57P03')],
    ['away', errorWith('53300')],
    [undefined, errorWith('XX000', 'unexpected EOF in a tuple')],
    [undefined, errorWith('42P01', 'relation "custommers" does not exist')],
    [undefined, errorWith('22023', 'invalid value for parameter')],
    [undefined, errorWith('0A000', 'complex joins are not supported')],
    [undefined, errorWith('23505')],
    [undefined, new Error('cannot execute a distributed query from a query on a shard')],
    [undefined, null],
    [undefined, 'XX000'],
  ])('is classified as %s: %s', (fault, error) => {
    expect(clusterFault(error)).toBe(fault)
    // Each of these becomes a 503, which clients retry.
    expect(isDatabaseUnavailable(error)).toBe(fault !== undefined)
  })

  it.each([
    ['10.0.0.3:5432', errorWith('08006', REMOTE)],
    ['fd00::3:5432', errorWith('08006', 'connection to the remote node a user@fd00::3:5432 failed')],
    ['w2.db:6432', errorWith('XX000', 'failure on connection marked as essential: w2.db:6432')],
    [undefined, errorWith('08006', 'server closed the connection unexpectedly')],
    // Row data that looks like an address must not be reported as a worker.
    [undefined, errorWith('23505', REMOTE)],
  ])('names the worker %s', (worker, error) => {
    expect(workerUnavailableError(error)).toBe(worker)
  })

  it('distinguishes an unreachable worker from an unreachable database', () => {
    expect(isWorkerUnavailable(errorWith('08006', REMOTE))).toBe(true)
    expect(isWorkerUnavailable(new DatabaseUnavailableError(errorWith('08006')))).toBe(false)
    expect(isWorkerUnavailable(errorWith('40P01'))).toBe(false)
  })

  it('is recognized in the warning that a worker may not have committed', () => {
    expect(isLostCommit({ message: 'failed to commit transaction on 10.0.0.3:5432' })).toBe(true)
    expect(isLostCommit({ message: 'there is no transaction in progress' })).toBe(false)
  })
})
