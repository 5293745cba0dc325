package dev.colonnade.jmh;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.key.KeySpan;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.TableSchema;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Temporary folders with lineitem of TPC-H at scale factor 0.1, fully compacted: the folder of a
 * database, and a copy whose store is opened directly.
 */
final class LineItemFolders implements AutoCloseable {
  /** Number of rows at this scale. */
  static final int ROWS = 600_572;

  static final String TABLE = "lineitem";

  private static final double SCALE = 0.1;
  private static final int ROWS_PER_BATCH = 5_000;
  private static final ColumnType MONEY = ColumnType.numeric(15, 2);

  private final Path folder;

  LineItemFolders() {
    try {
      folder = Files.createTempDirectory("colonnade-lineitem-");
      load(StorageConfig.at(database()));
      compact();
      copy(database(), store());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the folder of a database with the table. */
  Path database() {
    return folder.resolve("database");
  }

  /** Returns the folder of a store with the same content. */
  Path store() {
    return folder.resolve("store");
  }

  private static void load(StorageConfig config) {
    try (Database database = Database.open(config);
        Session session = database.session("bench")) {
      Table table = session.define(catalog -> catalog.createTable(TABLE, schema()));
      RowBatch batch = session.newBatch(table);
      for (LineItem item : new LineItemGenerator(SCALE, 1, 1)) {
        put(item, batch.row());
        batch.insert();
        if (batch.count() == ROWS_PER_BATCH) {
          session.write(batch, Durability.RELAXED).join();
          batch = session.newBatch(table);
        }
      }
      session.write(batch, Durability.SYNC).join();
    }
  }

  private void compact() {
    StorageConfig config = StorageConfig.at(database());
    try (RocksStore store = RocksStore.open(database(), config.store(), UUID.randomUUID())) {
      store.flush();
      store.compact(Space.ROWS, KeySpan.ALL);
    }
  }

  private static TableSchema schema() {
    return TableSchema.builder()
        .required("l_orderkey", Plain.BIGINT)
        .required("l_partkey", Plain.INTEGER)
        .required("l_suppkey", Plain.INTEGER)
        .required("l_linenumber", Plain.INTEGER)
        .required("l_quantity", MONEY)
        .required("l_extendedprice", MONEY)
        .required("l_discount", MONEY)
        .required("l_tax", MONEY)
        .required("l_returnflag", ColumnType.character(1))
        .required("l_linestatus", ColumnType.character(1))
        .required("l_shipdate", Plain.DATE)
        .required("l_commitdate", Plain.DATE)
        .required("l_receiptdate", Plain.DATE)
        .required("l_shipinstruct", ColumnType.character(25))
        .required("l_shipmode", ColumnType.character(10))
        .required("l_comment", ColumnType.varchar(44))
        .key("l_orderkey", "l_linenumber")
        .build();
  }

  private static void put(LineItem item, RowWriter row) {
    row.putAll(
        item.orderKey(),
        Math.toIntExact(item.partKey()),
        Math.toIntExact(item.supplierKey()),
        item.lineNumber(),
        BigDecimal.valueOf(item.quantity()),
        BigDecimal.valueOf(item.extendedPriceInCents(), 2),
        BigDecimal.valueOf(item.discountPercent(), 2),
        BigDecimal.valueOf(item.taxPercent(), 2),
        item.returnFlag(),
        item.status(),
        LocalDate.ofEpochDay(item.shipDate()),
        LocalDate.ofEpochDay(item.commitDate()),
        LocalDate.ofEpochDay(item.receiptDate()),
        item.shipInstructions(),
        item.shipMode(),
        item.comment());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> paths = Files.walk(from)) {
      for (Path path : paths.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    }
  }

  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : List.copyOf(paths.toList()).reversed()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
