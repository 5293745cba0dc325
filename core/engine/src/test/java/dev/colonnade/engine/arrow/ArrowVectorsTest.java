package dev.colonnade.engine.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
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
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowVectorsTest {
  @TempDir private Path folder;

  @Test
  void shouldReturnRowsAsColumns() {
    TableSchema schema =
        TableSchema.builder()
            .required("id", ColumnType.Plain.INTEGER)
            .nullable("name", ColumnType.Plain.TEXT)
            .key("id")
            .build();
    try (Database database = Database.open(StorageConfig.at(folder));
        Session session = database.session("test")) {
      Table table = session.define(catalog -> catalog.createTable("names", schema));
      RowBatch batch = session.newBatch(table);
      batch.row().putAll(1, "one");
      batch.insert();
      batch.row().putAll(2, null);
      batch.insert();
      session.write(batch).join();

      ScanTarget target = ScanTarget.rows(table.format());
      ScanRequest all =
          ScanRequest.of(
              target, List.of(target.span()), session.latestTimestamp(), Selection.all(schema));
      try (ScanPage page = session.page(table, all, Cancellation.withoutDeadline());
          VectorSchemaRoot root = ArrowVectors.of((ColumnPage) page, database.allocator())) {
        assertThat(root.getRowCount()).isEqualTo(2);
        assertThat(root.getVector("id").getObject(1)).isEqualTo(2);
        assertThat(root.getVector("name").getObject(0)).hasToString("one");
        assertThat(root.getVector("name").isNull(1)).isTrue();
      }
    }
  }
}
