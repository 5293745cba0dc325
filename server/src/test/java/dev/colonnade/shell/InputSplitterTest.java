package dev.colonnade.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link InputSplitter}. */
final class InputSplitterTest {
  private final InputSplitter splitter = new InputSplitter();

  @Test
  void shouldReturnAStatementAtItsSemicolon() {
    assertThat(splitter.add("SELECT 1; SELECT 2; SEL")).containsExactly("SELECT 1", "SELECT 2");
    assertThat(splitter.isEmpty()).isFalse();
    assertThat(splitter.add("ECT 3;")).containsExactly("SEL\nECT 3");
    assertThat(splitter.isEmpty()).isTrue();
    assertThat(splitter.add(";;  ;")).isEmpty();
  }

  @Test
  void shouldIgnoreSemicolonsInQuotesAndComments() {
    assertThat(splitter.add("SELECT ';', \";\", E'\\';', $$;$$, $a$;$$;$a$ /* ; /* ; */ */ -- ;"))
        .isEmpty();
    assertThat(splitter.add("  , 'it''s;")).isEmpty();
    assertThat(splitter.add("';")).hasSize(1);
    assertThat(splitter.isEmpty()).isTrue();
  }

  @Test
  void shouldEndAStatementAtACommandThatRunsIt() {
    assertThat(splitter.add("SELECT '\\g', ")).isEmpty();
    assertThat(splitter.add("  1 \\gx")).containsExactly("\\gx\nSELECT '\\g', \n  1");
    assertThat(splitter.isEmpty()).isTrue();
    assertThat(splitter.add("SELECT 1; SELECT 2 \\watch 3;"))
        .containsExactly("SELECT 1", "\\watch 3\nSELECT 2");
    assertThat(splitter.add("SELECT 1 \\gone")).isEmpty();
  }

  @Test
  void shouldDistinguishCommandsFromStatements() {
    assertThat(splitter.add("  \\dt x")).containsExactly("\\dt x");
    assertThat(splitter.add("-- only a comment")).isEmpty();
    assertThat(splitter.isEmpty()).isTrue();
    assertThat(splitter.add("SELECT 1")).isEmpty();
    assertThat(splitter.add("\\dt")).isEmpty();
    assertThat(splitter.rest()).isEqualTo("SELECT 1\n\\dt");
    assertThat(splitter.rest()).isEmpty();
  }
}
