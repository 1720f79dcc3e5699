import fc from 'fast-check';

/**
 * For mutation testing: properties draw the same values in every run, so that the scores can be compared, and a failed one
 * is not shrunk, because that takes many times as long as finding it and would count as a timeout.
 */
fc.configureGlobal({ seed: 1, endOnFailure: true });
