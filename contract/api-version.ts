/**
 * The version of the API, by semver: the second number grows where something came that no program needs to know, the first where
 * something went or changed (docs/api-changelog.md). Every answer says it in `API-Version`.
 */
export const API_VERSION = '1.0.0';
