package dev.colonnade.storage;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.row.StorageRowBatch;
import dev.colonnade.store.Durability;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;

/** Example of {@code docs/embedding.md}: storage on its own. */
final class StorageQuickStart {
  private StorageQuickStart() {}

  static void run(Path folder, Consumer<String> out) {
    // tag::storage[]
    try (StorageEngine storage = StorageEngine.open(StorageConfig.at(folder))) {
      TableSchema schema =
          TableSchema.builder()
              .required("id", ColumnType.Plain.BIGINT)
              .required("name", ColumnType.Plain.TEXT)
              .key("id")
              .build();
      Table cities = storage.catalogOperations().createTable("cities", schema);

      // Sequences: values from a lock-free cache.
      Sequence ids =
          storage.sequences().operations().create("city_ids", SequenceOptions.builder().build());
      StorageRowBatch batch = storage.newBatch(cities);
      try (SequenceSession session = storage.sequences().newSession()) {
        for (String name : List.of("Athens", "Sparta", "Corinth")) {
          long id = session.next(ids, TimeUnit.SECONDS.toNanos(10)).join();
          batch.row().putAll(id, name);
          batch.insert();
        }
      }
      storage.write(batch, Durability.SYNC); // all of it, durable, or nothing

      // Ranges: split where the second row begins.
      storage.tableRanges().splitAt(cities, List.of(cities.format().keyCodec().encode(2L)));
      out.accept("ranges: " + storage.tableRanges().status(cities.span()).size());

      // A columnar scan: Arrow buffers, one page after the other.
      ScanTarget target = ScanTarget.rows(cities.format());
      ScanRequest request =
          ScanRequest.of(
              target,
              List.of(target.span()),
              storage.reads().latest(),
              Selection.of(List.of(schema.column("id").id())));
      while (!request.spans().isEmpty()) {
        try (ScanPage page =
            storage.reads().page(cities, request, Cancellation.withoutDeadline())) {
          ArrowBuf values = ((ColumnPage) page).batch().buffers().get(1);
          for (int row = 0; row < page.rowCount(); row++) {
            out.accept("id: " + values.getLong((long) row * Long.BYTES));
          }
          request = request.resumed(page.resume(), page.rowCount());
        }
      }
    }
    // end::storage[]
  }
}
