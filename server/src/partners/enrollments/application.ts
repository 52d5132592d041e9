/** An answer with the words of its question as they were. */
export interface Answer {
  id: string
  question: string
  answer: string
}
