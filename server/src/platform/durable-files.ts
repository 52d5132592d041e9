import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * The folder of an embedded database whose commits are on the disk before they are answered. PGlite's own files
 * never ask the disk to write: it starts with fsync off, and its file layer has no fsync at all, so that a loss
 * of power could take what was acknowledged.
 */
export class DurableFiles extends NodeFS {
  override async init(...[lite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(lite, options)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/**
 * PGlite's start parameters, with the fsync that they turn off. Its buffers take their memory at the start, used or not:
 * the 128 MB it has by itself are a third of the whole process, and a page that is not among them is in the system's
 * file cache.
 */
export const DURABLE_START = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=64MB'],
]

interface FileLayer {
  NODEFS?: { stream_ops?: { fsync?: (stream: { nfd?: number }) => number } }
}

function addFsync(module: object) {
  // safe because what is missing there is refused
  const operations = (module as FileLayer).NODEFS?.stream_ops
  if (operations === undefined)
    throw new Error('PGlite keeps its file operations elsewhere: fsync cannot be added')
  operations.fsync = ({ nfd }) => {
    if (nfd !== undefined) fs.fsyncSync(nfd)
    return 0
  }
}
