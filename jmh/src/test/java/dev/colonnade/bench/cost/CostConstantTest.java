package dev.colonnade.bench.cost;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.colonnade.sql.optimize.cost.CostModel;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CostConstantTest {
  private static final int ROWS = 1_000_000;

  @Test
  void shouldSubtractShorterQueries() {
    Map<CostQuery, Double> nanos = new EnumMap<>(CostQuery.class);
    nanos.put(CostQuery.ONE_COLUMN, 5.0 * ROWS);
    nanos.put(CostQuery.FOUR_COLUMNS, 14.0 * ROWS);
    nanos.put(CostQuery.PREDICATE, 3.5 * ROWS);
    nanos.put(CostQuery.ENTRIES, 1_000_000.0);
    nanos.put(CostQuery.LOOKUPS, 1_000_000.0 + 4_000.0 * CostQuery.RANGE_ROWS);
    nanos.put(CostQuery.HASH_BUILD, 113.0 * ROWS);
    Map<String, CostConstant> constants =
        CostConstant.of(nanos, ROWS).stream()
            .collect(Collectors.toMap(CostConstant::name, constant -> constant));
    assertMeasured(constants, "columnar_value", 3);
    assertMeasured(constants, "columnar_row", 2);
    assertMeasured(constants, "scan_predicate", 1.5);
    assertMeasured(constants, "batched_lookup", 4_000);
    assertMeasured(constants, "build_probe_and_output", 100);
    assertThat(requireNonNull(constants.get("columnar_value")).inUse())
        .isEqualTo(CostModel.COLUMNAR_VALUE);
  }

  private static void assertMeasured(
      Map<String, CostConstant> constants, String name, double expected) {
    assertThat(requireNonNull(constants.get(name)).measured()).isCloseTo(expected, within(1e-6));
  }
}
