import { randomUUID } from 'node:crypto'
import type { Schema } from '../../server/src/core/database/schema.ts'
import type { TestProgram } from '../../server/test/harness.ts'
import type { Stage } from './stage.ts'

/** Inserts a program email that the mail server rejected. */
export async function addFailedMail(
  { service: { database, clock } }: Stage,
  program: TestProgram,
  mail: {
    kind: Schema['mails']['kind']
    recipient: string
    data?: string
    attempts: number
    last_error: string
  },
) {
  const at = clock.now()
  await database.kysely
    .insertInto('mails')
    .values({
      data: '{}',
      ...mail,
      cause: randomUUID(),
      message_id: `<${randomUUID()}@acme.test>`,
      workspace_id: program.workspaceId,
      program_id: program.id,
      secret: null,
      state: 'failed',
      created_at: at,
      expires_at: at,
    })
    .execute()
}
