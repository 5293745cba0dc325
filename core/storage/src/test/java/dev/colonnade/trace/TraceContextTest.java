package dev.colonnade.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String TEXT = "00-" + TRACE + "-" + SPAN + "-01";

  @Test
  void shouldParseAndPrintTheHeader() {
    TraceContext context = new TraceContext(TRACE, SPAN, 1);
    assertThat(TraceContext.parse(TEXT)).isEqualTo(context);
    assertThat(context.traceparent()).isEqualTo(TEXT).hasSize(TraceContext.TEXT_LENGTH);
    assertThat(context.isSampled()).isTrue();
    assertThat(new TraceContext(TRACE, SPAN, 0xFE).isSampled()).isFalse();
  }

  @Test
  void shouldAcceptLaterVersionsWithMoreFields() {
    assertThat(TraceContext.parse("01-" + TRACE + "-" + SPAN + "-01-what-ever"))
        .isEqualTo(new TraceContext(TRACE, SPAN, 1));
    assertThat(TraceContext.parse(TEXT + "-more")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
        "00-4BF92F3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      })
  void shouldIgnoreWhatIsNotValid(String text) {
    assertThat(TraceContext.parse(text)).isNull();
  }

  @Test
  void shouldRefuseIdsThatAreNone() {
    assertThat(TraceContext.parse(null)).isNull();
    assertThatThrownBy(() -> new TraceContext("0", SPAN, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TraceContext(TRACE, SPAN, 256))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldReadTheLastCommentOfAText() {
    assertThat(TraceContext.ofComment("SELECT 1 /*db_driver='x',traceparent='" + TEXT + "'*/"))
        .isEqualTo(new TraceContext(TRACE, SPAN, 1));
    assertThat(TraceContext.ofComment("/*traceparent='" + TEXT + "'*/ SELECT 1"))
        .isEqualTo(new TraceContext(TRACE, SPAN, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT 'traceparent=''00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'''",
        "SELECT 1 /*traceparent='00-4bf92f3577b34da6a3ce929d0e0e4736'*/",
        "SELECT 1 /*traceparent='*/",
        "SELECT 1 */ 2 /*",
        "/*traceparent='00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'",
      })
  void shouldFindNoneInOtherTexts(String text) {
    assertThat(TraceContext.ofComment(text)).isNull();
  }

  @Test
  void shouldRefuseOptionsThatAreNotPossible() {
    assertThat(TracerOptions.OFF.isOn()).isFalse();
    assertThatThrownBy(() -> options("ftp://host/x", 1)).hasMessageContaining("endpoint=ftp://");
    assertThatThrownBy(() -> options("http:x", 1)).hasMessageContaining("endpoint=http:x");
    assertThatThrownBy(() -> options("http://host/x", 1.1)).hasMessageContaining("sampleRatio");
    assertThatThrownBy(() -> options("http://host/x", Double.NaN))
        .hasMessageContaining("sampleRatio");
    assertThat(options("http://host:4318/v1/traces", 0).isOn()).isTrue();
  }

  private static TracerOptions options(String endpoint, double ratio) {
    return new TracerOptions(Optional.of(endpoint), ratio, "colonnade");
  }
}
