package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.AddedKeys;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * Cache invalidation: commit participant that reports the keys which a group of commits changes to
 * the block directory, after the group is written to the store and before it is published. Not
 * earlier, because a block could be loaded in between from a store that lacks the change.
 */
final class CacheInvalidation implements GroupParticipant {
  private final BlockDirectory directory;

  // Changes of the group being built. Accessed by the leader only.
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

  @Override
  public void added(AddedKeys added) {
    spans.add(added.span());
  }

  /**
   * Returns whether the change is visible to a scan. The removal of an old version by garbage
   * collection is not. A tombstone counts because a scan that steps over it is charged for it.
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
    invalidate(keys, spans);
    discarded();
  }

  @Override
  public Runnable inLog() {
    List<Key> keysInLog = List.copyOf(keys);
    List<KeySpan> spansInLog = List.copyOf(spans);
    discarded();
    return () -> invalidate(keysInLog, spansInLog);
  }

  private void invalidate(List<Key> changed, List<KeySpan> cleared) {
    directory.beginChanges();
    if (!directory.isEmpty()) {
      changed.forEach(directory::changed);
      cleared.forEach(directory::cleared);
    }
  }

  @Override
  public void discarded() {
    keys.clear();
    spans.clear();
  }
}
