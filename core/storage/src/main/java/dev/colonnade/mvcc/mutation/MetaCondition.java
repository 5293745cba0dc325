package dev.colonnade.mvcc.mutation;

import static java.util.Objects.requireNonNull;

/**
 * Condition on a record in {@code META} that a mutation, and so its whole batch, depends on;
 * otherwise SERIALIZATION_FAILURE.
 */
public sealed interface MetaCondition {

  /** No condition. */
  MetaCondition ANY = Always.ALWAYS;

  /** The record does not exist. */
  MetaCondition ABSENT = Absence.ABSENT;

  /** Returns the condition that the record has exactly these bytes, which the writer has read. */
  static MetaCondition bytesAre(byte[] expected) {
    return new BytesAre(expected.clone());
  }

  /** Condition that always holds. */
  enum Always implements MetaCondition {
    ALWAYS
  }

  /** Condition that the record does not exist. */
  enum Absence implements MetaCondition {
    ABSENT
  }

  /** Condition that the record has the bytes that the writer has read. */
  @SuppressWarnings("ArrayRecordComponent") // compared by content where it is evaluated
  record BytesAre(byte[] expected) implements MetaCondition {
    public BytesAre {
      requireNonNull(expected, "expected is null");
    }
  }
}
