package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class CheckListTest {
  private final CheckList checks = new CheckList();

  @Test
  void shouldPrintPassedChecks() {
    assertThat(checks.equal("rows", 60_175, 60_175)).isTrue();

    assertThat(checks.wrongCount()).isZero();
    assertThat(printed()).isEqualTo("  ✓ rows   60,175\n");
  }

  @Test
  void shouldPrintExpectedAndActualOfFailedChecks() {
    checks.equal("rows of orders", 15_000, 15_000);
    assertThat(checks.equal("sum", "12.50", "12.51")).isFalse();

    assertThat(checks.wrongCount()).isEqualTo(1);
    assertThat(printed())
        .isEqualTo(
            """
              ✓ rows of orders   15,000
              ✗ sum              expected 12.50, got 12.51
            """);
  }

  private String printed() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    checks.print(TextTableTest.console(out, false));
    return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
