/**
 * Purges batch by batch: some programs that have something to purge are listed and purged of a batch each, until a round
 * finds nothing; what another process holds locked, it deletes. @returns how many rows went
 */
export async function purgePrograms(
  listPrograms: () => Promise<readonly number[]>,
  purgeBatch: (programId: number) => Promise<number>,
): Promise<number> {
  let purged = 0
  for (;;) {
    const earlier = purged
    for (const programId of await listPrograms()) purged += await purgeBatch(programId)
    if (purged === earlier) return purged
  }
}
