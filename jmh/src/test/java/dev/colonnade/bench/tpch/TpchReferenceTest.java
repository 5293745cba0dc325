package dev.colonnade.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests against the results of other databases for TPC-H at scale 0.01. */
final class TpchReferenceTest {
  private static final Scale SCALE = new Scale(0.01);
  private static final TpchReference REFERENCE = TpchReference.of(SCALE);

  @Test
  void shouldCountTheRowsOfEveryTable() {
    assertThat(REFERENCE.rowCounts())
        .containsOnly(
            entry(TpchTable.REGION, 5L),
            entry(TpchTable.NATION, 25L),
            entry(TpchTable.SUPPLIER, 100L),
            entry(TpchTable.PART, 2000L),
            entry(TpchTable.PARTSUPP, 8000L),
            entry(TpchTable.CUSTOMER, 1500L),
            entry(TpchTable.ORDERS, 15_000L),
            entry(TpchTable.LINEITEM, 60_175L));
  }

  @Test
  void shouldCountTheReturnedRowsOfQuery1() {
    assertThat(REFERENCE.lineItems().returnedRowCount()).isEqualTo(14_902);
  }

  @Test
  void shouldFindTheRevenueOfQuery6() {
    assertThat(REFERENCE.lineItems().q6().total()).isEqualTo(1_193_053_2253L);
  }

  @Test
  void shouldAgreeWithTheLinesOfTheGenerator() {
    long quantityUnits = 0;
    long priceCents = 0;
    for (LineItem row : new LineItemGenerator(SCALE.factor(), 1, 1)) {
      String[] fields = row.toLine().split("\\|", -1);
      quantityUnits += Long.parseLong(fields[4]);
      priceCents += Long.parseLong(fields[5].replace(".", ""));
    }

    assertThat(REFERENCE.lineItems().quantityUnits()).isEqualTo(quantityUnits);
    assertThat(REFERENCE.lineItems().extendedPriceCents()).isEqualTo(priceCents);
  }

  @Test
  void shouldFindTheLastOrder() {
    assertThat(REFERENCE.lineItems().lastOrderKey()).isEqualTo(60_000);
  }

  @Test
  void shouldHashTheReversedRows() {
    List<LineItem> rows = new ArrayList<>();
    new LineItemGenerator(SCALE.factor(), 1, 1).forEach(rows::add);
    assertThat(REFERENCE.lineItems().reverseHash())
        .isEqualTo(hash(rows.reversed()))
        .isNotEqualTo(hash(rows));
  }

  private static long hash(List<LineItem> rows) {
    OrderedHash hash = OrderedHash.forward();
    for (LineItem row : rows) {
      hash.add(row.orderKey(), row.lineNumber());
    }
    return hash.value();
  }

  @Test
  void shouldHaveHalfOfTheRowsInTheMiddleHalf() {
    assertThat(OrderSpan.middleHalf(SCALE)).isEqualTo(new OrderSpan(15_000, 45_000));
    assertThat(REFERENCE.lineItems().middle().rowCount()).isBetween(29_500L, 30_500L);
  }

  @Test
  void shouldDetectSwappedValues() {
    RowHash hash = new RowHash();
    hash.add(1);
    hash.add("x");
    long value = hash.value();
    hash.clear();
    hash.add("x");
    hash.add(1);

    assertThat(hash.value()).isNotEqualTo(value);
  }

  @Test
  void shouldRejectInvalidScales() {
    for (double factor : new double[] {0, -1, 1e-9, 0.001, 0.015, 1001, Double.NaN}) {
      assertThatThrownBy(() -> new Scale(factor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("scale=" + factor);
    }
  }
}
