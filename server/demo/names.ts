/** Common names, combined at random for the large organization. */

export const firstNames = [
  ...['Aino', 'Eero', 'Helmi', 'Juhani', 'Kaisa', 'Lauri', 'Meri', 'Niilo', 'Oona', 'Pekka'],
  ...['Riikka', 'Sampo', 'Tuuli', 'Urho', 'Venla', 'Arttu', 'Elina', 'Heikki', 'Iida', 'Jaakko'],
  ...['Katri', 'Leevi', 'Minna', 'Onni', 'Päivi', 'Rasmus', 'Saara', 'Teemu', 'Ulla', 'Väinö'],
  ...['Anniina', 'Eetu', 'Hilla', 'Jussi', 'Kerttu', 'Matti', 'Noora', 'Oskari', 'Sanna', 'Topi'],
]

export const lastNames = [
  ...[
    'Aaltonen',
    'Heikkilä',
    'Hiltunen',
    'Jokela',
    'Kallio',
    'Karjalainen',
    'Kettunen',
    'Koivisto',
  ],
  ...['Korhonen', 'Koskinen', 'Laakso', 'Lahtinen', 'Lehtonen', 'Leinonen', 'Manninen', 'Mattila'],
  ...['Mäkelä', 'Mustonen', 'Niemi', 'Nieminen', 'Nurmi', 'Ojala', 'Parviainen', 'Peltola'],
  ...['Pitkänen', 'Rantala', 'Rautio', 'Saarinen', 'Salmi', 'Savolainen', 'Seppälä', 'Sillanpää'],
  ...['Tamminen', 'Toivonen', 'Tuominen', 'Turunen', 'Vainio', 'Väisänen', 'Virtanen', 'Ylönen'],
]
