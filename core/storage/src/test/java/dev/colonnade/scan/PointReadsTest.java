package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.GetRequest;
import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointReadsTest {
  private static final Cancellation FOR_EVER = Cancellation.withoutDeadline();

  private final MemoryStore store = new MemoryStore();

  private ScanTable table(boolean families) {
    TableSchemaBuilder schema =
        TableSchema.builder()
            .required("id", Plain.INTEGER)
            .nullable("a", Plain.TEXT)
            .nullable("b", Plain.BYTEA)
            .key("id");
    if (families) {
      schema.family("first", "a").family("second", "b");
    }
    return new ScanTable(store, schema.build());
  }

  private static GetRequest get(ScanTable table, ScanFormat format, Integer... ids) {
    List<Key> keys = new ArrayList<>();
    for (Integer id : ids) {
      keys.add(table.rowKey(id));
    }
    return new GetRequest(
        table.target(), keys, table.house.reads.latest(), Selection.all(table.schema()), format);
  }

  private static List<List<@Nullable Object>> rows(ScanPage page, GetRequest request) {
    try (page) {
      return Pages.rowsOf(page, request.asScan());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReturnTheRowsThatAreThereInTheOrderOfTheirKeys(boolean families) {
    try (ScanTable table = table(families)) {
      table.put(1, "one", null);
      table.put(2, "two", new byte[] {2});
      table.put(3, "three", new byte[] {3});
      table.delete(2);
      for (ScanFormat format : ScanFormat.values()) {
        GetRequest request = get(table, format, 3, 7, 1, 2, 3);
        assertThat(rows(table.scanner.pointReads().get(request, FOR_EVER), request))
            .containsExactly(Cells.row(1, "one", null), Cells.row(3, "three", new byte[] {3}));
      }
    }
  }

  @Test
  void shouldReadAtATimestamp() {
    try (ScanTable table = table(false)) {
      table.put(1, "old", null);
      GetRequest before = get(table, ScanFormat.COL_BATCH, 1);
      table.put(1, "new", null);
      GetRequest after = get(table, ScanFormat.COL_BATCH, 1);
      PointReads reads = table.scanner.pointReads();
      assertThat(rows(reads.get(before, FOR_EVER), before))
          .containsExactly(Cells.row(1, "old", null));
      assertThat(rows(reads.get(after, FOR_EVER), after))
          .containsExactly(Cells.row(1, "new", null));
      // The history is not looked into on an event loop.
      assertThat(reads.tryGet(before, FOR_EVER)).isEqualTo(CachedPage.NotCached.NOT_CACHED);
    }
  }

  @Test
  void shouldFilterRows() {
    try (ScanTable table = table(false)) {
      table.put(1, "one", null);
      table.put(2, "two", null);
      GetRequest all = get(table, ScanFormat.COL_BATCH, 1, 2);
      GetRequest some =
          new GetRequest(
              all.target(),
              all.rowKeys(),
              all.readTimestamp(),
              all.selection().withFilter(Filter.compare(2, Comparison.EQUAL, "two")),
              all.format());
      assertThat(rows(table.scanner.pointReads().get(some, FOR_EVER), some))
          .containsExactly(Cells.row(2, "two", null));
    }
  }

  @Test
  void shouldSayWhenTheDiskWouldHaveToBeAsked() {
    try (ScanTable table = table(false)) {
      table.put(1, "one", null);
      GetRequest request = get(table, ScanFormat.KEY_VALUES, 1, 2);
      PointReads reads = table.scanner.pointReads();
      assertThat(reads.tryGet(request, FOR_EVER))
          .isInstanceOfSatisfying(
              CachedPage.Found.class,
              found ->
                  assertThat(rows(found.page(), request))
                      .containsExactly(Cells.row(1, "one", null)));
      store.setCold(true);
      assertThat(reads.tryGet(request, FOR_EVER)).isEqualTo(CachedPage.NotCached.NOT_CACHED);
    }
  }

  @Test
  void shouldKeepTheLimitOfBytesAndSayWhatIsLeft() {
    try (ScanTable table = table(false)) {
      for (int id = 0; id < 40; id++) {
        table.put(id, null, new byte[100_000]);
      }
      GetRequest request =
          get(table, ScanFormat.COL_BATCH, IntStream.range(0, 40).boxed().toArray(Integer[]::new));
      try (ScanPage page = table.scanner.pointReads().get(request, FOR_EVER)) {
        assertThat(page.reason()).isEqualTo(StopReason.ENCODED_BYTES);
        assertThat(page.usage().encodedBytes()).isLessThanOrEqualTo(1024 * 1024);
        assertThat(page.resume()).hasSize(40 - page.rowCount());
        assertThat(page.resume().getFirst().start()).isEqualTo(table.rowKey(page.rowCount()));
      }
    }
  }

  @Test
  void shouldRefuseKeysThatDoNotFitTheSchema() {
    try (ScanTable table = table(false)) {
      assertThatThrownBy(
              () ->
                  new GetRequest(
                      table.target(),
                      List.of(Key.wrap(new byte[] {1, 2, 3})),
                      1,
                      Selection.all(table.schema()),
                      ScanFormat.AUTO))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }
}
