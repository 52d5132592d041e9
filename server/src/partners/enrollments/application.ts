/** An answer with the question's text at that time. */
export interface Answer {
  id: string
  question: string
  answer: string
}
