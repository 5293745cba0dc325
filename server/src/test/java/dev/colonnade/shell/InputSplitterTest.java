package dev.colonnade.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.jdbc.text.SqlScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
        .containsExactly("SELECT 1", "\\watch 3;\nSELECT 2");
    assertThat(splitter.add("SELECT 1 \\gset a_")).containsExactly("\\gset a_\nSELECT 1");
    assertThat(splitter.isEmpty()).isTrue();
  }

  @Test
  void shouldDistinguishCommandsFromStatements() {
    assertThat(splitter.add("  \\dt x")).containsExactly("\\dt x");
    assertThat(splitter.add("-- only a comment")).isEmpty();
    assertThat(splitter.isEmpty()).isTrue();
    assertThat(splitter.add("SELECT 1")).isEmpty();
    assertThat(splitter.add("\\dt")).containsExactly("\\dt\nSELECT 1");
    assertThat(splitter.endsWithCommand()).isTrue();
    assertThat(splitter.add(" + 2 \\p")).containsExactly("\\p\nSELECT 1\n + 2");
    assertThat(splitter.rest()).isEqualTo("SELECT 1\n + 2");
    assertThat(splitter.rest()).isEmpty();
  }

  @Test
  void shouldSeparateTheCommandsOfALine() {
    assertThat(splitter.add("\\dt a* \\echo 'b\\n' \\\\ SELECT 1; SELECT"))
        .containsExactly("\\dt a*", "\\echo 'b\\n'", "SELECT 1");
    assertThat(splitter.rest()).isEqualTo("SELECT");
    assertThat(splitter.add("\\! echo a\\b \\c")).containsExactly("\\! echo a\\b \\c");
    assertThat(splitter.add("\\copy t from 'c:\\d'")).containsExactly("\\copy t from 'c:\\d'");
  }

  @Test
  void shouldReplaceTheQueryBuffer() {
    assertThat(splitter.add("SELECT 1 \\e")).containsExactly("\\e\nSELECT 1");
    assertThat(splitter.replace("SELECT 2;\nSELECT\n3")).containsExactly("SELECT 2");
    assertThat(splitter.buffer()).isEqualTo("SELECT\n3\n");
  }

  @Test
  void shouldStateWhatAStatementWaitsFor() {
    for (String[] each :
        new String[][] {
          {"SELECT 1", "-"},
          {"SELECT (1", "("},
          {"SELECT 'a", "'"},
          {"SELECT \"a", "\""},
          {"SELECT $a$ $$", "$"},
          {"SELECT /* a", "*"},
          {"SELECT (1) -- '", "-"}
        }) {
      splitter.rest();
      splitter.add(each[0]);
      assertThat(splitter.continuation()).as(each[0]).isEqualTo(each[1].charAt(0));
    }
  }

  @Test
  void shouldFindTheStatementsThatAScanOfTheWholeBufferFinds() {
    String[] parts = {
      "E'a", "'", "\"", "$$", "$a$", "/*", "*/", "--", ";", "(", ")", "e", "x", " ", "\n", "''", "$"
    };
    Random random = new Random(17);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i >= 0; i--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      InputSplitter incremental = new InputSplitter();
      String buffer = "";
      for (String line : text.toString().lines().toList()) {
        List<String> expected = new ArrayList<>();
        buffer = scannedAgain(buffer + line, expected);
        assertThat(incremental.add(line)).as(text.toString()).isEqualTo(expected);
        assertThat(incremental.buffer()).as(text.toString()).isEqualTo(buffer);
        assertThat(incremental.continuation())
            .as(text.toString())
            .isEqualTo(new InputSplitter(buffer).continuation());
      }
    }
  }

  /** Reference implementation, which scans the query buffer from its beginning. */
  private static String scannedAgain(String text, List<String> complete) {
    int start = 0;
    for (int at = 0; at < text.length(); at = SqlScanner.skip(text, at)) {
      if (text.charAt(at) == ';') {
        String statement = text.substring(start, at);
        if (!SqlScanner.isBlank(statement)) {
          complete.add(statement.strip());
        }
        start = at + 1;
      }
    }
    String rest = text.substring(start) + '\n';
    return SqlScanner.isBlank(rest) ? "" : rest;
  }

  @Test
  @Timeout(20)
  void shouldNotScanTheLinesOfALongStatementAgain() {
    for (String line : List.of("(1, 'a;b', \"c\"), -- more", "no quote", "/* a */ $b$;$b$")) {
      splitter.add(line.startsWith("no") ? "SELECT '" : "INSERT INTO t VALUES");
      for (int i = 0; i < 200_000; i++) {
        assertThat(splitter.add(line)).isEmpty();
        splitter.continuation();
      }
      assertThat(splitter.add(line.startsWith("no") ? "';" : ";")).hasSize(1);
    }
  }

  @Test
  void shouldPauseAfterCommandsOfConditionalBlocks() {
    InputSplitter splitter = new InputSplitter();
    assertThat(splitter.add("select \\if false \\\\ 1 \\else"))
        .containsExactly("\\if false\nselect");
    assertThat(splitter.isPaused()).isTrue();
    assertThat(splitter.add("2;")).isEmpty();
    assertThat(splitter.resume("select")).containsExactly("\\else\nselect\n 1");
    assertThat(splitter.resume("select")).containsExactly("select\n2");
    assertThat(splitter.isPaused()).isFalse();
  }
}
