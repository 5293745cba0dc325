package dev.colonnade.sequence.definition;

/**
 * Position of a sequence, with PostgreSQL's {@code last_value} and {@code is_called}.
 *
 * @param value the last value that was reserved, or the next one to be reserved
 * @param isCalled whether {@code value} has been reserved
 */
public record SequencePosition(long value, boolean isCalled) {}
