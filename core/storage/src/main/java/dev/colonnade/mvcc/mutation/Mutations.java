package dev.colonnade.mvcc.mutation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Atomic batch of mutations. Filled by one thread, then submitted once to the commit pipeline and
 * not modified any more.
 *
 * <p>A key may be changed once per space: a second change is refused with INVALID_ARGUMENT. Adding
 * keys in ascending order is cheaper than in any other order.
 */
public final class Mutations {
  /**
   * Maximum length of a key of a row or record in bytes: the key of its history entry is longer and
   * must also fit.
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

  /** Writes that are not mutations yet, all of this batch; null if there are none. */
  private @Nullable CompactWrites compact;

  /** Returns a batch of writes that are mutations only when {@link #all} is called. */
  public static Mutations of(CompactWrites writes) {
    Mutations batch = new Mutations();
    batch.compact = writes;
    batch.byteSize = writes.byteSize();
    return batch;
  }

  /** Returns a batch of the mutations that writes are, to which others can be added. */
  public static Mutations copyOf(CompactWrites writes) {
    Mutations batch = new Mutations();
    batch.addAll(writes.mutations());
    return batch;
  }

  /** Returns all writes of this batch in their compact form; null if they have none. */
  public @Nullable CompactWrites compact() {
    return compact;
  }

  /**
   * Adds a put of a row's key. The batch takes ownership of the array; the pipeline writes the
   * commit timestamp into its header.
   */
  public Mutations put(Key key, byte[] value, Condition condition) {
    requireValue(key, value);
    return addRow(
        new Mutation.OfRow(
            key, value, requireNonNull(condition, "condition is null"), Mutation.Role.ROW));
  }

  /**
   * Adds an unconditional put of a key that is a part of a row: another key of the row counts in
   * the result.
   */
  public Mutations putPart(Key key, byte[] value) {
    requireValue(key, value);
    return addRow(new Mutation.OfRow(key, value, Condition.ANY, Mutation.Role.PART));
  }

  /** Variant of {@link #putPart(Key, byte[])} with a condition. */
  public Mutations putPart(Key key, byte[] value, Condition condition) {
    requireValue(key, value);
    return addRow(
        new Mutation.OfRow(
            key, value, requireNonNull(condition, "condition is null"), Mutation.Role.PART));
  }

  /**
   * Adds a condition on a row's key that the whole batch depends on, without a change of the key.
   */
  public Mutations check(Key key, Condition condition) {
    return addRow(
        new Mutation.OfRow(
            key, null, requireNonNull(condition, "condition is null"), Mutation.Role.CHECK));
  }

  /**
   * Adds a delete of a row's key; it has no effect if the key has no value and the condition
   * permits that.
   */
  public Mutations delete(Key key, Condition condition) {
    return addRow(
        new Mutation.OfRow(
            key, null, requireNonNull(condition, "condition is null"), Mutation.Role.ROW));
  }

  /** Adds an unconditional delete of a key that is a part of a row. */
  public Mutations deletePart(Key key) {
    return addRow(new Mutation.OfRow(key, null, Condition.ANY, Mutation.Role.PART));
  }

  /** Adds a guard that the whole batch depends on, in addition to earlier guards. */
  public Mutations guardedBy(CommitGuard guard) {
    guards.add(requireNonNull(guard, "guard is null"));
    return this;
  }

  /**
   * Adds an action that the leader runs when the batch has been applied, before readers see it and
   * writers continue. It must be short and must not fail.
   */
  public Mutations onApplied(Runnable action) {
    applied.add(requireNonNull(action, "action is null"));
    return this;
  }

  /**
   * Adds an action that the leader runs as soon as the batch is visible at the {@linkplain
   * dev.colonnade.mvcc.PublishedTimestamp#newest newest} timestamp, which may be before it is
   * durable (early lock release). It must be short and must not fail.
   */
  public Mutations onVisible(Runnable action) {
    visible.add(requireNonNull(action, "action is null"));
    return this;
  }

  /** Adds a put of a record in {@code META}. The batch takes ownership of the array. */
  public Mutations putMeta(Key key, byte[] value, MetaCondition condition) {
    requireNonNull(value, "value is null");
    return addMeta(new Mutation.OfMeta(key, value, requireNonNull(condition, "condition is null")));
  }

  /** Adds a delete of a record in {@code META}. */
  public Mutations deleteMeta(Key key, MetaCondition condition) {
    return addMeta(new Mutation.OfMeta(key, null, requireNonNull(condition, "condition is null")));
  }

  /** Calls {@code visitor} for every change of a row's key. */
  public void forEachRow(RowVisitor visitor) {
    if (compact != null) {
      compact.forEachRow(visitor);
      return;
    }
    for (Mutation mutation : mutations) {
      if (mutation instanceof Mutation.OfRow row && row.role() != Mutation.Role.CHECK) {
        byte[] value = row.value();
        visitor.row(row.key(), value == null ? RowVisitor.DELETED : value.length);
      }
    }
  }

  /** Returns two batches with the mutations of this one, which has at least two. */
  public List<Mutations> halves() {
    List<Mutation> all = all();
    int middle = all.size() / 2;
    Mutations first = new Mutations();
    first.addAll(all.subList(0, middle));
    Mutations second = new Mutations();
    second.addAll(all.subList(middle, all.size()));
    return List.of(first, second);
  }

  private void addAll(List<Mutation> others) {
    for (Mutation other : others) {
      switch (other) {
        case Mutation.OfRow row -> addRow(row);
        case Mutation.OfMeta meta -> addMeta(meta);
      }
    }
  }

  /** Returns a batch with the records, guards and actions of this one, and without its rows. */
  public Mutations withoutRows() {
    Mutations rest = new Mutations();
    for (Mutation mutation : mutations) {
      if (mutation instanceof Mutation.OfMeta meta) {
        rest.addMeta(meta);
      }
    }
    rest.guards.addAll(guards);
    rest.applied.addAll(applied);
    rest.visible.addAll(visible);
    return rest;
  }

  /** Returns the number of mutations. */
  public int count() {
    return compact == null ? mutations.size() : compact.count();
  }

  /** Returns whether there are no mutations. */
  public boolean isEmpty() {
    return count() == 0;
  }

  /** Returns the bytes of all keys and values. */
  public long byteSize() {
    return byteSize;
  }

  /** Checks all guards. Throws the exception of the first guard that refuses the batch. */
  public void checkGuards() {
    for (CommitGuard guard : guards) {
      guard.check();
    }
  }

  /**
   * Returns whether the batch joins a group only when all earlier groups are applied: it has a
   * guard that depends on them, or actions at its own application.
   */
  public boolean needsEarlierGroups() {
    return hasApplied() || guards.stream().anyMatch(CommitGuard::needsEarlierGroups);
  }

  /** Runs the actions that are due when the batch has been applied. */
  public void runApplied() {
    applied.forEach(Runnable::run);
  }

  /**
   * Returns whether early visibility is requested and permitted: there are actions at visibility
   * and none at application.
   */
  public boolean isVisibleEarly() {
    return applied.isEmpty() && !visible.isEmpty();
  }

  /** Returns whether there are actions to run before the batch is visible. */
  public boolean hasApplied() {
    return !applied.isEmpty();
  }

  /** Runs the actions that are due when the batch is visible. */
  public void runVisible() {
    visible.forEach(Runnable::run);
  }

  /** Submits the batch to the pipeline. Throws {@code IllegalStateException} at the second call. */
  public void submit() {
    if (submitted) {
      throw new IllegalStateException("batch submitted to the pipeline twice");
    }
    submitted = true;
  }

  /** Returns the mutations, which the caller must not modify. */
  public List<Mutation> all() {
    if (compact != null && mutations.isEmpty()) {
      mutations.addAll(compact.mutations());
    }
    return mutations;
  }

  Mutations addRow(Mutation mutation) {
    requireKey(mutation.key());
    rowKeys.add(mutation, mutations);
    return add(mutation);
  }

  private Mutations addMeta(Mutation mutation) {
    requireKey(mutation.key());
    metaKeys.add(mutation, mutations);
    return add(mutation);
  }

  private Mutations add(Mutation mutation) {
    if (compact != null) {
      throw new IllegalStateException("mutation added to compact writes key=" + mutation.key());
    }
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
          "value without a valid header key=%s valueBytes=%d".formatted(key, value.length));
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

  /** Visitor of changes of rows. */
  @FunctionalInterface
  public interface RowVisitor {
    /** Value length that denotes a delete. */
    int DELETED = -1;

    void row(Key key, int valueBytes);
  }

  /** Uniqueness check of keys. Needs a hash set only if the keys are not in ascending order. */
  private static final class UniqueKeys {
    private @Nullable Key last;
    private @Nullable Set<Key> seen;

    /**
     * Adds the key of a mutation.
     *
     * @param earlier mutations that were added before, also of other spaces
     */
    void add(Mutation mutation, List<Mutation> earlier) {
      Key key = mutation.key();
      if (seen == null) {
        if (last == null || last.compareTo(key) < 0) {
          last = key;
          return;
        }
        seen = keysOf(mutation.space(), earlier);
      }
      if (!seen.add(key)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "key changed twice in one batch key=" + key);
      }
    }

    private static Set<Key> keysOf(Space space, List<Mutation> mutations) {
      Set<Key> keys = new HashSet<>();
      for (Mutation mutation : mutations) {
        if (mutation.space() == space) {
          keys.add(mutation.key());
        }
      }
      return keys;
    }
  }
}
