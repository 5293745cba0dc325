package dev.colonnade.catalog.relation;

/**
 * Definition of a column that is GENERATED AS IDENTITY.
 *
 * @param always whether it is GENERATED ALWAYS: an explicit value requires OVERRIDING SYSTEM VALUE
 * @param sequenceId object id of the sequence that generates its values
 */
public record IdentityColumn(boolean always, int sequenceId) {}
