package dev.colonnade.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExecutionResourcesTest {
  private static final long MIB = 1L << 20;

  @Test
  void shouldLeaveHeapToTheServer() {
    assertThat(ExecutionResources.poolBytes(64 * MIB)).isEqualTo(16 * MIB);
    assertThat(ExecutionResources.poolBytes(512 * MIB)).isBetween(249 * MIB, 250 * MIB);
    assertThat(ExecutionResources.poolBytes(8192 * MIB)).isBetween(4857 * MIB, 4858 * MIB);
  }
}
