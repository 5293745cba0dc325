package dev.colonnade.catalog;

/**
 * That a column is GENERATED AS IDENTITY.
 *
 * @param always whether a value of one's own has to be insisted on
 * @param sequenceId the object id of the sequence that its values come from
 */
public record IdentityColumn(boolean always, int sequenceId) {}
