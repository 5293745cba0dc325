package dev.colonnade.engine;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.INTEGER;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Small databases and rows for the tests of this package. */
public final class TestDatabases {
  /** Table with one family. */
  public static final TableSchema PLAIN =
      TableSchema.builder()
          .required("id", BIGINT)
          .nullable("name", TEXT)
          .nullable("age", INTEGER)
          .key("id")
          .build();

  /** Table with three families; the second and third may be without a value. */
  static final TableSchema FAMILIES =
      TableSchema.builder()
          .required("id", BIGINT)
          .nullable("name", TEXT)
          .nullable("age", INTEGER)
          .nullable("city", TEXT)
          .key("id")
          .family("f0", "name")
          .family("f1", "age")
          .family("f2", "city")
          .build();

  private static final long MIB = 1024 * 1024;

  private TestDatabases() {}

  /** Returns a configuration with little memory. */
  public static StorageConfig config(Path folder) {
    MemoryConfig memory = new MemoryConfig(8 * MIB, 4 * MIB, 4);
    return StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory));
  }

  public static Database open(Path folder) {
    return Database.open(config(folder));
  }

  public static Table createTable(Session session, String name, TableSchema schema) {
    return session.define(catalog -> catalog.createTable(name, schema));
  }

  /** Waits for a write; throws its failure. */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  static ErrorCode failure(CompletableFuture<?> future) {
    try {
      future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        return cause.code();
      }
      throw e;
    }
    throw new AssertionError("the write succeeded");
  }

  /** Returns the present columns of the row with an id, or null. */
  public static @Nullable List<@Nullable Object> row(Database database, String tableName, long id) {
    try (ReadView view = database.versions().reads().open()) {
      Table table = database.catalog().snapshot().table(tableName);
      Key rowKey = table.format().keyCodec().encode(id);
      Map<Integer, byte[]> values = new HashMap<>();
      for (ColumnFamily family : table.schema().families()) {
        Version version = view.get(table.format().keyCodec().familyKey(rowKey, family.id()));
        if (version != null) {
          values.put(family.id(), version.value());
        }
      }
      if (!values.containsKey(ColumnFamily.FIRST_ID)) {
        assertThat(values).as("a row without its first family").isEmpty();
        return null;
      }
      return Arrays.asList(new RowDecoder(table.format()).decode(rowKey, values));
    }
  }

  /** Returns the version of a row. */
  public static long version(Database database, String tableName, long id) {
    Table table = database.catalog().snapshot().table(tableName);
    Key key = table.format().keyCodec().familyKey(table.format().keyCodec().encode(id), 0);
    Version version = database.versions().reads().get(key, database.versions().reads().latest());
    return requireNonNull(version, "no such row").timestamp();
  }
}
