/**
 * Somebody of the team, as people know him.
 * @param name of the person, where there is one of this id
 */
export function nameOfActor(actorId: string, name: string | null): string {
  return name ?? (actorId.startsWith('key:') ? 'A management key' : 'Somebody who has left')
}
