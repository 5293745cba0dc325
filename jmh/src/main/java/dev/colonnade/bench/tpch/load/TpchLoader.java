package dev.colonnade.bench.tpch.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import io.trino.tpch.TextPool;
import io.trino.tpch.TpchEntity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Bulk loader of TPC-H tables over the network. The rows of a table are generated in parallel
 * partitions, each of which has several batches in flight.
 */
public final class TpchLoader {
  /** Number of partitions that are generated in parallel. */
  public static final int PART_COUNT = 2;

  private final ColonnadeClient client;
  private final Scale scale;
  private final ConsoleProgress progress;

  public TpchLoader(ColonnadeClient client, Scale scale, ConsoleProgress progress) {
    this.client = requireNonNull(client, "client is null");
    this.scale = requireNonNull(scale, "scale is null");
    this.progress = requireNonNull(progress, "progress is null");
  }

  /** Creates and loads these tables, one after the other. None of them may exist. */
  public List<LoadedTable> load(List<TpchTable> tables) throws InterruptedException {
    create(tables);
    return fill(tables);
  }

  /** Creates these tables. None of them may exist. */
  public void create(List<TpchTable> tables) {
    for (TpchTable table : tables) {
      client.createTable(TpchSchema.of(table).definition(), false);
    }
  }

  /** Loads these tables, which must be empty, one after the other. */
  public List<LoadedTable> fill(List<TpchTable> tables) throws InterruptedException {
    // All comments are substrings of one text: generated in one or two seconds, then cached.
    var _ = TextPool.getDefaultTextPool().get();
    List<LoadedTable> loaded = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(PART_COUNT)) {
      for (TpchTable table : tables) {
        progress.started(table);
        LoadedTable outcome = load(table, TpchSchema.of(table), threads);

        loaded.add(outcome);
      }
    }
    return loaded;
  }

  private <E extends TpchEntity> LoadedTable load(
      TpchTable table, TpchTableSource<E> rows, ExecutorService threads)
      throws InterruptedException {
    ClientTable target = client.table(table.tableName());
    long startNanos = System.nanoTime();
    List<Future<PartitionWriter.Written>> parts = new ArrayList<>();
    for (int part = 1; part <= PART_COUNT; part++) {
      Iterable<E> partRows = rows.part(scale, part, PART_COUNT);
      parts.add(threads.submit(() -> write(target, rows, partRows)));
    }
    PartitionWriter.Written written = PartitionWriter.Written.NOTHING;
    for (Future<PartitionWriter.Written> part : parts) {
      written = written.plus(await(part));
    }
    return new LoadedTable(
        table, written.rowCount(), System.nanoTime() - startNanos, written.lastCommitTimestamp());
  }

  private <E extends TpchEntity> PartitionWriter.Written write(
      ClientTable target, TpchTableSource<E> rows, Iterable<E> partRows)
      throws InterruptedException {
    try (PartitionWriter writer = new PartitionWriter(client.async(), target, progress)) {
      for (E row : partRows) {
        writer.write(builder -> rows.put(row, builder));
      }
      return writer.finish();
    }
  }

  private static PartitionWriter.Written await(Future<PartitionWriter.Written> part)
      throws InterruptedException {
    try {
      return part.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a part was not loaded", e.getCause());
    }
  }
}
