package dev.colonnade.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Against what is known of TPC-H at scale 0.01 from other databases. */
final class TpchTruthTest {
  private static final Scale SCALE = new Scale(0.01);
  private static final TpchTruth TRUTH = TpchTruth.of(SCALE);

  @Test
  void shouldCountTheRowsOfEveryTable() {
    assertThat(TRUTH.rowCounts())
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
  void shouldFindWhatQuery1Finds() {
    assertThat(TRUTH.lineItems().returnedRowCount()).isEqualTo(14_902);
  }

  @Test
  void shouldFindTheRevenueOfQuery6() {
    assertThat(TRUTH.lineItems().q6().total()).isEqualTo(1_193_053_2253L);
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

    assertThat(TRUTH.lineItems().quantityUnits()).isEqualTo(quantityUnits);
    assertThat(TRUTH.lineItems().extendedPriceCents()).isEqualTo(priceCents);
  }

  @Test
  void shouldFindFirstAndLastOrder() {
    assertThat(TRUTH.lineItems().firstOrderKey()).isEqualTo(1);
    assertThat(TRUTH.lineItems().lastOrderKey()).isEqualTo(60_000);
  }

  @Test
  void shouldHashTheReversedListAsThePlainHashDoes() {
    List<LineItem> rows = new ArrayList<>();
    new LineItemGenerator(SCALE.factor(), 1, 1).forEach(rows::add);
    OrderedHash hash = OrderedHash.forward();
    for (LineItem row : rows.reversed()) {
      hash.add(row.orderKey(), row.lineNumber());
    }

    assertThat(TRUTH.lineItems().reverseHash()).isEqualTo(hash.value());
    assertThat(TRUTH.lineItems().forwardHash()).isNotEqualTo(hash.value());
  }

  @Test
  void shouldHaveHalfOfTheRowsInTheMiddleHalf() {
    assertThat(OrderSpan.middleHalf(SCALE)).isEqualTo(new OrderSpan(15_000, 45_000));
    assertThat(TRUTH.lineItems().middle().rowCount()).isBetween(29_500L, 30_500L);
  }

  @Test
  void shouldSeeValuesThatAreSwapped() {
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
  void shouldRefuseScalesThatMakeNoSense() {
    for (double factor : new double[] {0, -1, 1e-9, 0.001, 0.015, 1001, Double.NaN}) {
      assertThatThrownBy(() -> new Scale(factor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("scale=" + factor);
    }
  }
}
