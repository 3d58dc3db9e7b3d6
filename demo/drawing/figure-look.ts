/** The mood of a figure decides eyes, brows and mouth. */
export const moods = [
  'happy',
  'joy',
  'sad',
  'shock',
  'angry',
  'calm',
  'sleepy',
  'wink',
  'scared',
  'proud',
  'think',
] as const;
export type Mood = (typeof moods)[number];

/** The pose of a figure arms and legs. */
export const poses = [
  'stand',
  'wave',
  'cheer',
  'point',
  'hips',
  'ponder',
  'hold',
  'run',
  'jump',
  'sit',
  'give',
  'fly',
] as const;
export type Pose = (typeof poses)[number];

export type HeadKind =
  'human' | 'cat' | 'fox' | 'bear' | 'rabbit' | 'frog' | 'penguin' | 'owl' | 'dragon' | 'robot' | 'ghost' | 'octopus';
export type HairStyle = 'short' | 'bob' | 'long' | 'bun' | 'pony' | 'spiky' | 'curly' | 'braids' | 'hijab' | 'bald';
export type Hat =
  | 'witch'
  | 'sailor'
  | 'toque'
  | 'knight'
  | 'bubble'
  | 'beret'
  | 'straw'
  | 'cap'
  | 'turban'
  | 'crown'
  | 'headphones'
  | 'beanie'
  | 'hood'
  | 'conical'
  | 'bow'
  | 'flower';
export type Outfit =
  'tunic' | 'dress' | 'coat' | 'apron' | 'stripes' | 'overalls' | 'suit' | 'armour' | 'robe' | 'hoodie' | 'none';
export type Prop =
  | 'letter'
  | 'lantern'
  | 'broom'
  | 'ladle'
  | 'bread'
  | 'wrench'
  | 'book'
  | 'umbrella'
  | 'net'
  | 'sword'
  | 'star'
  | 'flower'
  | 'cup'
  | 'baton'
  | 'lens'
  | 'bowl'
  | 'crook'
  | 'parcel'
  | 'plane'
  | 'note';

/** How one character looks, always: everything but mood and pose. Colours are `#rrggbb`. */
export type Look = {
  head: HeadKind;
  /** Skin, fur, or a robot's shell. */
  skin: string;
  /** Belly, muzzle, inner ears, a robot's screen. */
  pale?: string;
  hair?: string;
  hairStyle?: HairStyle;
  hat?: Hat;
  hatColour?: string;
  outfit: Outfit;
  cloth: string;
  cloth2: string;
  extras?: ('scarf' | 'cape' | 'glasses' | 'bag' | 'beard' | 'moustache' | 'patch' | 'stripes')[];
  prop?: Prop;
  /** Height beside the others; 1 when absent. */
  size?: number;
};

/** The grey that is as light as a `#rrggbb` colour. */
export function toGrey(colour: string): string {
  const v = parseInt(colour.slice(1), 16);
  const level = Math.round(0.3 * (v >> 16) + 0.59 * ((v >> 8) & 255) + 0.11 * (v & 255));
  return `#${level.toString(16).padStart(2, '0').repeat(3)}`;
}

/** A figure of the black-and-white comics: the same look with every colour turned to its grey. */
export function greyed(look: Look): Look {
  const grey = (colour: string | undefined) => {
    if (!colour) return colour;
    const v = parseInt(colour.slice(1), 16);
    const light = 0.3 * (v >> 16) + 0.59 * ((v >> 8) & 255) + 0.11 * (v & 255);
    const level = Math.round(Math.min(255, light < 90 ? light * 0.6 + 20 : 70 + light * 0.78));
    return `#${((level << 16) | (level << 8) | level).toString(16).padStart(6, '0')}`;
  };
  return {
    ...look,
    skin: look.head === 'human' ? '#ffffff' : grey(look.skin)!,
    pale: grey(look.pale),
    hair: grey(look.hair),
    hatColour: grey(look.hatColour),
    cloth: grey(look.cloth)!,
    cloth2: grey(look.cloth2)!,
  } as Look;
}
