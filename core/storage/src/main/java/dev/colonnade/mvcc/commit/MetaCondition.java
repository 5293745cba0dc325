package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

/**
 * What must hold of a record in {@code META} for its mutation, and so for the whole batch, to
 * happen; otherwise SERIALIZATION_FAILURE.
 */
public sealed interface MetaCondition {

  /** Nothing. */
  MetaCondition ANY = Always.ALWAYS;

  /** There is no record. */
  MetaCondition ABSENT = Absence.ABSENT;

  /** The record has exactly these bytes, those that the writer had read. */
  static MetaCondition bytesAre(byte[] expected) {
    return new BytesAre(expected.clone());
  }

  /** Holds whatever there is. */
  enum Always implements MetaCondition {
    ALWAYS
  }

  /** Asks that there be no record. */
  enum Absence implements MetaCondition {
    ABSENT
  }

  /** Asks for the bytes that the writer had read. */
  @SuppressWarnings("ArrayRecordComponent") // compared by content where it is evaluated
  record BytesAre(byte[] expected) implements MetaCondition {
    public BytesAre {
      requireNonNull(expected, "expected is null");
    }
  }
}
