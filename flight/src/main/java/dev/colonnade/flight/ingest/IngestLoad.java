package dev.colonnade.flight.ingest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.flight.type.ArrowValues;
import dev.colonnade.flight.type.Vectors;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Ingestion in progress: creates the table if requested, and inserts the rows as COPY does it.
 *
 * <p>All of it is one transaction, or part of the client's. One thread.
 */
final class IngestLoad {
  /** Rows that one execution of COPY inserts. */
  private static final int BATCH_ROWS = 2_000;

  private final SessionUse use;
  private final IngestTarget target;
  private final IngestMode mode;
  private final FlightStream stream;
  private @Nullable SqlPrepared copy;
  private List<Field> fields = List.of();
  private long rowCount;

  IngestLoad(SessionUse use, IngestTarget target, IngestMode mode, FlightStream stream) {
    this.use = requireNonNull(use, "use is null");
    this.target = requireNonNull(target, "target is null");
    this.mode = requireNonNull(mode, "mode is null");
    this.stream = requireNonNull(stream, "stream is null");
  }

  /** Inserts all rows and returns their number. */
  long run() {
    withSession(
        sql -> {
          sql.began("COPY " + target.name() + " FROM STDIN");
          begin(sql);
        });
    boolean done = false;
    try {
      readAll();
      done = true;
    } finally {
      boolean isDone = done;
      withSession(sql -> end(sql, isDone));
    }
    return rowCount;
  }

  private void withSession(Consumer<SqlSession> work) {
    use.call(
        sql -> {
          work.accept(sql);
          return null;
        });
  }

  private void begin(SqlSession sql) {
    if (!use.isInTransaction()) {
      sql.beginImplicit();
    }
  }

  private void end(SqlSession sql, boolean isDone) {
    if (!isDone) {
      sql.abandonImplicit();
    } else if (!use.isInTransaction()) {
      sql.endImplicit(use.cancellation());
    }
  }

  private void readAll() {
    boolean isPrepared = false;
    while (stream.next()) {
      try (Vectors plain =
          Vectors.decoded(stream.getRoot().getFieldVectors(), stream.getDictionaryProvider())) {
        if (!isPrepared) {
          prepare(plain.fields(stream.getRoot().getFieldVectors()));
          isPrepared = true;
        }
        insert(plain.vectors(), stream.getRoot().getRowCount());
      }
    }
    if (!isPrepared) {
      prepare(stream.getRoot().getSchema().getFields());
    }
  }

  private void prepare(List<Field> columns) {
    fields = List.copyOf(columns);
    withSession(
        sql -> {
          createIfNeeded(sql);
          copy = sql.prepare(sql.parse(target.copy(fields)).getFirst(), List.of());
        });
  }

  private void createIfNeeded(SqlSession sql) {
    boolean exists = exists(sql);
    if (exists && mode.present() == IngestMode.Present.FAIL) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(target.table()));
    }
    if (!exists && !mode.createsMissing()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(target.table()));
    }
    if (exists && mode.present() == IngestMode.Present.REPLACE) {
      execute(sql, target.drop());
      execute(sql, target.create(fields));
    } else if (!exists) {
      execute(sql, target.create(fields));
    }
  }

  private boolean exists(SqlSession sql) {
    try (SqlResult result =
        sql.execute(
            "SELECT pg_catalog.to_regclass($1::text) IS NOT NULL",
            use.cancellation(),
            target.name())) {
      @Nullable Object[] row = requireNonNull(result.next(), "the query returns no row");
      return Boolean.TRUE.equals(row[0]);
    }
  }

  private void execute(SqlSession sql, String text) {
    sql.execute(text, use.cancellation()).close();
  }

  private void insert(List<FieldVector> vectors, int count) {
    CopyDescription description =
        requireNonNull(requireNonNull(copy, "copy is null").copy(), "the statement is no COPY");
    List<ArrowValues> columns = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      columns.add(ArrowValues.of(vectors.get(i), description.columnTypes().get(i)));
    }
    for (int from = 0; from < count; from += BATCH_ROWS) {
      int to = Math.min(count, from + BATCH_ROWS);
      insert(rows(columns, from, to));
    }
  }

  private static List<@Nullable Object[]> rows(List<ArrowValues> columns, int from, int to) {
    List<@Nullable Object[]> rows = new ArrayList<>(to - from);
    for (int row = from; row < to; row++) {
      @Nullable Object[] values = new @Nullable Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = columns.get(i).read(row);
      }
      rows.add(values);
    }
    return rows;
  }

  @SuppressWarnings(
      "NullAway") // it does not read nullness of array elements in lists from class files
  private void insert(List<@Nullable Object[]> rows) {
    use.cancellation().check();
    CopyBatch batch = new CopyBatch(new CopyValueRows(rows));
    SqlPrepared prepared = requireNonNull(copy, "copy is null");
    withSession(
        sql -> {
          try (SqlResult result =
              sql.execute(prepared, use.cancellation(), List.<@Nullable Object>of(batch))) {
            rowCount += result.updateCount();
          }
        });
  }
}
