import type { Work } from './work.ts';
import { carpetMender } from './works/carpet-mender.ts';
import { desertLantern } from './works/desert-lantern.ts';
import { foxPost } from './works/fox-post.ts';
import { inspectorOwl } from './works/inspector-owl.ts';
import { lighthouseRobot } from './works/lighthouse-robot.ts';
import { mangoDetectives } from './works/mango-detectives.ts';
import { marsGreenhouse } from './works/mars-greenhouse.ts';
import { midnightTrain } from './works/midnight-train.ts';
import { moonBakery } from './works/moon-bakery.ts';
import { neonCourier } from './works/neon-courier.ts';
import { octopusOrchestra } from './works/octopus-orchestra.ts';
import { cloudShepherd, monsoonMail, roomNine, volcanoNoodles } from './works/one-shots-asia.ts';
import { frogOffice, lastLibrary, sambaPenguin, warmBath } from './works/one-shots-west.ts';
import { paperAstronaut } from './works/paper-astronaut.ts';
import { rooftopCats } from './works/rooftop-cats.ts';
import { sailorAndWhale } from './works/sailor-and-whale.ts';
import { snowDay } from './works/snow-day.ts';
import { soupDragon } from './works/soup-dragon.ts';
import { starFishers } from './works/star-fishers.ts';
import { tinyKnight } from './works/tiny-knight.ts';
import { umbrellaWitch } from './works/umbrella-witch.ts';

/** All works of the demo library, the most recent first where days agree. */
export const works: readonly Work[] = [
  lighthouseRobot,
  moonBakery,
  rooftopCats,
  soupDragon,
  inspectorOwl,
  umbrellaWitch,
  desertLantern,
  octopusOrchestra,
  foxPost,
  neonCourier,
  sailorAndWhale,
  starFishers,
  paperAstronaut,
  midnightTrain,
  mangoDetectives,
  volcanoNoodles,
  tinyKnight,
  lastLibrary,
  marsGreenhouse,
  roomNine,
  sambaPenguin,
  monsoonMail,
  carpetMender,
  cloudShepherd,
  warmBath,
  frogOffice,
  snowDay,
];
