package dev.colonnade.sequence.definition;

/**
 * Where a sequence stands, as in PostgreSQL.
 *
 * @param value the last value that was reserved, or the next one to be
 * @param isCalled which of the two: whether {@code value} has been reserved
 */
public record Position(long value, boolean isCalled) {}
