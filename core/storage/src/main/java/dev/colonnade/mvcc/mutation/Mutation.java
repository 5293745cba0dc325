package dev.colonnade.mvcc.mutation;

import dev.colonnade.key.Key;
import dev.colonnade.store.Space;
import org.jspecify.annotations.Nullable;

/** Change of one key. A null value deletes the key. */
public sealed interface Mutation {

  Key key();

  byte @Nullable [] value();

  /** Returns the space of the key. */
  Space space();

  /**
   * Change of a key in {@code ROWS}, which is versioned; the value has a header with space for the
   * timestamp.
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record OfRow(Key key, byte @Nullable [] value, Condition condition, Role role)
      implements Mutation {
    /** Returns whether the mutation counts in the commit result. */
    public boolean counts() {
      return role == Role.ROW;
    }

    @Override
    public Space space() {
      return Space.ROWS;
    }
  }

  /** Role of the mutation of a key in its row. */
  enum Role {
    /** The key represents the row and counts in the result. */
    ROW,
    /** The key is a part of a row that another key represents. */
    PART,
    /** The mutation changes nothing; only its condition is checked. */
    CHECK
  }

  /** Change of a record in {@code META}, which is not versioned and has no header. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record OfMeta(Key key, byte @Nullable [] value, MetaCondition condition) implements Mutation {
    @Override
    public Space space() {
      return Space.META;
    }
  }
}
