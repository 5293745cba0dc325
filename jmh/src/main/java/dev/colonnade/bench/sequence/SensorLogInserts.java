package dev.colonnade.bench.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.PinnedSession;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.sequence.WireValueRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;

/**
 * Inserts of 40,000 rows whose ids are values of a sequence: each row as a write of its own; as a
 * batch load whose ids are allocated one by one, from the server's cache and from that of a session
 * with {@code sequence_range} at 1, 100 and 1,000; and as a batch load that reserves the ids. Every
 * run uses a new table and a new sequence.
 */
final class SensorLogInserts {
  private static final int ROWS = 40_000;
  private static final int BATCH_ROWS = 1_000;
  private static final int IN_FLIGHT = 64;
  private static final int ROUNDS = 3;
  private static final String NAME = "sensor_log";
  private static final String SEQUENCE = "sensor_log_sensor_log_id_seq";
  private static final String UNIT = "s";

  private final ColonnadeClient client;
  private final MeasurementLog log;

  SensorLogInserts(ColonnadeClient client, MeasurementLog log) {
    this.client = requireNonNull(client, "client is null");
    this.log = requireNonNull(log, "log is null");
  }

  /** Load that inserts all rows. */
  private interface Load {
    void run(ClientTable table, PinnedSession session, ClientSequence ids)
        throws InterruptedException, ExecutionException;
  }

  void measure() throws InterruptedException {
    log.phase("inserting rows with ids from a sequence");
    Map<String, Load> loads = new LinkedHashMap<>();
    loads.put("insert.one_by_one", this::oneByOne);
    for (int range : new int[] {1, 100, 1_000}) {
      loads.put(
          "insert.connection.range" + range,
          (table, session, ids) -> {
            session.set("sequence_cache_method", "connection");
            session.set("sequence_range", Integer.toString(range));
            allocatedOneByOne(table, ids);
          });
    }
    loads.put("insert.reserved", (table, session, ids) -> reserved(table, ids));
    measure(loads);
  }

  /**
   * Measures a load whose ids are allocated one by one, on a server with this {@code
   * sequence.range}.
   */
  void measureRange(int range) throws InterruptedException {
    log.phase("inserting rows with ids from a sequence: sequence.range=" + range);
    measure(Map.of("insert.range" + range, (table, session, ids) -> allocatedOneByOne(table, ids)));
  }

  private void measure(Map<String, Load> loads) throws InterruptedException {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int round = 0; round <= ROUNDS; round++) {
      for (Map.Entry<String, Load> load : loads.entrySet()) {
        double elapsed = run(load.getValue());
        if (round > 0) { // round 0 is the warm-up
          seconds.computeIfAbsent(load.getKey(), name -> new ArrayList<>()).add(elapsed);
        }
      }
    }
    seconds.forEach(
        (name, all) ->
            log.add(
                name,
                Statistics.median(all.stream().mapToDouble(Double::doubleValue).toArray()),
                UNIT));
  }

  private double run(Load load) throws InterruptedException {
    client.dropTable(NAME, true);
    client.sequences().drop(SEQUENCE, true);
    ClientTable table = client.createTable(definition(), false);
    client.sequences().create(SEQUENCE, WireSequenceOptions.UNSET, false);
    try (PinnedSession session = client.session()) {
      ClientSequence ids = session.sequence(SEQUENCE);
      long startNanos = System.nanoTime();
      load.run(table, session, ids);
      return (System.nanoTime() - startNanos) / 1e9;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an insert failed: cause=" + e.getCause(), e.getCause());
    }
  }

  /** Inserts each row by a write of its own, with at most {@link #IN_FLIGHT} writes in flight. */
  private void oneByOne(ClientTable table, PinnedSession session, ClientSequence ids)
      throws InterruptedException, ExecutionException {
    Semaphore permits = new Semaphore(IN_FLIGHT);
    List<CompletableFuture<?>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      permits.acquire();
      int row = i;
      CompletableFuture<?> written = ids.nextAsync().thenCompose(id -> writeOne(table, id, row));
      rows.add(written);
      var _ = written.whenComplete((ok, failure) -> permits.release());
    }
    CompletableFuture.allOf(rows.toArray(CompletableFuture<?>[]::new)).get();
  }

  private CompletableFuture<?> writeOne(ClientTable table, long id, int row) {
    WriteBatch batch = table.newBatch();
    add(batch, id, row);
    return client.async().write(batch).whenComplete((ok, failure) -> batch.close());
  }

  /** Inserts the rows in batches; the ids are allocated one by one. */
  private void allocatedOneByOne(ClientTable table, ClientSequence ids)
      throws InterruptedException, ExecutionException {
    List<CompletableFuture<?>> written = new ArrayList<>();
    List<CompletableFuture<Long>> allocated = new ArrayList<>();
    Semaphore permits = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < ROWS; i++) {
      permits.acquire();
      allocated.add(ids.nextAsync().whenComplete((id, failure) -> permits.release()));
      if (allocated.size() == BATCH_ROWS) {
        WriteBatch batch = table.newBatch();
        for (CompletableFuture<Long> id : allocated) {
          add(batch, id.get(), i);
        }
        written.add(write(batch));
        allocated.clear();
      }
    }
    CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new)).get();
  }

  /** Inserts the rows in batches; the ids of each batch are reserved. */
  private void reserved(ClientTable table, ClientSequence ids)
      throws InterruptedException, ExecutionException {
    List<CompletableFuture<?>> written = new ArrayList<>();
    for (int first = 0; first < ROWS; first += BATCH_ROWS) {
      WriteBatch batch = table.newBatch();
      int row = first;
      for (WireValueRange run : ids.reserve(BATCH_ROWS)) {
        for (long i = 0; i < run.count(); i++) {
          add(batch, run.valueAt(i), row++);
        }
      }
      written.add(write(batch));
    }
    CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new)).get();
  }

  private CompletableFuture<?> write(WriteBatch batch) {
    return client.async().write(batch).whenComplete((ok, failure) -> batch.close());
  }

  private static void add(WriteBatch batch, long id, int row) {
    batch
        .insert()
        .putLong(id)
        .putText(Integer.toString(row % 1_000))
        .putLong(row % 100)
        .putTimestamp(Instant.ofEpochSecond(1_700_000_000L - row))
        .end();
  }

  private static TableDefinition definition() {
    return new TableDefinition(
        NAME,
        List.of(
            ColumnDefinition.required("sensor_log_id", WireType.BIGINT),
            ColumnDefinition.required("location", WireType.TEXT),
            ColumnDefinition.required("reading", WireType.BIGINT),
            ColumnDefinition.required("reading_date", WireType.TIMESTAMPTZ)),
        List.of(KeyColumnDefinition.ascending("sensor_log_id")),
        List.of());
  }
}
