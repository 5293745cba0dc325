package dev.colonnade.server.setup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Script of SQL statements, each of which is executed in a transaction of its own. */
final class SetupScript {
  private static final String USER = "colonnade";

  private static final Logger LOG = LoggerFactory.getLogger(SetupScript.class);

  private final Database database;
  private final Path file;

  SetupScript(Database database, Path file) {
    this.database = requireNonNull(database, "database is null");
    this.file = requireNonNull(file, "file is null");
  }

  /**
   * Executes all statements.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION with the file and the failure of a statement
   */
  void run() {
    int count = 0;
    try (Session session = database.session(USER)) {
      List<SqlText> statements = session.sql().parse(Files.readString(file));
      for (SqlText statement : statements) {
        count++;
        execute(session, statement);
      }
      if (session.sql().transactionStatus() != TransactionStatus.IDLE) {
        throw failure("the transaction is not committed", null);
      }
    } catch (ColonnadeException e) {
      throw e.code() == ErrorCode.INVALID_CONFIGURATION
          ? e
          : failure("statement=" + count + " reason=" + e.getMessage(), e);
    } catch (IOException e) {
      throw failure("it cannot be read: " + e, e);
    }
    LOG.info("script executed: file={} statements={}", file, count);
  }

  private static void execute(Session session, SqlText statement) {
    Cancellation cancellation = Cancellation.withoutDeadline();
    SqlPrepared prepared = session.sql().prepareAlone(statement, cancellation);
    if (prepared.copy() != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "COPY from or to a client in a script of the first start");
    }
    try (SqlResult result = session.sql().execute(prepared, cancellation, List.of())) {
      while (result.next() != null) {
        // Only the effects matter.
      }
    }
  }

  private ColonnadeException failure(String reason, @Nullable Exception cause) {
    String message = "a script of the first start failed: file=%s %s".formatted(file, reason);
    return cause == null
        ? new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message)
        : new ColonnadeException(ErrorCode.INVALID_CONFIGURATION, message, cause);
  }
}
