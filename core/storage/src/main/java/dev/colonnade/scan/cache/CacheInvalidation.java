package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.GroupParticipant;
import dev.colonnade.mvcc.commit.VersionDelta;
import dev.colonnade.store.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the directory what groups of commits change, when they are in the store and no reader sees
 * them yet. Not earlier: a block could be loaded in between from a store that lacks the change.
 */
final class CacheInvalidation implements GroupParticipant {
  private final BlockDirectory directory;

  // Of the group being built. Used by the leader only.
  private final List<Key> keys = new ArrayList<>();
  private final List<KeySpan> spans = new ArrayList<>();

  CacheInvalidation(BlockDirectory directory) {
    this.directory = directory;
  }

  @Override
  public void changed(VersionDelta delta) {
    if (changesWhatIsRead(delta)) {
      keys.add(delta.key());
    }
  }

  /**
   * Whether a reader could tell: not if the collector has removed an old version. A tombstone is of
   * no importance either, but for what a scan that comes by it is charged.
   */
  private static boolean changesWhatIsRead(VersionDelta delta) {
    return delta.historyVersions() >= 0 || delta.liveKeyValues() != 0 || delta.tombstones() != 0;
  }

  @Override
  public void cleared(KeySpan span) {
    spans.add(span);
  }

  @Override
  public void beforeWrite(Batch batch) {}

  @Override
  public void applied() {
    directory.beginChanges();
    if (!directory.isEmpty()) {
      keys.forEach(directory::changed);
      spans.forEach(directory::cleared);
    }
    discarded();
  }

  @Override
  public void discarded() {
    keys.clear();
    spans.clear();
  }
}
