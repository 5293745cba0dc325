package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.sql.SqlTerms;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Requests in SQL. Those of one connection are worked on one after the other, in the order in which
 * they come: a connection is a session.
 */
public sealed interface SqlRequest extends Request {

  /**
   * Plans a statement and keeps it under a number; answered by {@code SqlResponse.Prepared}.
   *
   * @param statementId of the client's choice; what it stood for before is forgotten
   * @param parameterTypes of the first parameters, unknown where the server is to find them
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
   * Runs a prepared statement; answered by {@code SqlResponse.Page} as credit allows, then {@code
   * SqlResponse.End}.
   *
   * @param parameters as {@code SqlValueLayout} draws them
   */
  record Execute(int statementId, SqlTerms terms, int parameterCount, ByteBuf parameters)
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
   * Runs a prepared statement once for each of many rows of parameters, all of them or none unless
   * a transaction block is open; answered by {@code SqlResponse.BatchEnd}.
   *
   * @param parameters of all rows, one behind the other
   */
  record ExecuteBatch(
      int statementId, SqlTerms terms, int rowCount, int parameterCount, ByteBuf parameters)
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
   * Runs a text of one or more statements without parameters; answered for each but the last by
   * {@code SqlResponse.Page} as credit allows and {@code SqlResponse.Done}, for the last with
   * {@code SqlResponse.End} in place of the latter.
   */
  record Run(String text, SqlTerms terms) implements SqlRequest {
    public Run {
      requireNonNull(text, "text is null");
      requireNonNull(terms, "terms is null");
    }

    @Override
    public RequestType type() {
      return RequestType.SQL_RUN;
    }
  }

  /** Forgets prepared statements, those that there are; answered by {@code Ok}. */
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
   * The rest of the rows of the frame's stream is not wanted: the statement ends well, as if there
   * were no more. It has no answer of its own, and is passed over where the request has ended.
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
