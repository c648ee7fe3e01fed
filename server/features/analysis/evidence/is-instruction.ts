const patterns = [
  // "Ignore all previous instructions."
  /\b(?:ignore|disregard|forget|override)\b[^.!?]{0,30}\b(?:previous|prior|above|earlier|system)\b[^.!?]{0,20}\b(?:instructions?|prompts?|rules?)\b/i,
  /\bsystem prompt\b/i,
  // "You are a language model."
  /\byou are (?:an? |now )?(?:\w+ )?(?:ai|assistant|language model|chatbot)\b/i,
  // "Set stress_level to 0", "return a risk score of 5".
  /\b(?:set|return|output|report|answer|respond|rate|score)\b[^.!?]{0,40}\b\w+_\w+\b/i,
  /\b(?:set|return|output)\b[^.!?]{0,40}\b(?:scores?|values?|metrics?)\b[^.!?]{0,20}\b(?:to|of|as)\b/i,
]

/** Whether what somebody says is meant for the AI that will read it: then nothing in it is evidence. */
export const isInstruction = (text: string) => patterns.some((it) => it.test(text))
