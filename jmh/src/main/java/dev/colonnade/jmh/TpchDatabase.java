package dev.colonnade.jmh;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Durability;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/** Database in a temporary folder with the analyzed tables of TPC-H and indexes on foreign keys. */
final class TpchDatabase implements AutoCloseable {
  private static final int ROWS_PER_BATCH = 5_000;

  private static final List<String> INDEXES =
      List.of(
          "create index on nation (n_regionkey)",
          "create index on supplier (s_nationkey)",
          "create index on partsupp (ps_suppkey)",
          "create index on customer (c_nationkey)",
          "create index on orders (o_custkey)",
          "create index on lineitem (l_partkey, l_suppkey)",
          "create index on lineitem (l_suppkey)");

  private final Path folder;
  private final Database database;

  /** Creates and fills the database. */
  TpchDatabase(double scale) {
    try {
      folder = Files.createTempDirectory("colonnade-tpch-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    database = Database.open(StorageConfig.at(folder));
    try (Session session = database.session("bench")) {
      for (String statement : resource("/tpch/schema.sql").split(";", -1)) {
        if (!statement.isBlank()) {
          session.sql().execute(statement).close();
        }
      }
      TpchTable.getTables().forEach(table -> load(session, table, scale));
      INDEXES.forEach(index -> session.sql().execute(index).close());
      session.sql().execute("analyze").close();
    }
  }

  Database database() {
    return database;
  }

  /** Returns the text of a query of TPC-H, from 1 to 22. */
  static String query(int number) {
    return resource("/tpch/queries/q%02d.sql".formatted(number));
  }

  private static String resource(String path) {
    try (InputStream in = TpchDatabase.class.getResourceAsStream(path)) {
      return new String(requireNonNull(in, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource cannot be read: path=" + path, e);
    }
  }

  private static <E extends TpchEntity> void load(
      Session session, TpchTable<E> source, double scale) {
    Table table = session.catalog().table(source.getTableName());
    List<Column> columns = table.schema().columns();
    RowBatch batch = session.newBatch(table);
    for (E entity : source.createGenerator(scale, 1, 1)) {
      String[] fields = entity.toLine().split("\\|", -1);
      Object[] values = new Object[columns.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = value(columns.get(i).type(), fields[i]);
      }
      batch.row().putAll(values);
      batch.insert();
      if (batch.count() == ROWS_PER_BATCH) {
        session.write(batch, Durability.RELAXED).join();
        batch = session.newBatch(table);
      }
    }
    session.write(batch, Durability.RELAXED).join();
  }

  private static Object value(ColumnType type, String field) {
    return switch (type) {
      case ColumnType.Plain.INTEGER -> Integer.valueOf(field);
      case ColumnType.Plain.BIGINT -> Long.valueOf(field);
      case ColumnType.Plain.DATE -> LocalDate.parse(field);
      case ColumnType.Numeric _ -> new BigDecimal(field);
      default -> field;
    };
  }

  @Override
  public void close() {
    database.close();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.toList().reversed()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
