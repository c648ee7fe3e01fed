/**
 * Invisible characters, also those that change the direction of text: they can make two names look alike, or one empty.
 * Joiners stay where they are visible, between letters that they change (Persian, the languages of India) and in emoji,
 * and so do variation selectors.
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
