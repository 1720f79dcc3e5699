import fc from 'fast-check';

/**
 * For mutation testing: a failed property is not shrunk, because that takes many times as long as finding it and would
 * count as a timeout.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
