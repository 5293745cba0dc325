package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlShape;
import dev.colonnade.protocol.sql.SqlState;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.TransactionState;
import java.util.List;

/** Answers to requests in SQL. */
public sealed interface SqlResponse extends Response {

  /** What a prepared statement takes and gives. */
  record Prepared(String command, List<SqlTypeInfo> parameterTypes, SqlShape shape)
      implements SqlResponse {
    public Prepared {
      requireNonNull(command, "command is null");
      parameterTypes = List.copyOf(parameterTypes);
      requireNonNull(shape, "shape is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_PREPARED;
    }
  }

  /** Rows of a result that goes on. */
  record Page(SqlRows rows) implements SqlResponse {
    public Page {
      requireNonNull(rows, "rows is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_PAGE;
    }

    @Override
    public void release() {
      rows.payload().release();
    }
  }

  /** The last rows of a statement that others follow in its text. */
  record Done(SqlCompletion completion, SqlRows rows) implements SqlResponse {
    public Done {
      requireNonNull(completion, "completion is null");
      requireNonNull(rows, "rows is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_DONE;
    }

    @Override
    public void release() {
      rows.payload().release();
    }
  }

  /** The last rows of the last or only statement. A small result is this frame alone. */
  record End(SqlState state, SqlCompletion completion, SqlRows rows) implements SqlResponse {
    public End {
      requireNonNull(state, "state is null");
      requireNonNull(completion, "completion is null");
      requireNonNull(rows, "rows is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_END;
    }

    @Override
    public void release() {
      rows.payload().release();
    }
  }

  /**
   * All rows of parameters have been worked on.
   *
   * @param rowCounts for each row of parameters how many rows it changed
   * @param rows what the statements returned, all together
   */
  record BatchEnd(SqlState state, String command, List<Long> rowCounts, SqlRows rows)
      implements SqlResponse {
    public BatchEnd {
      requireNonNull(state, "state is null");
      requireNonNull(command, "command is null");
      rowCounts = List.copyOf(rowCounts);
      requireNonNull(rows, "rows is null");
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_BATCH_END;
    }

    @Override
    public void release() {
      rows.payload().release();
    }
  }

  /**
   * The request failed.
   *
   * @param transaction where the session is now
   * @param fields more about the error, by the names of {@link SqlErrorField}; others may come
   */
  record Failed(ErrorResponse error, TransactionState transaction, List<NamedText> fields)
      implements SqlResponse {
    public Failed {
      requireNonNull(error, "error is null");
      requireNonNull(transaction, "transaction is null");
      fields = List.copyOf(fields);
    }

    @Override
    public ResponseType type() {
      return ResponseType.SQL_FAILED;
    }
  }
}
