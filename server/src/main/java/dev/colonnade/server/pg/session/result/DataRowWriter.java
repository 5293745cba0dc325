package dev.colonnade.server.pg.session.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.type.VectorValueEncoder;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writer of the rows of a result as DataRow messages, from vectors where the result has them. */
public final class DataRowWriter {
  private final SqlResult result;
  private final DataRowFormat format;
  private final @Nullable BatchSource batches;
  private VectorValueEncoder[] columns = new VectorValueEncoder[0];
  private @Nullable VectorBatch batch;
  private int row;

  /** Creates a writer; to be called before the first row is read. */
  public DataRowWriter(SqlResult result, DataRowFormat format) {
    this.result = requireNonNull(result, "result is null");
    this.format = requireNonNull(format, "format is null");
    this.batches = result.batches();
    if (batches != null) {
      columns = format.columns(batches.types());
    }
  }

  public SqlResult result() {
    return result;
  }

  public DataRowFormat format() {
    return format;
  }

  /** Writes the next row; returns false if there is none. */
  public boolean send(BackendWriter out) {
    if (batches != null) {
      return sendOfBatch(batches, out);
    }
    @Nullable Object[] values = result.next();
    if (values == null) {
      return false;
    }
    format.write(out, values);
    return true;
  }

  private boolean sendOfBatch(BatchSource source, BackendWriter out) {
    VectorBatch rows = current(source);
    if (rows == null) {
      return false;
    }
    DataRowFormat.write(out, columns, rows, row);
    row++;
    return true;
  }

  /** Returns the batch with the next row; null if there is none. */
  private @Nullable VectorBatch current(BatchSource source) {
    VectorBatch rows = batch;
    while (rows == null || row == rows.rowCount()) {
      rows = source.next();
      batch = rows;
      row = 0;
      if (rows == null) {
        return null;
      }
    }
    return rows;
  }

  /** Returns the next row, with values of the Java classes of the columns' types. */
  public @Nullable Object @Nullable [] next() {
    if (batches == null) {
      return result.next();
    }
    VectorBatch rows = current(batches);
    if (rows == null) {
      return null;
    }
    List<SqlColumn> shown = result.columns();
    @Nullable Object[] values = new @Nullable Object[shown.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = shown.get(i).shown(rows.column(i).held(row, batches.types().get(i)));
    }
    row++;
    return values;
  }
}
