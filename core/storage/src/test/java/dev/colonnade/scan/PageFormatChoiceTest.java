package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageFormatChoiceTest {
  @Test
  void shouldSendFewRowsAsRawPairs() {
    assertThat(choose(16, 1, PageFormatChoice.KEY_VALUE_ROWS_MAX)).isEqualTo(PageFormat.KEY_VALUES);
    assertThat(choose(16, 1, PageFormatChoice.KEY_VALUE_ROWS_MAX + 1))
        .isEqualTo(PageFormat.COL_BATCH);
  }

  @Test
  void shouldSendRawPairsIfMostColumnsAreProjected() {
    assertThat(choose(16, 7, 0)).isEqualTo(PageFormat.COL_BATCH);
    assertThat(choose(16, 8, 0)).isEqualTo(PageFormat.KEY_VALUES);
    assertThat(choose(16, 16, 0)).isEqualTo(PageFormat.KEY_VALUES);
    assertThat(choose(17, 8, 0)).isEqualTo(PageFormat.COL_BATCH);
    assertThat(choose(4, 4, 0)).isEqualTo(PageFormat.COL_BATCH);
  }

  @Test
  void shouldSendCachedColumnsAsColumnsWhateverTheirNumber() {
    assertThat(PageFormatChoice.of(request(16, 16, 0), () -> true)).isEqualTo(PageFormat.COL_BATCH);
    assertThat(PageFormatChoice.of(request(16, 16, 4), () -> true))
        .isEqualTo(PageFormat.KEY_VALUES);
  }

  @Test
  void shouldReturnTheRequestedFormat() {
    ScanRequest request = request(16, 16, 0);

    assertThat(PageFormatChoice.of(request.withOptions(options(PageFormat.COL_BATCH)), () -> false))
        .isEqualTo(PageFormat.COL_BATCH);
    assertThat(PageFormatChoice.of(request.withOptions(options(PageFormat.KEY_VALUES)), () -> true))
        .isEqualTo(PageFormat.KEY_VALUES);
  }

  private static PageFormat choose(int columns, int wanted, long rowEstimate) {
    return PageFormatChoice.of(request(columns, wanted, rowEstimate), () -> false);
  }

  private static ScanRequest request(int columns, int wanted, long rowEstimate) {
    TableSchemaBuilder builder = TableSchema.builder().required("c1", Plain.INTEGER).key("c1");
    for (int i = 2; i <= columns; i++) {
      builder.nullable("c" + i, Plain.INTEGER);
    }
    ScanTarget target = ScanTarget.rows(new RowFormat(100, new SchemaHistory(builder.build())));
    List<Integer> ids = IntStream.rangeClosed(1, wanted).boxed().toList();
    return ScanRequest.of(target, List.of(target.span()), 1, Selection.of(ids))
        .withLimits(ScanLimits.DEFAULT.withRowEstimate(rowEstimate))
        .withOptions(options(PageFormat.AUTO));
  }

  private static ScanOptions options(PageFormat format) {
    return ScanOptions.DEFAULT.withFormat(format);
  }
}
