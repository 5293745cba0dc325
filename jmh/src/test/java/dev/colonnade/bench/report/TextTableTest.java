package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class TextTableTest {
  @Test
  void shouldAlignTextLeftAndNumbersRight() {
    TextTable table =
        new TextTable()
            .text("scan")
            .number("rows/s")
            .row("4 of 16 columns", "12.3 M")
            .row("all", "950 k");

    assertThat(table.lines(UnaryOperator.identity()))
        .containsExactly(
            "  scan              rows/s",
            "  ────────────────────────",
            "  4 of 16 columns   12.3 M",
            "  all                950 k");
  }

  @Test
  void shouldCountCodePoints() {
    TextTable table = new TextTable().text("a").text("b").row("𝟙µ", "x").row("one", "y");

    assertThat(table.lines(UnaryOperator.identity())).contains("  𝟙µ    x", "  one   y");
  }

  @Test
  void shouldRejectRowsWithTooFewCells() {
    TextTable table = new TextTable().text("a").text("b");

    assertThatThrownBy(() -> table.row("only one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cells=1 columns=2");
    table.row("x", "y");
    assertThatThrownBy(() -> table.text("late")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldColourTheHeaderOnlyIfEnabled() {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    ByteArrayOutputStream coloured = new ByteArrayOutputStream();
    TextTable table = new TextTable().text("a").row("b");

    console(plain, false).table(table);
    console(coloured, true).table(table);

    assertThat(plain.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b");
    assertThat(coloured.toString(StandardCharsets.UTF_8)).contains("\u001b[2m");
  }

  static Console console(ByteArrayOutputStream out, boolean coloured) {
    return new Console(new PrintStream(out, true, StandardCharsets.UTF_8), false, coloured);
  }
}
