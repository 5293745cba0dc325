package dev.colonnade.mvcc.commit;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.UnfinishedCommits;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.commit.deletion.DeletedKeyFinder;
import dev.colonnade.mvcc.commit.deletion.DeletedKeys;
import dev.colonnade.mvcc.commit.deletion.DeletedRun;
import dev.colonnade.mvcc.commit.deletion.SpanDeletion;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.commit.ingest.NewRowsFile;
import dev.colonnade.mvcc.deletion.KeyList;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.KeyDeletes;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.PackedPuts;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Commit of a batch that is too large for one store batch. It is written in chunks, one after the
 * other and with no other commit in between, so that memory is needed for a few chunks only: one is
 * evaluated while the one before is written.
 *
 * <p><b>Atomicity.</b> All chunks have one commit timestamp T, which is above the published
 * timestamp until the last write. A reader at R &lt; T finds the rows of T, which it must not see,
 * as it finds every row that changed after R: the version that was visible at R is in {@code
 * HISTORY}. Readers at T or above do not exist before the last write, which deletes the records of
 * the chunks ({@link UnfinishedCommits}) and is published. If that write does not happen, {@link
 * CommitUndo} reverts the chunks: immediately after a failure, or after a crash when the store is
 * opened, in both cases before anything else is written.
 *
 * <p>Conditions that may well fail are checked twice: by the writer's own thread ({@link
 * #validate}), so that a batch that cannot commit does not delay others, and by the leader with
 * each chunk. These are the conditions of keys, which are inserted without a lock; a version that a
 * writer has read is nearly always still current, because the writer holds a lock.
 *
 * <p><b>Ingestion.</b> New rows in a gap between the keys of the store are written to table files
 * ({@link NewRowsFile}), which pass neither the log nor the memory of the store. The record of a
 * file is durable before the store ingests it. The statistics follow in one batch with the same
 * record, which then states that they are included. (Files of updated and deleted rows with their
 * superseded versions took as much processor time as batches, and more syncs.)
 *
 * <p><b>Cancellation.</b> The writer can cancel the commit until its first write, before each chunk
 * that is validated, or evaluated for the first write. To undo what is written takes about three
 * times as long as to write it (a million updated rows), while all other commits wait.
 *
 * <p>Other commits wait while the chunks are written. Readers do not.
 */
final class LargeCommit implements PipelineRequest.LeaderSteps<CommitResult> {
  private final MutationChunks rows;
  private final Mutations rest;
  private final Store store;
  private final HybridClock clock;
  private final PublishedTimestamp published;
  private final BatchLimits limits;
  private final TombstoneSpans tombstones;
  private final Durability durability;

  /** Throws if the writer has canceled the commit; called by any thread. */
  private final Runnable cancellation;

  private long timestamp;
  private int chunkCount;
  private int deletedSpanCount;
  private int inserted;
  private int updated;
  private int deleted;

  /**
   * Creates a commit.
   *
   * @param rest records, guards and actions; no rows
   * @param cancellation throws if the writer has canceled the commit; called by any thread
   */
  LargeCommit(
      MutationChunks rows,
      Mutations rest,
      CommitTarget target,
      Durability durability,
      Runnable cancellation) {
    this.rows = rows;
    this.rest = rest;
    store = target.store();
    clock = target.clock();
    published = target.published();
    limits = target.options().batch();
    tombstones = target.tombstones();
    this.durability = durability;
    this.cancellation = cancellation;
  }

  /** Store, clock and options of a pipeline. */
  record CommitTarget(
      Store store,
      HybridClock clock,
      PublishedTimestamp published,
      CommitOptions options,
      TombstoneSpans tombstones) {}

  /**
   * Checks the conditions and waits until the ranges may grow. Called by the writer's own thread.
   * Deletes need neither: a pass over them would take a sixth of the time of a DELETE.
   *
   * @throws ColonnadeException if a condition does not hold, the batch is not admitted, or the
   *     commit is canceled
   */
  void validate(WriteAdmission admission, boolean mayWait) {
    if (rows.isDeletesOnly()) {
      cancellation.run();
      return;
    }
    rows.forEach(
        limits.chunk(),
        chunk -> {
          cancellation.run();
          admission.enter(chunk, mayWait).leave();
          if (isInsert(chunk) && !NewRowsFile.mayContain(chunk, store)) {
            validate(chunk);
          }
        });
  }

  private static boolean isInsert(Mutations chunk) {
    if (chunk.compact() instanceof KeyDeletes) {
      return false;
    }
    if (chunk.compact() instanceof PackedPuts puts) {
      return puts.segments().stream().anyMatch(segment -> segment.condition() == Condition.ABSENT);
    }
    for (Mutation mutation : chunk.all()) {
      if (mutation instanceof Mutation.OfRow row && row.condition() instanceof Condition.Presence) {
        return true;
      }
    }
    return false;
  }

  private void validate(Mutations chunk) {
    long before = published.newest();
    if (Evaluation.ofChunk(chunk, limits, tombstones, store, before) == null) {
      if (chunk.count() == 1) {
        Evaluation.of(chunk, limits, tombstones, store, before); // throws
      }
      chunk.halves().forEach(this::validate);
    }
  }

  @Override
  public CommitResult run(Writer writer) {
    rest.checkGuards();
    Evaluation.of(rest, limits, tombstones, store, published.newest());
    timestamp = clock.next();
    try {
      new ChunkEvaluation().forEach(step -> write(step, writer));
    } catch (RuntimeException | Error e) {
      throw abandoned(e, writer);
    }
    Failpoint.CHUNK_BEFORE_FINISH.pass();
    try {
      finish(writer);
    } catch (RuntimeException | Error e) {
      throw writer.isBroken() ? CommitFailures.unknown(e) : abandoned(e, writer);
    }
    rest.runVisible();
    return new CommitResult(timestamp, inserted, updated, deleted);
  }

  private ColonnadeException abandoned(Throwable cause, Writer writer) {
    ColonnadeException failure = CommitFailures.known(cause);
    if (!writer.isBroken()) {
      if (chunkCount > 0) {
        writer.undo();
      }
      return failure;
    }
    // Without its last write, the commit is undone when the store is opened: it did not happen.
    return new ColonnadeException(
        ErrorCode.STORE_IO, "a part of a large commit could not be written cause=" + cause, cause);
  }

  private void evaluate(Mutations chunk, Consumer<Evaluation> into) {
    Evaluation evaluation =
        Evaluation.ofChunk(chunk, limits, tombstones, store, published.newest());
    if (evaluation != null) {
      into.accept(evaluation);
      return;
    }
    if (chunk.count() == 1) {
      Evaluation.of(chunk, limits, tombstones, store, published.newest()); // throws
    }
    for (Mutations half : chunk.halves()) {
      evaluate(half, into);
    }
  }

  private void write(Step step, Writer writer) {
    switch (step) {
      case Step.Evaluated(Evaluation evaluation) -> write(evaluation, writer);
      case Step.OfNewRows(NewRowsFile file) -> ingest(file, writer);
      case Step.OfDeletedKeys(DeletedKeys keys, boolean areRows) -> delete(keys, areRows, writer);
      case Step.Failed(RuntimeException e) -> throw e;
      case Step.Broken(Error e) -> throw e;
      case Step.End _ -> {}
    }
  }

  private void write(Evaluation evaluation, Writer writer) {
    if (!evaluation.hasEffect()) {
      return;
    }
    Key first = evaluation.mutation(0).key();
    Key last = evaluation.mutation(evaluation.count() - 1).key();
    List<DeletedRun> deleted =
        evaluation.deletedRuns(limits.deletedSpanRowsMin(), store.deletedSpansLeft());
    writer.step(
        context -> {
          context.durability(Durability.RELAXED);
          context.addChunk(evaluation, deleted, deletedSpanCount, timestamp);
          UnfinishedCommits.put(
              context.batch(),
              new UnfinishedCommits.Chunk(
                  chunkCount, timestamp, first, last, true, !deleted.isEmpty()));
          return true;
        });
    chunkCount++;
    deletedSpanCount += deleted.size();
    count(CommitGroup.result(evaluation, timestamp));
    Failpoint.CHUNK_AFTER_WRITE.pass();
  }

  private void delete(DeletedKeys keys, boolean areRows, Writer writer) {
    if (!mayDelete(keys)) {
      Mutations single = areRows ? keys.rows() : keys.parts();
      evaluate(single, evaluation -> write(evaluation, writer));
      return;
    }
    writer.step(
        context -> {
          context.durability(Durability.RELAXED);
          context.addDeleted(keys, deletedSpanCount, timestamp);
          UnfinishedCommits.put(
              context.batch(),
              new UnfinishedCommits.Chunk(
                  chunkCount, timestamp, keys.first(), keys.last(), true, true));
          return true;
        });
    chunkCount++;
    deletedSpanCount++;
    deleted += areRows ? keys.count() : 0;
    Failpoint.CHUNK_AFTER_WRITE.pass();
  }

  private boolean mayDelete(DeletedKeys keys) {
    KeyList list = keys.list();
    return list == null
        ? store.deletedSpansLeft() > 0
        : store.mayDeleteListed(
            new KeySpan(keys.first(), keys.last().successor()), list.memoryBytes());
  }

  private void ingest(NewRowsFile file, Writer writer) {
    UnfinishedCommits.Chunk chunk =
        new UnfinishedCommits.Chunk(chunkCount, timestamp, file.first(), file.last(), true, false);
    writer.step(
        context -> {
          context.durability(Durability.SYNC);
          UnfinishedCommits.put(context.batch(), chunk.uncounted());
          return true;
        });
    chunkCount++;
    Failpoint.CHUNK_BEFORE_INGEST.pass();
    writer.ingest(file.table());
    Failpoint.CHUNK_AFTER_INGEST.pass();
    writer.step(
        context -> {
          context.durability(Durability.RELAXED);
          context.added(file.keys(), timestamp);
          UnfinishedCommits.put(context.batch(), chunk);
          return true;
        });
    inserted += file.rowCount();
    Failpoint.CHUNK_AFTER_WRITE.pass();
  }

  private void count(CommitResult chunk) {
    inserted += chunk.insertedCount();
    updated += chunk.updatedCount();
    deleted += chunk.deletedCount();
  }

  /** Makes the commit valid: deletes the records of its chunks and publishes its timestamp. */
  private void finish(Writer writer) {
    writer.step(
        context -> {
          context.durability(durability);
          for (int number = 0; number < chunkCount; number++) {
            UnfinishedCommits.delete(context.batch(), number);
          }
          for (Mutation mutation : rest.all()) {
            addRecord(context, mutation);
          }
          context.onApplied(rest::runApplied);
          return context.timestamp();
        });
  }

  private static void addRecord(CommandContext context, Mutation mutation) {
    byte @Nullable [] value = mutation.value();
    if (mutation.space() != Space.META) {
      throw new IllegalStateException("row outside of the chunks key=" + mutation.key());
    }
    if (value == null) {
      context.batch().delete(Space.META, mutation.key().bytes());
    } else {
      context.batch().put(Space.META, mutation.key().bytes(), value);
    }
    context.touchMeta(mutation.key());
  }

  /**
   * Evaluation of the chunks by a thread of its own, while the leader writes the chunk before. No
   * key is in two chunks and nothing else is written meanwhile, so that the order has no effect.
   * Memory is needed for three chunks.
   */
  private final class ChunkEvaluation {
    private static final long CHECK_MILLIS = 20;

    private final BlockingQueue<Step> ready = new ArrayBlockingQueue<>(1);
    private volatile boolean isAbandoned;

    /** True from the first step to write on. Evaluating thread only. */
    private boolean isWriting;

    /** Number of spans that were passed on. Evaluating thread only. */
    private int deletedKeysCount;

    /** File that is being written. Evaluating thread only. */
    private @Nullable NewRowsFile file;

    /** Passes the evaluated chunks to the leader; throws what either thread throws. */
    void forEach(Consumer<Step> leader) {
      Thread evaluator = Thread.ofPlatform().daemon().name("colonnade-evaluation").start(this::run);
      boolean isInterrupted = false;
      try {
        while (true) {
          try {
            try (Step step = ready.take()) {
              leader.accept(step);
              if (step == Step.End.END) {
                return;
              }
            }
          } catch (InterruptedException e) {
            isInterrupted = true; // the outcome must be known
          }
        }
      } finally {
        isAbandoned = true;
        isInterrupted |= joinWasInterrupted(evaluator);
        Step left = ready.poll();
        if (left != null) {
          left.close();
        }
        if (isInterrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /** Waits for the thread, which reads files that are closed after the commit. */
    private static boolean joinWasInterrupted(Thread evaluator) {
      boolean isInterrupted = false;
      while (evaluator.isAlive()) {
        try {
          evaluator.join();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
      return isInterrupted;
    }

    private void run() {
      Step last = Step.End.END;
      try {
        rows.forEach(limits.chunk(), this::next);
        passFile();
        deleteSpans();
      } catch (RuntimeException e) {
        last = new Step.Failed(e);
      } catch (Error e) {
        last = new Step.Broken(e);
      } finally {
        if (file != null) {
          file.close();
        }
      }
      offer(last);
    }

    private void next(Mutations chunk) {
      if (!isWriting) {
        cancellation.run();
      }
      if (chunk.compact() instanceof KeyDeletes deletes
          && deletes.count() >= limits.deletedSpanRowsMin()) {
        passFile();
        delete(deletes);
        return;
      }
      NewRowsFile open = file;
      boolean isLarge = open != null || chunk.byteSize() >= limits.ingestBytesMin();
      if (!isLarge || !NewRowsFile.mayContain(chunk, store)) {
        passFile();
        evaluate(chunk, this::pass);
        return;
      }
      if (open != null && !open.isFollowedBy(chunk, store)) {
        passFile();
        open = null;
      }
      if (open == null) {
        open = new NewRowsFile(store, timestamp);
        file = open;
      }
      open.add(chunk);
      if (open.isFull()) {
        passFile();
      }
    }

    private void passFile() {
      NewRowsFile full = file;
      if (full != null) {
        full.finish();
        if (!offer(new Step.OfNewRows(full))) {
          throw abandonedByLeader();
        }
        file = null; // the leader closes it
      }
    }

    /** Deletes keys, many of them as spans. */
    private void delete(KeyDeletes deletes) {
      boolean areRows = deletes.role() == Mutation.Role.ROW;
      new DeletedKeyFinder(deletes, tombstones, limits.deletedSpanRowsMin())
          .forEach(
              store,
              new DeletedKeyFinder.Visitor() {
                @Override
                public void found(DeletedKeys keys) {
                  delete(keys, areRows, deletedKeysCount + store.deletedSpansLeft());
                }

                @Override
                public void others(Mutations others) {
                  evaluate(others, ChunkEvaluation.this::pass);
                }
              });
    }

    private void deleteSpans() {
      SpanDelete spans = rows.spanDelete();
      if (spans == null) {
        return;
      }
      KeySpan rowSpan = spans.spans().getFirst();
      int left = store.deletedSpansLeft();
      new SpanDeletion(spans, store, limits.chunk())
          .forEach(keys -> delete(keys, rowSpan.contains(keys.first()), left));
    }

    private void delete(DeletedKeys keys, boolean areRows, int spansLeft) {
      if (!isWriting) {
        cancellation.run();
      }
      if (keys.count() < limits.deletedSpanRowsMin() || deletedKeysCount == spansLeft) {
        evaluate(areRows ? keys.rows() : keys.parts(), this::pass);
        return;
      }
      deletedKeysCount++;
      if (!offer(new Step.OfDeletedKeys(keys, areRows))) {
        throw abandonedByLeader();
      }
    }

    private void pass(Evaluation evaluation) {
      if (!offer(new Step.Evaluated(evaluation))) {
        throw abandonedByLeader();
      }
    }

    private static CancellationException abandonedByLeader() {
      return new CancellationException("the leader has abandoned the commit");
    }

    /** Waits until the queue has space; returns false if the leader has abandoned the commit. */
    private boolean offer(Step step) {
      isWriting = true;
      try {
        while (!ready.offer(step, CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
          if (isAbandoned) {
            return false;
          }
        }
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException("evaluation interrupted", e);
      }
    }
  }

  /** Result of the evaluating thread, which deletes its files when it is closed. */
  private sealed interface Step extends AutoCloseable {
    @Override
    default void close() {}

    record Evaluated(Evaluation evaluation) implements Step {}

    record OfNewRows(NewRowsFile file) implements Step {
      @Override
      public void close() {
        file.close();
      }
    }

    record OfDeletedKeys(DeletedKeys keys, boolean areRows) implements Step {}

    record Failed(RuntimeException exception) implements Step {}

    record Broken(Error error) implements Step {}

    enum End implements Step {
      END
    }
  }
}
