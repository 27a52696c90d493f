/**
 * Words at the heart of most guessed passwords (experience.md, tension 3). Twelve characters made of one of these,
 * repeated, counted up or decorated, are as common as the word.
 */
const words = `
  password passwort passw0rd passphrase pass word admin administrator root login logon user guest welcome letmein
  trustno secret changeme default test testing tester temp temporary demo sample example company business stint
  agency staffing invoice timesheet payroll contractor client funder finance account accounts money
  qwerty qwertyuiop qwert azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc poiuytrewq
  abc abcd abcdef abcdefgh abcdefghijkl iloveyou loveyou lovely love sweetheart sunshine princess prince angel
  football baseball basketball hockey soccer rugby cricket liverpool arsenal chelsea manchester everton celtic
  rangers tottenham united england britain london scotland ireland wales america
  monkey dragon tiger lion eagle falcon butterfly dolphin elephant panda kitten puppy buster rocky bailey
  master superman batman spiderman pokemon starwars matrix jordan michael jennifer jessica charlie ashley daniel
  thomas andrew joshua matthew hannah samantha nicole amanda robert william george harry james oliver jack
  summer winter spring autumn january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today tomorrow
  hello goodbye freedom whatever computer internet google facebook microsoft windows apple samsung iphone
  cookie chocolate cheese coffee banana orange strawberry blueberry purple yellow silver golden diamond
  flower rainbow heaven blessed jesus christ family mother father brother sister forever friends
  correct horse battery staple correcthorsebatterystaple thisismypassword mypassword yourpassword newpassword
  nopassword ilovemyself iloveyousomuch manchesterunited liverpoolfc christmas birthday holiday
`
export const common_words: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))
