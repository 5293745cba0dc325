package dev.colonnade.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.LifecycleState;
import dev.colonnade.storage.row.StorageRowBatch;
import dev.colonnade.store.Durability;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageEngineTest {
  private static final TableSchema SCHEMA =
      TableSchema.builder()
          .required("id", ColumnType.Plain.BIGINT)
          .nullable("name", ColumnType.Plain.TEXT)
          .key("id")
          .build();
  private static final Path EMBEDDING = Path.of("..", "..", "docs", "embedding.md");

  @TempDir private Path folder;

  @Test
  void shouldRunTheDocumentedExample() {
    List<String> lines = new ArrayList<>();
    StorageQuickStart.run(folder, lines::add);
    assertThat(lines).containsExactly("ranges: 2", "id: 1", "id: 2", "id: 3");
  }

  @Test
  void shouldDocumentTheExampleThatRuns() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/dev/colonnade/storage/StorageQuickStart.java"));
    String code =
        source
            .substring(source.indexOf("// tag::storage[]\n"), source.indexOf("    // end::storage"))
            .replace("// tag::storage[]\n", "")
            .replaceAll("(?m)^    ", "")
            .strip();
    assertThat(Files.readString(EMBEDDING)).contains(code);
  }

  @Test
  void shouldReadAfterReopeningWhatWasWritten() {
    try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
      Table table = storage.catalogOperations().createTable("t", SCHEMA);
      StorageRowBatch batch = storage.newBatch(table);
      batch.row().putAll(1L, "one");
      batch.insert();
      batch.row().putAll(2L, "two");
      batch.insert();
      assertThat(storage.write(batch, Durability.SYNC).insertedCount()).isEqualTo(2);
    }
    try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
      Table table = storage.catalog().snapshot().table("t");
      StorageRowBatch batch = storage.newBatch(table);
      batch.row().putAll(2L, null);
      batch.delete();
      assertThat(storage.write(batch, Durability.SYNC).deletedCount()).isEqualTo(1);
      Key first = table.format().keyCodec().encode(1L);
      Key second = table.format().keyCodec().encode(2L);
      long latest = storage.reads().latest();
      assertThat(storage.reads().get(table, first, latest)).isNotNull();
      assertThat(storage.reads().get(table, second, latest)).isNull();
      assertThat(storage.state()).isEqualTo(LifecycleState.OPEN);
    }
  }

  @Test
  void shouldRefuseDuplicateRowsAndKeepNothingOfTheBatch() {
    try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
      Table table = storage.catalogOperations().createTable("t", SCHEMA);
      StorageRowBatch first = storage.newBatch(table);
      first.row().putAll(1L, "one");
      storage.write(first.insert(), Durability.SYNC);
      StorageRowBatch second = storage.newBatch(table);
      second.row().putAll(2L, "two");
      second.insert();
      second.row().putAll(1L, "again");
      second.insert();
      assertThatThrownBy(() -> storage.write(second, Durability.SYNC))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION));
      Key key = table.format().keyCodec().encode(2L);
      assertThat(storage.reads().get(table, key, storage.reads().latest())).isNull();
    }
  }

  @Test
  void shouldRefuseABatchForATableThatWasDropped() {
    try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
      Table table = storage.catalogOperations().createTable("t", SCHEMA);
      StorageRowBatch batch = storage.newBatch(table);
      batch.row().putAll(1L, "one");
      batch.insert();
      storage.catalogOperations().dropTable("t");
      assertThatThrownBy(() -> storage.write(batch, Durability.SYNC))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_TABLE));
    }
  }

  @Test
  void shouldRefuseOperationsAfterClosing() {
    StorageEngine storage = StorageEngine.open(StorageConfig.at(folder));
    Table table = storage.catalogOperations().createTable("t", SCHEMA);
    StorageRowBatch batch = storage.newBatch(table);
    batch.row().putAll(1L, "one");
    batch.insert();
    storage.close();
    storage.close();
    assertThat(storage.state()).isEqualTo(LifecycleState.CLOSED);
    assertThatThrownBy(() -> storage.write(batch, Durability.SYNC))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
  }
}
