package dev.colonnade.flight.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.flight.type.ArrowSchemas;
import dev.colonnade.server.sql.ArrowBatchBuilder;
import dev.colonnade.server.sql.ResultEncoding;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Stream of the rows of one or several results with the same columns. Vectors of the engine become
 * record batches column by column; the memory of a batch goes to the socket without a copy. One
 * thread.
 */
public final class ResultStream implements AutoCloseable {
  /** Size at which a batch is sent, in bytes. */
  static final int BATCH_BYTES = 1 << 20;

  /** Number of rows at which a batch is sent. */
  static final int BATCH_ROWS_MAX = 64 * 1024;

  private final ServerStreamListener stream;
  private final StreamGate gate;
  private final RecordBatches batches;
  private final ArrowBatchBuilder builder;
  private final VectorSchemaRoot root;
  private final VectorLoader loader;
  private boolean isStarted;

  /** Creates a stream of rows with these columns, of which nothing is sent yet. */
  public ResultStream(
      List<SqlColumn> columns,
      ServerStreamListener stream,
      StreamGate gate,
      BufferAllocator allocator) {
    this.stream = requireNonNull(stream, "stream is null");
    this.gate = requireNonNull(gate, "gate is null");
    ResultEncoding encoding = ResultEncoding.of(columns);
    batches = new RecordBatches(allocator);
    builder = encoding.batch();
    root = VectorSchemaRoot.create(ArrowSchemas.of(encoding.description()), allocator);
    loader = new VectorLoader(root);
  }

  /** Sends the schema; no effect if it is sent. */
  public void start() {
    if (!isStarted) {
      isStarted = true;
      stream.setUseZeroCopy(true);
      stream.start(root);
    }
  }

  /** Sends the rows of a result. The session is in use only while rows are read. */
  public void send(SqlResult result, SessionUse use) {
    start();
    if (result.columns().isEmpty()) {
      return;
    }
    BatchSource source = use.call(_ -> result.batches());
    if (source != null) {
      for (VectorBatch rows = next(source, use); rows != null; rows = next(source, use)) {
        add(rows, source);
      }
    } else {
      while (addRows(result, use)) {
        flush();
      }
    }
    flush();
  }

  /** Sends rows that are in memory. */
  public void send(List<List<@Nullable Object>> rows) {
    start();
    for (List<@Nullable Object> row : rows) {
      if (isFull()) {
        flush();
      }
      builder.add(row.toArray());
    }
    flush();
  }

  private static @Nullable VectorBatch next(BatchSource source, SessionUse use) {
    return use.call(_ -> source.next());
  }

  private void add(VectorBatch rows, BatchSource source) {
    for (int from = 0; from < rows.rowCount(); ) {
      if (isFull()) {
        flush();
      }
      long capacity = (long) BATCH_ROWS_MAX - builder.rowCount();
      int to = (int) Math.min(from + capacity, builder.endWithin(rows, from, BATCH_BYTES));
      builder.addAll(rows, source.types(), from, to);
      from = to;
    }
  }

  /** Adds rows until the batch is full; returns false after the last. */
  private boolean addRows(SqlResult result, SessionUse use) {
    return use.call(
        _ -> {
          while (!isFull()) {
            @Nullable Object[] row = result.next();
            if (row == null) {
              return false;
            }
            builder.add(row);
          }
          return true;
        });
  }

  private boolean isFull() {
    return builder.rowCount() >= BATCH_ROWS_MAX || builder.byteCount() >= BATCH_BYTES;
  }

  private void flush() {
    if (builder.rowCount() == 0) {
      return;
    }
    gate.await();
    try (ArrowRecordBatch batch = batches.take(builder)) {
      loader.load(batch);
    }
    stream.putNext();
  }

  @Override
  public void close() {
    root.close();
  }
}
