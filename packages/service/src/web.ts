export { attachment } from './web/content-disposition.ts';
export { errorBody, HttpError, toFailure } from './web/errors.ts';
export { boundPort } from './web/listening.ts';
export { OriginPolicy } from './web/origin-policy.ts';
export { readTarget } from './web/request-head.ts';
export { isSameToken } from './web/token.ts';
