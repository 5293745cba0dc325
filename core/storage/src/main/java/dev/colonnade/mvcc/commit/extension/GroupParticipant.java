package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;

/**
 * Participant in every commit group: it is notified of the changes, may add records to the store
 * batch, and is notified of the outcome. Statistics derived from the data are thus written
 * atomically with the data and are always exact.
 *
 * <p>Called by the leader only, so never by two threads at the same time, and always in this order:
 * any number of {@link #changed} and {@link #cleared}, then {@link #beforeWrite}, then either
 * {@link #applied} or {@link #discarded}; for a group that fails early only {@link #discarded}.
 * Implementations must be fast and must not throw.
 */
public interface GroupParticipant {
  /** Participant that does nothing. */
  GroupParticipant NONE =
      new GroupParticipant() {
        @Override
        public void changed(VersionDelta delta) {}

        @Override
        public void beforeWrite(Batch batch) {}

        @Override
        public void applied() {}

        @Override
        public Runnable inLog() {
          return () -> {};
        }

        @Override
        public void discarded() {}
      };

  /**
   * Called for each change of a key by the group, except for those of {@link
   * #changed(ChangedKeys)}.
   */
  void changed(VersionDelta delta);

  /** Called for many new or deleted keys of the group together. */
  default void changed(ChangedKeys together) {
    for (int i = 0; i < together.count(); i++) {
      changed(together.delta(i));
    }
  }

  /**
   * Called if the group, that of an exclusive command, clears the span. There is no notification
   * for the single keys.
   */
  default void cleared(KeySpan span) {}

  /**
   * Called when all changes of the group are in {@code batch}; derived records can be added now.
   */
  void beforeWrite(Batch batch);

  /**
   * Called after {@link #beforeWrite} if the group has commits.
   *
   * @param timestamp that of the last one
   */
  default void committedAt(Batch batch, long timestamp) {}

  /** Called when the group is applied to the store, before any reader sees it. */
  void applied();

  /**
   * Called instead of {@link #applied} when the group is in a log, and further groups are built
   * before it is applied. The participant counts its changes from now on, except for what must not
   * be visible before the group is. If the group is lost, so are all later ones, and the engine
   * that has built them.
   *
   * @return action that runs when the group is applied to the store, before any reader sees it
   */
  Runnable inLog();

  /** Called when the group is discarded. */
  void discarded();

  /**
   * Called instead of {@link #discarded} if it is not known whether the store has the group. No
   * further group is written, but readers continue, and a restart may find the group.
   */
  default void unknown() {
    discarded();
  }
}
