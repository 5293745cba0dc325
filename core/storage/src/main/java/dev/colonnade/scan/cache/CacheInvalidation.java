package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ChangedKeys;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.scan.segment.SegmentMarks;
import dev.colonnade.store.Batch;
import java.util.ArrayList;
import java.util.List;

/**
 * Cache invalidation: commit participant that reports the keys which a group of commits changes to
 * the block directory, after the group is written to the store and before it is published. Not
 * earlier, because a block could be loaded in between from a store that lacks the change.
 *
 * <p>If there are segments, it also adds the {@linkplain SegmentMarks marks} of those that a group
 * changes to the batch of the group. A thread that has {@linkplain CachedBlock#assign assigned} a
 * number to a block waits for the groups that may have missed it: {@link #begun} at that time, and
 * {@link #ended} from then on.
 */
final class CacheInvalidation implements GroupParticipant {
  private final BlockDirectory directory;

  // Changes of the group being built. Accessed by the leader only.
  private final List<Key> keys = new ArrayList<>();
  private final List<KeySpan> spans = new ArrayList<>();
  private final List<Marked> marks = new ArrayList<>();

  /** True as soon as groups have marks. */
  private volatile boolean isMarking;

  /** Groups whose marks were determined. Written by the leader only, like the next field. */
  private volatile long begun;

  /** Groups that are applied or discarded, of those that have begun. */
  private volatile long ended;

  /**
   * True if the outcome of a group is unknown: a restart may find its changes, of which blocks and
   * later numbers know nothing.
   */
  private volatile boolean isUnknown;

  /** Block of which marks are in the batch of the group. */
  private record Marked(CachedBlock block, CachedBlock.OnDisk state) {}

  CacheInvalidation(BlockDirectory directory) {
    this.directory = directory;
  }

  /** Makes all groups that begin from now on have marks; cannot be undone. */
  void startMarking() {
    isMarking = true;
  }

  boolean isMarking() {
    return isMarking;
  }

  long begun() {
    return begun;
  }

  long ended() {
    return ended;
  }

  @Override
  public void changed(VersionDelta delta) {
    if (changesWhatIsRead(delta)) {
      keys.add(delta.key());
    }
  }

  @Override
  public void changed(ChangedKeys together) {
    spans.add(together.span());
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
  public void beforeWrite(Batch batch) {
    long number = begun + 1;
    begun = number;
    if (!isMarking) {
      return;
    }
    CachedBlock last = null;
    for (Key key : keys) {
      CachedBlock block = directory.find(key);
      if (block != null && block != last) {
        mark(block, batch);
        last = block;
      }
    }
    for (KeySpan span : spans) {
      directory.forEach(span, block -> mark(block, batch));
    }
  }

  private void mark(CachedBlock block, Batch batch) {
    CachedBlock.OnDisk state = block.onDisk();
    if (state.needsMark()) {
      state.numbers().forEach(number -> SegmentMarks.put(batch, number));
      marks.add(new Marked(block, state));
    }
  }

  @Override
  public void committedAt(Batch batch, long timestamp) {
    if (isMarking) {
      SegmentMarks.putPublished(batch, timestamp);
    }
  }

  @Override
  public void applied() {
    invalidate(keys, spans);
    marks.forEach(mark -> mark.block().marked(mark.state()));
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
  public void unknown() {
    isUnknown = true;
    discarded();
  }

  /** Returns whether the store may have changes that were not reported; no segment is written. */
  boolean isUnknown() {
    return isUnknown;
  }

  @Override
  public void discarded() {
    keys.clear();
    spans.clear();
    marks.clear();
    ended = begun;
  }
}
