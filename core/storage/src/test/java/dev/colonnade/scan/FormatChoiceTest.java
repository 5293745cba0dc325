package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.SchemaHistory;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.TableSchemaBuilder;
import dev.colonnade.type.row.RowFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FormatChoiceTest {
  @Test
  void shouldSendFewRowsAsRawPairs() {
    assertThat(choose(16, 1, FormatChoice.KEY_VALUE_ROWS_MAX)).isEqualTo(ScanFormat.KEY_VALUES);
    assertThat(choose(16, 1, FormatChoice.KEY_VALUE_ROWS_MAX + 1)).isEqualTo(ScanFormat.COL_BATCH);
  }

  @Test
  void shouldSendRawPairsIfMostColumnsAreProjected() {
    assertThat(choose(16, 7, 0)).isEqualTo(ScanFormat.COL_BATCH);
    assertThat(choose(16, 8, 0)).isEqualTo(ScanFormat.KEY_VALUES);
    assertThat(choose(16, 16, 0)).isEqualTo(ScanFormat.KEY_VALUES);
    assertThat(choose(17, 8, 0)).isEqualTo(ScanFormat.COL_BATCH);
    assertThat(choose(4, 4, 0)).isEqualTo(ScanFormat.COL_BATCH);
  }

  @Test
  void shouldSendCachedColumnsAsColumnsWhateverTheirNumber() {
    assertThat(FormatChoice.of(request(16, 16, 0), () -> true)).isEqualTo(ScanFormat.COL_BATCH);
    assertThat(FormatChoice.of(request(16, 16, 4), () -> true)).isEqualTo(ScanFormat.KEY_VALUES);
  }

  @Test
  void shouldReturnTheRequestedFormat() {
    ScanRequest request = request(16, 16, 0);

    assertThat(FormatChoice.of(request.withOptions(options(ScanFormat.COL_BATCH)), () -> false))
        .isEqualTo(ScanFormat.COL_BATCH);
    assertThat(FormatChoice.of(request.withOptions(options(ScanFormat.KEY_VALUES)), () -> true))
        .isEqualTo(ScanFormat.KEY_VALUES);
  }

  private static ScanFormat choose(int columns, int wanted, long rowEstimate) {
    return FormatChoice.of(request(columns, wanted, rowEstimate), () -> false);
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
        .withOptions(options(ScanFormat.AUTO));
  }

  private static ScanOptions options(ScanFormat format) {
    return ScanOptions.DEFAULT.withFormat(format);
  }
}
