package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScannerTest {
  private final ScanTable table =
      ScanTable.of(
          TableSchema.builder()
              .required("id", ColumnType.Plain.INTEGER)
              .nullable("name", ColumnType.Plain.TEXT)
              .key("id")
              .build());

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void shouldReturnRowsAsColumns() {
    table.put(1, "one");
    table.put(2, null);

    try (ScanPage page = table.page(table.all());
        VectorSchemaRoot root = ((ColumnPage) page).toVectors(table.memory)) {
      assertThat(root.getRowCount()).isEqualTo(2);
      assertThat(root.getVector("id").getObject(1)).isEqualTo(2);
      assertThat(root.getVector("name").getObject(0)).hasToString("one");
      assertThat(root.getVector("name").isNull(1)).isTrue();
      assertThat(page.reason()).isEqualTo(StopReason.EXHAUSTED);
    }
  }

  @Test
  void shouldGoOnWhereAPageEnded() {
    for (int i = 0; i < 10; i++) {
      table.put(i, "name");
    }
    List<Integer> seen = new ArrayList<>();
    ScanRequest request = table.request("id");
    request = request.withLimits(request.limits().withPage(PageLimits.DEFAULT.withRows(3)));
    while (!request.spans().isEmpty()) {
      try (ScanPage page = table.page(request);
          VectorSchemaRoot root = ((ColumnPage) page).toVectors(table.memory)) {
        IntVector ids = (IntVector) root.getVector("id");
        for (int i = 0; i < root.getRowCount(); i++) {
          seen.add(ids.get(i));
        }
        request = request.resumed(page.resume(), page.rowCount());
      }
    }
    assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }
}
