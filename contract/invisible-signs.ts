/**
 * What nobody sees, with whatever turns the direction of a text round: by it one name could look like another, or like none.
 * A joiner stays where it shows, between letters that change by it (Persian, the languages of India) and in an emoji, and so
 * does what chooses the form of the sign before it.
 */
const invisible = new RegExp(
  [
    String.raw`(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])([\u200C\u200D])(?=[\p{L}\p{M}\p{Extended_Pictographic}])`,
    String.raw`(?<![\s\p{Default_Ignorable_Code_Point}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]|^)(\p{Variation_Selector})`,
    String.raw`\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)

export const withoutInvisible = (text: string) =>
  text.replaceAll(invisible, (_, joiner = '', selector = '') => joiner + selector)
