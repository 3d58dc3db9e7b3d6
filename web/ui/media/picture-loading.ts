import { blur } from './blur.ts';

/** Lazy pictures start to load this far before they come into sight (3 screens). */
const AHEAD = '300% 0px';
/** How often a picture is asked for before the fallback takes its place. */
const ATTEMPTS = 2;
/** Least time between two starts of pictures that came near, and before a picture is asked for again, in ms. */
const THROTTLE = 200;
/** Pictures remembered to have come. */
const MAX_KNOWN = 200;

/** The text to show while a picture comes, and when it does not. */
export interface PictureNeeds {
  src: string;
  /** Takes its place when it cannot be had; stands for it while it comes where nothing is known of it. */
  fallback: string;
  thumbhash: string | null | undefined;
  color: string | null | undefined;
  eager: boolean;
}

/**
 * Sees a picture through: `data-state` says `loading`, `loaded` or `error`. It loads three screens ahead, is asked for
 * twice, and is replaced by the fallback after that; its box never changes. One that has come before is shown at once,
 * with nothing in its place meanwhile. `letGo` ends it.
 */
export function seePicture(
  element: HTMLImageElement,
  { src, fallback, thumbhash, color, eager }: PictureNeeds,
  letGo: AbortSignal,
): void {
  if (letGo.aborted) return;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const say = (state: 'loading' | 'loaded' | 'error') => {
    element.dataset.state = state;
  };
  const onLoad = () => {
    element.style.removeProperty('background-image');
    if (failures < ATTEMPTS) {
      say('loaded');
      remember(src);
    }
  };
  const onError = () => {
    failures += 1;
    if (failures < ATTEMPTS) {
      again = setTimeout(() => {
        // At once with the address: the browser asks anew whenever one of the two changes.
        element.removeAttribute('srcset');
        element.src = src;
      }, THROTTLE);
    } else if (failures === ATTEMPTS) {
      known.delete(src);
      // The fallback has a shape of its own; the box keeps that of the picture.
      element.style.aspectRatio = `${element.getAttribute('width')} / ${element.getAttribute('height')}`;
      say('error');
      element.src = fallback;
    }
  };
  element.addEventListener('error', onError, { signal: letGo });
  element.addEventListener('load', onLoad, { signal: letGo });
  if (element.complete && element.currentSrc !== '') {
    // It came, or failed, before anyone was here to see it.
    if (element.naturalWidth === 0) {
      onError();
    } else {
      onLoad();
    }
  } else {
    say('loading');
    if (known.has(src)) {
      element.loading = 'eager';
    } else {
      if (thumbhash) {
        void blur(element, thumbhash);
      } else if (!color) {
        element.style.backgroundImage = `url("${fallback}")`;
      }
      if (!eager) {
        loadAhead(element, letGo);
      }
    }
  }
  letGo.addEventListener('abort', () => {
    element.style.removeProperty('aspect-ratio');
    clearTimeout(again);
  });
}

const known = new Set<string>();

function remember(src: string): void {
  known.delete(src);
  known.add(src);
  if (known.size > MAX_KNOWN) {
    known.delete(known.values().next().value!);
  }
}

let observer: IntersectionObserver | undefined;
let started = -Infinity;
let waiting: ReturnType<typeof setTimeout> | undefined;
const near = new Set<HTMLImageElement>();

/** Without scripts the browser chooses when; with them it is three screens ahead. What is passed by in a hurry is not loaded. */
function loadAhead(element: HTMLImageElement, letGo: AbortSignal): void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        near[isIntersecting ? 'add' : 'delete'](target as HTMLImageElement);
      }
      waiting ??= setTimeout(startNear, Math.max(0, started + THROTTLE - performance.now()));
    },
    { rootMargin: AHEAD },
  );
  observer.observe(element);
  letGo.addEventListener('abort', () => {
    near.delete(element);
    observer?.unobserve(element);
  });
}

function startNear(): void {
  waiting = undefined;
  started = performance.now();
  for (const element of near) {
    element.loading = 'eager';
    observer?.unobserve(element);
  }
  near.clear();
}
