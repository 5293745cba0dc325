package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * SQL request. The server executes the SQL requests of one connection one after the other, in the
 * order of their arrival: a connection is a session.
 */
public sealed interface SqlRequest extends Request {

  /**
   * Request to prepare a statement under a number. The response is {@code SqlResponse.Prepared}.
   *
   * @param statementId number that the client selects; a previous statement of that number is
   *     dropped
   * @param parameterTypes types of the first parameters, unknown where the server infers them
   */
  record Prepare(int statementId, String text, List<SqlTypeInfo> parameterTypes)
      implements SqlRequest {
    public Prepare {
      requireNonNull(text, "text is null");
      parameterTypes = List.copyOf(parameterTypes);
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_PREPARE;
    }
  }

  /**
   * Request to execute a prepared statement. The response is {@code SqlResponse.Page} as far as the
   * credit permits, then {@code SqlResponse.End}.
   *
   * @param parameters in the layout of {@code SqlValueLayout}
   */
  record Execute(int statementId, SqlExecutionOptions terms, int parameterCount, ByteBuf parameters)
      implements SqlRequest {
    public Execute {
      requireNonNull(terms, "terms is null");
      requireNonNull(parameters, "parameters is null");
      requireCount(parameterCount, "parameterCount");
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_EXECUTE;
    }

    @Override
    public void release() {
      parameters.release();
    }
  }

  /**
   * Request to execute a prepared statement once for each of many rows of parameters, atomically
   * unless a transaction block is open. The response is {@code SqlResponse.BatchEnd}.
   *
   * @param parameters of all rows, one after the other
   */
  record ExecuteBatch(
      int statementId,
      SqlExecutionOptions terms,
      int rowCount,
      int parameterCount,
      ByteBuf parameters)
      implements SqlRequest {
    public ExecuteBatch {
      requireNonNull(terms, "terms is null");
      requireNonNull(parameters, "parameters is null");
      requireCount(rowCount, "rowCount");
      requireCount(parameterCount, "parameterCount");
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_EXECUTE_BATCH;
    }

    @Override
    public void release() {
      parameters.release();
    }
  }

  /**
   * Request to execute a text of one or more statements without parameters. The response to each
   * statement but the last is {@code SqlResponse.Page} as far as the credit permits and {@code
   * SqlResponse.Done}; the last one ends with {@code SqlResponse.End} instead.
   */
  record Run(String text, SqlExecutionOptions terms) implements SqlRequest {
    public Run {
      requireNonNull(text, "text is null");
      requireNonNull(terms, "terms is null");
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_RUN;
    }
  }

  /** Request to close those of these prepared statements that exist. The response is {@code Ok}. */
  record Close(List<Integer> statementIds) implements SqlRequest {
    public Close {
      statementIds = List.copyOf(statementIds);
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_CLOSE;
    }
  }

  /**
   * Request to stop sending rows of the frame's stream: the statement ends successfully, as if it
   * had no more rows. It has no response of its own, and is ignored if the request has ended.
   */
  record Stop() implements SqlRequest {
    @Override
    public RequestType type() {
      return RequestType.SQL_STOP;
    }
  }

  private static void requireCount(int count, String name) {
    if (count < 0) {
      throw new IllegalArgumentException(name + "=" + count + " is below 0");
    }
  }
}
