package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.filter.FilterLimits;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScanFilterTest {
  private static final int ID = 1;
  private static final int NUMBER = 2;
  private static final int TEXT = 3;
  private static final int PRICE = 4;
  private static final int RATIO = 5;
  private static final int CODE = 6;

  private final ScanTable table =
      ScanTable.of(
          TableSchema.builder()
              .required("id", Plain.INTEGER)
              .nullable("number", Plain.SMALLINT)
              .nullable("text", ColumnType.varchar(4))
              .nullable("price", ColumnType.numeric(6, 2))
              .nullable("ratio", Plain.DOUBLE)
              .nullable("code", ColumnType.character(4))
              .key("id")
              .build());

  @AfterEach
  void close() {
    table.close();
  }

  private List<Integer> idsOf(Filter filter) {
    ScanRequest request = table.request(Selection.of(List.of(ID)).withFilter(filter));
    try (ScanPage page = table.page(request)) {
      List<List<@Nullable Object>> rows = Pages.rowsOf(page, request);
      assertThat(rows).isEqualTo(new ReferenceScan(table.mvcc.reads).rows(request));
      return rows.stream().map(row -> (Integer) row.getFirst()).toList();
    }
  }

  private void assertFails(ErrorCode code, Filter filter) {
    assertThatThrownBy(() -> idsOf(filter))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldEvaluateThreeValuedLogic() {
    table.put(1, (short) 1, null, null, null, null);
    table.put(2, null, null, null, null, null);
    Filter isOne = Filter.compare(NUMBER, Comparison.EQUAL, 1);
    Filter unknown = Filter.compare(NUMBER, Comparison.EQUAL, null);

    assertThat(idsOf(isOne)).containsExactly(1);
    assertThat(idsOf(Filter.not(isOne))).isEmpty();
    assertThat(idsOf(unknown)).isEmpty();
    assertThat(idsOf(Filter.not(unknown))).isEmpty();
    assertThat(idsOf(Filter.or(unknown, isOne))).containsExactly(1);
    assertThat(idsOf(Filter.not(Filter.and(unknown, Filter.not(isOne))))).containsExactly(1);
    assertThat(idsOf(Filter.not(Filter.in(NUMBER, 7, null)))).isEmpty();
    assertThat(idsOf(Filter.not(Filter.in(NUMBER, 7, 8)))).containsExactly(1);
    assertThat(idsOf(Filter.not(Filter.in(NUMBER)))).containsExactly(1, 2);
    assertThat(idsOf(new Filter.IsNull(NUMBER))).containsExactly(2);
    assertThat(idsOf(Filter.not(new Filter.IsNull(NUMBER)))).containsExactly(1);
    assertThat(idsOf(Filter.not(new Filter.Between(NUMBER, null, 0)))).containsExactly(1);
    assertThat(idsOf(Filter.and())).containsExactly(1, 2);
    assertThat(idsOf(Filter.or())).isEmpty();
  }

  @Test
  void shouldCompareWithLiteralsThatTheColumnCannotHold() {
    table.put(1, (short) -5, "abcd", new BigDecimal("-0.01"), null, null);
    table.put(2, (short) 5, "abc", new BigDecimal("0.05"), null, null);

    assertThat(idsOf(Filter.compare(NUMBER, Comparison.LESS, 1L << 40))).containsExactly(1, 2);
    assertThat(idsOf(Filter.compare(NUMBER, Comparison.EQUAL, 65_541))).isEmpty();
    assertThat(idsOf(Filter.compare(NUMBER, Comparison.GREATER, new BigDecimal("4.5"))))
        .containsExactly(2);
    assertThat(idsOf(Filter.compare(PRICE, Comparison.LESS, new BigDecimal("0.055"))))
        .containsExactly(1, 2);
    assertThat(idsOf(Filter.compare(PRICE, Comparison.EQUAL, new BigDecimal("0.055")))).isEmpty();
    assertThat(idsOf(Filter.compare(PRICE, Comparison.NOT_EQUAL, new BigDecimal("0.055"))))
        .containsExactly(1, 2);
    assertThat(idsOf(Filter.compare(PRICE, Comparison.LESS, new BigDecimal("1E+999999999"))))
        .containsExactly(1, 2);
    assertThat(idsOf(Filter.compare(PRICE, Comparison.GREATER, new BigDecimal("1E-999999999"))))
        .containsExactly(2);
    assertThat(idsOf(Filter.compare(TEXT, Comparison.LESS, "abcde"))).containsExactly(1, 2);
    assertThat(idsOf(Filter.compare(TEXT, Comparison.EQUAL, "abcde"))).isEmpty();
  }

  @Test
  void shouldOrderFloatingPointAsPostgresDoes() {
    table.put(1, null, null, null, -0.0, null);
    table.put(2, null, null, null, Double.NaN, null);
    table.put(3, null, null, null, Double.POSITIVE_INFINITY, null);

    assertThat(idsOf(Filter.compare(RATIO, Comparison.EQUAL, 0.0))).containsExactly(1);
    assertThat(idsOf(Filter.compare(RATIO, Comparison.EQUAL, Double.NaN))).containsExactly(2);
    assertThat(idsOf(Filter.compare(RATIO, Comparison.GREATER, Double.POSITIVE_INFINITY)))
        .containsExactly(2);
    assertThat(idsOf(Filter.compare(RATIO, Comparison.LESS, 1.0f))).containsExactly(1);
  }

  @Test
  void shouldIgnoreTrailingBlanksOfChar() {
    table.put(1, null, null, null, null, "ab  ");
    assertThat(idsOf(Filter.compare(CODE, Comparison.EQUAL, "ab"))).containsExactly(1);
    assertThat(idsOf(Filter.compare(CODE, Comparison.EQUAL, "ab      "))).containsExactly(1);
  }

  @Test
  void shouldMatchPatterns() {
    table.put(1, null, "aé%b", null, null, null);
    table.put(2, null, "", null, null, null);
    table.put(3, null, "a\uD83D\uDE00\\b", null, null, null);
    table.put(4, null, null, null, null, null);

    assertThat(idsOf(new Filter.Like(TEXT, "%"))).containsExactly(1, 2, 3);
    assertThat(idsOf(new Filter.Like(TEXT, "a%"))).containsExactly(1, 3);
    assertThat(idsOf(new Filter.Like(TEXT, "a__b"))).containsExactly(1, 3);
    assertThat(idsOf(new Filter.Like(TEXT, "a_\\%b"))).containsExactly(1);
    assertThat(idsOf(new Filter.Like(TEXT, "a_\\b", Filter.Like.NO_ESCAPE))).containsExactly(3);
    assertThat(idsOf(new Filter.Like(TEXT, "%é!%%", '!'))).containsExactly(1);
    assertThat(idsOf(new Filter.Like(TEXT, ""))).containsExactly(2);
    assertThat(idsOf(Filter.not(new Filter.Like(TEXT, "%b")))).containsExactly(2);
    assertThat(idsOf(new Filter.Like(TEXT, "x\\"))).isEmpty();
    assertFails(ErrorCode.INVALID_PATTERN, new Filter.Like(TEXT, "a\\"));
    assertThat(idsOf(new Filter.Like(TEXT, "x".repeat(5000)))).isEmpty();
  }

  @Test
  void shouldRefuseLiteralsOfTheWrongType() {
    assertFails(ErrorCode.TYPE_MISMATCH, Filter.compare(NUMBER, Comparison.EQUAL, "1"));
    assertFails(ErrorCode.TYPE_MISMATCH, Filter.compare(NUMBER, Comparison.EQUAL, 1.0));
    assertFails(ErrorCode.TYPE_MISMATCH, Filter.compare(RATIO, Comparison.EQUAL, 1));
    assertFails(ErrorCode.TYPE_MISMATCH, Filter.compare(TEXT, Comparison.EQUAL, 1));
    assertFails(ErrorCode.TYPE_MISMATCH, Filter.in(PRICE, new BigDecimal("1"), true));
    assertFails(ErrorCode.TYPE_MISMATCH, new Filter.Like(NUMBER, "1%"));
    assertFails(ErrorCode.UNKNOWN_COLUMN, Filter.compare(99, Comparison.EQUAL, 1));
  }

  @Test
  void shouldLimitItsSize() {
    Filter deep = Filter.TRUE;
    for (int i = 0; i < FilterLimits.DEPTH_MAX; i++) {
      deep = Filter.not(deep);
    }
    assertTooLarge(deep);
    assertTooLarge(new Filter.And(Collections.nCopies(FilterLimits.NODES_MAX, Filter.TRUE)));
    assertTooLarge(
        Filter.in(ID, Collections.nCopies(FilterLimits.LIST_LITERALS_MAX + 1, 1).toArray()));
    assertTooLarge(
        Filter.compare(TEXT, Comparison.EQUAL, "x".repeat(FilterLimits.LITERAL_BYTES_MAX + 1)));
  }

  private static void assertTooLarge(Filter filter) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> FilterLimits.requireWithin(filter))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }
}
