package dev.colonnade.mvcc.commit;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;

/**
 * Takes part in every group of commits: learns what it changes, may add to its store batch, and
 * learns how it ended. So that figures derived from the data are written together with it and are
 * always exact.
 *
 * <p>Called by the leader only, so never by two threads at the same time, and always in this order:
 * any number of {@link #changed} and {@link #cleared}, then {@link #beforeWrite}, then one of
 * {@link #applied} and {@link #discarded}; a group that fails early goes straight to {@link
 * #discarded}. Must be quick, and not throw.
 */
public interface GroupParticipant {
  /** Takes no part. */
  GroupParticipant NONE =
      new GroupParticipant() {
        @Override
        public void changed(VersionDelta delta) {}

        @Override
        public void beforeWrite(Batch batch) {}

        @Override
        public void applied() {}

        @Override
        public void discarded() {}
      };

  /** A participant in whose place both of these take part, in this order. */
  static GroupParticipant both(GroupParticipant first, GroupParticipant second) {
    return new BothParticipants(first, second);
  }

  /** The group makes this change. */
  void changed(VersionDelta delta);

  /**
   * The group, that of an exclusive command, removes all that the span holds. No changes of single
   * keys are told.
   */
  default void cleared(KeySpan span) {}

  /**
   * All changes of the group are in {@code batch}; now records that follow from them can be added.
   */
  void beforeWrite(Batch batch);

  /** The group is in the store. No reader sees it yet. */
  void applied();

  /** The group will not happen. */
  void discarded();
}
