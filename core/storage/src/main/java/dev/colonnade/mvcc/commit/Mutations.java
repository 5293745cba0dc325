package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes of any number of keys that are to happen all together or not at all. Filled by one
 * thread, then given to the {@link CommitPipeline} once and not touched any more.
 *
 * <p>A key may be changed once per space: a second change of it is refused with INVALID_ARGUMENT.
 * Adding keys in ascending order is cheaper than in another.
 */
public final class Mutations {
  /**
   * Most bytes in the key of a row or record: its history entry's key is longer and must fit too.
   */
  public static final int KEY_BYTES_MAX = Store.KEY_BYTES_MAX - HistoryLayout.KEY_SUFFIX_BYTES;

  private final List<Mutation> mutations = new ArrayList<>();
  private final UniqueKeys rowKeys = new UniqueKeys();
  private final UniqueKeys metaKeys = new UniqueKeys();
  private final List<CommitGuard> guards = new ArrayList<>(1);
  private final List<Runnable> applied = new ArrayList<>(0);
  private final List<Runnable> visible = new ArrayList<>(0);
  private long byteSize;
  private boolean submitted;

  /**
   * Sets the value of a row's key. The array is taken over, and the commit timestamp will be
   * written into its header.
   */
  public Mutations put(Key key, byte[] value, Condition condition) {
    requireValue(key, value);
    return addRow(
        new Mutation.OfRow(
            key, value, requireNonNull(condition, "condition is null"), Mutation.Role.ROW));
  }

  /**
   * As {@link #put}, whatever the key holds, for a key that is a part of a row: another key of the
   * row counts in the result.
   */
  public Mutations putPart(Key key, byte[] value) {
    requireValue(key, value);
    return addRow(new Mutation.OfRow(key, value, Condition.ANY, Mutation.Role.PART));
  }

  /** As {@link #putPart(Key, byte[])}, for a key of which something must hold. */
  public Mutations putPart(Key key, byte[] value, Condition condition) {
    requireValue(key, value);
    return addRow(
        new Mutation.OfRow(
            key, value, requireNonNull(condition, "condition is null"), Mutation.Role.PART));
  }

  /** Makes the whole batch depend on what a row's key holds, which stays as it is. */
  public Mutations check(Key key, Condition condition) {
    return addRow(
        new Mutation.OfRow(
            key, null, requireNonNull(condition, "condition is null"), Mutation.Role.CHECK));
  }

  /**
   * Removes the value of a row's key; does nothing where there is none and the condition allows it.
   */
  public Mutations delete(Key key, Condition condition) {
    return addRow(
        new Mutation.OfRow(
            key, null, requireNonNull(condition, "condition is null"), Mutation.Role.ROW));
  }

  /** As {@link #delete}, for a key that is a part of a row. */
  public Mutations deletePart(Key key) {
    return addRow(new Mutation.OfRow(key, null, Condition.ANY, Mutation.Role.PART));
  }

  /** Makes the whole batch depend on {@code guard}, besides any earlier one. */
  public Mutations guardedBy(CommitGuard guard) {
    guards.add(requireNonNull(guard, "guard is null"));
    return this;
  }

  /**
   * Has {@code action} run by the leader when the batch is written, before readers see it and
   * writers go on. It must be short and not fail.
   */
  public Mutations onApplied(Runnable action) {
    applied.add(requireNonNull(action, "action is null"));
    return this;
  }

  /**
   * Has {@code action} run by the leader as soon as those who read the {@linkplain
   * dev.colonnade.mvcc.PublishedTimestamp#newest newest} state see the batch, which may be before
   * it is durable: locks can be given back. It must be short and not fail.
   */
  public Mutations onVisible(Runnable action) {
    visible.add(requireNonNull(action, "action is null"));
    return this;
  }

  /** Sets a record in {@code META}. The array is taken over. */
  public Mutations putMeta(Key key, byte[] value, MetaCondition condition) {
    requireNonNull(value, "value is null");
    return addMeta(new Mutation.OfMeta(key, value, requireNonNull(condition, "condition is null")));
  }

  /** Removes a record from {@code META}. */
  public Mutations deleteMeta(Key key, MetaCondition condition) {
    return addMeta(new Mutation.OfMeta(key, null, requireNonNull(condition, "condition is null")));
  }

  /** Shows every change of a row's key to {@code visitor}. */
  public void forEachRow(RowVisitor visitor) {
    for (Mutation mutation : mutations) {
      if (mutation instanceof Mutation.OfRow row && row.role() != Mutation.Role.CHECK) {
        byte[] value = row.value();
        visitor.row(row.key(), value == null ? RowVisitor.DELETED : value.length);
      }
    }
  }

  /** Number of changes. */
  public int count() {
    return mutations.size();
  }

  /** Whether there is nothing to change. */
  public boolean isEmpty() {
    return mutations.isEmpty();
  }

  /** Bytes of all keys and values. */
  public long byteSize() {
    return byteSize;
  }

  /** Throws what the first guard throws that does not let the batch through. */
  void checkGuards() {
    for (CommitGuard guard : guards) {
      guard.check();
    }
  }

  /** Runs what waits for the batch to be written. */
  void runApplied() {
    applied.forEach(Runnable::run);
  }

  /** Whether there is something to do for when the batch is visible, and nothing before. */
  boolean isVisibleEarly() {
    return applied.isEmpty() && !visible.isEmpty();
  }

  /** Whether there is something to do before the batch is visible. */
  boolean hasApplied() {
    return !applied.isEmpty();
  }

  /** Runs what waits for the batch to be visible. */
  void runVisible() {
    visible.forEach(Runnable::run);
  }

  /** Hands the changes to the pipeline, once. */
  List<Mutation> submit() {
    if (submitted) {
      throw new IllegalStateException("batch given to the pipeline twice");
    }
    submitted = true;
    return mutations;
  }

  private Mutations addRow(Mutation mutation) {
    requireKey(mutation.key());
    rowKeys.add(mutation.key());
    return add(mutation);
  }

  private Mutations addMeta(Mutation mutation) {
    requireKey(mutation.key());
    metaKeys.add(mutation.key());
    return add(mutation);
  }

  private Mutations add(Mutation mutation) {
    byte[] value = mutation.value();
    mutations.add(mutation);
    byteSize += mutation.key().length() + (value == null ? 0 : value.length);
    return this;
  }

  private static void requireValue(Key key, byte[] value) {
    requireNonNull(value, "value is null");
    if (value.length < VersionHeader.BYTES || VersionHeader.isTombstone(value)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "value without a header of its own key=%s valueBytes=%d".formatted(key, value.length));
    }
  }

  private static void requireKey(Key key) {
    requireNonNull(key, "key is null");
    if (key.isInfinity() || key.length() > KEY_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "key not finite or too long keyBytes=%s max=%d"
              .formatted(key.isInfinity() ? "infinite" : key.length(), KEY_BYTES_MAX));
    }
  }

  /** Looks at changes of rows. */
  @FunctionalInterface
  public interface RowVisitor {
    /** Stands for the bytes of a value that is removed. */
    int DELETED = -1;

    void row(Key key, int valueBytes);
  }

  /** Refuses the second coming of a key. Needs a set only once keys do not ascend. */
  private static final class UniqueKeys {
    private final List<Key> ascending = new ArrayList<>();
    private @Nullable Set<Key> seen;

    void add(Key key) {
      if (seen == null) {
        if (ascending.isEmpty() || ascending.getLast().compareTo(key) < 0) {
          ascending.add(key);
          return;
        }
        seen = new HashSet<>(ascending);
        ascending.clear();
      }
      if (!seen.add(key)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "key changed twice in one batch key=" + key);
      }
    }
  }
}
