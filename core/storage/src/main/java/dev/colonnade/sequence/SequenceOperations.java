package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.ExclusiveCommand;
import dev.colonnade.mvcc.commit.ExclusiveContext;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.sequence.definition.ColumnOwner;
import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceNames;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.PendingChange;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Changes of sequences.
 *
 * <p>Each is atomic and durable: one exclusive command of the commit pipeline writes the record,
 * and the caches go over to it before any other commit, so before any reservation. A change that
 * fails leaves everything as it was. Changes wait for each other and for the disk: they are not for
 * event loops.
 */
public final class SequenceOperations {
  private final Sequences sequences;
  private final CommitPipeline pipeline;
  private final SequenceNeighbours neighbours;
  private final ReentrantLock changing = new ReentrantLock();

  /** Counts anew whenever the store is opened: then no change is pending. */
  private final AtomicLong pendingNumber = new AtomicLong();

  public SequenceOperations(
      Sequences sequences, CommitPipeline pipeline, SequenceNeighbours neighbours) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.neighbours = requireNonNull(neighbours, "neighbours is null");
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
   * Alters a sequence: what was reserved before and not handed out is void, and where the change
   * does not say where to go on, the sequence goes on after the last value that was handed out.
   *
   * @throws ColonnadeException UNKNOWN_SEQUENCE; INVALID_ARGUMENT with PostgreSQL's message
   */
  public SequenceDescription alter(String name, SequenceChange change) {
    requireNonNull(change, "change is null");
    SequenceRecord altered = change(name, context -> alter(context, name, change));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(altered);
  }

  /** As {@link #alter(String, SequenceChange)}. */
  public SequenceDescription alter(Sequence sequence, SequenceChange change) {
    requireNonNull(change, "change is null");
    SequenceRecord altered = change(sequence, context -> alter(context, sequence, change));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(altered);
  }

  /**
   * Adds changes of a sequence to a batch. They are durable with it, and are made by {@link
   * #finish}, or when the store is opened again.
   *
   * @param number of the pending change, which is no other's
   * @throws ColonnadeException UNKNOWN_SEQUENCE; INVALID_ARGUMENT with PostgreSQL's message
   */
  public void addTo(
      Mutations mutations, long number, Sequence sequence, List<SequenceChange> changes) {
    SequenceRecord stored = stored(sequence);
    // Where the sequence stands shows when the change is made, and matters to none but itself.
    Position anywhere = new Position(stored.options().start(), false);
    SequenceChange.Changed changed = allOf(changes, stored.options(), anywhere);
    sequences
        .records()
        .putPending(
            mutations,
            new PendingChange(
                number,
                stored.nextEpoch(changed.options(), changed.position()),
                changes.stream().anyMatch(SequenceChange::isRestart)));
  }

  /** Whether the sequence was not dropped. */
  public boolean isThere(Sequence sequence) {
    return sequences.find(sequence.id()) != null;
  }

  /** A number for a pending change. */
  public long newPendingNumber() {
    return pendingNumber.incrementAndGet();
  }

  /** Makes changes that were added to a batch by {@link #addTo}, which is committed. */
  public void finish(long number, Sequence sequence, List<SequenceChange> changes) {
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
        forget(number); // it can never be made; after any other failure, the next opening tries
      }
      throw e;
    }
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
  }

  /** Makes the changes that were committed and not made when the store was last open. */
  public void finishPending() {
    for (PendingChange pending : sequences.records().readPending()) {
      Sequence sequence = sequences.find(pending.target().id());
      if (sequence == null) {
        forget(pending.number());
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

  /** Takes note that a pending change is not to be made any more. */
  public void forget(long number) {
    exclusive(
        context -> {
          sequences.records().deletePending(context, number);
          return number;
        });
  }

  private static SequenceChange.Changed allOf(
      List<SequenceChange> changes, SequenceOptions options, Position standing) {
    SequenceChange.Changed changed = new SequenceChange.Changed(options, standing);
    for (SequenceChange change : changes) {
      changed = change.apply(changed.options(), changed.position());
    }
    return changed;
  }

  /** Renames a sequence; its id and its values stay. DUPLICATE_SEQUENCE, UNKNOWN_SEQUENCE. */
  public SequenceDescription rename(String name, String newName) {
    SequenceNames.require(newName);
    SequenceRecord renamed = change(name, context -> rename(context, name, newName));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
    return SequenceDescription.of(renamed);
  }

  /**
   * Creates a sequence that is found by its id only. What has a name for it {@linkplain #place says
   * so later}, or the sequence is {@linkplain #discard discarded}.
   */
  public Sequence createUnlisted(String name, SequenceOptions options) {
    SequenceNames.require(name);
    requireNonNull(options, "options is null");
    return exclusive(context -> add(context, name, options, false));
  }

  /** Drops a sequence that was not given a name. */
  public void discard(long id) {
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
   * Within an exclusive command: says what a sequence is called, whether it is found by that, and
   * whom it belongs to.
   */
  public void place(
      ExclusiveContext context, long id, String name, boolean listed, @Nullable ColumnOwner owner) {
    Sequence sequence = sequences.require(id);
    SequenceRecord stored = stored(sequence);
    boolean isSame =
        stored.name().equals(name)
            && stored.isListed() == listed
            && Objects.equals(stored.options().ownedBy(), owner);
    if (!isSame) {
      String before = stored.name();
      write(context, sequence, stored.placed(name, listed, owner));
      context.onApplied(() -> sequences.replace(sequences.snapshot().replaced(sequence, before)));
    }
  }

  /** As {@link #place(ExclusiveContext, long, String, boolean, ColumnOwner)}, with a batch. */
  public void place(
      Mutations mutations, long id, String name, boolean listed, @Nullable ColumnOwner owner) {
    Sequence sequence = sequences.require(id);
    SequenceRecord stored = stored(sequence);
    SequenceRecord placed = stored.placed(name, listed, owner);
    sequences.records().put(mutations, stored, placed);
    mutations.onApplied(
        () -> {
          sequence.cache().install(placed);
          sequences.replace(sequences.snapshot().replaced(sequence, stored.name()));
        });
  }

  /** Drops sequences with a batch. */
  public void dropAll(Mutations mutations, List<Sequence> gone) {
    gone.forEach(sequence -> sequences.records().delete(mutations, sequence.id()));
    mutations.onApplied(
        () -> {
          for (Sequence sequence : gone) {
            sequences.replace(sequences.snapshot().without(sequence));
            sequence.cache().drop();
          }
        });
  }

  /** Within an exclusive command: drops sequences. */
  public void dropAll(ExclusiveContext context, List<Sequence> gone) {
    if (!gone.isEmpty()) {
      drop(context, gone);
    }
  }

  /** Drops a sequence; those who wait for its values get UNKNOWN_SEQUENCE. */
  public void drop(String name) {
    exclusive(
        context -> {
          Sequence sequence = requireForChange(name);
          neighbours.dropped(context, sequence.id());
          drop(context, List.of(sequence));
          return sequence;
        });
    Failpoint.SEQUENCE_AFTER_DROP.pass();
  }

  /** See {@link Sequence#description}. */
  public SequenceDescription describe(String name) {
    return sequences.require(name).description();
  }

  /** All sequences in the order of their names. */
  public List<SequenceDescription> list() {
    return sequences.all().stream().map(Sequence::description).toList();
  }

  /**
   * Puts a sequence to a value: the next one drawn is the one after it, or, where it is not called,
   * the value itself.
   *
   * @throws ColonnadeException VALUE_OUT_OF_RANGE outside the bounds; UNKNOWN_SEQUENCE
   */
  public void setValue(String name, long value, boolean isCalled) {
    setValue(sequences.require(name), value, isCalled);
  }

  /** As {@link #setValue(String, long, boolean)}. */
  public void setValue(Sequence sequence, long value, boolean isCalled) {
    change(sequence, context -> setValue(context, sequence, value, isCalled));
    Failpoint.SEQUENCE_AFTER_ALTER.pass();
  }

  private Sequence create(ExclusiveContext context, String name, SequenceOptions options) {
    requireNameFree(name);
    requireOwner(options.ownedBy());
    Sequence created = add(context, name, options, true);
    neighbours.created(context, created.id(), name, options.ownedBy());
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
    Position standing = change.isRestart() ? stored.position() : sequence.cache().freeze(stored);
    SequenceChange.Changed changed = change.apply(stored.options(), standing);
    if (change.ownership() != null) {
      requireOwner(changed.options().ownedBy());
      neighbours.owned(context, sequence.id(), changed.options().ownedBy());
    }
    return write(context, sequence, stored.nextEpoch(changed.options(), changed.position()));
  }

  private SequenceRecord alter(
      ExclusiveContext context, Sequence sequence, List<SequenceChange> changes) {
    SequenceRecord stored = stored(sequence);
    Position standing =
        changes.getFirst().isRestart() ? stored.position() : sequence.cache().freeze(stored);
    SequenceChange.Changed changed = allOf(changes, stored.options(), standing);
    return write(context, sequence, stored.nextEpoch(changed.options(), changed.position()));
  }

  private SequenceRecord rename(ExclusiveContext context, String name, String newName) {
    Sequence sequence = requireForChange(name);
    requireNameFree(newName);
    SequenceRecord renamed = stored(sequence).withName(newName);
    SequenceSnapshot before = sequences.snapshot();
    neighbours.renamed(context, sequence.id(), newName);
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
    return write(context, sequence, stored.nextEpoch(options, new Position(value, isCalled)));
  }

  private SequenceRecord write(
      ExclusiveContext context, Sequence sequence, SequenceRecord changed) {
    sequences.records().put(context, changed);
    Failpoint.SEQUENCE_BEFORE_ALTER.pass();
    context.onApplied(() -> sequence.cache().install(changed));
    return changed;
  }

  private void drop(ExclusiveContext context, List<Sequence> gone) {
    SequenceSnapshot after = sequences.snapshot();
    for (Sequence sequence : gone) {
      sequences.records().delete(context, sequence.id());
      after = after.without(sequence);
    }
    SequenceSnapshot rest = after;
    Failpoint.SEQUENCE_BEFORE_DROP.pass();
    context.onApplied(
        () -> {
          sequences.replace(rest);
          gone.forEach(sequence -> sequence.cache().drop());
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

  /** Has a command change a sequence; whatever becomes of it, values are handed out afterwards. */
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
    neighbours.requireNameFree(name);
  }

  private void requireOwner(@Nullable ColumnOwner owner) {
    if (owner != null) {
      neighbours.requireColumn(owner);
    }
  }
}
