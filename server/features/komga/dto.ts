/** The shapes of Komga's API (its OpenAPI description, version 1.26) that its clients read. Moments are ISO 8601 to the second, UTC. */

export interface Author {
  name: string;
  /** As ComicInfo has them: `writer`, `penciller`, `translator`… */
  role: string;
}

export interface WebLink {
  label: string;
  url: string;
}

export interface SeriesMetadata {
  status: 'ONGOING' | 'ENDED' | 'ABANDONED' | 'HIATUS';
  statusLock: boolean;
  title: string;
  titleLock: boolean;
  titleSort: string;
  titleSortLock: boolean;
  summary: string;
  summaryLock: boolean;
  readingDirection: 'LEFT_TO_RIGHT' | 'RIGHT_TO_LEFT' | 'WEBTOON';
  readingDirectionLock: boolean;
  publisher: string;
  publisherLock: boolean;
  ageRating: number | null;
  ageRatingLock: boolean;
  language: string;
  languageLock: boolean;
  genres: string[];
  genresLock: boolean;
  tags: string[];
  tagsLock: boolean;
  totalBookCount: number | null;
  totalBookCountLock: boolean;
  sharingLabels: string[];
  sharingLabelsLock: boolean;
  links: WebLink[];
  linksLock: boolean;
  alternateTitles: { label: string; title: string }[];
  alternateTitlesLock: boolean;
  created: string;
  lastModified: string;
}

export interface Series {
  id: string;
  libraryId: string;
  name: string;
  url: string;
  created: string;
  lastModified: string;
  fileLastModified: string;
  booksCount: number;
  booksReadCount: number;
  booksUnreadCount: number;
  booksInProgressCount: number;
  metadata: SeriesMetadata;
  booksMetadata: {
    authors: Author[];
    tags: string[];
    releaseDate: string | null;
    summary: string;
    summaryNumber: string;
    created: string;
    lastModified: string;
  };
  deleted: boolean;
  oneshot: boolean;
}

export interface ReadProgress {
  page: number;
  completed: boolean;
  readDate: string;
  deviceId: string;
  deviceName: string;
  created: string;
  lastModified: string;
}

export interface Book {
  id: string;
  seriesId: string;
  seriesTitle: string;
  libraryId: string;
  name: string;
  url: string;
  /** Its place in the series, from 1. */
  number: number;
  created: string;
  lastModified: string;
  fileLastModified: string;
  sizeBytes: number;
  size: string;
  media: {
    status: 'READY' | 'ERROR';
    mediaType: string;
    pagesCount: number;
    comment: string;
    epubDivinaCompatible: boolean;
    epubIsKepub: boolean;
    mediaProfile: 'DIVINA';
  };
  metadata: {
    title: string;
    titleLock: boolean;
    summary: string;
    summaryLock: boolean;
    number: string;
    numberLock: boolean;
    numberSort: number;
    numberSortLock: boolean;
    releaseDate: string | null;
    releaseDateLock: boolean;
    authors: Author[];
    authorsLock: boolean;
    tags: string[];
    tagsLock: boolean;
    isbn: string;
    isbnLock: boolean;
    links: WebLink[];
    linksLock: boolean;
    created: string;
    lastModified: string;
  };
  readProgress: ReadProgress | null;
  deleted: boolean;
  fileHash: string;
  oneshot: boolean;
}

export interface BookPage {
  /** From 1. */
  number: number;
  fileName: string;
  mediaType: string;
  width: number;
  height: number;
  sizeBytes: number;
  size: string;
}

export interface Collection {
  id: string;
  name: string;
  ordered: boolean;
  seriesIds: string[];
  createdDate: string;
  lastModifiedDate: string;
  filtered: boolean;
}

export interface ReadList {
  id: string;
  name: string;
  summary: string;
  ordered: boolean;
  bookIds: string[];
  createdDate: string;
  lastModifiedDate: string;
  filtered: boolean;
}
