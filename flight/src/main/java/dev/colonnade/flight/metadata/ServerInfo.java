package dev.colonnade.flight.metadata;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.SqlInfoBuilder;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlNullOrdering;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedCaseSensitivity;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlTransactionIsolationLevel;

/** Information about the server and the SQL that it supports. Immutable. */
public final class ServerInfo {
  private static final Set<SqlInfo> KNOWN =
      Set.of(
          SqlInfo.FLIGHT_SQL_SERVER_NAME,
          SqlInfo.FLIGHT_SQL_SERVER_VERSION,
          SqlInfo.FLIGHT_SQL_SERVER_ARROW_VERSION,
          SqlInfo.FLIGHT_SQL_SERVER_READ_ONLY,
          SqlInfo.FLIGHT_SQL_SERVER_SQL,
          SqlInfo.FLIGHT_SQL_SERVER_SUBSTRAIT,
          SqlInfo.FLIGHT_SQL_SERVER_TRANSACTION,
          SqlInfo.FLIGHT_SQL_SERVER_CANCEL,
          SqlInfo.FLIGHT_SQL_SERVER_BULK_INGESTION,
          SqlInfo.FLIGHT_SQL_SERVER_INGEST_TRANSACTIONS_SUPPORTED,
          SqlInfo.SQL_IDENTIFIER_QUOTE_CHAR,
          SqlInfo.SQL_IDENTIFIER_CASE,
          SqlInfo.SQL_SEARCH_STRING_ESCAPE,
          SqlInfo.SQL_CATALOG_TERM,
          SqlInfo.SQL_SCHEMA_TERM,
          SqlInfo.SQL_DDL_CATALOG,
          SqlInfo.SQL_DDL_SCHEMA,
          SqlInfo.SQL_DDL_TABLE,
          SqlInfo.SQL_NULL_ORDERING,
          SqlInfo.SQL_TRANSACTIONS_SUPPORTED,
          SqlInfo.SQL_SAVEPOINTS_SUPPORTED,
          SqlInfo.SQL_DEFAULT_TRANSACTION_ISOLATION,
          SqlInfo.SQL_BATCH_UPDATES_SUPPORTED,
          SqlInfo.SQL_SELECT_FOR_UPDATE_SUPPORTED,
          SqlInfo.SQL_CORRELATED_SUBQUERIES_SUPPORTED);

  private final SqlInfoBuilder builder;

  /**
   * Creates the information.
   *
   * @param name name of the server
   * @param version version of the server
   * @param arrowVersion version of Arrow's library
   */
  public ServerInfo(String name, String version, String arrowVersion) {
    builder =
        new SqlInfoBuilder()
            .withFlightSqlServerName(requireNonNull(name, "name is null"))
            .withFlightSqlServerVersion(requireNonNull(version, "version is null"))
            .withFlightSqlServerArrowVersion(requireNonNull(arrowVersion, "arrowVersion is null"))
            .withFlightSqlServerReadOnly(false)
            .withFlightSqlServerSql(true)
            .withFlightSqlServerSubstrait(false)
            .withFlightSqlServerTransaction(
                SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_SAVEPOINT)
            .withFlightSqlServerCancel(true)
            .withFlightSqlServerBulkIngestion(true)
            .withFlightSqlServerBulkIngestionTransaction(true)
            .withSqlIdentifierQuoteChar("\"")
            .withSqlIdentifierCase(SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_LOWERCASE)
            .withSqlSearchStringEscape("\\")
            .withSqlCatalogTerm("database")
            .withSqlSchemaTerm("schema")
            .withSqlDdlCatalog(true)
            .withSqlDdlSchema(true)
            .withSqlDdlTable(true)
            .withSqlNullOrdering(SqlNullOrdering.SQL_NULLS_SORTED_HIGH)
            .withSqlTransactionsSupported(true)
            .withSqlSavepointsSupported(true)
            .withSqlDefaultTransactionIsolation(
                SqlTransactionIsolationLevel.SQL_TRANSACTION_SERIALIZABLE_VALUE)
            .withSqlBatchUpdatesSupported(true)
            .withSqlSelectForUpdateSupported(true)
            .withSqlCorrelatedSubqueriesSupported(true);
  }

  /** Sends the information of these numbers; all for an empty list. Unknown numbers have no row. */
  public void send(List<Integer> numbers, ServerStreamListener stream) {
    List<Integer> known = new ArrayList<>();
    KNOWN.stream()
        .map(SqlInfo::getNumber)
        .filter(number -> numbers.isEmpty() || numbers.contains(number))
        .sorted()
        .forEach(known::add);
    if (known.isEmpty()) {
      known.add(SqlInfo.FLIGHT_SQL_SERVER_NAME_VALUE);
    }
    builder.send(known, stream);
  }
}
