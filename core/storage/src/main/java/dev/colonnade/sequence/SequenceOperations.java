package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceNames;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.record.PendingSequenceChange;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Executor of sequence DDL and setval.
 *
 * <p>Each change is atomic and durable: one exclusive command of the commit pipeline writes the
 * record, and the caches install it before any other commit, hence before any reservation. A change
 * that fails has no effect. Changes are serialized and wait for the disk: event loops must not call
 * them.
 */
public final class SequenceOperations {
  private final Sequences sequences;
  private final CommitPipeline pipeline;
  private final SequenceCatalogCallback catalog;
  private final ReentrantLock changing = new ReentrantLock();

  /** Restarts at 0 when the store is opened, since no change is pending then. */
  private final AtomicLong pendingNumber = new AtomicLong();

  public SequenceOperations(
      Sequences sequences, CommitPipeline pipeline, SequenceCatalogCallback catalog) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
  }

  /**
   * Creates a sequence.
   *
   * @throws ColonnadeException DUPLICATE_SEQUENCE if a sequence or table has this name;
   *     UNKNOWN_TABLE, UNKNOWN_COLUMN for its owner; INVALID_NAME; LIMIT_EXCEEDED
   */
  public Sequence create(String name, SequenceOptions options) {
    SequenceNames.require(name);
    requireNonNull(options, "options is null");
    Sequence created = exclusive(context -> create(context, name, options));
    Failpoint.SEQUENCE_AFTER_CREATE.pass();
    return created;
  }

  /**
   * Alters a sequence. Values that were reserved before and not allocated become invalid. Unless
   * the change restarts the sequence, it continues after the last value that was allocated.
   *
   * @throws ColonnadeException UNKNOWN_SEQUENCE; INVALID_ARGUMENT with PostgreSQL's message
   */
  public SequenceDescription alter(String name, SequenceChange change) {
    requireNonNull(change, "change is null");
    SequenceRecord altered = change(name, context -> alter(context, name, change));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(altered);
  }

  /** Variant of {@link #alter(String, SequenceChange)} for a sequence that is already looked up. */
  public SequenceDescription alter(Sequence sequence, SequenceChange change) {
    requireNonNull(change, "change is null");
    SequenceRecord altered = change(sequence, context -> alter(context, sequence, change));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(altered);
  }

  /**
   * Adds pending changes of a sequence to a batch. They become durable with the batch, and are
   * applied by {@link #applyPending}, or by {@link #recoverPending} when the store is opened again.
   *
   * @param number unique number of the pending change, from {@link #newPendingNumber}
   * @throws ColonnadeException UNKNOWN_SEQUENCE; INVALID_ARGUMENT with PostgreSQL's message
   */
  public void addPending(
      Mutations mutations, long number, Sequence sequence, List<SequenceChange> changes) {
    SequenceRecord stored = stored(sequence);
    // The real position is known only when the change is applied; validation does not need it.
    SequencePosition placeholder = new SequencePosition(stored.options().start(), false);
    SequenceChange.Changed changed = applyAll(changes, stored.options(), placeholder);
    sequences
        .records()
        .putPending(
            mutations,
            new PendingSequenceChange(
                number,
                stored.nextEpoch(changed.options(), changed.position()),
                changes.stream().anyMatch(SequenceChange::isRestart)));
  }

  /** Returns whether the sequence exists, that is, was not dropped. */
  public boolean exists(Sequence sequence) {
    return sequences.find(sequence.id()) != null;
  }

  /** Returns a unique number for a pending change. */
  public long newPendingNumber() {
    return pendingNumber.incrementAndGet();
  }

  /** Applies changes that {@link #addPending} added to a batch which has committed. */
  public void applyPending(long number, Sequence sequence, List<SequenceChange> changes) {
    try {
      SequenceRecord _ =
          change(
              sequence,
              context -> {
                sequences.records().deletePending(context, number);
                return alter(context, sequence, changes);
              });
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.INVALID_ARGUMENT || e.code() == ErrorCode.UNKNOWN_SEQUENCE) {
        // Never applicable. After any other failure, recoverPending retries.
        deletePending(number);
      }
      throw e;
    }
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
  }

  /**
   * Applies the changes that were committed but not applied before the store was closed or crashed.
   */
  public void recoverPending() {
    for (PendingSequenceChange pending : sequences.records().readPending()) {
      Sequence sequence = sequences.find(pending.target().id());
      if (sequence == null) {
        deletePending(pending.number());
      } else {
        SequenceRecord _ =
            change(
                sequence,
                context -> {
                  sequences.records().deletePending(context, pending.number());
                  return write(context, sequence, pending.after(stored(sequence)));
                });
      }
    }
  }

  /** Deletes a pending change that must not be applied any more. */
  public void deletePending(long number) {
    exclusive(
        context -> {
          sequences.records().deletePending(context, number);
          return number;
        });
  }

  private static SequenceChange.Changed applyAll(
      List<SequenceChange> changes, SequenceOptions options, SequencePosition position) {
    SequenceChange.Changed changed = new SequenceChange.Changed(options, position);
    for (SequenceChange change : changes) {
      changed = change.apply(changed.options(), changed.position());
    }
    return changed;
  }

  /**
   * Renames a sequence; its id and its position do not change. Throws DUPLICATE_SEQUENCE or
   * UNKNOWN_SEQUENCE.
   */
  public SequenceDescription rename(String name, String newName) {
    SequenceNames.require(newName);
    SequenceRecord renamed = change(name, context -> rename(context, name, newName));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(renamed);
  }

  /**
   * Creates a sequence that can be looked up by its id only. The caller later {@linkplain
   * #updateIdentity lists it under a name} or {@linkplain #dropUnlisted drops it}.
   */
  public Sequence createUnlisted(String name, SequenceOptions options) {
    SequenceNames.require(name);
    requireNonNull(options, "options is null");
    return exclusive(context -> add(context, name, options, false));
  }

  /** Drops a sequence if it exists and was never listed. */
  public void dropUnlisted(long id) {
    exclusive(
        context -> {
          Sequence sequence = sequences.find(id);
          if (sequence != null && !sequence.isListed()) {
            drop(context, List.of(sequence));
          }
          return id;
        });
  }

  /**
   * Sets the name of a sequence, whether it can be looked up by that name, and its OWNED BY column,
   * within an exclusive command.
   */
  public void updateIdentity(
      ExclusiveContext context,
      long id,
      String name,
      boolean listed,
      @Nullable OwningColumn owner) {
    Sequence sequence = sequences.require(id);
    SequenceRecord stored = stored(sequence);
    boolean isSame =
        stored.name().equals(name)
            && stored.isListed() == listed
            && Objects.equals(stored.options().ownedBy(), owner);
    if (!isSame) {
      String before = stored.name();
      write(context, sequence, stored.withIdentity(name, listed, owner));
      context.onApplied(() -> sequences.replace(sequences.snapshot().replaced(sequence, before)));
    }
  }

  /**
   * Variant of {@link #updateIdentity(ExclusiveContext, long, String, boolean, OwningColumn)}
   * within a batch.
   */
  public void updateIdentity(
      Mutations mutations, long id, String name, boolean listed, @Nullable OwningColumn owner) {
    Sequence sequence = sequences.require(id);
    SequenceRecord stored = stored(sequence);
    SequenceRecord changed = stored.withIdentity(name, listed, owner);
    sequences.records().put(mutations, stored, changed);
    mutations.onApplied(
        () -> {
          sequence.cache().install(changed);
          sequences.replace(sequences.snapshot().replaced(sequence, stored.name()));
        });
  }

  /** Drops sequences within a batch. */
  public void dropAll(Mutations mutations, List<Sequence> dropped) {
    dropped.forEach(sequence -> sequences.records().delete(mutations, sequence.id()));
    mutations.onApplied(
        () -> {
          for (Sequence sequence : dropped) {
            sequences.replace(sequences.snapshot().without(sequence));
            sequence.cache().drop();
          }
        });
  }

  /** Drops sequences within an exclusive command. */
  public void dropAll(ExclusiveContext context, List<Sequence> dropped) {
    if (!dropped.isEmpty()) {
      drop(context, dropped);
    }
  }

  /** Drops a sequence; pending allocation requests fail with UNKNOWN_SEQUENCE. */
  public void drop(String name) {
    exclusive(
        context -> {
          Sequence sequence = requireForChange(name);
          catalog.dropped(context, sequence.id());
          drop(context, List.of(sequence));
          return sequence;
        });
    Failpoint.SEQUENCE_AFTER_DROP.pass();
  }

  /** Returns {@link Sequence#description} of the sequence with this name. */
  public SequenceDescription describe(String name) {
    return sequences.require(name).description();
  }

  /** Returns the descriptions of all sequences in the order of {@link Sequences#all}. */
  public List<SequenceDescription> list() {
    return sequences.all().stream().map(Sequence::description).toList();
  }

  /**
   * Sets the position of a sequence (setval): the next allocated value is the one after {@code
   * value}, or {@code value} itself if {@code isCalled} is false.
   *
   * @throws ColonnadeException VALUE_OUT_OF_RANGE outside the bounds; UNKNOWN_SEQUENCE
   */
  public void setValue(String name, long value, boolean isCalled) {
    setValue(sequences.require(name), value, isCalled);
  }

  /**
   * Variant of {@link #setValue(String, long, boolean)} for a sequence that is already looked up.
   */
  public void setValue(Sequence sequence, long value, boolean isCalled) {
    change(sequence, context -> setValue(context, sequence, value, isCalled));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
  }

  private Sequence create(ExclusiveContext context, String name, SequenceOptions options) {
    requireNameFree(name);
    requireOwner(options.ownedBy());
    Sequence created = add(context, name, options, true);
    catalog.created(context, created.id(), name, options.ownedBy());
    return created;
  }

  private Sequence add(
      ExclusiveContext context, String name, SequenceOptions options, boolean listed) {
    SequenceSnapshot before = sequences.snapshot();
    if (before.size() >= Sequences.SEQUENCES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many sequences: count=%d max=%d".formatted(before.size(), Sequences.SEQUENCES_MAX));
    }
    long id = sequences.records().nextId();
    SequenceRecord record =
        listed
            ? SequenceRecord.create(id, name, options)
            : SequenceRecord.createUnlisted(id, name, options);
    sequences.records().put(context, record);
    sequences.records().putNextId(context, id + 1);
    Sequence sequence = sequences.newSequence(record);
    Failpoint.SEQUENCE_BEFORE_CREATE.pass();
    context.onApplied(() -> sequences.replace(before.with(List.of(sequence))));
    return sequence;
  }

  private SequenceRecord alter(ExclusiveContext context, String name, SequenceChange change) {
    return alter(context, requireForChange(name), change);
  }

  private SequenceRecord alter(ExclusiveContext context, Sequence sequence, SequenceChange change) {
    SequenceRecord stored = stored(sequence);
    SequencePosition position =
        change.isRestart() ? stored.position() : sequence.cache().freeze(stored);
    SequenceChange.Changed changed = change.apply(stored.options(), position);
    if (change.ownership() != null) {
      requireOwner(changed.options().ownedBy());
      catalog.ownerChanged(context, sequence.id(), changed.options().ownedBy());
    }
    return write(context, sequence, stored.nextEpoch(changed.options(), changed.position()));
  }

  private SequenceRecord alter(
      ExclusiveContext context, Sequence sequence, List<SequenceChange> changes) {
    SequenceRecord stored = stored(sequence);
    SequencePosition position =
        changes.getFirst().isRestart() ? stored.position() : sequence.cache().freeze(stored);
    SequenceChange.Changed changed = applyAll(changes, stored.options(), position);
    return write(context, sequence, stored.nextEpoch(changed.options(), changed.position()));
  }

  private SequenceRecord rename(ExclusiveContext context, String name, String newName) {
    Sequence sequence = requireForChange(name);
    requireNameFree(newName);
    SequenceRecord renamed = stored(sequence).withName(newName);
    SequenceSnapshot before = sequences.snapshot();
    catalog.renamed(context, sequence.id(), newName);
    write(context, sequence, renamed);
    context.onApplied(() -> sequences.replace(before.replaced(sequence, name)));
    return renamed;
  }

  private SequenceRecord setValue(
      ExclusiveContext context, Sequence sequence, long value, boolean isCalled) {
    SequenceRecord stored = stored(sequence);
    SequenceOptions options = stored.options();
    if (value < options.min() || value > options.max()) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "setval: value %d is out of bounds for sequence \"%s\" (%d..%d)"
              .formatted(value, stored.name(), options.min(), options.max()));
    }
    return write(
        context, sequence, stored.nextEpoch(options, new SequencePosition(value, isCalled)));
  }

  private SequenceRecord write(
      ExclusiveContext context, Sequence sequence, SequenceRecord changed) {
    sequences.records().put(context, changed);
    Failpoint.SEQUENCE_BEFORE_ALTER.pass();
    context.onApplied(() -> sequence.cache().install(changed));
    return changed;
  }

  private void drop(ExclusiveContext context, List<Sequence> dropped) {
    SequenceSnapshot after = sequences.snapshot();
    for (Sequence sequence : dropped) {
      sequences.records().delete(context, sequence.id());
      after = after.without(sequence);
    }
    SequenceSnapshot rest = after;
    Failpoint.SEQUENCE_BEFORE_DROP.pass();
    context.onApplied(
        () -> {
          sequences.replace(rest);
          dropped.forEach(sequence -> sequence.cache().drop());
        });
  }

  private SequenceRecord change(String name, ExclusiveCommand<SequenceRecord> command) {
    changing.lock();
    try {
      return change(requireForChange(name), command);
    } finally {
      changing.unlock();
    }
  }

  /** Executes a command that changes a sequence; if it fails, the cache resumes allocation. */
  private SequenceRecord change(Sequence sequence, ExclusiveCommand<SequenceRecord> command) {
    changing.lock();
    try {
      return pipeline.exclusive(command);
    } catch (ColonnadeException e) {
      sequence.cache().changeFailed(e.code() == ErrorCode.COMMIT_UNKNOWN);
      throw e;
    } finally {
      changing.unlock();
    }
  }

  private <T> T exclusive(ExclusiveCommand<T> command) {
    changing.lock();
    try {
      return pipeline.exclusive(command);
    } finally {
      changing.unlock();
    }
  }

  private Sequence requireForChange(String name) {
    Sequence sequence = sequences.find(name);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "sequence \"%s\" does not exist".formatted(name));
    }
    return sequence;
  }

  private SequenceRecord stored(Sequence sequence) {
    SequenceRecord stored = sequences.records().read(sequence.id());
    if (stored == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "relation \"%s\" does not exist".formatted(sequence.name()));
    }
    return stored;
  }

  private void requireNameFree(String name) {
    if (sequences.find(name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_SEQUENCE, "relation \"%s\" already exists".formatted(name));
    }
    catalog.requireNameFree(name);
  }

  private void requireOwner(@Nullable OwningColumn owner) {
    if (owner != null) {
      catalog.requireColumn(owner);
    }
  }
}
