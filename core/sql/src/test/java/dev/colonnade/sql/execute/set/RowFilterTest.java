package dev.colonnade.sql.execute.set;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RowFilterTest {
  @Test
  void shouldContainWhatWasAddedAndHardlyMore() {
    RowFilter filter = new RowFilter(1 << 14);
    assertThat(RowFilter.memoryBytes(1 << 14)).isEqualTo(32 << 10);
    Random random = new Random(1);
    long[] added = random.longs(1 << 14).toArray();
    for (long hash : added) {
      assertThat(filter.hasSpace(1)).isTrue();
      filter.add(hash);
    }
    assertThat(filter.hasSpace(1)).isFalse();
    for (long hash : added) {
      assertThat(filter.mayContain(hash)).isTrue();
    }
    assertThat(random.longs(100_000).filter(filter::mayContain).count()).isLessThan(600);
  }

  @Test
  void shouldContainNothingAtFirst() {
    RowFilter filter = new RowFilter(1);
    assertThat(filter.mayContain(0)).isFalse();
    assertThat(filter.mayContain(-1)).isFalse();
  }

  @Test
  void shouldRejectOtherCapacities() {
    assertThatThrownBy(() -> new RowFilter(3)).isInstanceOf(IllegalArgumentException.class);
  }
}
