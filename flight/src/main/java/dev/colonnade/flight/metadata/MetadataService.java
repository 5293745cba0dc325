package dev.colonnade.flight.metadata;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.ProtocolStringList;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.flight.login.LoginInterceptor;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.SessionUse;
import dev.colonnade.flight.status.FlightErrors;
import dev.colonnade.flight.type.ArrowSchemas;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Streams of metadata, which queries of the system catalog compute in the client's session. */
public final class MetadataService {
  private static final List<String> TABLE_TYPES =
      List.of("SYSTEM TABLE", "SYSTEM VIEW", "TABLE", "VIEW");

  private final BufferAllocator allocator;
  private final Executor threads;

  public MetadataService(BufferAllocator allocator, Executor threads) {
    this.allocator = requireNonNull(allocator, "allocator is null");
    this.threads = requireNonNull(threads, "threads is null");
  }

  /** Sends the names of the databases. */
  public void catalogs(ServerStreamListener stream) {
    query(Schemas.GET_CATALOGS_SCHEMA, MetadataQueries.CATALOGS, stream);
  }

  /** Sends the schemas of the session's database. */
  public void schemas(CommandGetDbSchemas command, ServerStreamListener stream) {
    query(
        Schemas.GET_SCHEMAS_SCHEMA,
        MetadataQueries.SCHEMAS,
        stream,
        command.hasCatalog() ? command.getCatalog() : null,
        command.hasDbSchemaFilterPattern() ? command.getDbSchemaFilterPattern() : null);
  }

  /** Sends the types of tables. */
  public void tableTypes(ServerStreamListener stream) {
    send(
        Schemas.GET_TABLE_TYPES_SCHEMA,
        stream,
        rows -> TABLE_TYPES.forEach(type -> rows.add(List.of(type))));
  }

  /** Sends the primary key of a table. */
  public void primaryKeys(CommandGetPrimaryKeys command, ServerStreamListener stream) {
    query(
        Schemas.GET_PRIMARY_KEYS_SCHEMA,
        MetadataQueries.PRIMARY_KEYS,
        stream,
        command.hasCatalog() ? command.getCatalog() : null,
        command.hasDbSchema() ? command.getDbSchema() : null,
        command.getTable());
  }

  /** Sends the foreign keys that reference a table. */
  public void exportedKeys(CommandGetExportedKeys command, ServerStreamListener stream) {
    query(
        Schemas.GET_EXPORTED_KEYS_SCHEMA,
        MetadataQueries.FOREIGN_KEYS,
        stream,
        command.hasCatalog() ? command.getCatalog() : null,
        command.hasDbSchema() ? command.getDbSchema() : null,
        command.getTable(),
        null,
        null,
        null);
  }

  /** Sends the foreign keys of a table. */
  public void importedKeys(CommandGetImportedKeys command, ServerStreamListener stream) {
    query(
        Schemas.GET_IMPORTED_KEYS_SCHEMA,
        MetadataQueries.FOREIGN_KEYS,
        stream,
        null,
        null,
        null,
        command.hasCatalog() ? command.getCatalog() : null,
        command.hasDbSchema() ? command.getDbSchema() : null,
        command.getTable());
  }

  /** Sends the foreign keys of a table that reference another one. */
  public void crossReference(CommandGetCrossReference command, ServerStreamListener stream) {
    query(
        Schemas.GET_CROSS_REFERENCE_SCHEMA,
        MetadataQueries.FOREIGN_KEYS,
        stream,
        command.hasPkCatalog() ? command.getPkCatalog() : null,
        command.hasPkDbSchema() ? command.getPkDbSchema() : null,
        command.getPkTable(),
        command.hasFkCatalog() ? command.getFkCatalog() : null,
        command.hasFkDbSchema() ? command.getFkDbSchema() : null,
        command.getFkTable());
  }

  /** Sends the types of columns. */
  public void types(CommandGetXdbcTypeInfo command, ServerStreamListener stream) {
    send(
        Schemas.GET_TYPE_INFO_SCHEMA,
        stream,
        rows ->
            Arrays.stream(XdbcType.values())
                .filter(type -> !command.hasDataType() || type.number() == command.getDataType())
                .forEach(type -> rows.add(type.row())));
  }

  private void query(
      Schema schema, String query, ServerStreamListener stream, @Nullable Object... parameters) {
    inSession(
        schema,
        stream,
        (rows, use) ->
            use.call(
                sql -> {
                  result(sql, query, use.cancellation(), parameters).forEach(rows::add);
                  return null;
                }));
  }

  private static List<List<@Nullable Object>> result(
      SqlSession sql, String query, Cancellation cancellation, @Nullable Object... parameters) {
    try (SqlResult result = sql.execute(query, cancellation, parameters)) {
      return result.toList();
    }
  }

  /** Sends the tables of the session's database, with their schemas if requested. */
  public void tables(CommandGetTables command, ServerStreamListener stream) {
    ProtocolStringList types = command.getTableTypesList();
    @Nullable Object[] parameters = {
      command.hasCatalog() ? command.getCatalog() : null,
      command.hasDbSchemaFilterPattern() ? command.getDbSchemaFilterPattern() : null,
      command.hasTableNameFilterPattern() ? command.getTableNameFilterPattern() : null
    };
    inSession(
        command.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA,
        stream,
        (rows, use) ->
            use.call(
                sql -> {
                  for (List<@Nullable Object> table :
                      result(sql, MetadataQueries.TABLES, use.cancellation(), parameters)) {
                    if (types.isEmpty() || types.contains(String.valueOf(table.get(3)))) {
                      rows.add(command.getIncludeSchema() ? withSchema(sql, table) : table);
                    }
                  }
                  return null;
                }));
  }

  private static List<@Nullable Object> withSchema(SqlSession sql, List<@Nullable Object> table) {
    List<@Nullable Object> row = new ArrayList<>(table);
    row.add(schemaOf(sql, String.valueOf(table.get(1)), String.valueOf(table.get(2))));
    return row;
  }

  /** Returns the schema of a table; an empty one if the user may not read the table. */
  private static byte[] schemaOf(SqlSession sql, String schema, String table) {
    try {
      return ArrowSchemas.serialized(
              ArrowSchemas.of(
                  sql.describe("SELECT * FROM %s.%s".formatted(quoted(schema), quoted(table)))
                      .columns()))
          .toByteArray();
    } catch (ColonnadeException e) {
      return ArrowSchemas.serialized(new Schema(List.of())).toByteArray();
    }
  }

  /** Returns an identifier in quotes. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @FunctionalInterface
  private interface SessionWork {
    void run(MetadataRows rows, SessionUse use);
  }

  private void inSession(Schema schema, ServerStreamListener stream, SessionWork work) {
    FlightSession session = LoginInterceptor.current();
    Cancellation cancellation = Cancellation.withoutDeadline();
    stream.setOnCancelHandler(cancellation::cancel);
    threads.execute(
        () ->
            send(
                schema,
                stream,
                rows -> {
                  try (SessionUse use = session.use("", cancellation)) {
                    work.run(rows, use);
                  }
                }));
  }

  private void send(Schema schema, ServerStreamListener stream, Consumer<MetadataRows> work) {
    try (MetadataRows rows = new MetadataRows(schema, allocator)) {
      work.accept(rows);
      rows.send(stream);
      stream.completed();
    } catch (RuntimeException | Error e) {
      stream.error(FlightErrors.of(e));
    }
  }
}
