package dev.colonnade.mvcc.commit;

import dev.colonnade.key.Key;
import dev.colonnade.store.Space;
import org.jspecify.annotations.Nullable;

/** One change of one key. The value is null where the key shall have none. */
sealed interface Mutation {

  Key key();

  byte @Nullable [] value();

  /** Where the key lives. */
  Space space();

  /** A row's key: versioned; the value has room for the timestamp in its header. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record OfRow(Key key, byte @Nullable [] value, Condition condition, Role role)
      implements Mutation {
    /** Whether it counts in the result. */
    boolean counts() {
      return role == Role.ROW;
    }

    @Override
    public Space space() {
      return Space.ROWS;
    }
  }

  /** What the mutation of a row's key is to the row. */
  enum Role {
    /** It is the row, and counts in the result. */
    ROW,
    /** It goes with a row that another key counts for. */
    PART,
    /** It changes nothing; only its condition matters. */
    CHECK
  }

  /** A record in {@code META}: not versioned, and all its bytes are the owner's. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record OfMeta(Key key, byte @Nullable [] value, MetaCondition condition) implements Mutation {
    @Override
    public Space space() {
      return Space.META;
    }
  }
}
