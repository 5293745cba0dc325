package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlErrorField;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;

/** Response to an SQL request. */
public sealed interface SqlResponse extends Response {

  /** Parameter types and result columns of a prepared statement. */
  record Prepared(String command, List<SqlTypeInfo> parameterTypes, SqlRowDescription shape)
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

  /** Rows of a result, followed by more rows. */
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

  /** Last rows of a statement that is not the last of its text. */
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

  /** Last rows of the last or only statement. A small result consists of this frame alone. */
  record End(SqlSessionStatus state, SqlCompletion completion, SqlRows rows)
      implements SqlResponse {
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
   * End of a batch, after all rows of parameters.
   *
   * @param rowCounts number of changed rows for each row of parameters
   * @param rows rows that the statements returned, all together
   */
  record BatchEnd(SqlSessionStatus state, String command, List<Long> rowCounts, SqlRows rows)
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
   * Failure of an SQL request.
   *
   * @param transaction transaction state of the session
   * @param fields further fields of the error, with the names of {@link SqlErrorField}; later
   *     versions may add names
   */
  record Failed(ErrorResponse error, WireTransactionState transaction, List<NamedText> fields)
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
