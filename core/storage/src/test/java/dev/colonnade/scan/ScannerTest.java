package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

    ScanRequest request = table.all();
    try (ScanPage page = table.page(request)) {
      assertThat(Pages.rowsOf(page, request))
          .containsExactly(CellValues.row(1, "one"), CellValues.row(2, null));
      assertThat(page.reason()).isEqualTo(StopReason.EXHAUSTED);
    }
  }

  @Test
  void shouldResumeAfterAPage() {
    for (int i = 0; i < 10; i++) {
      table.put(i, "name");
    }
    List<@Nullable Integer> seen = new ArrayList<>();
    ScanRequest request = table.request("id");
    request = request.withLimits(request.limits().withPage(PageLimits.DEFAULT.withRows(3)));
    while (!request.spans().isEmpty()) {
      try (ScanPage page = table.page(request)) {
        Pages.rowsOf(page, request).forEach(row -> seen.add((Integer) row.getFirst()));
        request = request.resumed(page.resume(), page.rowCount());
      }
    }
    assertThat(seen).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }
}
