package dev.colonnade.readme;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.arrow.VectorPages;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.arrow.ArrowVectors;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Examples of the documentation; {@link ReadmeTest} compares and runs them. */
final class QuickStart {
  private QuickStart() {}

  static void client(int port, Consumer<String> out) {
    try (ColonnadeClient client = ColonnadeClient.builder().server("localhost", port).build()) {
      var cities =
          client.createTable(
              new TableDefinition(
                  "cities",
                  List.of(
                      ColumnDefinition.required("id", WireType.BIGINT),
                      ColumnDefinition.required("name", WireType.TEXT),
                      ColumnDefinition.nullable("people", WireType.INTEGER)),
                  List.of(KeyColumnDefinition.ascending("id")),
                  List.of()),
              false);

      try (WriteBatch batch = cities.newBatch()) {
        batch.insert().putLong(1).putText("Athens").putInt(643_452).end();
        batch.insert().putLong(2).putText("Sparta").putInt(35_259).end();
        client.write(batch); // atomic, and durable when it returns
      }

      var large = cities.newScan().columns("name").where(cities.column("people").gt(100_000));
      try (ScanStream scan = client.scan(large)) {
        while (scan.next()) {
          RowCursor rows = scan.page().rows();
          while (rows.next()) {
            out.accept(rows.textAt(0));
          }
        }
      }
    }
  }

  static void arrow(ColonnadeClient client, Consumer<String> out) {
    var columns = client.table("cities").newScan().format(ScanFormat.COL_BATCH);
    try (BufferAllocator allocator = new RootAllocator();
        ScanStream scan = client.scan(columns)) {
      while (scan.next()) {
        try (VectorPages vectors = new VectorPages(allocator, scan.head().orElseThrow())) {
          VectorSchemaRoot root = vectors.load(scan.page());
          out.accept(root.contentToTSVString());
        }
      }
    }
  }

  static void embedded(Path folder, Consumer<String> out) {
    try (Database database = Database.open(StorageConfig.at(folder));
        Session session = database.session("me")) {
      TableSchema schema =
          TableSchema.builder()
              .required("id", ColumnType.Plain.BIGINT)
              .required("name", ColumnType.Plain.TEXT)
              .key("id")
              .build();
      Table cities = session.define(catalog -> catalog.createTable("cities", schema));

      RowBatch batch = session.newBatch(cities);
      batch.row().putAll(1L, "Athens");
      batch.insert();
      session.write(batch).join();

      ScanTarget target = ScanTarget.rows(cities.format());
      ScanRequest all =
          ScanRequest.of(
              target,
              List.of(target.span()),
              session.latestTimestamp(),
              Selection.all(cities.schema()));
      try (ScanPage page = session.page(cities, all, Cancellation.withoutDeadline())) {
        VectorSchemaRoot vectors = ArrowVectors.of((ColumnPage) page, database.allocator());
        out.accept(vectors.contentToTSVString());
        vectors.close();
      }
    }
  }
}
