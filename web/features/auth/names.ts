type Named = { firstName: string; email: string }

/** First name, else the part of the e-mail before the @ sign, else 'User' (specification part 1, section 2, "Shell"). */
export const greetingName = ({ firstName, email }: Named) =>
  firstName.trim() || email.split('@')[0] || 'User'
