package dev.colonnade.bench.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class MetricsPageTest {
  private static final String TEXT =
      """
      # HELP requests_total Requests answered
      # TYPE requests_total counter
      requests_total{kind="get",error=""} 3.0
      requests_total{kind="scan",error=""} 4.0
      direct_memory_bytes 1.048576E6
      with_timestamp 5 1700000000000
      no_number NaN
      no_limit +Inf
      """;

  private final MetricsPage page = MetricsPage.parse(TEXT);

  @Test
  void shouldSumSeriesOfOneName() {
    assertThat(page.total("requests_total")).hasValue(7);
  }

  @Test
  void shouldSelectSeriesByLabel() {
    assertThat(page.total("requests_total", "kind=\"scan\"")).hasValue(4);
    assertThat(page.total("requests_total", "kind=\"write\"")).isEmpty();
  }

  @Test
  void shouldParseAllFormsOfValues() {
    assertThat(page.total("direct_memory_bytes")).hasValue(1 << 20);
    assertThat(page.total("with_timestamp")).hasValue(5);
    assertThat(page.total("no_number").orElseThrow()).isNaN();
    assertThat(page.total("no_limit")).hasValue(Double.POSITIVE_INFINITY);
  }

  @Test
  void shouldReturnEmptyForUnknownNames() {
    assertThat(page.total("requests")).isEmpty();
  }

  @Test
  void shouldRejectInvalidLines() {
    assertThatThrownBy(() -> MetricsPage.parse("junk"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line=junk");
  }
}
