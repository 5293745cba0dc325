package dev.colonnade.engine;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.ExclusiveContext;
import dev.colonnade.sequence.IdleSweep;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.sequence.SequenceNeighbours;
import dev.colonnade.sequence.SequenceOperations;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.cache.CacheSeams;
import dev.colonnade.sequence.definition.ColumnOwner;
import dev.colonnade.sequence.record.SequenceRecords;
import dev.colonnade.store.Store;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequences of a database, and what ties them to its tables: they share one space of names, and
 * go with the columns that own them. Both sides change in exclusive commands of the one commit
 * pipeline, so that each sees the other as it is.
 */
final class EngineSequences implements SequenceNeighbours {
  private static final Logger LOG = LoggerFactory.getLogger(EngineSequences.class);

  private final Catalog catalog;
  private final Sequences sequences;
  private final SequenceOperations operations;
  private final ScheduledFuture<?> schedule;

  EngineSequences(
      Store store,
      CommitPipeline pipeline,
      Catalog catalog,
      SequenceConfig config,
      EngineSeams seams) {
    this.catalog = catalog;
    SequenceRecords records = new SequenceRecords(store, pipeline);
    Executor executor = seams.commits().completions();
    ScheduledExecutorService background = seams.background();
    CacheSeams.Alarm alarm =
        (nanos, task) -> {
          var _ = background.schedule(task, nanos, TimeUnit.NANOSECONDS);
        };
    sequences =
        Sequences.open(records, new CacheSeams(records, executor, alarm, seams.ticker()), config);
    operations = new SequenceOperations(sequences, pipeline, this);
    IdleSweep sweep = sequences.newIdleSweep();
    long interval = sweep.intervalNanos();
    schedule =
        background.scheduleWithFixedDelay(
            () -> run(sweep), interval, interval, TimeUnit.NANOSECONDS);
  }

  Sequences all() {
    return sequences;
  }

  SequenceOperations operations() {
    return operations;
  }

  SequenceSession newSession() {
    return sequences.newSession(operations);
  }

  /**
   * Within the exclusive command that changes the catalogue: refuses tables that have the name of a
   * sequence, and drops the sequences of columns that are gone.
   */
  void catalogChanges(ExclusiveContext context, CatalogSnapshot before, CatalogSnapshot after) {
    for (Table table : after.tables()) {
      if (before.findTable(table.name()) == null && sequences.find(table.name()) != null) {
        throw new ColonnadeException(
            ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(table.name()));
      }
    }
    operations.dropOwned(context, owner -> !hasColumn(after.findTable(owner.tableId()), owner));
  }

  @Override
  public void requireNameFree(String name) {
    if (catalog.snapshot().findTable(name) != null) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_SEQUENCE, "relation \"%s\" already exists".formatted(name));
    }
  }

  @Override
  public void requireColumn(ColumnOwner owner) {
    Table table = catalog.snapshot().table(owner.tableId());
    if (!hasColumn(table, owner)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "no such column: table=%s columnId=%d".formatted(table.name(), owner.columnId()));
    }
  }

  /** Gives back what is unused, while the pipeline still writes. */
  void close(long timeoutNanos) {
    schedule.cancel(false);
    sequences.close(timeoutNanos);
  }

  private static boolean hasColumn(@Nullable Table table, ColumnOwner owner) {
    return table != null && table.schema().hasColumn(owner.columnId());
  }

  private static void run(IdleSweep sweep) {
    try {
      sweep.run();
    } catch (RuntimeException e) {
      LOG.warn("idle sequences were not looked at, and will be next time", e);
    }
  }
}
