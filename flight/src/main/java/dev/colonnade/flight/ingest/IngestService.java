package dev.colonnade.flight.ingest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.login.LoginInterceptor;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.flight.FlightObserver;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;

/** Requests that insert the batches of a stream into a table, which they may create or replace. */
public final class IngestService {
  private final FlightObserver observer;

  public IngestService(FlightObserver observer) {
    this.observer = requireNonNull(observer, "observer is null");
  }

  /** Inserts all rows of a stream and returns their number. */
  public long ingest(CommandStatementIngest command, FlightStream stream) {
    FlightSession session = LoginInterceptor.current();
    requireCatalog(command, session);
    IngestTarget target =
        new IngestTarget(
            command.hasSchema() ? command.getSchema() : "",
            command.getTable(),
            command.getTemporary());
    Cancellation cancellation = Cancellation.withoutDeadline();
    try (SessionUse use = session.use(command.getTransactionId().toStringUtf8(), cancellation)) {
      IngestLoad load = new IngestLoad(use, target, mode(command), stream);
      long count = load.run();
      observer.rowsReceived(count);
      return count;
    }
  }

  private static void requireCatalog(CommandStatementIngest command, FlightSession session) {
    String catalog = command.getCatalog();
    if (!catalog.isEmpty() && !catalog.equals(session.databaseName())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cross-database references are not implemented: catalog=%s database=%s"
              .formatted(catalog, session.databaseName()));
    }
  }

  private static IngestMode mode(CommandStatementIngest command) {
    TableDefinitionOptions options = command.getTableDefinitionOptions();
    TableNotExistOption ifMissing = options.getIfNotExist();
    TableExistsOption ifPresent = options.getIfExists();
    IngestMode.Present present =
        switch (ifPresent) {
          case TABLE_EXISTS_OPTION_FAIL -> IngestMode.Present.FAIL;
          case TABLE_EXISTS_OPTION_APPEND -> IngestMode.Present.APPEND;
          case TABLE_EXISTS_OPTION_REPLACE -> IngestMode.Present.REPLACE;
          case TABLE_EXISTS_OPTION_UNSPECIFIED, UNRECOGNIZED -> throw unspecified("if_exists");
        };
    boolean isCreated =
        switch (ifMissing) {
          case TABLE_NOT_EXIST_OPTION_CREATE -> true;
          case TABLE_NOT_EXIST_OPTION_FAIL -> false;
          case TABLE_NOT_EXIST_OPTION_UNSPECIFIED, UNRECOGNIZED ->
              throw unspecified("if_not_exist");
        };
    return new IngestMode(isCreated, present);
  }

  private static ColonnadeException unspecified(String option) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT,
        "the option of the ingestion is not specified: option=" + option);
  }
}
