package dev.colonnade.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import org.junit.jupiter.api.Test;

final class OrderKeysTest {
  @Test
  void shouldMatchTheKeysOfTheGenerator() {
    long index = 0;
    for (Order order : new OrderGenerator(0.01, 1, 1)) {
      index++;
      assertThat(OrderKeys.keyOf(index)).isEqualTo(order.orderKey());
      assertThat(OrderKeys.lastIndex(order.orderKey())).isEqualTo(index);
    }
    assertThat(index).isEqualTo(15_000);
  }

  @Test
  void shouldFindTheLastIndexBelowUnusedKeys() {
    assertThat(OrderKeys.lastIndex(7)).isEqualTo(7);
    assertThat(OrderKeys.lastIndex(8)).isEqualTo(7);
    assertThat(OrderKeys.lastIndex(31)).isEqualTo(7);
    assertThat(OrderKeys.lastIndex(32)).isEqualTo(8);
  }
}
